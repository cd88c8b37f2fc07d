// What the store has about an account, table by table: what a copy of its data shows, and what erasing it deletes.

import { inflateRawSync } from 'node:zlib'
import { type RawBuilder, sql } from 'kysely'
import { finish, type Sliced } from '../../lib/turns/turns.ts'
import type { Sql, Store } from '../../store/store.ts'
import { HOLDER } from '../operators/operators.ts'

interface AccountTable {
  readonly table: string
  /** `deleted` with the account's data, `kept` for the books, or emptied of people (`src/account/data/erasure.ts`). */
  readonly erased: 'deleted' | 'kept' | 'emptied'
  /** Secrets, hashes of them, and what only says which node is at work. */
  readonly hidden?: readonly string[]
  /** Columns about an operator, which a copy leaves out: who, from where, and what they wrote. */
  readonly others?: readonly string[]
  /** What tells the rows of an account apart, in the order of an index; for tables in which one may have very many. */
  readonly key?: readonly string[]
  /** Whose rows they are, where there is no `account_id`. */
  readonly rows?: (accountId: string) => RawBuilder<unknown>
}

const WORK = ['leased_until', 'fence', 'due_at', 'news', 'news_at', 'salt', 'once_key', 'pending']

/** Rows that refer to others come before them. */
export const ACCOUNT_TABLES: readonly AccountTable[] = [
  {
    table: 'batch_chunk',
    erased: 'deleted',
    key: ['batch_id', 'number'],
    rows: (id) => sql`batch_id in (select id from batch where account_id = ${id})`,
  },
  { table: 'batch', erased: 'deleted' },
  { table: 'webhook_delivery', erased: 'deleted', key: ['endpoint_id', 'event_id'] },
  {
    table: 'webhook_endpoint',
    erased: 'deleted',
    hidden: ['secret', 'old_secret', 'old_secret_until'],
  },
  { table: 'account_event', erased: 'deleted', key: ['number'] },
  { table: 'webhook_account', erased: 'kept' },
  {
    table: 'watched_id',
    erased: 'deleted',
    key: ['id'],
    rows: (id) => sql`list = (select number from watch_list where account_id = ${id})`,
  },
  { table: 'watch_list', erased: 'deleted' },
  { table: 'territory', erased: 'deleted' },
  { table: 'private_address', erased: 'deleted', key: ['number'] },
  { table: 'private_address_list', erased: 'emptied' },
  { table: 'request_log', erased: 'deleted' },
  { table: 'request_day', erased: 'deleted' },
  { table: 'mail', erased: 'deleted' },
  { table: 'cc_recipient', erased: 'deleted' },
  { table: 'cc_counter', erased: 'kept' },
  { table: 'console_session', erased: 'deleted', hidden: ['sha256', 'id_token'] },
  { table: 'sign_in_link', erased: 'deleted', hidden: ['sha256', 'browser_sha256', 'id_token'] },
  { table: 'credential', erased: 'deleted', hidden: ['sha256'] },
  { table: 'usage_by_key', erased: 'deleted', key: ['day', 'kind', 'name'] },
  { table: 'billing_address', erased: 'deleted' },
  {
    table: 'invoice_line',
    erased: 'kept',
    rows: (id) => sql`invoice_number in (select number from invoice where account_id = ${id})`,
  },
  { table: 'invoice', erased: 'kept' },
  { table: 'ended_term', erased: 'kept' },
  { table: 'plan_change', erased: 'kept' },
  { table: 'limit_event', erased: 'kept' },
  { table: 'usage_day', erased: 'kept', key: ['day'] },
  { table: 'usage_month', erased: 'kept' },
  { table: 'operator_act', erased: 'kept', hidden: ['sha256'], others: ['operator', 'details'] },
  { table: 'subscription', erased: 'emptied' },
  { table: 'account', erased: 'emptied', rows: (id) => sql`id = ${id}` },
]

const ROWS_DELETED = 500
/** Rows of lists are long, and what is read waits in memory for its turn. */
const ROWS_READ = 100
/** How each kind of store names a row, whatever its columns. */
const PLACE = { sqlite: sql.raw('rowid'), postgres: sql.raw('ctid') }

function rowsOf({ table, rows }: AccountTable, accountId: string): RawBuilder<unknown> {
  const which = rows?.(accountId) ?? sql`account_id = ${accountId}`
  return sql`from ${sql.table(table)} where ${which}`
}

/** All that is stored about an account as lines of JSON, one row each. Some lines at a time are written `inTurn`. */
export async function* accountData(
  store: Store,
  accountId: string,
  inTurn: (lines: Sliced<string>) => string | Promise<string> = finish,
): AsyncGenerator<string, undefined> {
  for (const one of ACCOUNT_TABLES) {
    for await (const rows of pagesOf(store, one, accountId)) {
      const lines = linesOf(one, rows)
      for (;;) {
        const some = await inTurn(together(lines))
        if (some === '') break
        yield some
      }
    }
  }
}

/** Enough for one write, and made in less time than a turn may take. */
const CHARACTERS_TOGETHER = 65_536

function* together(lines: Iterator<string, undefined>): Sliced<string> {
  let text = ''
  while (text.length < CHARACTERS_TOGETHER) {
    const { value } = lines.next()
    if (value === undefined) break
    text += value
    yield
  }
  return text
}

type Row = Readonly<Record<string, unknown>>

async function* pagesOf({ db, kind }: Store, one: AccountTable, accountId: string) {
  const [place, type] = kind === 'sqlite' ? [sql`rowid`, sql`integer`] : [sql`ctid::text`, sql`tid`]
  const { table, key } = one
  const order = sql.join(key?.map((column) => sql.ref(column)) ?? [PLACE[kind]])
  for (let last: Row | undefined; ; ) {
    const values = key?.map((column) => last?.[column]) ?? [sql`cast(${last?.row_place} as ${type})`]
    const after = last === undefined ? sql`` : sql`and (${order}) > (${sql.join(values)})`
    const { rows } = await sql<Row>`
      select ${place} as row_place, ${sql.table(table)}.* ${rowsOf(one, accountId)} ${after}
      order by ${order} limit ${ROWS_READ}`.execute(db)
    if (rows.length > 0) yield rows
    if (rows.length < ROWS_READ) return
    last = rows.at(-1)
  }
}

function* linesOf(
  { table, hidden = [], others = [] }: AccountTable,
  rows: readonly Row[],
): Generator<string, undefined> {
  for (const row of rows) {
    const left = ['row_place', ...WORK, ...hidden, ...(row.operator === HOLDER ? [] : others)]
    const fields = Object.entries(row).filter(([name]) => !left.includes(name))
    const shown = fields.map(([name, value]) => `,"${name}":${json(name, value)}`)
    yield `{"table":"${table}"${shown.join('')}}\n`
  }
}

const TIME = /_(?:at|until|since|start|end)$/

function json(name: string, value: unknown): string {
  // The rows of a list and what was found for them are kept as JSON.
  if (value instanceof Uint8Array) return inflateRawSync(value).toString()
  const isTime = TIME.test(name) && typeof value === 'number'
  return JSON.stringify(isTime ? new Date(value) : value)
}

/** Deletes some rows. False if there are no more. */
export async function deleteSome(db: Sql, kind: Store['kind'], one: AccountTable, id: string) {
  const { rows } = await sql`
    delete from ${sql.table(one.table)} where ${PLACE[kind]} in (
      select ${PLACE[kind]} ${rowsOf(one, id)} limit ${ROWS_DELETED})
    returning 1`.execute(db)
  return rows.length > 0
}
