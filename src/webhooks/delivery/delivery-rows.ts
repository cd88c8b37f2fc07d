// The rows of deliveries that a run leaves: delivered, to be tried again, or failed for good.

import { sql } from 'kysely'
import type { Sql } from '../../store/store.ts'
import type { DeliveryState } from '../deliveries.ts'
import type { ClaimedEndpoint } from './claims.ts'
import type { DeliveryRun, Outcome } from './delivery-run.ts'
import { nextAttemptAt } from './schedule.ts'

const ATTEMPTS_KEPT_MAX = 20

export function deliveryRows(run: DeliveryRun, now: number, random: () => number): DeliveryRow[] {
  return [...run.outcomes.map((one) => triedRow(one, now, random)), ...skippedRows(run, now)]
}

interface DeliveryRow {
  readonly delivery: Outcome['delivery']
  readonly state: DeliveryState
  readonly attempts: string
  readonly failedAttempts: number
  readonly dueAt: number | null
}

function triedRow(outcome: Outcome, now: number, random: () => number): DeliveryRow {
  const { delivery, attempt, retryAfter, isReceived } = outcome
  const attempts = JSON.stringify([...delivery.attempts, attempt].slice(-ATTEMPTS_KEPT_MAX))
  const { failedAttempts } = delivery
  if (isReceived) return { delivery, state: 'delivered', attempts, failedAttempts, dueAt: null }
  const dueAt = nextAttemptAt(failedAttempts + 1, now, random(), retryAfter)
  const state = dueAt === undefined ? 'failed' : 'pending'
  const counted = failedAttempts + 1
  return { delivery, state, attempts, failedAttempts: counted, dueAt: dueAt ?? null }
}

// An event that was passed over, though a later one was tried, gets a row too: the log is read on from the later one.
function skippedRows({ batch, outcomes }: DeliveryRun, now: number): DeliveryRow[] {
  const tried = new Set(outcomes.map(({ delivery }) => delivery))
  const last = batch.deliveries.findLastIndex((one) => one.isFresh && tried.has(one))
  return batch.deliveries
    .slice(0, last + 1)
    .filter((one) => one.isFresh && !tried.has(one))
    .map((delivery) => {
      return { delivery, state: 'pending', attempts: '[]', failedAttempts: 0, dueAt: now } as const
    })
}

export async function writeDeliveries(
  tx: Sql,
  { accountId, id }: ClaimedEndpoint,
  rows: readonly DeliveryRow[],
): Promise<void> {
  if (rows.length === 0) return
  const values = rows.map(({ delivery, state, attempts, failedAttempts, dueAt }) => {
    const { eventId, number, createdAt, body } = delivery
    return sql`(${accountId}, ${id}, ${eventId}, ${number}, ${createdAt}, ${body}, ${state},
      ${attempts}, ${failedAttempts}, ${dueAt})`
  })
  await sql`
    insert into webhook_delivery (account_id, endpoint_id, event_id, number, created_at, body,
      state, attempts, failed_attempts, due_at)
    values ${sql.join(values)}
    on conflict (account_id, endpoint_id, event_id) do update
    set state = excluded.state, attempts = excluded.attempts,
      failed_attempts = excluded.failed_attempts, due_at = excluded.due_at`.execute(tx)
}
