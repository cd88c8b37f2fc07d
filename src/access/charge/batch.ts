// A batch of charges, the state of its accounts, and its outcome.

import { sql } from 'kysely'
import type { Plans } from '../../account/plans/plans.ts'
import type { Subscription, SubscriptionState } from '../../account/subscription.ts'
import { utcDay, utcMonth } from '../../lib/clock.ts'
import { allRows, type Sql } from '../../store/store.ts'
import type { Trace } from '../../webhooks/bodies.ts'

export interface ChargeBatch {
  /** The same for every retry. */
  readonly batchId: string
  /** The moment of this try: look-ups count on the day on which they are committed. */
  readonly now: number
  /** One entry for each account. */
  readonly charges: readonly AccountLookups[]
  readonly plans: Plans
  readonly upgradeLink?: string
  /** Batches with ids below this are forgotten. */
  readonly forgetBefore?: string | undefined
}

export interface AccountLookups {
  readonly accountId: string
  readonly lookups: number
  /** One for each look-up, in the order they were asked for. */
  readonly traces?: readonly Trace[]
  readonly keys?: readonly KeyName[]
  /** Not waited for, because it was locked at the last try. */
  readonly wasLocked?: boolean
}

/** An API key by its name, or a domain token by its domain. */
export type KeyName = readonly [kind: 'api' | 'token', name: string]

export type BatchResult =
  | { readonly kind: 'counted'; readonly counted: Counted }
  /** Those who waited for this batch have been refused since; it must never count. */
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
  /** Plans that this batch has filled, in order, where auto-upgrade moved on: each up to a look-up of the day. */
  readonly outgrown?: readonly { readonly planName: string; readonly upTo: number }[]
  readonly keys?: readonly (readonly [...KeyName, number])[]
  /** Look-ups of the day before this batch. */
  readonly before: number
  readonly fromDay: number
  readonly fromBuffer: number
  /** What is left of the buffer at most: other nodes may have drawn from it too. */
  readonly bufferLeft: number
}

/** What a charge depends on: anything else would be read for nothing. */
export interface AccountState
  extends Omit<Subscription, 'label' | 'paymentMethod' | 'trialStartedAt' | 'nextBillingAt'> {
  /** Undefined if the day has no row yet. */
  readonly lookups: number | undefined
  /** Undefined if the month has no row yet. */
  readonly bufferUsed: number | undefined
  /** How many endpoints want an event for each look-up. */
  readonly trackEndpoints: number | undefined
}

/** In one statement, so that all of it is of one moment. */
export async function readAccountStates(
  db: Sql,
  { batchId, now, charges }: Pick<ChargeBatch, 'batchId' | 'now' | 'charges'>,
) {
  const ids = charges.map(({ accountId }) => accountId)
  const states = await allRows<AccountState & { readonly batchState: string | undefined }>(db)`
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
    where subscription.account_id in (${sql.join(ids)})`
  return {
    byAccount: new Map<string, AccountState>(states.map((state) => [state.accountId, state])),
    /** False if an earlier try may have counted the batch. */
    isNewBatch: states.length > 0 && states.every(({ batchState }) => batchState === undefined),
  }
}
