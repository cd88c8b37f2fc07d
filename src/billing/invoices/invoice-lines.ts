// What a term costs: each of its days at the largest plan that it saw, and days of one plan together on one line.

import type { PlanChange } from '../../account/plans/plan-history.ts'
import type { Plan, Plans } from '../../account/plans/plans.ts'
import type { Subscription } from '../../account/subscription.ts'
import { monthsBetween } from '../../account/terms.ts'
import { formatShortDay } from './money.ts'
import { DAY_MS, planDays, type Term } from './plan-days.ts'
import { lastDayOf } from './settings.ts'

export interface InvoiceLine {
  readonly quantity: number
  readonly details: string
  readonly unitMinor: number
  readonly subtotalMinor: number
}

type Priced =
  | { readonly kind: 'priced'; readonly lines: readonly InvoiceLine[] }
  | { readonly kind: 'unknown-plan'; readonly planName: string }

/** What is billed of a term: all of it, or its days up to the one on which it was broken off. */
export interface BilledTerm extends Term {
  /** Where the term ends that its plans are priced for. */
  readonly wholeEnd: number
}

/** `changes` are those since the start of the term, the last first. */
export function invoiceLines(
  subscription: Pick<Subscription, 'product' | 'planName'>,
  term: BilledTerm,
  changes: readonly PlanChange[],
  plans: Plans,
  lookups: number,
): Priced {
  const days = planDays(subscription, term, changes, plans)
  if (days.kind === 'unknown-plan') return days
  const lines = stretches(days.plans, term.start).map((stretch) => planLine(stretch, term))
  return { kind: 'priced', lines: lookups === 0 ? lines : [...lines, lookupsLine(lookups)] }
}

interface Stretch extends Term {
  readonly plan: Plan
}

/** Days of one plan that follow each other. */
function stretches(days: readonly Plan[], start: number): Stretch[] {
  const found: Stretch[] = []
  days.forEach((plan, day) => {
    const end = start + (day + 1) * DAY_MS
    const last = found.at(-1)
    if (last?.plan === plan) found[found.length - 1] = { ...last, end }
    else found.push({ plan, start: end - DAY_MS, end })
  })
  return found
}

function planLine({ plan, start, end }: Stretch, term: BilledTerm): InvoiceLine {
  const days = Math.round((end - start) / DAY_MS)
  const wholeDays = Math.round((term.wholeEnd - term.start) / DAY_MS)
  const months = monthsBetween(term.start, term.wholeEnd)
  const minor = Math.round((plan.amountMinor * months * days) / (plan.termMonths * wholeDays))
  const part = days === wholeDays ? '' : ` (${days} of ${wholeDays} days)`
  const lastDay = formatShortDay(lastDayOf({ start, end }))
  const details = `Plan ${plan.name}, ${formatShortDay(start)} to ${lastDay}${part}`
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
