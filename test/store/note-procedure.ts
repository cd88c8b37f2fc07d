// A procedure for tests: writes a note, and may then fail.

import { sql } from 'kysely'
import type { Sql } from '../../src/store/store.ts'

export async function run(tx: Sql, { text, fails }: { text: string; fails: boolean }) {
  await sql`insert into note (text) values (${text})`.execute(tx)
  const { rows } = await sql<{ n: number }>`select count(*) as n from note`.execute(tx)
  if (fails) throw new TypeError('The procedure failed.')
  return { notes: rows[0]?.n }
}
