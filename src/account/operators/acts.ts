// The log of what operators did. It is only ever added to: the store refuses edits, and hashes give away what slips by.

import { sql } from 'kysely'
import type { Sql, Store } from '../../store/store.ts'
import { sha256 } from '../keys/credential.ts'

const DETAILS_CHARACTERS_MAX = 2000
const CHECKED_AT_ONCE = 5000

interface NewAct {
  /** The operator's name, or who else acted: `command line`. */
  readonly operator: string
  readonly act: string
  /** Empty where it is about no account. */
  readonly accountId: string
  readonly details: string
}

interface Act extends NewAct {
  readonly number: number
  readonly at: number
}

/** Written before the act itself, so that nothing is done that is not in the log. */
export async function recordAct(store: Store, wanted: NewAct, now: number): Promise<void> {
  const act = { ...wanted, details: wanted.details.slice(0, DETAILS_CHARACTERS_MAX) }
  await store.transaction(async (tx) => {
    // Whoever adds waits here for whoever added before, so that numbers and hashes have no gaps.
    const { rows } = await sql<{ last_number: number; last_sha256: string }>`
      update operator_act_counter set last_number = last_number + 1 where id = 1
      returning last_number, last_sha256`.execute(tx)
    const number = Number(rows[0]?.last_number ?? 1)
    const hash = hashOf(rows[0]?.last_sha256 ?? '', { ...act, number, at: now })
    await sql`
      insert into operator_act (number, at, operator, act, account_id, details, sha256)
      values (${number}, ${now}, ${act.operator}, ${act.act}, ${act.accountId}, ${act.details},
        ${hash})`.execute(tx)
    await sql`
      update operator_act_counter set last_sha256 = ${hash} where id = 1`.execute(tx)
  })
}

function hashOf(before: string, { number, at, operator, act, accountId, details }: Act): string {
  return sha256(JSON.stringify([before, number, at, operator, act, accountId, details]))
}

interface ActRow {
  readonly number: number
  readonly at: number
  readonly operator: string
  readonly act: string
  readonly account_id: string
  readonly details: string
  readonly sha256: string
}

/** Newest first, below a number. */
export async function actsBefore(
  db: Sql,
  before: number,
  accountId: string | undefined,
  top: number,
): Promise<Act[]> {
  const { rows } = await sql<ActRow>`
    select number, at, operator, act, account_id, details, sha256 from operator_act
    where number < ${before} and (${accountId ?? ''} = '' or account_id = ${accountId ?? ''})
    order by number desc limit ${top}`.execute(db)
  return rows.map(fromRow)
}

function fromRow({ account_id, sha256: _, ...row }: ActRow): Act {
  return { ...row, number: Number(row.number), accountId: account_id }
}

/** A sentence for each place where the log was changed or cut. */
export async function faultsOfActs(db: Sql): Promise<string[]> {
  const faults: string[] = []
  let before = ''
  let last = 0
  for (;;) {
    const { rows } = await sql<ActRow>`
      select number, at, operator, act, account_id, details, sha256 from operator_act
      where number > ${last} order by number limit ${CHECKED_AT_ONCE}`.execute(db)
    for (const row of rows) {
      const act = fromRow(row)
      if (act.number !== last + 1) faults.push(`The audit log lacks number ${last + 1}.`)
      else if (hashOf(before, act) !== row.sha256) {
        faults.push(`The audit log was changed at number ${act.number}.`)
      }
      before = row.sha256
      last = act.number
    }
    if (rows.length < CHECKED_AT_ONCE) break
  }
  const { rows } = await sql<{ last_number: number }>`
    select last_number from operator_act_counter where id = 1`.execute(db)
  if (Number(rows[0]?.last_number ?? 0) !== last) faults.push('The audit log was cut at its end.')
  return faults
}
