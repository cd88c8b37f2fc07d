// Accounts: made with their keys and a subscription, listed, shown, moved to a plan, ended.

import { sql } from 'kysely'
import type { Product } from '../address/product.ts'
import { newId } from '../lib/ids.ts'
import type { Sql, Store, Tx } from '../store/store.ts'
import { type CredentialKind, maskCredential, newCredential, sha256 } from './credential.ts'
import { emailFault, foldEmail } from './email.ts'
import { recordPlanChange } from './plan-history.ts'
import { findPlan, type Plan, type Plans, plansOnOffer, TRIAL_PLAN } from './plans.ts'
import {
  addMonths,
  SUBSCRIPTION_COLUMNS,
  type Subscription,
  type SubscriptionEvent,
  type SubscriptionRow,
  type SubscriptionState,
  subscriptionFromRow,
  subscriptionState,
  TRANSITIONS,
  trialEnd,
} from './subscription.ts'

const LIST_MAX = 1000

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

export interface NoSuchPlan {
  readonly kind: 'no-such-plan'
  /** The names that would do. */
  readonly onOffer: readonly string[]
}

export interface Account {
  readonly accountId: string
  readonly email: string
  readonly createdAt: number
  /** Undefined when the account has no subscription at all. */
  readonly subscription: Subscription | undefined
  readonly state: SubscriptionState | undefined
}

export interface AccountDetails extends Account {
  readonly credentials: readonly CredentialSummary[]
}

interface CredentialSummary {
  readonly id: string
  readonly kind: CredentialKind
  readonly masked: string
  readonly createdAt: number
  readonly expiresAt: number | undefined
  readonly revokedAt: number | undefined
}

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
  const isNew = await store.transaction(async (tx) => {
    const inserted = await sql<{ id: string }>`
      insert into account (id, email, email_folded, created_at)
      values (${accountId}, ${wanted.email}, ${foldEmail(wanted.email)}, ${now})
      on conflict (email_folded) do nothing
      returning id`.execute(tx)
    if (inserted.rows.length === 0) return false
    await insertSubscription(tx, accountId, wanted.product, plan, now)
    await insertCredential(tx, accountId, 'api', apiKey, now)
    await insertCredential(tx, accountId, 'admin', adminKey, now)
    return true
  })
  return isNew ? { kind: 'created', accountId, apiKey, adminKey } : { kind: 'taken' }
}

/** In the order in which they were made, at most LIST_MAX; `after` is the last account of the page before. */
export async function listAccounts(store: Store, now: number, after?: Account): Promise<Account[]> {
  const { rows } = await sql<AccountRow>`
    select account.id, account.email, account.created_at, ${SUBSCRIPTION_COLUMNS}
    from account left join subscription on subscription.account_id = account.id
    where account.created_at > ${after?.createdAt ?? -1}
      or (account.created_at = ${after?.createdAt ?? -1} and account.id > ${after?.accountId ?? ''})
    order by account.created_at, account.id
    limit ${LIST_MAX}`.execute(store.db)
  return rows.map((row) => accountFromRow(row, now))
}

export async function showAccount(
  store: Store,
  email: string,
  now: number,
): Promise<AccountDetails | undefined> {
  const { rows } = await sql<AccountRow>`
    select account.id, account.email, account.created_at, ${SUBSCRIPTION_COLUMNS}
    from account left join subscription on subscription.account_id = account.id
    where account.email_folded = ${foldEmail(email)}`.execute(store.db)
  const [row] = rows
  if (row === undefined) return undefined
  return { ...accountFromRow(row, now), credentials: await credentialsOf(store.db, row.id) }
}

type PlanChosen =
  | { readonly kind: 'chosen'; readonly subscription: Subscription }
  | { readonly kind: 'no-such-account' }
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
    const isKept = isWithinTerm(subscription, now)
    const startedAt = (isKept ? subscription.startedAt : undefined) ?? now
    const nextBillingAt =
      (isKept ? subscription.nextBillingAt : undefined) ?? addMonths(now, plan.termMonths)
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

// A change within a term keeps the term, and so does coming back within one that was broken off: nobody escapes an
// invoice by leaving for a moment. Anything else begins a term.
function isWithinTerm(subscription: Subscription, now: number): boolean {
  const { startedAt, nextBillingAt } = subscription
  if (startedAt === undefined || nextBillingAt === undefined) return false
  // A clock that was set back: the keys shall work at once all the same.
  if (startedAt > now) return false
  return subscriptionState(subscription, now) === 'active' || nextBillingAt > now
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
    if (!moves(subscription, 'end', now)) return { kind: 'already-ended' }
    await sql`
      update subscription set ended_at = ${now} where account_id = ${accountId}`.execute(tx)
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

// Writing a row as it is holds it until the end of the transaction, in the same words on both databases.
async function lockSubscription(tx: Tx, accountId: string): Promise<Subscription | undefined> {
  const { rows } = await sql<SubscriptionRow>`
    update subscription set plan_name = plan_name where account_id = ${accountId}
    returning ${SUBSCRIPTION_COLUMNS}`.execute(tx)
  const [row] = rows
  return row === undefined ? undefined : subscriptionFromRow(row)
}

/** Until the end of the transaction nobody else changes the credentials of the account. */
export async function holdAccount(tx: Tx, accountId: string): Promise<void> {
  await sql`update account set id = id where id = ${accountId}`.execute(tx)
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

function moves(subscription: Subscription, event: SubscriptionEvent, now: number): boolean {
  return TRANSITIONS[subscriptionState(subscription, now)][event] !== undefined
}

function noSuchPlan(plans: Plans, product: Product): NoSuchPlan {
  return { kind: 'no-such-plan', onOffer: plansOnOffer(plans, product).map(({ name }) => name) }
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

export async function insertCredential(
  tx: Tx,
  accountId: string,
  kind: CredentialKind,
  text: string,
  now: number,
): Promise<void> {
  await sql`
    insert into credential (id, account_id, kind, sha256, masked, created_at)
    values (${newId('cred_')}, ${accountId}, ${kind}, ${sha256(text)}, ${maskCredential(text)},
      ${now})`.execute(tx)
}

async function credentialsOf(db: Sql, accountId: string): Promise<CredentialSummary[]> {
  const { rows } = await sql<{
    id: string
    kind: CredentialKind
    masked: string
    created_at: number
    expires_at: number | null
    revoked_at: number | null
  }>`
    select id, kind, masked, created_at, expires_at, revoked_at
    from credential where account_id = ${accountId}
    order by created_at, id limit ${LIST_MAX}`.execute(db)
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    masked: row.masked,
    createdAt: row.created_at,
    expiresAt: row.expires_at ?? undefined,
    revokedAt: row.revoked_at ?? undefined,
  }))
}

// The subscription's columns are null together where the account has none.
interface AccountRow extends Omit<SubscriptionRow, 'account_id'> {
  readonly id: string
  readonly email: string
  readonly created_at: number
  readonly account_id: string | null
}

function accountFromRow(row: AccountRow, now: number): Account {
  const { account_id } = row
  const subscription = account_id === null ? undefined : subscriptionFromRow({ ...row, account_id })
  return {
    accountId: row.id,
    email: row.email,
    createdAt: row.created_at,
    subscription,
    state: subscription === undefined ? undefined : subscriptionState(subscription, now),
  }
}
