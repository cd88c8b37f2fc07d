// A batch of charges, the state of its accounts, and its outcome.

import { sql } from 'kysely'
import type { Plans } from '../../account/plans/plans.ts'
import type {
  Subscription,
  SubscriptionRow,
  SubscriptionState,
} from '../../account/subscription.ts'
import { utcDay, utcMonth } from '../../lib/clock.ts'
import type { Sql } from '../../store/store.ts'
import type { Trace } from '../../webhooks/bodies.ts'

export interface ChargeBatch {
  /** The same for every retry. */
  readonly batchId: string
  /** The moment of this try: look-ups count on the day on which they are committed. */
  readonly now: number
  /** One entry an account. */
  readonly charges: readonly AccountLookups[]
  readonly plans: Plans
  /** The page to choose a plan on, for the events. */
  readonly upgradeLink?: string
  /** Batches with ids below this are forgotten. */
  readonly forgetBefore?: string | undefined
}

export interface AccountLookups {
  readonly accountId: string
  readonly lookups: number
  /** One a look-up, in the order they were asked for. */
  readonly traces?: readonly Trace[]
  readonly keys?: readonly KeyName[]
  /** Not to be waited for, because it was locked when it was tried last. */
  readonly wasLocked?: boolean
}

/** An API key by its name, or a domain token by its domain. */
export type KeyName = readonly [kind: 'api' | 'token', name: string]

export type BatchResult =
  | { readonly kind: 'counted'; readonly counted: Counted }
  /** The waiters of this batch have been refused since; it must never count. */
  | { readonly kind: 'void' }

/** What the ledger keeps of a batch: enough to answer its waiters again, and to take it back. */
export interface Counted {
  readonly day: string
  /** An account that is missing was not charged and may be tried in another batch. */
  readonly accounts: readonly AccountCharge[]
  /** Missing accounts that somebody else had locked. The other missing ones have changed since. */
  readonly locked?: readonly string[]
}

export type AccountCharge =
  | CountedCharge
  | { readonly kind: 'no-subscription'; readonly accountId: string }
  | { readonly kind: 'not-live'; readonly accountId: string; readonly state: SubscriptionState }
  | { readonly kind: 'unknown-plan'; readonly accountId: string; readonly planName: string }

export interface CountedCharge {
  readonly kind: 'counted'
  readonly accountId: string
  /** After this batch. */
  readonly planName: string
  /** Plans that this batch has filled, in order, where auto-upgrade moved on. */
  readonly outgrown?: readonly OutgrownPlan[]
  /** Look-ups by key: kind, name and count. */
  readonly keys?: readonly (readonly [...KeyName, number])[]
  /** Look-ups of the day before this batch. */
  readonly before: number
  readonly fromDay: number
  readonly fromBuffer: number
  /** What is left of the buffer at most: other nodes may have drawn from it too. */
  readonly bufferLeft: number
}

interface OutgrownPlan {
  readonly planName: string
  /** The last look-up of the day that was under this plan. */
  readonly upTo: number
}

export interface AccountState {
  /** What a charge depends on: all else would be read for nothing. */
  readonly subscription: Omit<
    Subscription,
    'accountId' | 'label' | 'paymentMethod' | 'trialStartedAt' | 'nextBillingAt'
  >
  /** Undefined if the day has no row yet. */
  readonly lookups: number | undefined
  /** Undefined if the month has no row yet. */
  readonly bufferUsed: number | undefined
  /** Whether an endpoint wants an event for each look-up. */
  readonly isTracked: boolean
}

interface StateRow
  extends Omit<
    SubscriptionRow,
    'label' | 'payment_method' | 'trial_started_at' | 'next_billing_at'
  > {
  readonly lookups: number | null
  readonly buffer_used: number | null
  readonly track_endpoints: number | null
  readonly batch_state: string | null
}

/** In one statement, so that all of it is of one moment. */
export async function readAccountStates(
  db: Sql,
  { batchId, now, charges }: Pick<ChargeBatch, 'batchId' | 'now' | 'charges'>,
) {
  const ids = charges.map(({ accountId }) => accountId)
  const { rows } = await sql<StateRow>`
    select subscription.account_id, product, plan_name, auto_upgrade, trial_ends_at, started_at,
      ended_at, suspended_at, usage_day.lookups, usage_month.buffer_used,
      webhook_account.track_endpoints,
      (select state from charge_batch where id = ${batchId}) as batch_state
    from subscription
    left join usage_day on usage_day.account_id = subscription.account_id
      and usage_day.day = ${utcDay(now)}
    left join usage_month on usage_month.account_id = subscription.account_id
      and usage_month.month = ${utcMonth(now)}
    left join webhook_account on webhook_account.account_id = subscription.account_id
    where subscription.account_id in (${sql.join(ids)})`.execute(db)
  return {
    byAccount: new Map(rows.map((row) => [row.account_id, stateFromRow(row)])),
    /** False if an earlier try may have counted the batch. */
    isNewBatch: rows.length > 0 && rows.every(({ batch_state }) => batch_state === null),
  }
}

function stateFromRow(row: StateRow): AccountState {
  return {
    subscription: {
      product: row.product,
      planName: row.plan_name,
      autoUpgrade: row.auto_upgrade === 1,
      trialEndsAt: row.trial_ends_at ?? undefined,
      startedAt: row.started_at ?? undefined,
      endedAt: row.ended_at ?? undefined,
      suspendedAt: row.suspended_at ?? undefined,
    },
    lookups: row.lookups ?? undefined,
    bufferUsed: row.buffer_used ?? undefined,
    isTracked: (row.track_endpoints ?? 0) > 0,
  }
}
