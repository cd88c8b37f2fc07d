// A procedure for tests: writes a note, and may then fail.

import { sql } from 'kysely'
import type { Sql } from '../../src/store/store.ts'

interface Note {
  readonly text: string
  readonly fails?: boolean
  readonly about?: { readonly text: string }
}

export async function run(tx: Sql, { text, fails = false, about }: Note) {
  await sql`insert into note (text) values (${text + (about?.text ?? '')})`.execute(tx)
  const { rows } = await sql<{ n: number }>`select count(*) as n from note`.execute(tx)
  if (fails) throw new TypeError('The procedure failed.')
  return { notes: rows[0]?.n }
}
