// The private addresses of an account: added, listed, found by either of their ids, and removed.

import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { systemClock } from '../lib/clock.ts'
import { elementAt } from '../lib/element-at.ts'
import { newId, newSortableId, sortableIdFrom } from '../lib/ids.ts'
import { allRows, hasRow, type Sql, type Store, type StoreKind, type Tx } from '../store/store.ts'
import { StoreError } from '../store/store-error.ts'
import {
  type NewPrivateAddress,
  PRIVATE_ADDRESSES_MAX,
  PRIVATE_TEXTS,
  type PrivateAddress,
  type PrivateTexts,
} from './private-address.ts'

/** Rows that one transaction writes or deletes. It holds the SQLite file, and everybody else waits as long. */
const ROWS_AT_ONCE = 250
const PAGE_ROWS = 200
const IDS_AT_ONCE = 100

/** A change that has written nothing for this long ended with its process. In real time: a test clock may stop. */
const LEASE_MS = 10_000
const LEASE_RETRY_MS = 20
const LISTS_AT_ONCE = 100

/** Numbers below the first were replaced; those beyond the last are being imported. Nobody sees either. */
const SHOWN = sql`number between first_number and last_number`
const TABLES = sql`private_address join private_address_list using (account_id)`

interface List {
  readonly addresses: number
  readonly firstNumber: number
  readonly lastNumber: number
  readonly importing: string
}

interface Addition {
  readonly wanted: readonly NewPrivateAddress[]
  readonly ids: readonly string[]
  readonly replace: boolean
}

/**
 * All of them or none. Additions at the same time wait for the row of the list, so the maximum is exact. Many are
 * written in several transactions, and shown by the last.
 */
export async function addPrivateAddresses(
  store: Store,
  accountId: string,
  wanted: readonly NewPrivateAddress[],
  { replace = false }: { readonly replace?: boolean } = {},
) {
  const addition = { wanted, ids: await newIds(wanted.length), replace }
  const add = async (step: Step) => {
    const begun = await step((tx, list) => begin(tx, accountId, list, addition))
    if (begun.kind === 'too-many') return begun
    for (let from = 0; from < wanted.length; from += ROWS_AT_ONCE) {
      const some = begun.addresses.slice(from, from + ROWS_AT_ONCE)
      await step((tx) => insertAddresses(tx, store.kind, accountId, some))
    }
    await step((tx, list) => show(tx, accountId, list, addition))
    return begun
  }
  const isShort = wanted.length <= ROWS_AT_ONCE && !replace
  const addInOne = async (tx: Tx) => {
    const list = await lockList(tx, accountId)
    return list.importing === '' ? add((work) => work(tx, list)) : undefined
  }
  const done = isShort ? await store.transaction(addInOne) : undefined
  return done ?? changeInSteps(store, accountId, add)
}

async function begin(tx: Tx, accountId: string, list: List, { wanted, ids, replace }: Addition) {
  const held = replace ? 0 : list.addresses
  if (held + wanted.length > PRIVATE_ADDRESSES_MAX) return { kind: 'too-many', held } as const
  const numbers = replace ? new Map() : await lastNumbers(tx, accountId, wanted)
  const addresses = wanted.map((address, at) => {
    const postcodeNumber = (numbers.get(address.postcode) ?? 0) + 1
    numbers.set(address.postcode, postcodeNumber)
    const number = list.lastNumber + at + 1
    return { ...address, id: elementAt(ids, at), number, postcodeNumber }
  })
  return { kind: 'added', addresses } as const
}

async function show(tx: Tx, accountId: string, list: List, { wanted, replace }: Addition) {
  const addresses = replace ? wanted.length : list.addresses + wanted.length
  const firstNumber = replace ? list.lastNumber + 1 : list.firstNumber
  await sql`
    update private_address_list set version = version + 1, addresses = ${addresses},
      first_number = ${firstNumber}, last_number = ${list.lastNumber + wanted.length}
    where account_id = ${accountId}`.execute(tx)
}

type Step = <Result>(work: (tx: Tx, list: List) => Promise<Result>) => Promise<Result>

