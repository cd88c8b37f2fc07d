// The private addresses of an account: added, listed, found by either of their ids, and removed.

import { setImmediate as nextTurn } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { elementAt } from '../lib/element-at.ts'
import { newId } from '../lib/ids.ts'
import { allRows, hasRow, type Sql, type Store, type StoreKind, type Tx } from '../store/store.ts'
import {
  type NewPrivateAddress,
  PRIVATE_ADDRESSES_MAX,
  PRIVATE_TEXTS,
  type PrivateAddress,
  type PrivateTexts,
} from './private-address.ts'

/** Rows of one statement. An import holds the SQLite file until its last, so each is large; readers let others in. */
const INSERT_ROWS_MAX = 500
const PAGE_ROWS = 200
const IDS_AT_ONCE = 100

/** All of them or none. Additions at the same time wait for the row of the list, so the maximum is exact. */
export async function addPrivateAddresses(
  store: Store,
  accountId: string,
  wanted: readonly NewPrivateAddress[],
  { replace = false }: { readonly replace?: boolean } = {},
) {
  const count = wanted.length
  const ids = await newIds(count)
  return store.transaction(async (tx) => {
    const list = await lockList(tx, accountId)
    const held = replace ? 0 : list.addresses
    if (held + count > PRIVATE_ADDRESSES_MAX) return { kind: 'too-many', held } as const
    if (replace) await sql`delete from private_address where account_id = ${accountId}`.execute(tx)
    await sql`
      update private_address_list
      set version = version + 1, addresses = ${held + count}, last_number = last_number + ${count}
      where account_id = ${accountId}`.execute(tx)
    const numbers = await lastNumbers(tx, accountId, wanted)
    const addresses = wanted.map((address, at) => {
      const postcodeNumber = (numbers.get(address.postcode) ?? 0) + 1
      numbers.set(address.postcode, postcodeNumber)
      return {
        ...address,
        id: elementAt(ids, at),
        number: list.lastNumber + at + 1,
        postcodeNumber,
      }
    })
    for (let from = 0; from < count; from += INSERT_ROWS_MAX) {
      const some = addresses.slice(from, from + INSERT_ROWS_MAX)
      await insertAddresses(tx, store.kind, accountId, some)
    }
    return { kind: 'added', addresses } as const
  })
}

/** Made before the transaction, which would take twice as long with it, and in turns of the event loop. */
async function newIds(count: number): Promise<string[]> {
  const ids: string[] = []
  while (ids.length < count) {
    ids.push(newId('pa_'))
    if (ids.length % IDS_AT_ONCE === 0) await nextTurn()
  }
  return ids
}

/** False when the account has no such address. */
export async function removePrivateAddress(store: Store, accountId: string, id: string) {
  if ((await privateAddressOf(store.db, accountId, id)) === undefined) return false
  return store.transaction(async (tx) => {
    // The list first, as everywhere: two that wait for each other would be refused by PostgreSQL.
    await lockList(tx, accountId)
    const isThere = await hasRow(tx)`
      delete from private_address where account_id = ${accountId} and id = ${id}
      returning id`
    if (!isThere) return false
    await sql`
      update private_address_list set version = version + 1, addresses = addresses - 1
      where account_id = ${accountId}`.execute(tx)
    return true
  })
}

/** In the order they were added. */
export async function privateAddressesOf(db: Sql, accountId: string): Promise<PrivateAddress[]> {
  return (await Array.fromAsync(privateAddressPages(db, accountId))).flat()
}

/** In pages, so that other statements get between. What is added or removed in the meantime may be in them or not. */
export function privateAddressPages(db: Sql, accountId: string): Pages {
  return pagesOf(db, sql`account_id = ${accountId}`, 'number')
}

/** Private addresses of one postcode, numbered as in the older form. */
export function privateAddressPagesAt(db: Sql, accountId: string, postcode: string): Pages {
  const where = sql`account_id = ${accountId} and postcode = ${postcode}`
  return pagesOf(db, where, 'postcodeNumber')
}

export function privateAddressPagesIn(
  db: Sql,
  accountId: string,
  { from, to }: Pick<NumberRun, 'from' | 'to'>,
): Pages {
  const where = sql`account_id = ${accountId} and number >= ${from} and number < ${to}`
  return pagesOf(db, where, 'number')
}

type Pages = AsyncGenerator<PrivateAddress[], undefined>

const NUMBERED = { number: sql`number`, postcodeNumber: sql`postcode_number` }

async function* pagesOf(db: Sql, where: RawBuilder<unknown>, by: keyof typeof NUMBERED): Pages {
  const column = NUMBERED[by]
  for (let last: number | undefined = 0; last !== undefined; ) {
    const page: PrivateAddress[] = await selectAddresses(
      db,
      sql`${where} and ${column} > ${last} order by ${column} limit ${PAGE_ROWS}`,
    )
    if (page.length > 0) yield page
    last = page.length < PAGE_ROWS ? undefined : page.at(-1)?.[by]
  }
  return undefined
}

