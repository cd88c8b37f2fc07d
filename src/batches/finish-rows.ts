// Writes and charges matched rows of a chunk, in the thread of the store: both together and once, or neither.

import { sql } from 'kysely'
import { type AccountLookups, readAccountStates } from '../access/charge/batch.ts'
import { type Decision, decide } from '../access/charge/charge-decision.ts'
import { changeArgument } from '../access/charge/postgres-charges.ts'
import { writeOnSqlite } from '../access/charge/sqlite-charges.ts'
import type { Plans } from '../account/plans/plans.ts'
import { utcDay, utcMonth } from '../lib/clock.ts'
import type { Verdict } from '../match/verdict.ts'
import { firstRow, hasRow, type Sql, type Store } from '../store/store.ts'

/** Plain data, like everything that goes to a procedure. */
export interface DoneRows {
  readonly batchId: string
  readonly chunk: number
  readonly fence: number
  readonly fromRow: number
  readonly toRow: number
  /** The matches of all rows up to `toRow`, packed, as base64. */
  readonly result: string
  readonly summary: string
  readonly verdicts: Readonly<Record<Verdict, number>>
  /** Absent if nothing is charged. */
  readonly charge?: AccountLookups
  readonly chargeId: string
  readonly now: number
  readonly plans: Plans
  readonly upgradeLink: string
}

export type RowsEnd =
  | { readonly kind: 'done' }
  /** The lease, or the batch itself, is gone: nothing is written. */
  | { readonly kind: 'lost' }
  /** Others change the account at this moment: nothing is written, and it may be tried again. */
  | { readonly kind: 'busy' }
  /** At most `left` look-ups are left, and nothing was written. */
  | { readonly kind: 'short'; readonly left: number; readonly by: 'daily-limit' | 'monthly-buffer' }
  | { readonly kind: 'refused'; readonly by: 'forbidden' | 'service-unavailable' }

export async function run(db: Sql, rows: DoneRows, kind: Store['kind']): Promise<RowsEnd> {
  const decision = await decided(db, rows)
  if (decision?.kind === 'short' || decision?.kind === 'refused') return decision
  return kind === 'postgres'
    ? finishOnPostgres(db, rows, decision)
    : finishOnSqlite(db, rows, decision)
}

/** All of it is charged, or nothing. Undefined if nothing is to be charged. */
async function decided(db: Sql, rows: DoneRows) {
  const { charge, chargeId: batchId, now, plans } = rows
  if (charge === undefined || charge.lookups === 0) return undefined
  const { byAccount } = await readAccountStates(db, { batchId, now, charges: [charge] })
  const state = byAccount.get(charge.accountId)
  if (state?.suspendedAt !== undefined) return refused('forbidden')
  const made = decide(charge, state, { plans, now })
  const counted = made.kind === 'change' ? made.change.charge : made.charge
  if (counted.kind === 'unknown-plan') return refused('service-unavailable')
  if (counted.kind !== 'counted') return refused('forbidden')
  const left = counted.fromDay + counted.fromBuffer
  if (left >= charge.lookups) return made
  const hasBuffer = plans.some(
    ({ name, product, monthlyBuffer }) =>
      name === counted.planName && product === state?.product && monthlyBuffer > 0,
  )
  return { kind: 'short', left, by: hasBuffer ? 'monthly-buffer' : 'daily-limit' } as const
}

function refused(by: 'forbidden' | 'service-unavailable') {
  return { kind: 'refused', by } as const
}

/** One call, so that no lock outlives it. */
async function finishOnPostgres(db: Sql, rows: DoneRows, decision: Decision | undefined) {
  const { batchId, chunk, fence, fromRow, toRow, summary, verdicts, chargeId, now } = rows
  const changes = decision?.kind === 'change' ? [changeArgument(decision.change, rows)] : []
  const end = await firstRow<{ kind: 'done' | 'lost' | 'busy' }>(db)`
    select finish_batch_rows(${batchId}, ${chunk}, ${fence}, ${fromRow}, ${toRow},
      ${Buffer.from(rows.result, 'base64')}, ${summary}, ${JSON.stringify(verdicts)},
      ${chargeId}, ${utcDay(now)}, ${utcMonth(now)}, ${now}, ${JSON.stringify(changes)}) as kind`
  return end ?? LOST
}

const LOST = { kind: 'lost' } as const

/** Does what `finish_batch_rows` does on PostgreSQL. */
async function finishOnSqlite(tx: Sql, rows: DoneRows, decision: Decision | undefined) {
  const { batchId, chunk, fence, fromRow, toRow, summary, verdicts, now, plans } = rows
  const isWritten = await hasRow(tx)`
    update batch_chunk
    set done_rows = ${toRow}, result = ${Buffer.from(rows.result, 'base64')},
      summary = ${summary}, leased_until = 0
    where batch_id = ${batchId} and number = ${chunk} and fence = ${fence}
      and done_rows = ${fromRow}
      and exists (select 1 from batch where id = ${batchId} and state = 'open')
    returning number`
  if (!isWritten) return LOST
  await sql`
    update batch set
      done_rows = done_rows + ${toRow - fromRow},
      exact_rows = exact_rows + ${verdicts.exact},
      corrected_rows = corrected_rows + ${verdicts.corrected},
      ambiguous_rows = ambiguous_rows + ${verdicts.ambiguous},
      not_found_rows = not_found_rows + ${verdicts['not-found']},
      held_by = '', worked_at = ${now}
    where id = ${batchId}`.execute(tx)
  if (decision !== undefined) {
    const { chargeId, upgradeLink } = rows
    const charges = rows.charge === undefined ? [] : [rows.charge]
    await writeOnSqlite(tx, { batchId: chargeId, now, charges, plans, upgradeLink }, [decision])
  }
  return { kind: 'done' } as const
}
