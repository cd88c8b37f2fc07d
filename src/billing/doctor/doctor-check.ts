// What a check of the books is.

import type { RawBuilder } from 'kysely'
import type { AccountParts } from '../../account/accounts.ts'
import type { AuditHead } from '../../account/operators/audit-entries.ts'
import { allRows, inPages } from '../../store/store.ts'

/** Few enough for one turn of the event loop. */
export const ROWS_AT_ONCE = 100

export interface Books extends AccountParts {
  /** Heads of the audit log that were kept outside the store. */
  auditAnchors?(): AsyncIterable<AuditHead>
}

export interface Check {
  readonly name: string
  /** A sentence for each fault. */
  find(books: Books): Promise<string[]>
}

export function rowCheck<Row>(
  name: string,
  query: (books: Books) => RawBuilder<unknown>,
  sentence: (row: Row) => string,
): Check {
  const find = async (books: Books) =>
    (await allRows<Row>(books.store.db)`${query(books)}`).map(sentence)
  return { name, find }
}

/** A check of many rows, read some at a time: `page` asks for those after the last one. */
export function pagedCheck<Row>(
  name: string,
  page: (last: Row | undefined) => RawBuilder<unknown>,
  fault: (row: Row, books: Books) => Promise<string | undefined> | string | undefined,
): Check {
  const find = async (books: Books) => {
    const faults: (string | undefined)[] = []
    for await (const row of inPages(books.store.db, ROWS_AT_ONCE, page))
      faults.push(await fault(row, books))
    return faults.filter((each) => each !== undefined)
  }
  return { name, find }
}
