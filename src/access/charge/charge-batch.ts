// Counts a batch of look-ups in one transaction, beside the data: exactly once, and never past the allowance.

import { sql } from 'kysely'
import { dailyLimit, findPlan, type Plans } from '../../account/plans/plans.ts'
import { isLive, type SubscriptionState, subscriptionState } from '../../account/subscription.ts'
import {
  SUBSCRIPTION_COLUMNS,
  type SubscriptionRow,
  subscriptionFromRow,
} from '../../account/subscription-row.ts'
import { utcDay, utcMonth } from '../../lib/clock.ts'
import type { Tx } from '../../store/store.ts'
import { StoreError } from '../../store/store-error.ts'
import type { Trace } from '../../webhooks/bodies.ts'
import { type ChargeEvents, recordChargeEvents } from '../../webhooks/event-log.ts'
import { type Upgradable, upgradeFull } from './auto-upgrade.ts'
import { queueLimitNotices } from './limit-notices.ts'

export interface ChargeBatch {
  /** The same at every retry, whatever became of the tries before. */
  readonly batchId: string
  /** The moment of this try: look-ups count on the day on which they are committed. */
  readonly now: number
  /** One entry an account, sorted by account, so that two nodes never wait for each other in a ring. */
  readonly charges: readonly AccountLookups[]
  readonly plans: Plans
  /** Where a plan is chosen, for the events. */
  readonly upgradeLink?: string
  /** Batches with ids below this are forgotten. */
  readonly forgetBefore?: string | undefined
}

export interface AccountLookups {
  readonly accountId: string
  readonly lookups: number
  /** One a look-up, in the order in which they were asked for. */
  readonly traces?: readonly Trace[]
}

export type BatchResult =
  | { readonly kind: 'counted'; readonly counted: Counted }
  /** The waiters of this batch have been refused in the meantime; it must never count. */
  | { readonly kind: 'void' }

/** What the ledger keeps of a batch: enough to answer its waiters again, and to take it back. */
export interface Counted {
  readonly day: string
  readonly accounts: readonly AccountCharge[]
}

export type AccountCharge =
  | {
      readonly kind: 'counted'
      readonly accountId: string
      /** After this batch. */
      readonly planName: string
      /** Plans that this batch has filled, in order, where auto-upgrade moved on. */
      readonly outgrown?: readonly OutgrownPlan[]
      /** Look-ups of the day before this batch. */
      readonly before: number
      readonly fromDay: number
      readonly fromBuffer: number
      /** What is left now, at most. */
      readonly remaining: number
    }
  | { readonly kind: 'no-subscription'; readonly accountId: string }
  | { readonly kind: 'not-live'; readonly accountId: string; readonly state: SubscriptionState }
  | { readonly kind: 'unknown-plan'; readonly accountId: string; readonly planName: string }

interface OutgrownPlan {
  readonly planName: string
  /** The last look-up of the day that was under this plan. */
  readonly upTo: number
}

const FORGOTTEN_AT_ONCE_MAX = 2000

export async function run(tx: Tx, batch: ChargeBatch): Promise<BatchResult> {
  const subscriptions = await readSubscriptions(tx, batch)
  const isNew = subscriptions.values().some((row) => row.batch_state === null)
  const earlier = isNew ? undefined : await findBatch(tx, batch.batchId)
  if (earlier !== undefined) return earlier
  const day = utcDay(batch.now)
  const wanted = batch.charges.map((charge) => judge(charge, subscriptions, batch))
  const admitted = await admit(tx, wanted.filter(isAllowed), batch)
  await queueLimitNotices(tx, admitted, batch.now)
  const limits = await fireLimitEvents(tx, admitted, day, batch.now)
  const { upgradeLink = '' } = batch
  await recordChargeEvents(tx, { limits, tracks: admitted.map(toTracks), upgradeLink }, batch.now)
  const accounts = [...admitted.map(toCharge), ...wanted.filter((one) => !isAllowed(one))]
  const counted = { day, accounts }
  await recordBatch(tx, batch, counted)
  return { kind: 'counted', counted }
}

async function findBatch(tx: Tx, batchId: string): Promise<BatchResult | undefined> {
  const { rows } = await sql<{ state: 'counted' | 'void'; result: string }>`
    select state, result from charge_batch where id = ${batchId}`.execute(tx)
  const [row] = rows
  if (row === undefined) return undefined
  if (row.state === 'void') return { kind: 'void' }
  return { kind: 'counted', counted: JSON.parse(row.result) as Counted }
}

