// The store as the rest of the service sees it: one set of SQL over SQLite or PostgreSQL.

import type { MessagePort } from 'node:worker_threads'
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { SealedSecrets } from './sealed-secrets.ts'

/** What SQL runs on: the store's `db`, or a transaction. */
export type Sql = Kysely<unknown>
export type Tx = Transaction<unknown>
export type StoreKind = 'sqlite' | 'postgres'

export interface Store extends Database {
  readonly secrets: SealedSecrets
}

/** Either kind. */
export interface Database {
  readonly kind: StoreKind
  readonly db: Sql
  /** Inside `work` use only the transaction: on SQLite the store has one connection, and it is taken. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * Runs the `run` of a module next to the data; it may await nothing but its own SQL. SQLite runs it in the thread of
   * the file, in one transaction; PostgreSQL without one, so nothing stays locked when this node stops between two
   * statements. A member of `args` that is the same object as in the call before has not changed since.
   */
  procedure<P extends Procedure>(
    module: URL,
    args: Parameters<P>[1],
  ): Promise<Awaited<ReturnType<P>>>
  /** A connection of its own for long reads, which nobody waits for; on SQLite with a thread of its own. */
  openReader(): Promise<AsyncDisposable & { readonly db: Sql }>
  /** For another thread of this process to use the same store; undefined where it opens the store itself. */
  share(): MessagePort | undefined
  /** Rejects when the store does not answer. */
  ping(): Promise<void>
  close(): Promise<void>
}

/**
 * The rows of a query as the code names them: `created_at` is `createdAt`, null is undefined, and flags are booleans.
 *
 *     const accounts = await allRows<{ id: string; createdAt: number }>(db)`select id, created_at from account`
 */
export function allRows<T>(db: Sql) {
  return async (text: TemplateStringsArray, ...values: readonly unknown[]): Promise<T[]> => {
    const { rows } = await sql<Readonly<Record<string, unknown>>>(text, ...values).execute(db)
    const names = Object.keys(rows[0] ?? {}).map((column) => {
      const name = column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
      return [column, name] as const
    })
    const flags = names.filter(([column]) => FLAG.test(column))
    const named = rows.map((row) => {
      const made: Record<string, unknown> = {}
      for (const [column, name] of names) made[name] = row[column] ?? undefined
      for (const [, name] of flags) if (made[name] !== undefined) made[name] = made[name] === 1
      return made
    })
    // The caller names the type of the rows, next to the SQL that makes them.
    return named as T[]
  }
}

/** Columns that hold 0 or 1. */
const FLAG = /^(?:is_|has_)|^(?:auto_upgrade|mails|residential|waits)$/

/** The rows of a query, some at a time: `page` asks for those after the last one, in order and without a limit. */
export async function* inPages<T>(db: Sql, size: number, page: (last?: T) => RawBuilder<unknown>) {
  for (let last: T | undefined; ; ) {
    const rows: T[] = await allRows<T>(db)`${page(last)} limit ${size}`
    yield* rows
    if (rows.length < size) return
    last = rows.at(-1)
  }
}

/** The first row of a query; undefined if there is none. */
export function firstRow<T>(db: Sql) {
  return async (text: TemplateStringsArray, ...values: readonly unknown[]) => {
    const [row] = await allRows<T>(db)(text, ...values)
    return row
  }
}

/** Whether a query gives a row; with `returning`, whether a statement has changed one. */
export function hasRow(db: Sql) {
  return async (text: TemplateStringsArray, ...values: readonly unknown[]) =>
    (await sql(text, ...values).execute(db)).rows.length > 0
}

/** What a module that runs next to the data exports as `run`. Its arguments and its answer are plain data. */
export type Procedure = (db: Sql, args: never, kind: StoreKind) => Promise<unknown>

type LoadedProcedure = (db: Sql, args: unknown, kind: StoreKind) => Promise<unknown>

/** Found by their URL, so that the store need not know who uses it. Loading one again costs more than a statement. */
export class Procedures {
  readonly #loaded = new Map<string, LoadedProcedure>()

  async load(module: string): Promise<LoadedProcedure> {
    const known = this.#loaded.get(module)
    if (known !== undefined) return known
    const { run }: { readonly run?: unknown } = await import(module)
    if (typeof run !== 'function') throw new Error(`The module ${module} exports no run().`)
    // Store.procedure() ties the arguments to the module's own type where it is called.
    const loaded = run as LoadedProcedure
    this.#loaded.set(module, loaded)
    return loaded
  }
}
