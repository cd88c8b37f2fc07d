// What invoices promise one account: each day with a plan on exactly one of them, at the largest plan that it saw.

import type { Plan } from '../../src/account/plans/plans.ts'
import { addMonths, monthsBetween } from '../../src/account/subscription.ts'
import type { Invoice } from '../../src/billing/invoices/invoice.ts'
import { must } from './violation.ts'

const DAY_MS = 86_400_000
const PLAN_LINE = /^Plan ([\w-]+), (.+?) to (.+?)(?: \(|$)/

/** Days last 24 hours from the time of day of the start, and are known by the date on which they begin. */
export class BillingModel {
  readonly #plans: readonly Plan[]
  readonly #due = new Map<number, Plan>()
  /** Where a term may have ended on the day of the end, that day is paid for only if it did not. */
  readonly #optional = new Set<number>()
  readonly #billed = new Set<number>()
  #startedAt: number | undefined
  #plan: Plan | undefined
  #since = 0
  #endedAt: number | undefined

  constructor(plans: readonly Plan[]) {
    this.#plans = plans
  }

  get lastChangeAt(): number {
    return this.#since
  }

  /** `startedAt` is where the terms are counted from, by the service's own word. */
  choose(planName: string, startedAt: number, now: number): void {
    const isTermKept = this.#startedAt === startedAt
    if (isTermKept && this.#endedAt === undefined && this.#plan?.name === planName) return
    if (isTermKept) this.#markUntil(now)
    else this.#settleEnd()
    this.#startedAt = startedAt
    this.#endedAt = undefined
    this.#plan = this.#named(planName)
    this.#since = now
  }

  /** Within the term. */
  upgrade(planName: string, now: number): void {
    this.#markUntil(now)
    this.#plan = this.#named(planName)
  }

  end(now: number): void {
    if (this.#startedAt === undefined) return
    this.#markUntil(now)
    this.#endedAt = now
  }

  /** Until this change the plan was in force, unless the subscription had ended. */
  #markUntil(now: number): void {
    const [startedAt, from] = [this.#startedAt, this.#since]
    this.#markPassed(now)
    this.#since = now
    if (startedAt === undefined || this.#plan === undefined || from <= now) return
    // The clock was set back in between: what is known is that the plan was in force at both moments.
    this.#mark(this.#plan, from, from + 1)
    this.#mark(this.#plan, Math.max(now - 1, startedAt), now)
  }

  #markPassed(now: number): void {
    if (this.#startedAt === undefined || this.#plan === undefined || this.#since >= now) return
    this.#mark(this.#plan, this.#since, now)
    this.#since = now
  }

  check({ number, lines, term }: Invoice, now: number): void {
    if (this.#endedAt === undefined) this.#markPassed(now)
    else if (term.end > this.#endedAt) this.#settleEnd()
    let days = 0
    for (const { details, subtotalMinor } of lines) {
      const [, planName, from, to] = PLAN_LINE.exec(details) ?? []
      if (planName === undefined) continue
      const plan = this.#named(planName)
      const [first, last] = [dateOf(`${from}`), dateOf(`${to}`)]
      for (let date = first; date <= last; date += 1) this.#bill(number, date, plan)
      days += last - first + 1
      const count = last - first + 1
      const least = (plan.amountMinor / plan.termMonths) * count
      const most = this.#rateOf(plan) * count
      const isPriced = subtotalMinor >= least / 31 - 1 && subtotalMinor <= most / 28 + 1
      must(isPriced, 'billing', () => `invoice ${number} asks ${subtotalMinor} for "${details}"`)
    }
    const whole = (term.end - term.start) / DAY_MS
    must(days === whole, 'billing', () => `invoice ${number} has ${days} days of ${whole}`)
  }

  /** When nothing more can be invoiced. */
  checkAll(): void {
    this.#settleEnd()
    for (const date of this.#due.keys()) {
      const isBilled = this.#billed.has(date) || this.#optional.has(date)
      must(isBilled, 'billing', () => `${dayOf(date)} had a plan and is on no invoice`)
    }
  }

  #bill(number: string, date: number, plan: Plan): void {
    const due = this.#due.get(date)
    must(due !== undefined, 'billing', () => `invoice ${number} has ${dayOf(date)}, without a plan`)
    must(this.#rateOf(due) === this.#rateOf(plan), 'billing', () => {
      return `invoice ${number} has ${dayOf(date)} at ${plan.name}, but it saw ${due.name}`
    })
    must(!this.#billed.has(date), 'billing', () => `${dayOf(date)} is on two invoices`)
    this.#billed.add(date)
  }

  // The day of the end is paid for, by the calendar. Called when the subscription can no longer be taken up again.
  #settleEnd(): void {
    const [startedAt, endedAt] = [this.#startedAt, this.#endedAt]
    if (startedAt === undefined || endedAt === undefined || this.#plan === undefined) return
    const lastDay = startedAt + (dateAt(endedAt) - dateAt(startedAt)) * DAY_MS
    const isTermEnd = addMonths(startedAt, monthsBetween(startedAt, lastDay)) === lastDay
    this.#mark(this.#plan, endedAt, lastDay + DAY_MS)
    if (isTermEnd && endedAt < lastDay) this.#optional.add(dateAt(lastDay))
    this.#startedAt = undefined
    this.#endedAt = undefined
  }

  #mark(plan: Plan, from: number, to: number): void {
    const startedAt = this.#startedAt ?? from
    const first = Math.floor((from - startedAt) / DAY_MS)
    const last = Math.ceil((to - startedAt) / DAY_MS)
    for (let day = first; day < last; day += 1) {
      const date = dateAt(startedAt) + day
      const other = this.#due.get(date)
      // A day that was not paid for as a last one is the first of what follows.
      const isOpen = this.#optional.delete(date) || other === undefined
      if (isOpen || this.#rateOf(plan) > this.#rateOf(other)) this.#due.set(date, plan)
    }
  }

  /** A month of an annual plan costs as much as of the monthly plan with the same limits, until it is stayed with. */
  #rateOf({ amountMinor, termMonths, dailyLookupLimit2 }: Plan): number {
    const monthly = this.#plans.find(
      (other) => other.termMonths < termMonths && other.dailyLookupLimit2 === dailyLookupLimit2,
    )
    return Math.max(amountMinor / termMonths, monthly?.amountMinor ?? 0)
  }

  #named(planName: string): Plan {
    const plan = this.#plans.find(({ name }) => name === planName)
    must(plan !== undefined, 'billing', () => `there is no plan ${planName}`)
    return plan
  }
}

function dateAt(ms: number): number {
  return Math.floor(ms / DAY_MS)
}

function dateOf(text: string): number {
  return dateAt(Date.parse(`${text} UTC`))
}

function dayOf(date: number): string {
  return new Date(date * DAY_MS).toISOString().slice(0, 10)
}
