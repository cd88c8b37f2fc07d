// What a check of the books is.

import type { RawBuilder } from 'kysely'
import type { AccountParts } from '../../account/accounts.ts'
import type { AuditHead } from '../../account/operators/audit-entries.ts'
import { allRows } from '../../store/store.ts'

export interface Books extends AccountParts {
  /** Heads of the audit log that were kept outside the store. */
  auditAnchors?(): AsyncIterable<AuditHead>
}

export interface Check {
  readonly name: string
  /** A sentence for each fault. */
  find(books: Books): Promise<string[]>
}

/** A check that is a query: each row is a fault. */
export function rowCheck<Row>(
  name: string,
  query: (books: Books) => RawBuilder<unknown>,
  sentence: (row: Row) => string,
): Check {
  const find = async (books: Books) =>
    (await allRows<Row>(books.store.db)`${query(books)}`).map(sentence)
  return { name, find }
}

export const ROWS_AT_ONCE = 1000

/** All rows, some at a time: `page` answers those after the last one. */
export async function* inPages<Row>(
  page: (last: Row | undefined) => Promise<Row[]>,
): AsyncGenerator<Row> {
  for (let last: Row | undefined; ; ) {
    const rows = await page(last)
    yield* rows
    last = rows.at(-1)
    if (last === undefined) return
  }
}
