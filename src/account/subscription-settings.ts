// What the account holder sets on a subscription, and the subscription as the wire shows it.

import { sql } from 'kysely'
import { usTimestamp } from '../lib/us-timestamp.ts'
import type { Store } from '../store/store.ts'
import { findPlan, type Plans } from './plans/plans.ts'
import { type Subscription, subscriptionState } from './subscription.ts'
import { subscriptionOf } from './subscriptions.ts'

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
  }
}
