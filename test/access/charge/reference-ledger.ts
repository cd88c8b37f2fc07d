// What the books must say, told one look-up at a time: no batches, no nodes, no database.

import type { Plan } from '../../../src/account/plans/plans.ts'

export type Verdict = 'plain' | 'penalty' | 'buffer' | 'used-up' | 'forbidden'

export interface ReferenceAccount {
  planName: string
  autoUpgrade: boolean
  startedAt: number | undefined
  trialEndsAt: number | undefined
  readonly days: Map<string, number>
  readonly months: Map<string, number>
  /** Day and kind. */
  readonly events: Set<string>
}

export class ReferenceLedger {
  readonly #plans: readonly Plan[]

  /** Plans of one product and term. */
  constructor(plans: readonly Plan[]) {
    this.#plans = plans
  }

  open(planName: string, now: number, trialEndsAt?: number): ReferenceAccount {
    const startedAt = trialEndsAt === undefined ? now : undefined
    const books = { days: new Map(), months: new Map(), events: new Set<string>() }
    return { planName, autoUpgrade: false, startedAt, trialEndsAt, ...books }
  }

  choosePlan(account: ReferenceAccount, planName: string, now: number): void {
    account.planName = planName
    if (account.startedAt === undefined || account.startedAt > now) account.startedAt = now
  }

  charge(account: ReferenceAccount, now: number): Verdict {
    const isActive = account.startedAt !== undefined && account.startedAt <= now
    const isTrial = account.trialEndsAt !== undefined && now < account.trialEndsAt
    if (!isActive && !isTrial) return 'forbidden'
    const day = new Date(now).toISOString().slice(0, 10)
    const used = account.days.get(day) ?? 0
    const { planName } = account
    if (isActive) this.#moveOn(account, used)
    const verdict = this.#judge(account, used, day)
    if (verdict === 'used-up') {
      account.planName = planName
      return verdict
    }
    account.days.set(day, used + 1)
    if (used + 1 === this.#first(account)) account.events.add(`${day} first-limit-reached`)
    if (used + 1 === this.#last(account)) account.events.add(`${day} second-limit-reached`)
    if (isActive) this.#moveOn(account, used + 1)
    return verdict
  }

  #judge(account: ReferenceAccount, used: number, day: string): Verdict {
    if (used < this.#first(account)) return 'plain'
    if (used < this.#last(account)) return 'penalty'
    const month = day.slice(0, 7)
    const drawn = account.months.get(month) ?? 0
    if (drawn >= this.#plan(account).monthlyBuffer) return 'used-up'
    account.months.set(month, drawn + 1)
    return 'buffer'
  }

  #moveOn(account: ReferenceAccount, used: number): void {
    if (!account.autoUpgrade || used < this.#last(account)) return
    const larger = this.#plans
      .filter(({ name }) => name !== 'trial')
      .filter((plan) => last(plan) > this.#last(account))
    const [next] = larger.sort((a, b) => last(a) - last(b))
    if (next === undefined) return
    account.planName = next.name
    this.#moveOn(account, used)
  }

  #first(account: ReferenceAccount): number {
    return this.#plan(account).dailyLookupLimit1
  }

  #last(account: ReferenceAccount): number {
    return last(this.#plan(account))
  }

  #plan({ planName }: ReferenceAccount): Plan {
    const plan = this.#plans.find(({ name }) => name === planName)
    if (plan === undefined) throw new Error(`There is no plan ${planName}.`)
    return plan
  }
}

function last(plan: Plan): number {
  return Math.max(plan.dailyLookupLimit1, plan.dailyLookupLimit2)
}
