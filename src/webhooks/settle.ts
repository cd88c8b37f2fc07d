// Writes down what became of a page and gives the endpoint free; or ends one that is gone or has failed too long.

import { sql } from 'kysely'
import { queueMail } from '../mail/queue.ts'
import { recipientsOf } from '../mail/recipients.ts'
import type { Sql, Store } from '../store/store.ts'
import type { Claimed } from './claims.ts'
import type { DeliveryState } from './deliveries.ts'
import { type Ending, endMail } from './end-mail.ts'
import type { Outcome, SentPage } from './page.ts'
import { countTracking, deleteEndpoint, holdAccount } from './registrations.ts'
import {
  BREAKER_FAILURES,
  BREAKER_MS,
  isToBeSwitchedOff,
  nextAttemptAt,
  retryAfterMs,
} from './schedule.ts'

/** Of an endpoint; the oldest go. */
const DELIVERED_KEPT_MAX = 100
const FAILED_KEPT_MAX = 1000
const ATTEMPTS_KEPT_MAX = 20

export interface Settled {
  readonly delivered: number
  readonly failedAttempts: number
  /** Deliveries whose last attempt has failed. */
  readonly failed: number
  /** The endpoint stays on its lease until `endEndpoint` has been called. */
  readonly ending: Ending | undefined
}

/** Undefined when the endpoint was removed, or is another node's by now; then that one sees to the deliveries. */
export async function settlePage(
  tx: Sql,
  sent: SentPage,
  now: number,
  random: () => number,
): Promise<Settled | undefined> {
  const { endpoint } = sent.page
  if (!(await holdEndpoint(tx, endpoint))) return undefined
  const rows = [
    ...sent.outcomes.map((one) => triedRow(one, now, random)),
    ...skippedRows(sent, now),
  ]
  await writeDeliveries(tx, endpoint, rows)
  const health = healthAfter(sent, now)
  if (health.ending === undefined) await release(tx, sent, health, now)
  const count = (state: DeliveryState) => rows.filter((row) => row.state === state).length
  const delivered = count('delivered')
  const failed = count('failed')
  if (delivered > 0) await prune(tx, endpoint, 'delivered', DELIVERED_KEPT_MAX)
  if (failed > 0) await prune(tx, endpoint, 'failed', FAILED_KEPT_MAX)
  const failedAttempts = sent.outcomes.length - delivered
  return { delivered, failedAttempts, failed, ending: health.ending }
}

// Rewritten as it is, the row is ours until the commit.
async function holdEndpoint(tx: Sql, { accountId, id, fence }: Claimed): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    update webhook_endpoint set fence = fence
    where account_id = ${accountId} and id = ${id} and fence = ${fence}
    returning id`.execute(tx)
  return rows.length > 0
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

// An event before one that was tried, which did not come to an attempt itself, gets its row: the log is read past it.
function skippedRows({ page, outcomes }: SentPage, now: number): DeliveryRow[] {
  const tried = new Set(outcomes.map(({ delivery }) => delivery))
  const last = page.deliveries.findLastIndex((one) => one.isFresh && tried.has(one))
  return page.deliveries
    .slice(0, last + 1)
    .filter((one) => one.isFresh && !tried.has(one))
    .map((delivery) => {
      return { delivery, state: 'pending', attempts: '[]', failedAttempts: 0, dueAt: now } as const
    })
}

async function writeDeliveries(
  tx: Sql,
  { accountId, id }: Claimed,
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

interface Health {
  readonly failures: number
  readonly failingSince: number | undefined
  readonly pausedUntil: number
  readonly ending: Ending | undefined
}

function healthAfter({ page, outcomes }: SentPage, now: number): Health {
  let { failures, failingSince } = page.endpoint
  let pausedUntil = 0
  let ending: Ending | undefined
  for (const { isReceived, isGone, retryAfter, delivery, attempt } of outcomes) {
    if (isReceived) {
      failures = 0
      failingSince = undefined
      continue
    }
    failures += 1
    failingSince ??= attempt.at
    pausedUntil = Math.max(pausedUntil, now + retryAfterMs(retryAfter, now))
    if (isGone) ending = 'gone'
    else if (isToBeSwitchedOff(failingSince, delivery.failedAttempts + 1, now)) {
      ending ??= 'failed-too-long'
    }
  }
  if (failures >= BREAKER_FAILURES) pausedUntil = Math.max(pausedUntil, now + BREAKER_MS)
  return { failures, failingSince, pausedUntil, ending }
}

async function release(tx: Sql, sent: SentPage, health: Health, now: number): Promise<void> {
  const { page, outcomes } = sent
  const { accountId, id, readTo } = page.endpoint
  const fresh = outcomes.filter(({ delivery }) => delivery.isFresh)
  const readNow = Math.max(readTo, ...fresh.map(({ delivery }) => delivery.number ?? 0))
  const isUnfinished = page.hasMore || outcomes.length < page.deliveries.length
  const nextDue = isUnfinished
    ? sql`${now}`
    : sql`(select min(due_at) from webhook_delivery
        where account_id = ${accountId} and endpoint_id = ${id} and state = 'pending')`
  await sql`
    update webhook_endpoint
    set read_to = case when read_to < ${readNow} then ${readNow} else read_to end,
      leased_until = ${now}, due_at = ${nextDue}, failures = ${health.failures},
      failing_since = ${health.failingSince ?? null}, paused_until = ${health.pausedUntil}
    where account_id = ${accountId} and id = ${id}`.execute(tx)
}

async function prune(
  tx: Sql,
  { accountId, id }: Claimed,
  state: DeliveryState,
  most: number,
): Promise<void> {
  await sql`
    delete from webhook_delivery
    where account_id = ${accountId} and endpoint_id = ${id} and state = ${state}
      and created_at < (
        select created_at from webhook_delivery
        where account_id = ${accountId} and endpoint_id = ${id} and state = ${state}
        order by created_at desc limit 1 offset ${most - 1})`.execute(tx)
}

/**
 * In a transaction of its own, which holds the account before the endpoint as everybody does. The account is told by
 * mail, once. False when it was another node's by then.
 */
export async function endEndpoint(
  store: Pick<Store, 'transaction'>,
  endpoint: Claimed,
  ending: Ending,
  now: number,
): Promise<boolean> {
  const { accountId, id } = endpoint
  return store.transaction(async (tx) => {
    await holdAccount(tx, accountId)
    if (!(await holdEndpoint(tx, endpoint))) return false
    if (ending === 'gone') await deleteEndpoint(tx, accountId, id)
    else await switchOff(tx, endpoint, now)
    const { to, cc } = await recipientsOf(tx, accountId, 'expired')
    const onceKey = `webhook-off:${accountId}:${id}`
    const mail = endMail(endpoint, ending)
    await queueMail(tx, { accountId, kind: 'webhook-off', onceKey, to, cc, ...mail, now })
    return true
  })
}

async function switchOff(tx: Sql, { accountId, id }: Claimed, now: number): Promise<void> {
  await sql`
    update webhook_endpoint set switched_off_at = ${now}, leased_until = 0, due_at = null, news = 0
    where account_id = ${accountId} and id = ${id}`.execute(tx)
  await sql`
    update webhook_delivery set state = 'failed', due_at = null
    where account_id = ${accountId} and endpoint_id = ${id} and state = 'pending'`.execute(tx)
  await countTracking(tx, accountId)
}
