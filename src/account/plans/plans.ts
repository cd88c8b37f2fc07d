// The plans on offer: what each allows, which may be chosen, and which follows which.

import type { Product } from '../../address/product.ts'

/** A subscription names its plan, so an edit of the file changes everyone on that plan at the next start. */
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
  /** How many ids a watch list may have. */
  readonly watchedIdsMax: number
  /** What all territories of an account may have together. */
  readonly territories: Readonly<Record<'layers' | 'polygons' | 'points' | 'bytes', number>>
}

export type Plans = readonly Plan[]

export const TRIAL_PLAN = 'trial'

/** By its name, which is unique within a product; a file with a single `trial` means it for both products. */
export function findPlan(plans: Plans, product: Product, name: string): Plan | undefined {
  const own = plans.find((plan) => plan.product === product && plan.name === name)
  if (own !== undefined || name !== TRIAL_PLAN) return own
  return plans.find((plan) => plan.name === TRIAL_PLAN)
}

/** The plans that can be chosen: all but the trial. */
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

/** The cheapest monthly plan with the limits of an annual one; undefined if there is none or the plan is monthly. */
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

/** Where an account holder chooses a plan, for events and mails. */
export function upgradeLink(baseUrl: string): string {
  return `${baseUrl}/console#plan`
}
