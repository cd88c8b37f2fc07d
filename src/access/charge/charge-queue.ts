// Look-ups waiting to be charged. Those of busy accounts wait apart and delay no others.

import { dailyLimit, findPlan, type Plan, type Plans } from '../../account/plans/plans.ts'
import type { Problem } from '../../http/problem.ts'
import type { Trace } from '../../webhooks/bodies.ts'
import type { Caller } from '../caller.ts'
import { allowanceUsedUp, noSubscription, notLive, unknownPlan } from '../refusals.ts'
import type { AccountCharge, CountedCharge } from './batch.ts'
import { startTimer, type Timer } from './timer.ts'

export const QUEUE_MAX = 4096
/** Look-ups that wait for one busy account. */
const BUSY_MAX = 256
/** Look-ups of accounts that are not busy; busy accounts may add as many. */
export const BATCH_MAX = 256

export interface Waiter {
  readonly caller: Caller
  readonly trace: Trace
  readonly resolve: (charge: Charge) => void
  readonly reject: (reason: unknown) => void
}

interface BusyAccount {
  readonly waiters: Waiter[]
  readonly timeout: Timer
  readonly isLocked: boolean
}

export class ChargeQueue {
  readonly #timeoutMs: number
  readonly #waiters: Waiter[] = []
  /** In the order they are tried again. */
  readonly #busy = new Map<string, BusyAccount>()

  /** How long an account may be busy before its look-ups are refused. */
  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs
  }

  get length(): number {
    return this.#waiters.length + this.#busyWaiters()
  }

  /** False if there is no room. */
  add(waiter: Waiter): boolean {
    const busy = this.#busy.get(waiter.caller.accountId)
    const waiters = busy?.waiters ?? this.#waiters
    if (waiters.length >= (busy === undefined ? QUEUE_MAX : BUSY_MAX)) return false
    waiters.push(waiter)
    return true
  }

  /** The next batch: of each account the look-ups are in the order they were asked for. */
  take(): Waiter[] {
    const batch = this.#waiters.splice(0, BATCH_MAX)
    const most = batch.length + BATCH_MAX
    for (const { waiters } of this.#busy.values()) {
      batch.push(...waiters.splice(0, most - batch.length))
    }
    return batch
  }

  /** Whether somebody had the account locked when it was tried last. */
  isLocked(accountId: string): boolean {
    return this.#busy.get(accountId)?.isLocked ?? false
  }

  /** Puts back the look-ups of a busy account. Returns those to refuse if it was busy for too long. */
  putBack(accountId: string, waiters: readonly Waiter[], isLocked: boolean): readonly Waiter[] {
    const busy = this.#busy.get(accountId)
    const together = [...waiters, ...(busy?.waiters ?? [])]
    this.#busy.delete(accountId)
    if (busy?.timeout.isOver === true) return together
    const timeout = busy?.timeout ?? startTimer(this.#timeoutMs)
    this.#busy.set(accountId, { waiters: together, timeout, isLocked })
    return []
  }

  /** The account was charged: its waiting look-ups go first now. */
  rejoin(accountId: string): void {
    const busy = this.#busy.get(accountId)
    if (busy === undefined) return
    busy.timeout.cancel()
    this.#busy.delete(accountId)
    this.#waiters.unshift(...busy.waiters)
  }

  clear(): Waiter[] {
    for (const accountId of [...this.#busy.keys()]) this.rejoin(accountId)
    return this.#waiters.splice(0)
  }

  #busyWaiters(): number {
    let count = 0
    for (const { waiters } of this.#busy.values()) count += waiters.length
    return count
  }
}

export interface Charge {
  readonly stage: 'plain' | 'penalty' | 'buffer'
  /** How long the plan makes this answer wait; zero but in the penalty stage. */
  readonly penaltyMs: number
}

const PLAIN: Charge = { stage: 'plain', penaltyMs: 0 }
const FROM_BUFFER: Charge = { stage: 'buffer', penaltyMs: 0 }

/** `place` is that of the look-up in its batch: first come, first served. */
export function verdictOf(
  account: AccountCharge,
  caller: Caller,
  place: number,
  { plans, now }: { readonly plans: Plans; readonly now: number },
): Charge | Problem {
  if (account.kind === 'no-subscription') return noSubscription()
  if (account.kind === 'not-live') return notLive(account.state)
  if (account.kind === 'unknown-plan') return unknownPlan(account.planName)
  const lookup = account.before + place + 1
  const outgrown = account.outgrown?.find(({ upTo }) => lookup <= upTo)
  const planName = outgrown?.planName ?? account.planName
  const plan = planOf(plans, caller, planName)
  if (plan === undefined) return unknownPlan(planName)
  if (place < account.fromDay) return chargeOfDay(plan, lookup)
  if (place < account.fromDay + account.fromBuffer) return FROM_BUFFER
  return allowanceUsedUp(plan, now)
}

export function remainingAfter(charge: CountedCharge, caller: Caller, plans: Plans): number {
  const plan = planOf(plans, caller, charge.planName)
  const limit = plan === undefined ? 0 : dailyLimit(plan)
  return Math.max(0, limit - charge.before - charge.fromDay) + charge.bufferLeft
}

function chargeOfDay(plan: Plan, lookup: number): Charge {
  const hasPenalty = dailyLimit(plan) > plan.dailyLookupLimit1
  if (!hasPenalty || lookup <= plan.dailyLookupLimit1) return PLAIN
  return { stage: 'penalty', penaltyMs: plan.timePenaltyMs }
}

// The store read the plan with the charge; the product of an account never changes.
function planOf(plans: Plans, { subscription }: Caller, planName: string): Plan | undefined {
  return subscription === undefined ? undefined : findPlan(plans, subscription.product, planName)
}