export async function privateAddressOf(db: Sql, accountId: string, id: string) {
  const [found] = await selectAddresses(db, sql`account_id = ${accountId} and id = ${id}`)
  return found
}

/** The one that the older form knows by this number. */
export async function privateAddressAt(
  db: Sql,
  accountId: string,
  postcode: string,
  postcodeNumber: number,
): Promise<PrivateAddress | undefined> {
  const [found] = await selectAddresses(
    db,
    sql`account_id = ${accountId} and postcode = ${postcode}
      and postcode_number = ${postcodeNumber}`,
  )
  return found
}

/** A run of numbers, and what is in it now. As numbers are never given twice, the same two mean the same addresses. */
export interface NumberRun {
  readonly from: number
  /** The first number that is beyond it. */
  readonly to: number
  readonly addresses: number
  readonly last: number
}

/** The runs of `size` numbers that hold addresses, in order. */
export async function numberRuns(db: Sql, accountId: string, size: number): Promise<NumberRun[]> {
  const run = sql`number / ${sql.lit(size)}`
  return allRows<NumberRun>(db)`
    select ${run} * ${sql.lit(size)} as "from", (${run} + 1) * ${sql.lit(size)} as "to",
      count(*) as addresses, max(number) as last
    from private_address where account_id = ${accountId}
    group by ${run} order by ${run}`
}

/** Locks the list of an account until the transaction ends. */
async function lockList(tx: Tx, accountId: string) {
  const list = await allRows<{ addresses: number; lastNumber: number }>(tx)`
    insert into private_address_list (account_id, version, addresses, last_number)
    values (${accountId}, 0, 0, 0)
    on conflict (account_id) do update set addresses = private_address_list.addresses
    returning addresses, last_number`
  return elementAt(list, 0)
}

/** The highest number within each postcode; after a removal the last one is given again. */
async function lastNumbers(tx: Tx, accountId: string, wanted: readonly NewPrivateAddress[]) {
  // One postcode is the everyday case, and then the index answers it.
  const [first] = wanted
  const isOne = first !== undefined && wanted.length === 1
  const only = isOne ? sql`and postcode = ${first.postcode}` : sql``
  const numbers = await allRows<{ postcode: string; last: number }>(tx)`
    select postcode, max(postcode_number) as last from private_address
    where account_id = ${accountId} ${only} group by postcode`
  return new Map(numbers.map(({ postcode, last }) => [postcode, last]))
}

/**
 * As JSON: a statement with thirteen parameters for each row takes longer to put together than to run. Lists and binary
 * JSON take half the time of objects and text, and others wait as long.
 */
async function insertAddresses(
  tx: Tx,
  kind: StoreKind,
  accountId: string,
  addresses: readonly PrivateAddress[],
): Promise<void> {
  const json = JSON.stringify(
    addresses.map(({ postcodeNumber, residential, point, ...others }) => {
      const numbers = { postcode_number: postcodeNumber, residential: residential ? 1 : 0 }
      const row: Readonly<Record<string, unknown>> = { ...others, ...numbers, ...point }
      return NAMES.map((name) => row[name])
    }),
  )
  const rows =
    kind === 'sqlite'
      ? sql`jsonb_each(${json})`
      : sql`jsonb_array_elements(cast(${json} as jsonb)) as one (value)`
  await sql`
    insert into private_address (account_id, ${COLUMNS})
    select ${accountId}, ${VALUES} from ${rows}`.execute(tx)
}

const NUMBER_TYPES = {
  number: 'bigint',
  postcode_number: 'integer',
  residential: 'integer',
  latitude: 'double precision',
  longitude: 'double precision',
}
const TEXTS = ['id', 'postcode', ...PRIVATE_TEXTS]
const NAMES = [...TEXTS, ...Object.keys(NUMBER_TYPES)]
const COLUMNS = sql.raw(NAMES.join(', '))
const VALUES = sql.raw(
  [
    ...TEXTS.map((_, at) => `value ->> ${at}`),
    ...Object.values(NUMBER_TYPES).map(
      (type, at) => `cast(value ->> ${TEXTS.length + at} as ${type})`,
    ),
  ].join(', '),
)

/** Rows that match; the condition also gives the order. Its texts are named as on the wire, unlike other rows. */
async function selectAddresses(db: Sql, where: RawBuilder<unknown>): Promise<PrivateAddress[]> {
  type Numbers = Record<'number' | 'postcode_number' | 'residential', number>
  type Point = Record<'latitude' | 'longitude', number | null>
  type Row = PrivateTexts & Pick<PrivateAddress, 'id' | 'postcode'> & Numbers & Point
  const { rows } = await sql<Row>`
    select ${COLUMNS} from private_address where ${where}`.execute(db)
  return rows.map(({ residential, latitude, longitude, postcode_number, ...texts }) => ({
    ...texts,
    postcodeNumber: postcode_number,
    residential: residential === 1,
    point: latitude === null || longitude === null ? undefined : { latitude, longitude },
  }))
}
