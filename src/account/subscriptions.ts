// The subscription of an account: read, moved to a plan, ended.

import { sql } from 'kysely'
import type { Product } from '../address/product.ts'
import type { Sql, Store, Tx } from '../store/store.ts'
import { recordEndedTerm, resumeEndedTerm } from './ended-terms.ts'
import { recordPlanChange, tooManyChangesUntil } from './plans/plan-history.ts'
import { findPlan, type Plans, plansOnOffer } from './plans/plans.ts'
import {
  type Subscription,
  type SubscriptionEvent,
  subscriptionState,
  TRANSITIONS,
} from './subscription.ts'
import {
  SUBSCRIPTION_COLUMNS,
  type SubscriptionRow,
  subscriptionFromRow,
} from './subscription-row.ts'
import { addMonths } from './terms.ts'

export interface NoSuchPlan {
  readonly kind: 'no-such-plan'
  /** The names that would do. */
  readonly onOffer: readonly string[]
}

type PlanChosen =
  | { readonly kind: 'chosen'; readonly subscription: Subscription }
  | { readonly kind: 'no-such-account' }
  /** So often within a day that the next change must wait. */
  | { readonly kind: 'too-many-changes'; readonly until: number }
  | NoSuchPlan

/** Switches the same keys on at once, whatever state the subscription was in. */
export async function choosePlan(
  store: Store,
  plans: Plans,
  accountId: string,
  planName: string,
  now: number,
): Promise<PlanChosen> {
  return store.transaction(async (tx): Promise<PlanChosen> => {
    const subscription = await lockSubscription(tx, accountId)
    if (subscription === undefined) return { kind: 'no-such-account' }
    const { product } = subscription
    const plan = plansOnOffer(plans, product).find(({ name }) => name === planName)
    if (plan === undefined) return noSuchPlan(plans, product)
    const until = await tooManyChangesUntil(tx, accountId, now)
    if (until !== undefined) return { kind: 'too-many-changes', until }
    const keptUntil = await keptTermEnd(tx, subscription, now)
    const startedAt = (keptUntil === undefined ? undefined : subscription.startedAt) ?? now
    const nextBillingAt = keptUntil ?? addMonths(now, plan.termMonths)
    await sql`
      update subscription
      set plan_name = ${plan.name}, started_at = ${startedAt}, ended_at = null,
        next_billing_at = ${nextBillingAt}, ending_told_at = null
      where account_id = ${accountId}`.execute(tx)
    await recordPlanChange(tx, accountId, subscription.planName, plan.name, now)
    const changed = { planName: plan.name, startedAt, endedAt: undefined, nextBillingAt }
    return { kind: 'chosen', subscription: { ...subscription, ...changed } }
  })
}

// A change within a term keeps the term, and so does coming back before the last day that is paid for is over.
// Anything else begins a term.
async function keptTermEnd(
  tx: Tx,
  subscription: Subscription,
  now: number,
): Promise<number | undefined> {
  const isRunning = subscription.endedAt === undefined
  if (isRunning && subscriptionState(subscription, now) === 'active') {
    return subscription.nextBillingAt
  }
  return resumeEndedTerm(tx, subscription, now)
}

type SubscriptionEnded =
  | { readonly kind: 'ended'; readonly subscription: Subscription }
  | { readonly kind: 'already-ended' }
  | { readonly kind: 'no-such-account' }

export async function endSubscription(
  store: Store,
  accountId: string,
  now: number,
): Promise<SubscriptionEnded> {
  return store.transaction(async (tx): Promise<SubscriptionEnded> => {
    const subscription = await lockSubscription(tx, accountId)
    if (subscription === undefined) return { kind: 'no-such-account' }
    // An end that is still to come was recorded before the clock was set back.
    if (subscription.endedAt !== undefined) return { kind: 'already-ended' }
    if (!isAllowed(subscription, 'end', now)) return { kind: 'already-ended' }
    await sql`
      update subscription set ended_at = ${now} where account_id = ${accountId}`.execute(tx)
    await recordEndedTerm(tx, subscription, now)
    return { kind: 'ended', subscription: { ...subscription, endedAt: now } }
  })
}

export async function subscriptionOf(
  db: Sql,
  accountId: string,
): Promise<Subscription | undefined> {
  const { rows } = await sql<SubscriptionRow>`
    select ${SUBSCRIPTION_COLUMNS} from subscription where account_id = ${accountId}`.execute(db)
  const [row] = rows
  return row === undefined ? undefined : subscriptionFromRow(row)
}

// Writing a row as it is locks it until the end of the transaction, in the same words on both databases.
export async function lockSubscription(
  tx: Tx,
  accountId: string,
): Promise<Subscription | undefined> {
  const { rows } = await sql<SubscriptionRow>`
    update subscription set plan_name = plan_name where account_id = ${accountId}
    returning ${SUBSCRIPTION_COLUMNS}`.execute(tx)
  const [row] = rows
  return row === undefined ? undefined : subscriptionFromRow(row)
}

/** Plans that live subscriptions name and the file of plans does not have: their look-ups would be refused. */
export async function missingPlans(store: Store, plans: Plans): Promise<string[]> {
  const { rows } = await sql<{ product: Product; plan_name: string }>`
    select distinct product, plan_name from subscription
    where ended_at is null`.execute(store.db)
  return rows
    .filter((row) => findPlan(plans, row.product, row.plan_name) === undefined)
    .map((row) => `${row.plan_name} (${row.product})`)
}

function isAllowed(subscription: Subscription, event: SubscriptionEvent, now: number): boolean {
  return TRANSITIONS[subscriptionState(subscription, now)][event] !== undefined
}

export function noSuchPlan(plans: Plans, product: Product): NoSuchPlan {
  return { kind: 'no-such-plan', onOffer: plansOnOffer(plans, product).map(({ name }) => name) }
}
