// The ids that an account watches: added, removed, listed in pages, each with what happened to it.

import { sql } from 'kysely'
import type { ChangeKind, ChangeStep } from '../address/change.ts'
import type { Product } from '../address/product.ts'
import { fromSortable, toSortable } from '../releases/ledger/id-keys.ts'
import { allRows, firstRow, type Sql, type Store, type StoreKind } from '../store/store.ts'

export const WATCHED_PER_CALL_MAX = 1000
const DELETED_AT_ONCE = 1000

interface WatchOwner {
  readonly accountId: string
  readonly product: Product
  readonly idsMax: number
  /** The last step of the change log: a new list hears of those after it. */
  readonly latest: Pick<ChangeStep, 'number' | 'release'> | undefined
}

export interface WatchChange {
  readonly add: readonly string[]
  readonly remove: readonly string[]
}

/** All of it or nothing. Calls at the same time wait for the row of the list, so the maximum is exact. */
export async function changeWatchList(store: Store, owner: WatchOwner, wanted: WatchChange) {
  const add = sortables(owner.product, wanted.add)
  if (add.bad !== undefined) return { kind: 'not-an-id', field: 'add', id: add.bad } as const
  const remove = sortables(owner.product, wanted.remove)
  if (remove.bad !== undefined)
    return { kind: 'not-an-id', field: 'remove', id: remove.bad } as const
  return store
    .transaction(async (tx) => {
      const list = (await lockList(tx, owner.accountId)) ?? (await newList(tx, owner))
      const rows = (ids: readonly string[]) => rowsOf(store.kind, ids)
      const removed = await allRows<{ id: string }>(tx)`
      delete from watched_id where list = ${list.number} and id in (select value from ${rows(remove.ids)})
      returning id`
      const added = await allRows<{ id: string }>(tx)`
      insert into watched_id (list, id) select distinct cast(${list.number} as integer), value
      from ${rows(add.ids)} where true on conflict do nothing returning id`
      const ids = list.ids + added.length - removed.length
      if (ids > owner.idsMax && added.length > 0) throw new TooMany(list.ids)
      await sql`update watch_list set ids = ${ids} where number = ${list.number}`.execute(tx)
      return { kind: 'changed', added: added.length, removed: removed.length, ids } as const
    })
    .catch((error: unknown) => {
      if (error instanceof TooMany) return { kind: 'too-many', ids: error.ids } as const
      throw error
    })
}

/** The ids in sortable form, up to the first text that is not an id. */
function sortables(product: Product, texts: readonly string[]) {
  const ids: string[] = []
  for (const text of texts) {
    const id = toSortable(product, text)
    if (id === undefined) return { ids, bad: text }
    ids.push(id)
  }
  return { ids, bad: undefined }
}

/** Rolls the transaction back. */
class TooMany extends Error {
  readonly ids: number

  constructor(ids: number) {
    super('The watch list is full.')
    this.ids = ids
  }
}

/** Holds the list of an account until the transaction ends; undefined if it has none. */
function lockList(tx: Sql, accountId: string) {
  return firstRow<{ number: number; ids: number }>(tx)`
    update watch_list set ids = ids where account_id = ${accountId} returning number, ids`
}

async function newList(tx: Sql, { accountId, product, latest }: WatchOwner) {
  const next = await firstRow<{ last: number }>(tx)`
    update watch_list_number set last = last + 1 returning last`
  await sql`
    insert into watch_list (account_id, number, product, step, release)
    values (${accountId}, ${next?.last ?? 0}, ${product}, ${latest?.number ?? 0}, ${latest?.release ?? ''})
    on conflict (account_id) do nothing`.execute(tx)
  // It may be the one of a concurrent call.
  const list = await lockList(tx, accountId)
  if (list === undefined) throw new Error('A watch list was neither found nor created.')
  return list
}

/** Texts as rows with a column `value`: a thousand parameters take longer to put together than to run. */
export function rowsOf(kind: StoreKind, texts: readonly string[]) {
  const json = JSON.stringify(texts)
  return kind === 'sqlite'
    ? sql`json_each(${json})`
    : sql`json_array_elements_text(cast(${json} as json)) as one (value)`
}

/** A little at a time, so that nobody waits for it. Returns how many IDs it had. */
export async function emptyWatchList(store: Store, accountId: string): Promise<number> {
  for (let removed = 0; ; ) {
    const gone = await store.transaction(async (tx) => {
      const list = await lockList(tx, accountId)
      if (list === undefined) return 0
      const { length } = await allRows<{ id: string }>(tx)`
        delete from watched_id where list = ${list.number} and id in (
          select id from watched_id where list = ${list.number} order by id limit ${DELETED_AT_ONCE})
        returning id`
      await sql`update watch_list set ids = ids - ${length} where number = ${list.number}`.execute(
        tx,
      )
      return length
    })
    removed += gone
    if (gone < DELETED_AT_ONCE) return removed
  }
}

export interface Watched {
  readonly id: string
  /** What last happened to it while it was watched. */
  readonly change: ChangeKind | undefined
  readonly changedAt: number | undefined
}

interface WantedPage {
  readonly after: string | undefined
  readonly limit: number
  readonly isChanged: boolean
}

/** In the order of ids, with how many the whole list has. Undefined if `after` is no id. */
export async function watchedPage(
  db: Sql,
  { accountId, product }: Pick<WatchOwner, 'accountId' | 'product'>,
  { after, limit, isChanged }: WantedPage,
): Promise<{ readonly ids: number; readonly watched: readonly Watched[] } | undefined> {
  const from = after === undefined ? '' : toSortable(product, after)
  if (from === undefined) return undefined
  const list = await firstRow<{ number: number; ids: number }>(db)`
    select number, ids from watch_list where account_id = ${accountId}`
  if (list === undefined) return { ids: 0, watched: [] }
  const rows = await allRows<Watched>(db)`
    select id, change, changed_at from watched_id
    where list = ${list.number} and id > ${from}
      ${isChanged ? sql`and change is not null` : sql``}
    order by id limit ${limit}`
  const watched = rows.map((row) => ({ ...row, id: fromSortable(product, row.id) }))
  return { ids: list.ids, watched }
}
