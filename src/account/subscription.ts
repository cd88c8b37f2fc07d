// A subscription and its one table of states, judged from dates at the moment of asking.

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
  /** Since when the operator refuses its look-ups; its plan and its bills go on. */
  readonly suspendedAt?: number | undefined
}

export type SubscriptionState = 'trial' | 'trial-ended' | 'active' | 'ended'

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

export type SubscriptionEvent = 'choose-plan' | 'end'

/** Which event moves which state to which; absent where it changes nothing and is refused. */
export const TRANSITIONS: Readonly<
  Record<SubscriptionState, Partial<Record<SubscriptionEvent, SubscriptionState>>>
> = {
  trial: { 'choose-plan': 'active', end: 'ended' },
  'trial-ended': { 'choose-plan': 'active', end: 'ended' },
  active: { 'choose-plan': 'active', end: 'ended' },
  ended: { 'choose-plan': 'active' },
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
