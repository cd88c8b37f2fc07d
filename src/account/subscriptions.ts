// The subscription of an account: read, moved to a plan, ended.

import { sql } from 'kysely'
import type { Product } from '../address/product.ts'
import { usTimestamp } from '../lib/us-timestamp.ts'
import { allRows, firstRow, type Sql, type Store, type Tx } from '../store/store.ts'
import { recordPlanChange, tooManyChangesUntil } from './plans/plan-history.ts'
import { findPlan, type Plans, plansOnOffer } from './plans/plans.ts'
import { addMonths, brokenOffAt, type Subscription, subscriptionState } from './subscription.ts'

/** The same keys work at once, whatever the state of the subscription. */
export async function choosePlan(
  store: Store,
  plans: Plans,
  accountId: string,
  planName: string,
  now: number,
) {
  return store.transaction(async (tx) => {
    const subscription = await lockSubscription(tx, accountId)
    if (subscription === undefined) return NO_SUCH_ACCOUNT
    const { product } = subscription
    const plan = plansOnOffer(plans, product).find(({ name }) => name === planName)
    if (plan === undefined) return noSuchPlan(plans, product)
    const until = await tooManyChangesUntil(tx, accountId, now)
    if (until !== undefined) return { kind: 'too-many-changes', until } as const
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
    return { kind: 'chosen', subscription: { ...subscription, ...changed } } as const
  })
}

const NO_SUCH_ACCOUNT = { kind: 'no-such-account' } as const

// A change within a term keeps it, and so does coming back before its last paid day is over. All else begins a term.
async function keptTermEnd(tx: Tx, subscription: Subscription, now: number) {
  const isRunning = subscription.endedAt === undefined
  if (isRunning && subscriptionState(subscription, now) === 'active') {
    return subscription.nextBillingAt
  }
  return resumeEndedTerm(tx, subscription, now)
}

export async function endSubscription(store: Store, accountId: string, now: number) {
  return store.transaction(async (tx) => {
    const subscription = await lockSubscription(tx, accountId)
    if (subscription === undefined) return NO_SUCH_ACCOUNT
    // Also by an end that is still to come, recorded before the clock was set back.
    if (subscription.endedAt !== undefined) return { kind: 'already-ended' } as const
    await sql`
      update subscription set ended_at = ${now} where account_id = ${accountId}`.execute(tx)
    await recordEndedTerm(tx, subscription, now)
    return { kind: 'ended', subscription: { ...subscription, endedAt: now } } as const
  })
}

export async function subscriptionOf(db: Sql, accountId: string) {
  return firstRow<Subscription>(db)`select * from subscription where account_id = ${accountId}`
}

// Writing a row as it is locks it until the end of the transaction, in the same words on both databases.
export async function lockSubscription(tx: Tx, accountId: string) {
  return firstRow<Subscription>(tx)`
    update subscription set plan_name = plan_name where account_id = ${accountId} returning *`
}

/** Plans that live subscriptions name and the file of plans does not have: their look-ups would be refused. */
export async function missingPlans(store: Store, plans: Plans): Promise<string[]> {
  const named = await allRows<{ product: Product; planName: string }>(store.db)`
    select distinct product, plan_name from subscription where ended_at is null`
  return named
    .filter(({ product, planName }) => findPlan(plans, product, planName) === undefined)
    .map(({ product, planName }) => `${planName} (${product})`)
}

/** With the names of the plans on offer. */
export function noSuchPlan(plans: Plans, product: Product) {
  const onOffer = plansOnOffer(plans, product).map(({ name }) => name)
  return { kind: 'no-such-plan', onOffer } as const
}

interface EndedTerm extends Pick<Subscription, 'accountId' | 'product' | 'planName'> {
  /** The start from which the terms are counted. */
  readonly anchorAt: number
  readonly nextBillingAt: number
  readonly endedAt: number
}

/** A trial costs nothing and leaves nothing to invoice. The caller holds the subscription. */
async function recordEndedTerm(
  tx: Tx,
  { accountId, product, planName, startedAt, nextBillingAt }: Subscription,
  endedAt: number,
): Promise<void> {
  if (startedAt === undefined || nextBillingAt === undefined) return
  const term = { accountId, anchorAt: startedAt, product, planName, nextBillingAt, endedAt }
  await sql`
    insert into ended_term
      (account_id, anchor_at, product, plan_name, next_billing_at, ended_at, due_at)
    values (${accountId}, ${startedAt}, ${product}, ${planName}, ${nextBillingAt}, ${endedAt},
      ${dueAt(term)})`.execute(tx)
}

