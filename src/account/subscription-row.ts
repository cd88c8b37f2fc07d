// A subscription as the store keeps it.

import { sql } from 'kysely'
import type { Product } from '../address/product.ts'
import type { Subscription } from './subscription.ts'

export interface SubscriptionRow {
  readonly account_id: string
  readonly product: Product
  readonly plan_name: string
  readonly label: string
  readonly payment_method: string
  readonly auto_upgrade: number
  readonly trial_started_at: number | null
  readonly trial_ends_at: number | null
  readonly started_at: number | null
  readonly ended_at: number | null
  readonly next_billing_at: number | null
  readonly suspended_at: number | null
}

/** The columns of a SubscriptionRow, for queries that join the table under its own name. */
export const SUBSCRIPTION_COLUMNS = sql.raw(
  [
    'account_id',
    'product',
    'plan_name',
    'label',
    'payment_method',
    'auto_upgrade',
    'trial_started_at',
    'trial_ends_at',
    'started_at',
    'ended_at',
    'next_billing_at',
    'suspended_at',
  ]
    .map((column) => `subscription.${column}`)
    .join(', '),
)

export function subscriptionFromRow(row: SubscriptionRow): Subscription {
  return {
    accountId: row.account_id,
    product: row.product,
    planName: row.plan_name,
    label: row.label,
    paymentMethod: row.payment_method,
    autoUpgrade: row.auto_upgrade === 1,
    trialStartedAt: row.trial_started_at ?? undefined,
    trialEndsAt: row.trial_ends_at ?? undefined,
    startedAt: row.started_at ?? undefined,
    endedAt: row.ended_at ?? undefined,
    nextBillingAt: row.next_billing_at ?? undefined,
    ...(row.suspended_at !== null && { suspendedAt: row.suspended_at }),
  }
}
