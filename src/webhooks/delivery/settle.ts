// Records the outcome of a run, and releases its endpoint or disables it.

import { sql } from 'kysely'
import { recipientsOf } from '../../mail/cc-recipients.ts'
import { type MailBody, mailBody, SERVICE_URL } from '../../mail/layout.ts'
import { queueMail } from '../../mail/queue.ts'
import type { Sql, Store } from '../../store/store.ts'
import type { DeliveryState } from '../deliveries.ts'
import { countTracking, deleteEndpoint, lockCounters } from '../registrations.ts'
import { type ClaimedEndpoint, lockIfLeased } from './claims.ts'
import type { DeliveryRun, Outcome } from './delivery-run.ts'
import { type Ending, type Health, healthAfter, nextAttemptAt } from './schedule.ts'

/** For one endpoint; the oldest are removed. */
const DELIVERED_KEPT_MAX = 100
const FAILED_KEPT_MAX = 1000

/** One transaction for all of them, in the order in which others lock endpoints too. */
export function settleRuns(
  store: Pick<Store, 'transaction'>,
  runs: readonly DeliveryRun[],
  now: number,
  random: () => number,
) {
  return store.transaction(async (tx) => {
    const settled: Settled[] = []
    for (const run of runs.toSorted(byEndpoint)) {
      const outcome = await settleRun(tx, run, now, random)
      if (outcome !== undefined) settled.push(outcome)
    }
    return settled
  })
}

export type Settled = Exclude<Awaited<ReturnType<typeof settleRun>>, undefined>

function byEndpoint(
  { batch: { endpoint: a } }: DeliveryRun,
  { batch: { endpoint: b } }: DeliveryRun,
) {
  if (a.accountId !== b.accountId) return a.accountId < b.accountId ? -1 : 1
  return a.id - b.id
}

// Undefined if the endpoint was removed, or another node has claimed it since and delivers instead of this one. With an
// `ending`, the endpoint stays on its lease until `endEndpoint` has been called.
async function settleRun(tx: Sql, run: DeliveryRun, now: number, random: () => number) {
  const { endpoint } = run.batch
  if (!(await lockIfLeased(tx, endpoint))) return undefined
  const rows = deliveryRows(run, now, random)
  await writeDeliveries(tx, endpoint, rows)
  const health = healthAfter(run, now)
  if (health.ending === undefined) await release(tx, run, health, now)
  const count = (state: DeliveryState) => rows.filter((row) => row.state === state).length
  const delivered = count('delivered')
  const failed = count('failed')
  if (delivered > 0) await removeOldest(tx, endpoint, 'delivered', DELIVERED_KEPT_MAX)
  if (failed > 0) await removeOldest(tx, endpoint, 'failed', FAILED_KEPT_MAX)
  const failedAttempts = run.outcomes.length - delivered
  return { endpoint, delivered, failedAttempts, failed, ending: health.ending }
}

