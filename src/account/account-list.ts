// Accounts as the operator sees them: listed in order, or one with its keys.

import { sql } from 'kysely'
import type { Store } from '../store/store.ts'
import { foldEmail } from './email.ts'
import { type CredentialSummary, credentialsOf } from './keys/credential.ts'
import { type Subscription, type SubscriptionState, subscriptionState } from './subscription.ts'
import {
  SUBSCRIPTION_COLUMNS,
  type SubscriptionRow,
  subscriptionFromRow,
} from './subscription-row.ts'

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
  const { rows } = await sql<AccountRow>`
    select account.id, account.email, account.created_at, ${SUBSCRIPTION_COLUMNS}
    from account left join subscription on subscription.account_id = account.id
    where account.created_at > ${after?.createdAt ?? -1}
      or (account.created_at = ${after?.createdAt ?? -1} and account.id > ${after?.accountId ?? ''})
    order by account.created_at, account.id
    limit ${LIST_MAX}`.execute(store.db)
  return rows.map((row) => accountFromRow(row, now))
}

interface AccountSearch {
  /** Part of the e-mail address, or the id; empty for all. */
  readonly search: string
  /** The last account of the previous page; empty for the first page. */
  readonly after: string
  readonly top: number
}

/** Newest first. */
export async function searchAccounts(
  { db }: Pick<Store, 'db'>,
  { search, after, top }: AccountSearch,
  now: number,
): Promise<Account[]> {
  const pattern = `%${foldEmail(search).replace(/[%_!]/g, (sign) => `!${sign}`)}%`
  const { rows } = await sql<AccountRow>`
    select account.id, account.email, account.created_at, ${SUBSCRIPTION_COLUMNS}
    from account left join subscription on subscription.account_id = account.id
    where (account.email_folded like ${pattern} escape '!' or account.id = ${search})
      and (${after} = '' or (account.created_at, account.id) < (
        select page.created_at, page.id from account as page where page.id = ${after}))
    order by account.created_at desc, account.id desc
    limit ${top}`.execute(db)
  return rows.map((row) => accountFromRow(row, now))
}

/** By its id or its e-mail address, which may have an account of each product. */
export async function findAccounts(
  { db }: Pick<Store, 'db'>,
  idOrEmail: string,
  now: number,
): Promise<AccountDetails[]> {
  const { rows } = await sql<AccountRow>`
    select account.id, account.email, account.created_at, ${SUBSCRIPTION_COLUMNS}
    from account left join subscription on subscription.account_id = account.id
    where account.id = ${idOrEmail} or account.email_folded = ${foldEmail(idOrEmail)}
    order by account.created_at, account.id`.execute(db)
  const accounts: AccountDetails[] = []
  for (const row of rows) {
    accounts.push({ ...accountFromRow(row, now), credentials: await credentialsOf(db, row.id) })
  }
  return accounts
}

// The subscription's columns are null together if the account has none.
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
