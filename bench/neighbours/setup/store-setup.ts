// The accounts of the attackers as they stand after years: made in the store, before the service starts.

import { sql } from 'kysely'
import { createAccount } from '../../../src/account/accounts.ts'
import { addOperator } from '../../../src/account/operators/operators.ts'
import type { Plans } from '../../../src/account/plans/plans.ts'
import type { Product } from '../../../src/address/product.ts'
import { runBilling } from '../../../src/billing/billing-run.ts'
import { type Clock, utcDay } from '../../../src/lib/clock.ts'
import { readConfig } from '../../../src/settings/config.ts'
import type { Store } from '../../../src/store/store.ts'
import type { Keys, Sender, World } from './world.ts'

const DAY_MS = 86_400_000
/** Long enough for the longest range of days, and for 36 invoices. */
const YEARS = 3
const DAYS = YEARS * 366

interface Setup {
  readonly store: Store
  readonly plans: Plans
  readonly clock: Clock
  /** What the attackers pay for. */
  readonly planName: string
}

export type Attackers = Pick<World, 'accounts' | 'operatorKey' | 'planName'>

export async function setUpAttackers(setup: Setup): Promise<Attackers> {
  const { store, plans, clock, planName } = setup
  const owner = await account(setup, 'owner', 'uk', clock.now() - DAYS * DAY_MS)
  await useEveryDay(setup, owner.accountId)
  const settings = readConfig({}).billing
  await runBilling({ store, plans, clock, settings }, clock.now())
  const both = async (sender: Sender): Promise<Record<Product, Keys>> => ({
    au: await account(setup, sender, 'au', clock.now()),
    nz: await account(setup, sender, 'nz', clock.now()),
    uk: sender === 'owner' ? owner : await account(setup, sender, 'uk', clock.now()),
  })
  const accounts = {
    plain: await both('plain'),
    owner: await both('owner'),
    spare: await both('spare'),
  }
  const operatorKey = await addOperator(store, 'neighbours', clock.now())
  if (operatorKey === undefined) throw new Error('The operator is there already.')
  return { accounts, operatorKey, planName }
}

async function account(
  { store, plans, planName }: Setup,
  sender: Sender,
  product: Product,
  created: number,
): Promise<Keys> {
  const wanted = { email: `${sender}-${product}@example.com`, product, planName }
  const made = await createAccount(store, plans, wanted, created)
  if (made.kind !== 'created') throw new Error(`No account could be made: ${made.kind}.`)
  const { accountId, apiKey, adminKey } = made
  return { accountId, apiKey, adminKey }
}

/** Look-ups on every day but today. */
async function useEveryDay({ store, clock }: Setup, accountId: string): Promise<void> {
  await store.transaction(async (tx) => {
    for (let day = 1; day < DAYS; day += 1) {
      const at = utcDay(clock.now() - day * DAY_MS)
      await sql`insert into usage_day (account_id, day, lookups) values (${accountId}, ${at}, 7)`.execute(
        tx,
      )
    }
  })
}