/** Several transactions: one such change at a time for each list. What nobody sees any more is deleted at its end. */
async function changeInSteps<Result>(
  store: Store,
  accountId: string,
  change: (step: Step) => Promise<Result>,
): Promise<Result> {
  let lease = await leaseList(store.db, accountId)
  const step: Step = (work) =>
    store.transaction(async (tx) => {
      const before = lease
      lease = newSortableId(systemClock.now())
      const [list] = await allRows<List>(tx)`
        update private_address_list set importing = ${lease}
        where account_id = ${accountId} and importing = ${before}
        returning addresses, first_number, last_number, importing`
      if (list === undefined) throw new StoreError('The list was not changed: it took too long.')
      return work(tx, list)
    })
  // What a change left behind that did not come to its end.
  while (await step((tx, list) => deleteHidden(tx, accountId, list)));
  const result = await change(step)
  while (await step((tx, list) => deleteHidden(tx, accountId, list)));
  await sql`
    update private_address_list set importing = ''
    where account_id = ${accountId} and importing = ${lease}`.execute(store.db)
  return result
}

async function leaseList(db: Sql, accountId: string): Promise<string> {
  for (;;) {
    const now = systemClock.now()
    const lease = newSortableId(now)
    const isFree = await hasRow(db)`
      insert into private_address_list (account_id, version, addresses, last_number, importing)
      values (${accountId}, 0, 0, 0, ${lease})
      on conflict (account_id) do update set importing = excluded.importing
      where private_address_list.importing < ${sortableIdFrom(now - LEASE_MS)}
      returning account_id`
    if (isFree) return lease
    await delay(LEASE_RETRY_MS)
  }
}

/** False if there are no more. */
function deleteHidden(tx: Tx, accountId: string, { firstNumber, lastNumber }: List) {
  return hasRow(tx)`
    delete from private_address where account_id = ${accountId} and number in (
      select number from private_address where account_id = ${accountId}
        and (number < ${firstNumber} or number > ${lastNumber})
      limit ${sql.lit(ROWS_AT_ONCE)})
    returning number`
}

/** Deletes what was left by changes that ended with their process. */
export async function finishImports(store: Store): Promise<void> {
  const left = await allRows<{ accountId: string }>(store.db)`
    select account_id from private_address_list
    where importing > '' and importing < ${sortableIdFrom(systemClock.now() - LEASE_MS)}
    limit ${LISTS_AT_ONCE}`
  for (const { accountId } of left) await changeInSteps(store, accountId, async () => {})
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
    const { firstNumber, lastNumber } = await lockList(tx, accountId)
    const isThere = await hasRow(tx)`
      delete from private_address where account_id = ${accountId} and id = ${id}
        and number between ${firstNumber} and ${lastNumber}
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
    from ${TABLES} where account_id = ${accountId} and ${SHOWN}
    group by ${run} order by ${run}`
}

/** Locks the list of an account until the transaction ends. */
async function lockList(tx: Tx, accountId: string) {
  const list = await allRows<List>(tx)`
    insert into private_address_list (account_id, version, addresses, last_number)
    values (${accountId}, 0, 0, 0)
    on conflict (account_id) do update set addresses = private_address_list.addresses
    returning addresses, first_number, last_number, importing`
  return elementAt(list, 0)
}

/** The highest number within each postcode; after a removal the last one is given again. */
async function lastNumbers(tx: Tx, accountId: string, wanted: readonly NewPrivateAddress[]) {
  // One postcode is the everyday case, and then the index answers it.
  const [first] = wanted
  const isOne = first !== undefined && wanted.length === 1
  const only = isOne ? sql`and postcode = ${first.postcode}` : sql``
  const numbers = await allRows<{ postcode: string; last: number }>(tx)`
    select postcode, max(postcode_number) as last from ${TABLES}
    where account_id = ${accountId} and ${SHOWN} ${only} group by postcode`
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
    select ${COLUMNS} from ${TABLES} where ${SHOWN} and ${where}`.execute(db)
  return rows.map(({ residential, latitude, longitude, postcode_number, ...texts }) => ({
    ...texts,
    postcodeNumber: postcode_number,
    residential: residential === 1,
    point: latitude === null || longitude === null ? undefined : { latitude, longitude },
  }))
}
