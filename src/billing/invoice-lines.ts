// What a term costs: each of its days at the plan that it ended on, and days of one plan together on one line.

import { type PlanChange, planBefore } from '../account/plans/plan-history.ts'
import { findPlan, type Plan, type Plans } from '../account/plans/plans.ts'
import type { Subscription } from '../account/subscription.ts'
import { monthsBetween } from '../account/terms.ts'
import { formatShortDay } from './money.ts'
import { lastDayOf } from './settings.ts'

const DAY_MS = 86_400_000

export interface InvoiceLine {
  readonly quantity: number
  readonly details: string
  readonly unitMinor: number
  readonly subtotalMinor: number
}

export interface Term {
  readonly start: number
  readonly end: number
}

type Priced =
  | { readonly kind: 'priced'; readonly lines: readonly InvoiceLine[] }
  | { readonly kind: 'unknown-plan'; readonly planName: string }

/** `changes` are those since the start of the term, the last first. */
export function invoiceLines(
  subscription: Pick<Subscription, 'product' | 'planName'>,
  term: Term,
  changes: readonly PlanChange[],
  plans: Plans,
  lookups: number,
): Priced {
  const lines: InvoiceLine[] = []
  const stretches = planStretches(term, subscription.planName, changes)
  for (const stretch of stretches) {
    const plan = findPlan(plans, subscription.product, stretch.planName)
    if (plan === undefined) return { kind: 'unknown-plan', planName: stretch.planName }
    lines.push(planLine(plan, stretch, term))
  }
  return { kind: 'priced', lines: lookups === 0 ? lines : [...lines, lookupsLine(lookups)] }
}

interface Stretch extends Term {
  readonly planName: string
}

/** Terms begin and end at the same time of day, so that they are whole days long. */
function planStretches(
  { start, end }: Term,
  planNow: string,
  changes: readonly PlanChange[],
): Stretch[] {
  const stretches: Stretch[] = []
  for (let day = start; day < end; day += DAY_MS) {
    const dayEnd = Math.min(day + DAY_MS, end)
    const planName = planBefore(dayEnd, planNow, changes)
    const last = stretches.at(-1)
    if (last?.planName === planName) stretches[stretches.length - 1] = { ...last, end: dayEnd }
    else stretches.push({ planName, start: day, end: dayEnd })
  }
  return stretches
}

function planLine(plan: Plan, stretch: Stretch, term: Term): InvoiceLine {
  const days = Math.round((stretch.end - stretch.start) / DAY_MS)
  const termDays = Math.round((term.end - term.start) / DAY_MS)
  const wholeTermMinor = (plan.amountMinor * monthsBetween(term.start, term.end)) / plan.termMonths
  const minor = Math.round((wholeTermMinor * days) / termDays)
  const part = days === termDays ? '' : ` (${days} of ${termDays} days)`
  const details = `Plan ${plan.name}, ${formatShortDay(stretch.start)} to ${formatShortDay(lastDayOf(stretch))}${part}`
  return { quantity: 1, details, unitMinor: minor, subtotalMinor: minor }
}

function lookupsLine(lookups: number): InvoiceLine {
  const details = 'Look-ups, included in the plan'
  return { quantity: lookups, details, unitMinor: 0, subtotalMinor: 0 }
}

/** Half a cent up. */
export function taxOn(netMinor: number, basisPoints: number): number {
  return Math.round((netMinor * basisPoints) / 10_000)
}