async function release(tx: Sql, run: DeliveryRun, health: Health, now: number): Promise<void> {
  const { batch, outcomes } = run
  const { accountId, id, readTo } = batch.endpoint
  const fresh = outcomes.filter(({ delivery }) => delivery.isFresh)
  const readNow = Math.max(readTo, ...fresh.map(({ delivery }) => delivery.number ?? 0))
  const isUnfinished = batch.hasMore || outcomes.length < batch.deliveries.length
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

async function removeOldest(
  tx: Sql,
  { accountId, id }: ClaimedEndpoint,
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

const ATTEMPTS_KEPT_MAX = 20

/** The rows of deliveries that a run leaves: delivered, to be tried again, or failed for good. */
export function deliveryRows(run: DeliveryRun, now: number, random: () => number): DeliveryRow[] {
  return [...run.outcomes.map((one) => triedRow(one, now, random)), ...skippedRows(run, now)]
}

interface DeliveryRow extends Omit<Outcome['delivery'], 'attempts'> {
  readonly state: DeliveryState
  readonly attempts: string
  readonly dueAt: number | null
}

function triedRow(outcome: Outcome, now: number, random: () => number): DeliveryRow {
  const { delivery, attempt, retryAfter, isReceived } = outcome
  const attempts = JSON.stringify([...delivery.attempts, attempt].slice(-ATTEMPTS_KEPT_MAX))
  if (isReceived) return { ...delivery, state: 'delivered', attempts, dueAt: null }
  const failedAttempts = delivery.failedAttempts + 1
  const dueAt = nextAttemptAt(failedAttempts, now, random(), retryAfter) ?? null
  return {
    ...delivery,
    state: dueAt === null ? 'failed' : 'pending',
    attempts,
    failedAttempts,
    dueAt,
  }
}

// An event that was skipped before one that was tried gets a row too, since the log is read on from the later one.
function skippedRows({ batch, outcomes }: DeliveryRun, now: number): DeliveryRow[] {
  const tried = new Set(outcomes.map(({ delivery }) => delivery))
  const last = batch.deliveries.findLastIndex((one) => one.isFresh && tried.has(one))
  return batch.deliveries
    .slice(0, last + 1)
    .filter((one) => one.isFresh && !tried.has(one))
    .map((delivery) => ({ ...delivery, state: 'pending', attempts: '[]', dueAt: now }))
}

async function writeDeliveries(
  tx: Sql,
  { accountId, id }: ClaimedEndpoint,
  rows: readonly DeliveryRow[],
): Promise<void> {
  if (rows.length === 0) return
  const values = rows.map((row) => {
    return sql`(${accountId}, ${id}, ${row.eventId}, ${row.number ?? null}, ${row.createdAt}, ${row.body},
      ${row.state}, ${row.attempts}, ${row.failedAttempts}, ${row.dueAt})`
  })
  await sql`
    insert into webhook_delivery (account_id, endpoint_id, event_id, number, created_at, body,
      state, attempts, failed_attempts, due_at)
    values ${sql.join(values)}
    on conflict (account_id, endpoint_id, event_id) do update
    set state = excluded.state, attempts = excluded.attempts,
      failed_attempts = excluded.failed_attempts, due_at = excluded.due_at`.execute(tx)
}

/** In its own transaction, which locks the account before the endpoint as others do. False if the lease was lost. */
export async function endEndpoint(
  store: Pick<Store, 'transaction'>,
  endpoint: ClaimedEndpoint,
  ending: Ending,
  now: number,
): Promise<boolean> {
  const { accountId, id } = endpoint
  return store.transaction(async (tx) => {
    await lockCounters(tx, accountId)
    if (!(await lockIfLeased(tx, endpoint))) return false
    if (ending === 'gone') await deleteEndpoint(tx, accountId, id)
    else await switchOff(tx, endpoint, now)
    const { to, cc } = await recipientsOf(tx, accountId, 'expired')
    const onceKey = `webhook-off:${accountId}:${id}`
    const mail = endpointOffMail(endpoint, ending)
    await queueMail(tx, { accountId, kind: 'webhook-off', onceKey, to, cc, ...mail, now })
    return true
  })
}

async function switchOff(tx: Sql, { accountId, id }: ClaimedEndpoint, now: number): Promise<void> {
  await sql`
    update webhook_endpoint set switched_off_at = ${now}, leased_until = 0, due_at = null, news = 0
    where account_id = ${accountId} and id = ${id}`.execute(tx)
  await sql`
    update webhook_delivery set state = 'failed', due_at = null
    where account_id = ${accountId} and endpoint_id = ${id} and state = 'pending'`.execute(tx)
  await countTracking(tx, accountId)
}

function endpointOffMail(
  { kind, url, id }: Pick<ClaimedEndpoint, 'kind' | 'url' | 'id'>,
  ending: Ending,
): MailBody {
  const title = `Your webhook to ${new URL(url).host} is disabled`
  const why =
    ending === 'gone'
      ? 'It answered 410 Gone (“stop sending”), so it was deleted.'
      : 'It failed for 5 days and was disabled.'
  return mailBody({
    title,
    paragraphs: [
      `This webhook endpoint receives no more deliveries. ${why}`,
      `When it works again, register its URL in the console or with POST /webhook/${kind}. GET /events lists the events that it missed.`,
    ],
    facts: [
      ['Endpoint', String(id)],
      ['Events', kind],
      ['URL', url],
    ],
    action: { label: 'View your webhooks', url: `${SERVICE_URL}/console#webhooks` },
  })
}
