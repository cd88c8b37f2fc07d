// The plans on offer: what each allows, which may be chosen, and which follows which.

import type { Product } from '../../address/product.ts'

/**
 * A plan's name is unique within its product, and a subscription names its plan, so an operator who edits the file
 * changes the limits of everyone on that plan at the next start.
 */
export interface Plan {
  readonly name: string
  readonly product: Product
  /** As the file says it: monthly, annual, trial. */
  readonly term: string
  readonly termMonths: number
  readonly amountMinor: number
  readonly description: string
  readonly dailyLookupLimit1: number
  readonly dailyLookupLimit2: number
  readonly monthlyBuffer: number
  readonly timePenaltyMs: number
  readonly requestsPer5Minutes: number
  /** Work that the requests of an account may cause, in milliseconds of one core: each second, and at once. */
  readonly workMsPerSecond: number
  readonly workBurstMs: number
  readonly multiApplication: boolean
}

export type Plans = readonly Plan[]

export const TRIAL_PLAN = 'trial'

/**
 * Each product has a `trial` of its own, so that both can be tried on their own terms; a file with a single `trial`
 * means it for both.
 */
export function findPlan(plans: Plans, product: Product, name: string): Plan | undefined {
  const own = plans.find((plan) => plan.product === product && plan.name === name)
  if (own !== undefined || name !== TRIAL_PLAN) return own
  return plans.find((plan) => plan.name === TRIAL_PLAN)
}

/** What can be chosen: everything but the trial. */
export function plansOnOffer(plans: Plans, product: Product): Plans {
  return plans.filter((plan) => plan.product === product && plan.name !== TRIAL_PLAN)
}

/** The look-ups of a day before the buffer: a second limit that is not above the first means nothing. */
export function dailyLimit(plan: Pick<Plan, 'dailyLookupLimit1' | 'dailyLookupLimit2'>): number {
  return Math.max(plan.dailyLookupLimit1, plan.dailyLookupLimit2)
}

/** Where auto-upgrade leads: the smallest larger plan of the same product and term. */
export function nextPlan(plans: Plans, plan: Plan): Plan | undefined {
  return plansOnOffer(plans, plan.product)
    .filter(({ termMonths }) => termMonths === plan.termMonths)
    .filter((other) => dailyLimit(other) > dailyLimit(plan))
    .sort((a, b) => dailyLimit(a) - dailyLimit(b) || a.amountMinor - b.amountMinor)
    .at(0)
}

/**
 * The monthly plan that allows the same look-ups as an annual one: the cheapest of its product with the same limits.
 * Undefined if there is none, and for a plan that is monthly itself.
 */
export function monthlyCounterpart(plans: Plans, plan: Plan): Plan | undefined {
  if (plan.termMonths === 1) return undefined
  return plansOnOffer(plans, plan.product)
    .filter(
      (other) =>
        other.termMonths === 1 &&
        other.dailyLookupLimit1 === plan.dailyLookupLimit1 &&
        dailyLimit(other) === dailyLimit(plan) &&
        other.monthlyBuffer === plan.monthlyBuffer,
    )
    .sort((a, b) => a.amountMinor - b.amountMinor)
    .at(0)
}
