// The look-ups that wait to be counted. Those of accounts that were busy wait apart, so that they hold up no others.

import type { Trace } from '../../webhooks/bodies.ts'
import type { Caller } from '../caller.ts'
import type { Charge } from './charge-verdict.ts'
import { startTimer, type Timer } from './timer.ts'

export const QUEUE_MAX = 4096
/** Of one account that is busy. */
const BUSY_MAX = 256
/** Of accounts that are not busy; as many again may be of busy ones. */
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
  /** In the order in which they are tried again. */
  readonly #busy = new Map<string, BusyAccount>()

  /** How long an account may be busy before its look-ups are refused. */
  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs
  }

  get length(): number {
    return this.#waiters.length + this.#busyWaiters()
  }

  /** False where there is no room. */
  add(waiter: Waiter): boolean {
    const busy = this.#busy.get(waiter.caller.accountId)
    const waiters = busy?.waiters ?? this.#waiters
    if (waiters.length >= (busy === undefined ? QUEUE_MAX : BUSY_MAX)) return false
    waiters.push(waiter)
    return true
  }

  /** The next batch: of each account the look-ups are in the order in which they were asked for. */
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

  /** Puts the look-ups of a busy account back. Gives those to be refused, once it has been busy for too long. */
  putBack(accountId: string, waiters: readonly Waiter[], isLocked: boolean): readonly Waiter[] {
    const busy = this.#busy.get(accountId)
    const together = [...waiters, ...(busy?.waiters ?? [])]
    this.#busy.delete(accountId)
    if (busy?.timeout.isOver === true) return together
    const timeout = busy?.timeout ?? startTimer(this.#timeoutMs)
    this.#busy.set(accountId, { waiters: together, timeout, isLocked })
    return []
  }

  /** The account was counted: what has waited apart goes first now. */
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
