// A subscription and its one table of states, judged from dates at the moment of asking.

import { sql } from 'kysely'
import type { Product } from '../address/product.ts'
import { DAY_MS } from '../lib/clock.ts'

const TRIAL_DAYS = 30

/** Times are UTC milliseconds. */
export interface Subscription {
  readonly accountId: string
  readonly product: Product
  readonly planName: string
  readonly label: string
  readonly paymentMethod: string
  readonly autoUpgrade: boolean
  readonly trialStartedAt: number | undefined
  readonly trialEndsAt: number | undefined
  readonly startedAt: number | undefined
  readonly endedAt: number | undefined
  readonly nextBillingAt: number | undefined
  /** When the operator began to refuse its look-ups; its plan and its bills continue. */
  readonly suspendedAt?: number | undefined
  /** Shown to its holder; empty if the operator gave none. */
  readonly suspendedReason?: string
}

/** The result of a left join of `subscription.*`: all undefined if there is none. */
export type JoinedSubscription = Subscription | { readonly accountId: undefined }

export function joinedSubscription(row: JoinedSubscription): Subscription | undefined {
  return row.accountId === undefined ? undefined : row
}

export const SUBSCRIPTION_STATES = ['trial', 'trial-ended', 'active', 'ended'] as const

export type SubscriptionState = (typeof SUBSCRIPTION_STATES)[number]

type Dates = Pick<Subscription, 'trialEndsAt' | 'startedAt' | 'endedAt'>

// The first row that fits is the state. A moment belongs to what begins with it: a trial that ends now has ended.
const STATES: readonly (readonly [SubscriptionState, (dates: Dates, now: number) => boolean])[] = [
  ['ended', ({ endedAt }, now) => hasCome(endedAt, now)],
  ['active', ({ startedAt }, now) => hasCome(startedAt, now)],
  ['trial-ended', ({ trialEndsAt }, now) => hasCome(trialEndsAt, now)],
  ['trial', ({ trialEndsAt }) => trialEndsAt !== undefined],
]

export function subscriptionState(dates: Dates, now: number): SubscriptionState {
  const row = STATES.find(([, fits]) => fits(dates, now))
  // Neither a trial nor a start: nothing that could be used was ever begun.
  return row === undefined ? 'ended' : row[0]
}

/** The same table in SQL. */
export function stateSql(now: number) {
  return sql`case when ended_at <= ${now} then 'ended' when started_at <= ${now} then 'active'
    when trial_ends_at <= ${now} then 'trial-ended' when trial_ends_at is not null then 'trial'
    else 'ended' end`
}

/** Whether its keys may look up addresses. */
export function isLive(state: SubscriptionState): boolean {
  return state === 'trial' || state === 'active'
}

export function trialEnd(startedAt: number): number {
  return startedAt + TRIAL_DAYS * DAY_MS
}

function hasCome(moment: number | undefined, now: number): boolean {
  return moment !== undefined && moment <= now
}

/** The same day of a later month, or the last day of that month if it is shorter. */
export function addMonths(ms: number, months: number): number {
  const date = new Date(ms)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(day, last))
  return date.getTime()
}

/** Terms are counted from the start, so that 31 January is followed by 28 February and then by 31 March. */
export function nextBillingDate(startedAt: number, from: number, termMonths: number): number {
  return addMonths(startedAt, monthsBetween(startedAt, from) + termMonths)
}

export function monthsBetween(from: number, to: number): number {
  const [a, b] = [new Date(from), new Date(to)]
  const years = b.getUTCFullYear() - a.getUTCFullYear()
  return years * 12 + b.getUTCMonth() - a.getUTCMonth()
}

/** A term that is broken off is paid for up to and including its last calendar day, and never beyond its own end. */
export function brokenOffAt(startedAt: number, nextBillingAt: number, endedAt: number): number {
  const daysBefore = Math.floor(endedAt / DAY_MS) - Math.floor(startedAt / DAY_MS)
  const dayAfterLast = startedAt + (Math.max(0, daysBefore) + 1) * DAY_MS
  return nextBillingAt > endedAt ? Math.min(nextBillingAt, dayAfterLast) : dayAfterLast
}
