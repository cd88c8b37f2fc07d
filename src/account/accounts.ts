// Accounts, each with its keys and a subscription: created, listed, found.

import { type RawBuilder, sql } from 'kysely'
import type { Product } from '../address/product.ts'
import type { Clock } from '../lib/clock.ts'
import { newId } from '../lib/ids.ts'
import { allRows, hasRow, type Sql, type Store, type Tx } from '../store/store.ts'
import { emailFault, foldEmail } from './email.ts'
import { MAIN_KEY } from './keys/account-keys.ts'
import {
  type CredentialSummary,
  credentialsOf,
  insertCredential,
  newCredential,
} from './keys/credential.ts'
import { findPlan, type Plan, type Plans, TRIAL_PLAN } from './plans/plans.ts'
import {
  addMonths,
  type JoinedSubscription,
  joinedSubscription,
  type Subscription,
  type SubscriptionState,
  stateSql,
  subscriptionState,
  trialEnd,
} from './subscription.ts'
import { noSuchPlan } from './subscriptions.ts'

export interface AccountParts {
  readonly store: Store
  readonly plans: Plans
  readonly clock: Clock
}

interface NewAccount {
  readonly email: string
  readonly product: Product
  /** Without one it is a free trial. */
  readonly planName?: string | undefined
}

/** Answers the two keys, which are shown only this once. */
export async function createAccount(store: Store, plans: Plans, wanted: NewAccount, now: number) {
  const fault = emailFault(wanted.email)
  if (fault !== undefined) return { kind: 'bad-email', detail: fault } as const
  const plan = findPlan(plans, wanted.product, wanted.planName ?? TRIAL_PLAN)
  if (plan === undefined) return noSuchPlan(plans, wanted.product)
  const apiKey = newCredential('api')
  const adminKey = newCredential('admin')
  const accountId = newId('acc_')
  const folded = foldEmail(wanted.email)
  const isNew = await store.transaction(async (tx) => {
    const isFree = await hasRow(tx)`
      insert into account (id, email, email_folded, email_of_product, created_at)
      values (${accountId}, ${wanted.email}, ${folded}, ${`${wanted.product} ${folded}`}, ${now})
      on conflict (email_of_product) do nothing
      returning id`
    if (!isFree) return false
    await sql`insert into webhook_account (account_id) values (${accountId})`.execute(tx)
    await insertSubscription(tx, accountId, wanted.product, plan, now)
    await insertCredential(tx, accountId, 'api', apiKey, now, { name: MAIN_KEY, isTest: false })
    await insertCredential(tx, accountId, 'admin', adminKey, now, { name: '', isTest: false })
    return true
  })
  if (!isNew) return { kind: 'taken' } as const
  return { kind: 'created', accountId, apiKey, adminKey } as const
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
  const nextBillingAt = trialEndsAt ?? addMonths(now, plan.termMonths)
  await sql`
    insert into subscription
      (account_id, product, plan_name, trial_started_at, trial_ends_at, started_at, next_billing_at)
    values
      (${accountId}, ${product}, ${plan.name}, ${isTrial ? now : null}, ${trialEndsAt},
        ${isTrial ? null : now}, ${nextBillingAt})`.execute(tx)
}

const LIST_MAX = 1000

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

/** In order of creation, at most LIST_MAX; `after` is the last account of the previous page. */
export async function listAccounts(store: Store, now: number, after?: Account): Promise<Account[]> {
  const createdAt = after?.createdAt ?? -1
  return selectAccounts(
    store.db,
    sql`account.created_at > ${createdAt}
      or (account.created_at = ${createdAt} and account.id > ${after?.accountId ?? ''})
    order by account.created_at, account.id limit ${LIST_MAX}`,
    now,
  )
}

interface AccountSearch {
  /** Part of the e-mail address, or the id; empty for all. */
  readonly search: string
  /** Each empty for all, the default; a status may be `suspended`. */
  readonly product?: string
  readonly plan?: string
  readonly status?: string
  /** The last account of the previous page; empty for the first page. */
  readonly after: string
  readonly top: number
}

/** Newest first. */
export async function searchAccounts(
  { db }: Pick<Store, 'db'>,
  { search, product = '', plan = '', status = '', after, top }: AccountSearch,
  now: number,
): Promise<Account[]> {
  const pattern = `%${foldEmail(search).replace(/[%_!]/g, (sign) => `!${sign}`)}%`
  return selectAccounts(
    db,
    sql`(account.email_folded like ${pattern} escape '!' or account.id = ${search})
      and (${product} = '' or product = ${product}) and (${plan} = '' or plan_name = ${plan})
      and (${status} = '' or ${isIn(status, now)})
      and (${after} = '' or (account.created_at, account.id) < (
        select page.created_at, page.id from account as page where page.id = ${after}))
    order by account.created_at desc, account.id desc limit ${top}`,
    now,
  )
}

function isIn(status: string, now: number) {
  return status === 'suspended' ? sql`suspended_at is not null` : sql`${stateSql(now)} = ${status}`
}

/** How many accounts are on each plan, ended ones not counted. */
export async function accountsByPlan({ db }: Pick<Store, 'db'>) {
  return allRows<{ product: Product; planName: string; accounts: number }>(db)`
    select product, plan_name, count(*) as accounts from subscription
    where ended_at is null group by product, plan_name`
}

/** By its id or its e-mail address, which may have an account of each product. */
export async function findAccounts({ db }: Pick<Store, 'db'>, idOrEmail: string, now: number) {
  const found = await selectAccounts(
    db,
    sql`account.id = ${idOrEmail} or account.email_folded = ${foldEmail(idOrEmail)}
    order by account.created_at, account.id`,
    now,
  )
  const accounts: AccountDetails[] = []
  for (const account of found) {
    accounts.push({ ...account, credentials: await credentialsOf(db, account.accountId) })
  }
  return accounts
}

async function selectAccounts(db: Sql, which: RawBuilder<unknown>, now: number) {
  type Row = { id: string } & Pick<Account, 'email' | 'createdAt'> & JoinedSubscription
  const rows = await allRows<Row>(db)`
    select account.id, account.email, account.created_at, subscription.*
    from account left join subscription on subscription.account_id = account.id
    where ${which}`
  return rows.map(({ id: accountId, email, createdAt, ...joined }): Account => {
    const subscription = joinedSubscription(joined)
    const state = subscription && subscriptionState(subscription, now)
    return { accountId, email, createdAt, subscription, state }
  })
}
