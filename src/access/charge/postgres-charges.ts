// Writes the decision about a batch in one call, which PostgreSQL completes even if this process dies.

import { sql } from 'kysely'
import { utcDay, utcMonth } from '../../lib/clock.ts'
import { newSortableId } from '../../lib/ids.ts'
import type { Sql } from '../../store/store.ts'
import { isDuplicate } from '../../store/store-error.ts'
import { limitRow, newSalt, trackRow } from '../../webhooks/event-log.ts'
import type { ChargeBatch, Counted } from './batch.ts'
import type { Change, Decision } from './charge-decision.ts'

/** Undefined if another try of the batch has been counted or taken back: then nothing is written. */
export async function writeOnPostgres(db: Sql, batch: ChargeBatch, decisions: readonly Decision[]) {
  const { batchId, now } = batch
  const changes = decisions.flatMap((one) =>
    one.kind === 'change' ? [changeArgument(one.change, batch)] : [],
  )
  const settled = decisions.flatMap((one) => (one.kind === 'settled' ? [one.charge] : []))
  try {
    const { rows } = await sql<{ counted: string }>`
      select charge_keys(${batchId}, ${utcDay(now)}, ${utcMonth(now)}, ${now},
        ${JSON.stringify(changes)}, ${JSON.stringify(settled)}) as counted`.execute(db)
    return JSON.parse(rows[0]?.counted ?? '') as Counted
  } catch (error) {
    if (isDuplicate(error)) return undefined
    throw error
  }
}

/** What the function `charge_keys` takes for an account. */
export function changeArgument(
  change: Change,
  { now, upgradeLink = '' }: Pick<ChargeBatch, 'now' | 'upgradeLink'>,
) {
  const { charge, lookups, bufferUsed, isFirst, limits, notice, traces } = change
  const { before: _, ...kept } = charge
  const { accountId, fromDay, fromBuffer, planName, outgrown } = charge
  const hasEffects = limits.length > 0 || traces.length > 0 || notice !== undefined
  return {
    account_id: accountId,
    lookups_add: fromDay + fromBuffer,
    lookups_min: lookups.min,
    lookups_max: lookups.max,
    buffer_add: fromBuffer,
    buffer_min: bufferUsed.min,
    buffer_max: bufferUsed.max,
    ...(outgrown?.[0] && { old_plan: outgrown[0].planName, new_plan: planName }),
    // A row that is made takes its account to be there, and has to wait where somebody holds the account.
    makes_rows: isFirst || hasEffects,
    may_wait: change.mayWait,
    ...(traces.length > 0 && { track: withSalt(trackRow(accountId, traces)) }),
    ...(limits.length > 0 && {
      limits: limits.map((reached) => ({
        ...withSalt(limitRow(accountId, reached, upgradeLink, now)),
        plan_name: reached.planName,
        limit_reached: reached.limit,
        next_limit: reached.nextLimit,
        time_penalty_ms: reached.timePenaltyMs,
      })),
    }),
    ...(notice !== undefined && {
      notice: {
        id: newSortableId(now),
        once_key: notice.onceKey,
        not_after: notice.notAfter,
        subject: notice.subject,
        text: notice.text,
        html: notice.html,
      },
    }),
    charge: kept,
  }
}

function withSalt({ kind, events, content }: ReturnType<typeof trackRow>) {
  return { kind, events, content, salt: newSalt() }
}