/** Whole terms that no invoice was issued for yet come first, each on its date; then the days of the last one. */
export function dueAt({ anchorAt, nextBillingAt, endedAt }: EndedTerm): number {
  return nextBillingAt <= endedAt ? nextBillingAt : brokenOffAt(anchorAt, nextBillingAt, endedAt)
}

/** When a term that was broken off is billed next, if its last day is not over; undefined if a new term must begin. */
async function resumeEndedTerm(tx: Tx, { accountId, startedAt }: Subscription, now: number) {
  if (startedAt === undefined) return undefined
  const term = await findEndedTerm(tx, accountId, startedAt)
  if (term === undefined) return undefined
  if (now >= brokenOffAt(startedAt, term.nextBillingAt, term.endedAt)) return undefined
  await removeEndedTerm(tx, term)
  // Where the clock was set back past the start, its days are in the term that begins now.
  return startedAt > now ? undefined : term.nextBillingAt
}

/** The caller holds the subscription, and so its ended terms. */
export async function findEndedTerm(tx: Tx, accountId: string, anchorAt: number) {
  return firstRow<EndedTerm>(tx)`
    select account_id, anchor_at, product, plan_name, next_billing_at, ended_at from ended_term
    where account_id = ${accountId} and anchor_at = ${anchorAt}`
}

/** A whole term of it has been invoiced; `term` says when the next one ends. */
export async function moveEndedTerm(tx: Tx, term: EndedTerm): Promise<void> {
  await sql`
    update ended_term set next_billing_at = ${term.nextBillingAt}, due_at = ${dueAt(term)}
    where account_id = ${term.accountId} and anchor_at = ${term.anchorAt}`.execute(tx)
}

export async function removeEndedTerm(tx: Tx, term: EndedTerm): Promise<void> {
  await sql`
    delete from ended_term
    where account_id = ${term.accountId} and anchor_at = ${term.anchorAt}`.execute(tx)
}

export const LABEL_CHARACTERS_MAX = 100

export interface Settings {
  readonly label?: string | undefined
  readonly autoUpgrade?: boolean | undefined
}

/** Undefined when the account has no subscription. */
export async function changeSettings(
  store: Store,
  accountId: string,
  { label, autoUpgrade }: Settings,
): Promise<Subscription | undefined> {
  const flag = autoUpgrade === undefined ? null : Number(autoUpgrade)
  await sql`
    update subscription
    set label = coalesce(${label ?? null}, label),
      auto_upgrade = coalesce(${flag}, auto_upgrade)
    where account_id = ${accountId}`.execute(store.db)
  return subscriptionOf(store.db, accountId)
}

export function subscriptionJson(subscription: Subscription, plans: Plans, now: number) {
  const plan = findPlan(plans, subscription.product, subscription.planName)
  const startedAt = subscription.startedAt ?? subscription.trialStartedAt ?? now
  const billingAt = subscription.endedAt ?? subscription.nextBillingAt ?? startedAt
  return {
    next_billing_date: usTimestamp(billingAt),
    plan: {
      term: plan?.term ?? '',
      daily_lookup_limit_1: plan?.dailyLookupLimit1 ?? 0,
      daily_lookup_limit_2: plan?.dailyLookupLimit2 ?? 0,
      amount: (plan?.amountMinor ?? 0) / 100,
      multi_application: plan?.multiApplication ?? false,
    },
    status: subscriptionState(subscription, now),
    name: subscription.label,
    payment_method: subscription.paymentMethod,
    start_date: usTimestamp(startedAt),
    auto_upgrade: subscription.autoUpgrade,
    ...(subscription.suspendedAt !== undefined && {
      suspended: subscription.suspendedReason ?? '',
    }),
  }
}

/** Those whose keys may look up addresses now: `isLive` and not suspended, for a `where`. */
export function liveAccounts(now: number) {
  return sql`select account_id from subscription
    where suspended_at is null and (ended_at is null or ended_at > ${now})
      and (started_at <= ${now} or trial_ends_at > ${now})`
}
