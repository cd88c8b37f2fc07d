// The demo accounts of a first start, and the domain tokens of the start page.

import { sql } from 'kysely'
import { PRODUCTS, type Product } from '../address/product.ts'
import type { Store } from '../store/store.ts'
import { createAccount, findAccounts } from './accounts.ts'
import { addPublishedTestKey } from './keys/account-keys.ts'
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

export interface DemoKeys {
  /** The start page looks up with it; none where the host is an IP address. */
  readonly token: string | undefined
  /** In the samples of the reference. */
  readonly testKey: string
}

/** What the service's own pages show of the demo accounts. */
export async function makeDemoKeys(store: Store, baseUrl: string, now: number) {
  const keys: Partial<Record<Product, DemoKeys>> = {}
  for (const product of PRODUCTS) {
    const [account] = await findAccounts(store, demoEmail(product), now)
    if (account === undefined) continue
    await keepOpen(store, account.accountId, now)
    const testKey = await addPublishedTestKey(store, account.accountId, now)
    keys[product] = { token: await tokenFor(store, account.accountId, baseUrl, now), testKey }
  }
  return keys
}

async function tokenFor(store: Store, accountId: string, baseUrl: string, now: number) {
  const named = tokenHost(baseUrl)
  if (named.kind === 'fault') return undefined
  const saved = await saveDomainToken(store, accountId, { host: named.host }, now)
  return saved.kind === 'saved' ? saved.token.value : undefined
}

/** The trial of a demo account does not end, since the start page uses it. */
async function keepOpen({ db }: Store, accountId: string, now: number): Promise<void> {
  const endsAt = now + DEMO_MS
  await sql`
    update subscription set trial_ends_at = ${endsAt}, next_billing_at = ${endsAt}
    where account_id = ${accountId} and started_at is null and ended_at is null`.execute(db)
}