// Whether the batch is known already is asked in passing: hardly ever it is, and a statement of its own for that would
// be one in six.
async function readSubscriptions(
  tx: Tx,
  batch: ChargeBatch,
): Promise<ReadonlyMap<string, TrackableRow>> {
  const ids = batch.charges.map(({ accountId }) => accountId)
  const { rows } = await sql<TrackableRow>`
    select ${SUBSCRIPTION_COLUMNS}, (
      select track_endpoints from webhook_account
      where webhook_account.account_id = subscription.account_id) as track_endpoints,
      (select state from charge_batch where id = ${batch.batchId}) as batch_state
    from subscription
    where account_id in (${sql.join(ids)})`.execute(tx)
  return new Map(rows.map((row) => [row.account_id, row]))
}

interface TrackableRow extends SubscriptionRow {
  readonly track_endpoints: number | null
  /** Null where this batch is new. */
  readonly batch_state: string | null
}

interface Allowed extends Upgradable {
  readonly kind: 'allowed'
  /** None where no endpoint wants to hear of look-ups. */
  readonly traces: readonly Trace[]
}

type Refused = Exclude<AccountCharge, { kind: 'counted' }>

function judge(
  charge: AccountLookups,
  subscriptions: ReadonlyMap<string, TrackableRow>,
  { plans, now }: ChargeBatch,
): Allowed | Refused {
  const { accountId, lookups } = charge
  const row = subscriptions.get(accountId)
  if (row === undefined) return { kind: 'no-subscription', accountId }
  const subscription = subscriptionFromRow(row)
  const state = subscriptionState(subscription, now)
  if (!isLive(state)) return { kind: 'not-live', accountId, state }
  const { planName, autoUpgrade } = subscription
  const plan = findPlan(plans, subscription.product, planName)
  if (plan === undefined) return { kind: 'unknown-plan', accountId, planName }
  const traces = (row.track_endpoints ?? 0) > 0 ? (charge.traces ?? []) : []
  return { kind: 'allowed', accountId, lookups, traces, plan, planName, autoUpgrade, outgrown: [] }
}

function isAllowed(one: Allowed | Refused): one is Allowed {
  return one.kind === 'allowed'
}

interface Admitted extends Allowed {
  readonly before: number
  readonly fromDay: number
  readonly fromBuffer: number
  /** Undefined where the buffer was not looked at. */
  readonly bufferLeft: number | undefined
}

// Days, then subscriptions, then months, and accounts in order within each: every node takes its locks in the same
// sequence.
async function admit(tx: Tx, asked: readonly Allowed[], batch: ChargeBatch): Promise<Admitted[]> {
  const day = utcDay(batch.now)
  const month = utcMonth(batch.now)
  const used = await lockDays(tx, asked, day)
  const wanted = await upgradeFull(tx, asked, used, batch)
  const fromDay = wanted.map((one) => {
    const before = used.get(one.accountId) ?? 0
    return { ...one, before, fromDay: Math.min(one.lookups, left(dailyLimit(one.plan), before)) }
  })
  const short = fromDay.filter((one) => one.fromDay < one.lookups && one.plan.monthlyBuffer > 0)
  const bufferUsed = await lockMonths(tx, short, month)
  const admitted = fromDay.map((one) => {
    const drawn = bufferUsed.get(one.accountId)
    if (drawn === undefined) return { ...one, fromBuffer: 0, bufferLeft: undefined }
    const there = left(one.plan.monthlyBuffer, drawn)
    const fromBuffer = Math.min(one.lookups - one.fromDay, there)
    return { ...one, fromBuffer, bufferLeft: there - fromBuffer }
  })
  await writeDays(tx, admitted, day)
  await writeMonths(tx, admitted, bufferUsed, month)
  return admitted
}

function left(limit: number, used: number): number {
  return Math.max(0, limit - used)
}

// Makes the row or rewrites it as it is: either way it is ours until the commit, in the same words on both databases.
async function lockDays(
  tx: Tx,
  wanted: readonly Allowed[],
  day: string,
): Promise<ReadonlyMap<string, number>> {
  if (wanted.length === 0) return new Map()
  const { rows } = await sql<{ account_id: string; lookups: number }>`
    insert into usage_day (account_id, day, lookups)
    values ${sql.join(wanted.map(({ accountId }) => sql`(${accountId}, ${day}, 0)`))}
    on conflict (account_id, day) do update set lookups = usage_day.lookups
    returning account_id, lookups`.execute(tx)
  return new Map(rows.map((row) => [row.account_id, row.lookups]))
}

async function lockMonths(
  tx: Tx,
  wanted: readonly Allowed[],
  month: string,
): Promise<ReadonlyMap<string, number>> {
  if (wanted.length === 0) return new Map()
  const { rows } = await sql<{ account_id: string; buffer_used: number }>`
    insert into usage_month (account_id, month, buffer_used)
    values ${sql.join(wanted.map(({ accountId }) => sql`(${accountId}, ${month}, 0)`))}
    on conflict (account_id, month) do update set buffer_used = usage_month.buffer_used
    returning account_id, buffer_used`.execute(tx)
  return new Map(rows.map((row) => [row.account_id, row.buffer_used]))
}

