// What a charge does to an account, decided from what was read of it; and for which states of it the decision is right.

import { dailyLimit, findPlan, nextPlan, type Plan, type Plans } from '../../account/plans/plans.ts'
import { isLive, subscriptionState } from '../../account/subscription.ts'
import type { LimitReached, Trace } from '../../webhooks/bodies.ts'
import type {
  AccountCharge,
  AccountLookups,
  AccountState,
  ChargeBatch,
  CountedCharge,
  KeyName,
} from './batch.ts'
import { type LimitNotice, limitNotice, noticeMarks } from './limit-notices.ts'

export type Decision =
  /** The account is refused or has nothing left, and nothing is written. */
  | { readonly kind: 'settled'; readonly charge: AccountCharge }
  | { readonly kind: 'change'; readonly change: Change }

export interface Change {
  /** Its `before` is what was read, and may be more by the time of writing, within `lookups`. */
  readonly charge: CountedCharge
  /** The look-ups of the day for which the change is right. */
  readonly lookups: Range
  /** How much of the buffer may be used for the change to be right; ignored if nothing is drawn from it. */
  readonly bufferUsed: Range
  /** Whether the rows of the day or of the month have to be made. */
  readonly isFirst: boolean
  readonly limits: readonly ReachedLimit[]
  readonly notice: LimitNotice | undefined
  /** One for each admitted look-up, if an endpoint wants `track` events. */
  readonly traces: readonly Trace[]
  readonly mayWait: boolean
}

/** Both ends are included. */
interface Range {
  readonly min: number
  readonly max: number
}

const ANY_MAX = 2_147_483_647

export function decide(
  wanted: AccountLookups,
  state: AccountState | undefined,
  batch: Pick<ChargeBatch, 'plans' | 'now'>,
): Decision {
  const { accountId, lookups } = wanted
  if (state === undefined) return settled({ kind: 'no-subscription', accountId })
  const { product, planName } = state
  const status = subscriptionState(state, batch.now)
  if (!isLive(status)) return settled({ kind: 'not-live', accountId, state: status })
  const plan = findPlan(batch.plans, product, planName)
  if (plan === undefined) return settled({ kind: 'unknown-plan', accountId, planName })
  const before = state.lookups ?? 0
  const plans = isUpgradable(state, batch.now)
    ? plansReached(batch.plans, plan, before + lookups)
    : ([plan] as const)
  const last = plans.at(-1) ?? plan
  const counted = chargeUnder(last, wanted, state)
  const admitted = counted.fromDay + counted.fromBuffer
  // Nobody is moved to a plan that costs more and answers nothing.
  if (admitted === 0) return settled({ ...counted, planName })
  const outgrown = plans.slice(0, -1).map((old) => ({ planName: old.name, upTo: dailyLimit(old) }))
  const isUpgraded = outgrown.length > 0
  const charge = { ...counted, ...(isUpgraded && { outgrown }), ...byKey(wanted.keys, admitted) }
  const limits = limitsReached(plans, before, before + admitted)
  const notice = limitNotice({ accountId, plan: last, before, after: before + admitted }, batch.now)
  const isPlain = !isUpgraded && limits.length === 0 && notice === undefined
  const isFirst =
    state.lookups === undefined || (charge.fromBuffer > 0 && state.bufferUsed === undefined)
  const traces = (state.trackEndpoints ?? 0) > 0 ? (wanted.traces ?? []).slice(0, admitted) : []
  const ranges = (isPlain ? plainRanges(last, charge, lookups) : undefined) ?? exactly(state)
  const mayWait = wanted.wasLocked !== true
  return { kind: 'change', change: { charge, ...ranges, isFirst, limits, notice, traces, mayWait } }
}

