// What a term costs: each of its days at the largest plan that it saw, and days of one plan together on one line.

import type { PlanChange } from '../../account/plans/plan-history.ts'
import type { Plan, Plans } from '../../account/plans/plans.ts'
import type { Subscription } from '../../account/subscription.ts'
import { DAY_MS } from '../../lib/clock.ts'
import { formatDay } from './money.ts'
import { planDays } from './plan-days.ts'
import { lastDayOf } from './settings.ts'
import {
  annualPrice,
  type BilledTerm,
  daysBetween,
  type Stretch,
  stretchPrice,
} from './term-prices.ts'

export interface InvoiceLine {
  readonly quantity: number
  readonly details: string
  readonly unitMinor: number
  readonly subtotalMinor: number
}

type Priced =
  | { readonly kind: 'priced'; readonly lines: readonly InvoiceLine[] }
  | { readonly kind: 'unknown-plan'; readonly planName: string }

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
  const lines = planLines(stretches(days.plans, term.start), term, plans)
  return { kind: 'priced', lines: lookups === 0 ? lines : [...lines, lookupsLine(lookups)] }
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

function planLines(all: readonly Stretch[], term: BilledTerm, plans: Plans): InvoiceLine[] {
  const annual = annualPrice(all, term, plans)
  const [only] = all
  if (annual !== undefined && only !== undefined && all.length === 1) {
    return [planLine(only, term, annual.totalMinor, 'at the annual price')]
  }
  const lines = all.map((stretch) => {
    const { minor, isMonthlyPrice } = stretchPrice(stretch, term, plans)
    return planLine(stretch, term, minor, isMonthlyPrice ? 'at the monthly price' : '')
  })
  if (annual === undefined) return lines
  const minor = lines.reduce((sum, line) => sum + line.subtotalMinor, 0)
  const details = `Credit: the annual price of plan ${annual.plan.name} covers more of these days`
  return [...lines, lineOf(details, annual.totalMinor - minor)]
}

function planLine(
  { plan, start, end }: Stretch,
  term: BilledTerm,
  minor: number,
  price: string,
): InvoiceLine {
  const [days, wholeDays] = [daysBetween(start, end), daysBetween(term.start, term.wholeEnd)]
  const isWhole = days === wholeDays
  // A year at the annual price, like a month at the monthly price, needs no explanation.
  const isPlain = isWhole && price !== 'at the monthly price'
  const part = isWhole ? [] : [`${days} of ${wholeDays} days`]
  const notes = isPlain ? [] : [...part, ...(price === '' ? [] : [price])]
  const note = notes.length === 0 ? '' : ` (${notes.join(', ')})`
  const lastDay = formatDay(lastDayOf({ start, end }))
  return lineOf(`Plan ${plan.name}, ${formatDay(start)} to ${lastDay}${note}`, minor)
}

function lineOf(details: string, minor: number): InvoiceLine {
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
