// Writes down what became of a run, and releases its endpoint for the next node that claims it.

import { sql } from 'kysely'
import type { Sql, Store } from '../../store/store.ts'
import type { DeliveryState } from '../deliveries.ts'
import { type ClaimedEndpoint, lockIfLeased } from './claims.ts'
import { deliveryRows, writeDeliveries } from './delivery-rows.ts'
import type { DeliveryRun } from './delivery-run.ts'
import { type Health, healthAfter } from './endpoint-health.ts'
import type { Ending } from './endpoint-off-mail.ts'

/** Of one endpoint; the oldest are removed. */
const DELIVERED_KEPT_MAX = 100
const FAILED_KEPT_MAX = 1000

export interface Settled {
  readonly delivered: number
  readonly failedAttempts: number
  /** Deliveries whose last attempt has failed. */
  readonly failed: number
  /** The endpoint stays on its lease until `endEndpoint` has been called. */
  readonly ending: Ending | undefined
}

/** One transaction for all of them, in the order in which others lock endpoints too. */
export function settleRuns(
  store: Pick<Store, 'transaction'>,
  runs: readonly DeliveryRun[],
  now: number,
  random: () => number,
): Promise<(readonly [ClaimedEndpoint, Settled])[]> {
  return store.transaction(async (tx) => {
    const settled: (readonly [ClaimedEndpoint, Settled])[] = []
    for (const run of runs.toSorted(byEndpoint)) {
      const outcome = await settleRun(tx, run, now, random)
      if (outcome !== undefined) settled.push([run.batch.endpoint, outcome])
    }
    return settled
  })
}

function byEndpoint(
  { batch: { endpoint: a } }: DeliveryRun,
  { batch: { endpoint: b } }: DeliveryRun,
) {
  if (a.accountId !== b.accountId) return a.accountId < b.accountId ? -1 : 1
  return a.id - b.id
}

/** Undefined when the endpoint was removed, or another node has claimed it since and delivers in our place. */
async function settleRun(
  tx: Sql,
  run: DeliveryRun,
  now: number,
  random: () => number,
): Promise<Settled | undefined> {
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
  return { delivered, failedAttempts, failed, ending: health.ending }
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
