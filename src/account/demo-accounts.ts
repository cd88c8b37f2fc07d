// The demo accounts of a first start, and the domain tokens of the start page.

import { sql } from 'kysely'
import { PRODUCTS, type Product } from '../address/product.ts'
import type { Store } from '../store/store.ts'
import { createAccount, findAccounts } from './accounts.ts'
import { saveDomainToken, tokenHost } from './keys/domain-tokens.ts'
import type { Plans } from './plans/plans.ts'

const DEMO_MS = 10 * 365 * 86_400_000

export interface DemoAccount {
  readonly product: Product
  readonly email: string
  readonly apiKey: string
  readonly adminKey: string
}

/** Creates missing demo accounts; only here are their keys available. */
export async function makeDemoAccounts(store: Store, plans: Plans, now: number) {
  const made: DemoAccount[] = []
  for (const product of PRODUCTS) {
    const email = demoEmail(product)
    const created = await createAccount(store, plans, { email, product }, now)
    if (created.kind !== 'created') continue
    made.push({ product, email, apiKey: created.apiKey, adminKey: created.adminKey })
  }
  return made
}

function demoEmail(product: Product): string {
  return `demo-${product}@doorplate.example`
}

/** Domain tokens of the demo accounts, with which the start page looks up; none where the host is an IP address. */
export async function makeDemoTokens(store: Store, baseUrl: string, now: number) {
  const named = tokenHost(baseUrl)
  if (named.kind === 'fault') return {}
  const tokens: Partial<Record<Product, string>> = {}
  for (const product of PRODUCTS) {
    const [account] = await findAccounts(store, demoEmail(product), now)
    if (account === undefined) continue
    await keepOpen(store, account.accountId, now)
    const saved = await saveDomainToken(store, account.accountId, { host: named.host }, now)
    if (saved.kind === 'saved') tokens[product] = saved.token.value
  }
  return tokens
}

/** The trial of a demo account does not end, since the start page uses it. */
async function keepOpen({ db }: Store, accountId: string, now: number): Promise<void> {
  const endsAt = now + DEMO_MS
  await sql`
    update subscription set trial_ends_at = ${endsAt}, next_billing_at = ${endsAt}
    where account_id = ${accountId} and started_at is null and ended_at is null`.execute(db)
}
