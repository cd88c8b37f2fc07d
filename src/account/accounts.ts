// Makes accounts, each with its keys and a subscription.

import { sql } from 'kysely'
import type { Product } from '../address/product.ts'
import { newId } from '../lib/ids.ts'
import type { Store, Tx } from '../store/store.ts'
import { emailFault, foldEmail } from './email.ts'
import { MAIN_KEY } from './keys/api-keys.ts'
import { insertCredential, newCredential } from './keys/credential.ts'
import { findPlan, type Plan, type Plans, TRIAL_PLAN } from './plans/plans.ts'
import { addMonths, trialEnd } from './subscription.ts'
import { type NoSuchPlan, noSuchPlan } from './subscriptions.ts'

interface NewAccount {
  readonly email: string
  readonly product: Product
  /** Without one it is a free trial. */
  readonly planName?: string | undefined
}

type Created =
  /** The only time that the two keys are seen. */
  | {
      readonly kind: 'created'
      readonly accountId: string
      readonly apiKey: string
      readonly adminKey: string
    }
  | { readonly kind: 'taken' }
  | { readonly kind: 'bad-email'; readonly detail: string }
  | NoSuchPlan

export async function createAccount(
  store: Store,
  plans: Plans,
  wanted: NewAccount,
  now: number,
): Promise<Created> {
  const fault = emailFault(wanted.email)
  if (fault !== undefined) return { kind: 'bad-email', detail: fault }
  const plan = findPlan(plans, wanted.product, wanted.planName ?? TRIAL_PLAN)
  if (plan === undefined) return noSuchPlan(plans, wanted.product)
  const apiKey = newCredential('api')
  const adminKey = newCredential('admin')
  const accountId = newId('acc_')
  const folded = foldEmail(wanted.email)
  const isNew = await store.transaction(async (tx) => {
    const inserted = await sql<{ id: string }>`
      insert into account (id, email, email_folded, email_of_product, created_at)
      values (${accountId}, ${wanted.email}, ${folded}, ${`${wanted.product} ${folded}`}, ${now})
      on conflict (email_of_product) do nothing
      returning id`.execute(tx)
    if (inserted.rows.length === 0) return false
    await sql`insert into webhook_account (account_id) values (${accountId})`.execute(tx)
    await insertSubscription(tx, accountId, wanted.product, plan, now)
    await insertCredential(tx, accountId, 'api', apiKey, now, { name: MAIN_KEY, isTest: false })
    await insertCredential(tx, accountId, 'admin', adminKey, now, { name: '', isTest: false })
    return true
  })
  return isNew ? { kind: 'created', accountId, apiKey, adminKey } : { kind: 'taken' }
}

async function insertSubscription(
  tx: Tx,
  accountId: string,
  product: Product,
  plan: Plan,
  now: number,
): Promise<void> {
  const isTrial = plan.name === TRIAL_PLAN
  const trialEndsAt = isTrial ? trialEnd(now) : null
  const nextBillingAt = isTrial ? trialEnd(now) : addMonths(now, plan.termMonths)
  await sql`
    insert into subscription
      (account_id, product, plan_name, trial_started_at, trial_ends_at, started_at, next_billing_at)
    values
      (${accountId}, ${product}, ${plan.name}, ${isTrial ? now : null}, ${trialEndsAt},
        ${isTrial ? null : now}, ${nextBillingAt})`.execute(tx)
}
