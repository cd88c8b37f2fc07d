// An account of the simulation: as the service knows it, and as the models say it must be.

import type { Caller } from '../../src/access/caller.ts'
import { createAccount } from '../../src/account/accounts.ts'
import type { Plan, Plans } from '../../src/account/plans/plans.ts'
import { parsePlans } from '../../src/account/plans/plans-file.ts'
import type { Window } from '../../src/rate-limits/counters.ts'
import type { Store } from '../../src/store/store.ts'
import {
  type ReferenceAccount,
  ReferenceLedger,
  type Verdict,
} from '../access/charge/reference-ledger.ts'
import { callerOf, newEmail } from '../support/accounts.ts'
import { BillingModel } from './billing-model.ts'
import { RATES } from './node.ts'
import { must } from './violation.ts'

const few = { daily_lookup_limit_1: 20, daily_lookup_limit_2: 40, requests_per_5_minutes: 60 }
const more = { daily_lookup_limit_1: 70, monthly_buffer: 30, requests_per_5_minutes: 90 }
const most = { ...more, daily_lookup_limit_2: 150, time_penalty_ms: 5 }

export const PLANS: Plans = parsePlans(
  JSON.stringify({
    plans: [
      { name: 'trial', term: 'trial', ...few },
      { name: 'small', amount: 31, ...few },
      { name: 'middle', amount: 62.5, ...more },
      { name: 'large', amount: 99.99, ...most },
      { name: 'year', term: 'annual', amount: 500, ...most },
    ].map((plan) => ({ product: 'uk', ...plan })),
  }),
  'plans.json',
)
export const PLAN_NAMES = ['small', 'middle', 'large', 'year']
const TRIAL_MS = 30 * 86_400_000
const ledger = new ReferenceLedger(PLANS)

export class SimulatedAccount {
  readonly id: string
  /** The same in every run of a seed, which the id is not. */
  readonly name: string
  readonly reference: ReferenceAccount
  readonly billing = new BillingModel(PLANS)
  endedAt: number | undefined
  caller: Caller
  /** The same account by a domain token. */
  token: Caller

  private constructor(name: string, caller: Caller, reference: ReferenceAccount) {
    this.id = caller.accountId
    this.name = name
    this.reference = reference
    this.caller = caller
    this.token = caller
    this.#know(caller)
  }

  static async open(store: Store, planName: string, now: number): Promise<SimulatedAccount> {
    const isTrial = planName === 'trial'
    const wanted = { email: newEmail(), product: 'uk', ...(!isTrial && { planName }) } as const
    const made = await createAccount(store, PLANS, wanted, now)
    must(made.kind === 'created', 'books', () => `no account is made: ${made.kind}`)
    const reference = ledger.open(planName, now, isTrial ? now + TRIAL_MS : undefined)
    const account = new SimulatedAccount(
      `the account that began on ${planName}`,
      await callerOf(store, made.accountId),
      reference,
    )
    if (!isTrial) account.billing.choose(planName, now, now)
    return account
  }

  async readAgain(store: Store): Promise<void> {
    this.#know(await callerOf(store, this.id))
    const { planName } = this.reference
    const found = this.caller.subscription?.planName
    must(found === planName, 'charge', () => `${this.name} is on ${found}, not on ${planName}`)
  }

  /** One look-up by the reference: what must be answered. Where it moves to a larger plan, its days do too. */
  charge(now: number): Verdict {
    if (this.endedAt !== undefined && this.endedAt <= now) return 'forbidden'
    const { planName } = this.reference
    const verdict = ledger.charge(this.reference, now)
    const after = this.reference.planName
    if (after !== planName) this.billing.upgrade(after, now)
    return verdict
  }

  choose(planName: string, startedAt: number, now: number): void {
    ledger.choosePlan(this.reference, planName, now)
    this.billing.choose(planName, startedAt, now)
    this.endedAt = undefined
  }

  end(now: number): void {
    this.billing.end(now)
    this.endedAt = now
  }

  /** What a request is counted in. */
  windows(caller: Caller, isLookup: boolean, visitor: string): Window[] {
    const limit = this.#plan(caller).requestsPer5Minutes
    const ofPlan = isLookup ? [{ key: `plan of ${this.name}`, limit, seconds: 300 }] : []
    const { credentialId, visitorMinutes, visitorLimit = 0 } = caller
    if (caller.kind !== 'token') {
      const key = { key: credentialId, limit: RATES.keyRequestsPerMinute, seconds: 60 }
      return [...ofPlan, key]
    }
    const one = { limit: visitorLimit, seconds: visitorMinutes * 60, visitorOf: credentialId }
    const all = { key: credentialId, limit: RATES.tokenRequestsPerMinute, seconds: 60 }
    return [...ofPlan, { key: `${visitor} of ${credentialId}`, ...one }, all]
  }

  #plan({ subscription }: Caller): Plan {
    const plan = PLANS.find(({ name }) => name === subscription?.planName)
    must(plan !== undefined, 'books', () => `${this.name} has no plan`)
    return plan
  }

  #know(caller: Caller): void {
    this.caller = { ...caller, credentialId: `key of ${this.name}` }
    const limit = { visitorLimit: 5, visitorMinutes: 2, domain: 'example.com' }
    this.token = { ...caller, ...limit, kind: 'token', credentialId: `token of ${this.name}` }
  }
}