async function writeDays(tx: Tx, admitted: readonly Admitted[], day: string): Promise<void> {
  const changed = admitted.filter((one) => one.fromDay + one.fromBuffer > 0)
  if (changed.length === 0) return
  const values = changed.map((one) => {
    return sql`(${one.accountId}, ${day}, ${lookupsAfter(one)})`
  })
  await sql`
    insert into usage_day (account_id, day, lookups) values ${sql.join(values)}
    on conflict (account_id, day) do update set lookups = excluded.lookups`.execute(tx)
}

async function writeMonths(
  tx: Tx,
  admitted: readonly Admitted[],
  bufferUsed: ReadonlyMap<string, number>,
  month: string,
): Promise<void> {
  const changed = admitted.filter((one) => one.fromBuffer > 0)
  if (changed.length === 0) return
  const values = changed.map((one) => {
    const drawn = (bufferUsed.get(one.accountId) ?? 0) + one.fromBuffer
    return sql`(${one.accountId}, ${month}, ${drawn})`
  })
  await sql`
    insert into usage_month (account_id, month, buffer_used) values ${sql.join(values)}
    on conflict (account_id, month) do update set buffer_used = excluded.buffer_used`.execute(tx)
}

// A refund may take an account below a limit and a later look-up past it again: the key keeps the event one a day.
async function fireLimitEvents(
  tx: Tx,
  admitted: readonly Admitted[],
  day: string,
  now: number,
): Promise<ChargeEvents['limits']> {
  const rows = admitted.flatMap((one) => {
    let from = one.before
    return [...one.outgrown, one].flatMap(({ plan, planName }) => {
      const [first, last] = [plan.dailyLookupLimit1, dailyLimit(plan)]
      const isReached = (limit: number) => from < limit && limit <= lookupsAfter(one)
      const event = (kind: string, limit: number) =>
        sql`(${one.accountId}, ${day}, ${kind}, ${now}, ${planName}, ${limit}, ${last},
          ${plan.timePenaltyMs})`
      const events = [
        ...(isReached(first) ? [event('first-limit-reached', first)] : []),
        ...(isReached(last) ? [event('second-limit-reached', last)] : []),
      ]
      // Of a plan that was moved to, only what lies above the one before can be reached.
      from = Math.max(from, last)
      return events
    })
  })
  if (rows.length === 0) return []
  const fired = await sql<LimitEventRow>`
    insert into limit_event
      (account_id, day, kind, created_at, plan_name, limit_reached, next_limit, time_penalty_ms)
    values ${sql.join(rows)}
    on conflict (account_id, day, kind) do nothing
    returning account_id, kind, limit_reached, next_limit, time_penalty_ms`.execute(tx)
  return fired.rows.map((row) => ({
    accountId: row.account_id,
    kind: row.kind,
    limit: row.limit_reached,
    nextLimit: row.next_limit,
    timePenaltyMs: row.time_penalty_ms,
  }))
}

interface LimitEventRow {
  readonly account_id: string
  readonly kind: 'first-limit-reached' | 'second-limit-reached'
  readonly limit_reached: number
  readonly next_limit: number
  readonly time_penalty_ms: number
}

// First come, first served: those beyond the allowance were refused and are not told of.
function toTracks({ accountId, traces, fromDay, fromBuffer }: Admitted) {
  return { accountId, traces: traces.slice(0, fromDay + fromBuffer) }
}

function lookupsAfter({ before, fromDay, fromBuffer }: Admitted): number {
  return before + fromDay + fromBuffer
}

function toCharge(one: Admitted): AccountCharge {
  const { accountId, planName, before, fromDay, fromBuffer, plan } = one
  const ofDay = left(dailyLimit(plan), before + fromDay)
  const remaining = ofDay + (one.bufferLeft ?? plan.monthlyBuffer)
  const outgrown = one.outgrown.map((old) => ({ planName: old.planName, upTo: old.upTo }))
  return {
    kind: 'counted',
    accountId,
    planName,
    before,
    fromDay,
    fromBuffer,
    remaining,
    ...(outgrown.length > 0 && { outgrown }),
  }
}

// Last, so that a try which was thought lost and comes through late finds the id taken and undoes itself.
async function recordBatch(tx: Tx, batch: ChargeBatch, counted: Counted): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    insert into charge_batch (id, state, result)
    values (${batch.batchId}, 'counted', ${JSON.stringify(counted)})
    on conflict (id) do nothing
    returning id`.execute(tx)
  if (rows.length === 0) throw new StoreError('This batch was settled by another try.')
  if (batch.forgetBefore === undefined) return
  await sql`
    delete from charge_batch where id in (
      select id from charge_batch where id < ${batch.forgetBefore}
      order by id limit ${FORGOTTEN_AT_ONCE_MAX})`.execute(tx)
}