/** First come, first served: the look-ups that are admitted are the first of the batch. */
function byKey(keys: readonly KeyName[] | undefined, admitted: number) {
  if (keys === undefined) return {}
  const groups = Map.groupBy(keys.slice(0, admitted), ([kind, name]) => `${kind} ${name}`)
  const counts = [...groups.values()].flatMap((group) =>
    group.slice(0, 1).map((key) => [...key, group.length] as const),
  )
  return { keys: counts }
}

function settled(charge: AccountCharge): Decision {
  return { kind: 'settled', charge }
}

// The day first, then the buffer of the month, under the plan that the account has after the batch.
function chargeUnder(plan: Plan, { accountId, lookups }: AccountLookups, state: AccountState) {
  const before = state.lookups ?? 0
  const fromDay = Math.min(lookups, left(dailyLimit(plan), before))
  const buffer = left(plan.monthlyBuffer, state.bufferUsed ?? 0)
  const fromBuffer = Math.min(lookups - fromDay, buffer)
  return {
    kind: 'counted',
    accountId,
    planName: plan.name,
    before,
    fromDay,
    fromBuffer,
    bufferLeft: buffer - fromBuffer,
  } satisfies CountedCharge
}

/** A charge that reaches no mark is right for a range, so nodes that charge one account rarely read it again. */
function plainRanges(plan: Plan, charge: CountedCharge, lookups: number): Ranges | undefined {
  const { before, fromDay, fromBuffer } = charge
  if (fromDay === lookups) {
    const marks = [0, plan.dailyLookupLimit1, dailyLimit(plan), ...noticeMarks(plan)]
    const min = Math.max(...marks.filter((mark) => mark <= before))
    const max = Math.min(...marks.filter((mark) => mark > before)) - 1 - lookups
    return { lookups: { min, max }, bufferUsed: { min: 0, max: ANY_MAX } }
  }
  if (fromBuffer < lookups) return undefined
  return {
    lookups: { min: dailyLimit(plan), max: ANY_MAX },
    bufferUsed: { min: 0, max: plan.monthlyBuffer - lookups },
  }
}

type Ranges = Pick<Change, 'lookups' | 'bufferUsed'>

function exactly({ lookups = 0, bufferUsed = 0 }: AccountState): Ranges {
  return {
    lookups: { min: lookups, max: lookups },
    bufferUsed: { min: bufferUsed, max: bufferUsed },
  }
}

function left(limit: number, used: number): number {
  return Math.max(0, limit - used)
}

interface ReachedLimit extends LimitReached {
  readonly planName: string
}

/** `plans` in the order they are filled; `before` and `after` are look-ups of the day. */
function limitsReached(plans: readonly Plan[], before: number, after: number): ReachedLimit[] {
  let from = before
  return plans.flatMap((plan) => {
    const last = dailyLimit(plan)
    const limits = [
      ['first-limit-reached', plan.dailyLookupLimit1],
      ['second-limit-reached', last],
    ] as const
    const reached = limits
      .filter(([, limit]) => from < limit && limit <= after)
      .map(([kind, limit]) => ({
        kind,
        planName: plan.name,
        limit,
        nextLimit: last,
        timePenaltyMs: plan.timePenaltyMs,
      }))
    // Of a larger plan, only what lies above the one before can be reached.
    from = Math.max(from, last)
    return reached
  })
}

/** Whether it moves to a larger plan when the day's last limit is reached. Never a trial: a person chooses to pay. */
export function isUpgradable(subscription: Upgradable, now: number): boolean {
  return subscription.autoUpgrade && subscriptionState(subscription, now) === 'active'
}

type Upgradable = Pick<AccountState, 'autoUpgrade' | 'trialEndsAt' | 'startedAt' | 'endedAt'>

/** The plan, and each larger one while this many look-ups a day reach the limit of the one before. */
export function plansReached(plans: Plans, from: Plan, lookups: number) {
  const reached: [Plan, ...Plan[]] = [from]
  for (let plan = from; lookups >= dailyLimit(plan); ) {
    const next = nextPlan(plans, plan)
    if (next === undefined) break
    reached.push(next)
    plan = next
  }
  return reached
}
