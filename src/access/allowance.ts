// Whether an account has a look-up left: a cheap check before the search. Only the Meter decides.

import { dailyLimit, findPlan, type Plan, type Plans } from '../account/plans/plans.ts'
import type { Subscription } from '../account/subscription.ts'
import { subscriptionOf } from '../account/subscriptions.ts'
import { readUsage } from '../account/usage.ts'
import { BoundedMap } from '../lib/bounded-map.ts'
import { type Clock, DAY_MS, utcDay } from '../lib/clock.ts'
import type { Store } from '../store/store.ts'
import { isStoreUnavailable } from '../store/store-error.ts'
import type { Caller } from './caller.ts'
import { isUpgradable, plansReached } from './charge/charge-decision.ts'
import { allowanceUsedUp, noSubscription, storeUnavailable, unknownPlan } from './refusals.ts'

const ACCOUNTS_MAX = 100_000
/** How long a refusal stands before the store is asked again: somebody may have been refunded or upgraded. */
const EXHAUSTED_KEPT_MS = 1000

/** A hint is for one day and one plan, so a new day or plan needs no message. */
interface Hint {
  readonly day: string
  readonly planName: string
  /** An upper bound: other nodes may have used some of it. */
  readonly remaining: number
  readonly atMs: number
}

export class Allowance {
  readonly #store: Pick<Store, 'db'>
  readonly #plans: Plans
  readonly #clock: Clock
  readonly #hints = new BoundedMap<string, Hint>(ACCOUNTS_MAX)
  readonly #underWay = new Map<string, Promise<Hint>>()
  #dayNumber = Number.NaN
  #day = ''

  constructor(store: Pick<Store, 'db'>, plans: Plans, clock: Clock) {
    this.#store = store
    this.#plans = plans
    this.#clock = clock
  }

  /** Fails with the 429 of an account that has nothing left today. A promise only where there is doubt. */
  check(caller: Caller): Promise<void> | undefined {
    const { accountId, subscription } = caller
    const hint = subscription && this.#usable(accountId, subscription)
    return hint !== undefined && hint.remaining > 0 ? undefined : this.#judge(caller)
  }

  async #judge({ accountId, subscription }: Caller): Promise<void> {
    if (subscription === undefined) throw noSubscription()
    const plan = this.#planOf(subscription)
    const hint = this.#usable(accountId, subscription) ?? (await this.#read(accountId))
    if (hint.remaining <= 0) throw allowanceUsedUp(plan, this.#clock.now())
  }

  learn(accountId: string, fact: Omit<Hint, 'atMs'>): void {
    this.#hints.set(accountId, { ...fact, atMs: this.#clock.monotonicMs() })
  }

  #usable(accountId: string, { planName }: Subscription): Hint | undefined {
    const hint = this.#hints.get(accountId)
    if (hint === undefined || hint.planName !== planName) return undefined
    if (hint.day !== this.#today()) return undefined
    if (hint.remaining > 0) return hint
    return this.#clock.monotonicMs() - hint.atMs < EXHAUSTED_KEPT_MS ? hint : undefined
  }

  // Writing a day as text costs as much as everything else here, and once a day is enough.
  #today(): string {
    const dayNumber = Math.floor(this.#clock.now() / DAY_MS)
    if (dayNumber !== this.#dayNumber) {
      this.#dayNumber = dayNumber
      this.#day = utcDay(dayNumber * DAY_MS)
    }
    return this.#day
  }

  #read(accountId: string): Promise<Hint> {
    const underWay = this.#underWay.get(accountId)
    if (underWay !== undefined) return underWay
    const reading = this.#query(accountId).finally(() => this.#underWay.delete(accountId))
    this.#underWay.set(accountId, reading)
    return reading
  }

  async #query(accountId: string): Promise<Hint> {
    const day = utcDay(this.#clock.now())
    try {
      const subscription = await subscriptionOf(this.#store.db, accountId)
      if (subscription === undefined) throw noSubscription()
      const { planName } = subscription
      const { lookups, bufferUsed } = await readUsage(this.#store, accountId, day)
      const plan = this.#planFor(subscription, lookups)
      const remaining =
        Math.max(0, dailyLimit(plan) - lookups) + Math.max(0, plan.monthlyBuffer - bufferUsed)
      this.learn(accountId, { day, planName, remaining })
      return { day, planName, remaining, atMs: this.#clock.monotonicMs() }
    } catch (error) {
      throw isStoreUnavailable(error) ? storeUnavailable() : error
    }
  }

  #planFor(subscription: Subscription, lookups: number): Plan {
    const plan = this.#planOf(subscription)
    return isUpgradable(subscription, this.#clock.now())
      ? (plansReached(this.#plans, plan, lookups).at(-1) ?? plan)
      : plan
  }

  #planOf({ product, planName }: Subscription): Plan {
    const plan = findPlan(this.#plans, product, planName)
    if (plan === undefined) throw unknownPlan(planName)
    return plan
  }
}
