// Accounts, plans and callers for tests, made as the service makes them.

import assert from 'node:assert/strict'
import type { Caller } from '../../src/access/caller.ts'
import { Meter } from '../../src/access/charge/meter.ts'
import { createAccount } from '../../src/account/accounts.ts'
import type { Plan, Plans } from '../../src/account/plans/plans.ts'
import { parsePlans } from '../../src/account/plans/plans-file.ts'
import { choosePlan, subscriptionOf } from '../../src/account/subscriptions.ts'
import type { Product } from '../../src/address/product.ts'
import type { Store } from '../../src/store/store.ts'
import { PATIENT_MS } from './servers/patience.ts'

/** What a caller has who comes with a key and not with a domain token. */
export const NO_TOKEN = {
  domain: undefined,
  visitorLimit: undefined,
  visitorMinutes: 1,
} satisfies Partial<Caller>

/** Fields as the file of plans has them. */
interface PlanFields {
  readonly name: string
  readonly product?: Product
  readonly term?: string
  readonly daily_lookup_limit_1: number
  readonly daily_lookup_limit_2?: number
  readonly monthly_buffer?: number
  readonly time_penalty_ms?: number
  readonly work_ms_per_second?: number
  readonly work_burst_ms?: number
  readonly amount?: number
  readonly multi_application?: boolean
}

export function makePlans(...fields: readonly PlanFields[]): Plans {
  const trial = { name: 'trial', daily_lookup_limit_1: 100 }
  const plans = [trial, ...fields].map((plan) => ({ product: 'au', ...plan }))
  return parsePlans(JSON.stringify({ plans }), 'plans.json')
}

export function onlyPlan(fields: PlanFields): Plan {
  const plan = makePlans(fields).find(({ name }) => name === fields.name)
  assert(plan)
  return plan
}

let made = 0

/** One that no other test has. */
export function newEmail(): string {
  made += 1
  return `account-${made}-${process.pid}@example.com`
}

/** A new account on a plan, as a caller with its API key. */
export async function newCaller(
  store: Store,
  plans: Plans,
  planName: string,
  now: number,
): Promise<Caller> {
  const wanted = { email: newEmail(), product: 'au', planName } as const
  const created = await createAccount(store, plans, wanted, now)
  assert.equal(created.kind, 'created')
  return callerOf(store, created.accountId)
}

/** The caller as it stands now: with the subscription that the store has. */
export async function callerOf(store: Store, accountId: string): Promise<Caller> {
  const subscription = await subscriptionOf(store.db, accountId)
  return { ...NO_TOKEN, credentialId: 'cred_test', kind: 'api', accountId, subscription }
}

export async function movePlan(
  store: Store,
  plans: Plans,
  caller: Caller,
  planName: string,
  now: number,
): Promise<Caller> {
  const chosen = await choosePlan(store, plans, caller.accountId, planName, now)
  assert.equal(chosen.kind, 'chosen')
  return callerOf(store, caller.accountId)
}

type MeterParts = ConstructorParameters<typeof Meter>[0]

/** One that tells nobody what is left, and waits for a machine that is busy with other tests. */
export function patientMeter(
  parts: Pick<MeterParts, 'store' | 'plans' | 'clock'> & Partial<MeterParts>,
): Meter {
  return new Meter({ allowance: { learn: () => {} }, timeoutMs: PATIENT_MS, ...parts })
}
