// The format of a backup: a head, the rows of each table as lines of JSON, and how many there are.

import { MIGRATIONS } from './migrations/list.ts'

export const BACKUP_FORMAT = 1
// What is true of a running process or of a browser only; and lists of other people's addresses, which are to be gone
// after a week.
const NOT_KEPT = new Set([
  'node',
  'test_clock',
  'console_session',
  'sign_in_link',
  'sign_in_mailbox',
  'batch',
  'batch_chunk',
])

export interface Head {
  readonly doorplate_backup: number
  /** How many migrations the tables have had. */
  readonly tables_version: number
  readonly created_at: string
}

export interface TableLine {
  readonly table: string
  readonly columns: readonly string[]
}

export interface EndLine {
  readonly rows: number
}

/** In the order of their making, so that whatever a row refers to comes before it. */
export function keptTables(): string[] {
  const statements = MIGRATIONS.flatMap((migration) => migration.statements)
  const made = statements.flatMap((text) => /^\s*create table (\w+)/.exec(text)?.[1] ?? [])
  return made.filter((table) => !NOT_KEPT.has(table))
}
