// How much work a caller may cause: a share of the machine, refilled by time, with a bounded burst.

import { setTimeout as delay } from 'node:timers/promises'
import type { Caller } from '../access/caller.ts'
import { findPlan, type Plan, type Plans } from '../account/plans/plans.ts'
import { Problem } from '../http/problem.ts'
import type { ShareTable } from './share-table.ts'

/** A step takes about ten nanoseconds of a core. */
const STEPS_PER_MS = 100_000
/** Requests of one share that wait for it at once, and how long each waits at most. */
const WAITING_MAX = 16
const WAIT_MS_MAX = 1000
/** A refusal is sent this late: who asks again at once over 64 connections is refused 256 times a second, not 6,000. */
const HOLD_MS = 250
/** Each operator has a share of their own. */
const OPERATOR_MS_PER_SECOND = 1000
/** For the holder of an account, with the admin key or in the console. */
const HOLDER_MS_PER_SECOND = 200
const BURST_MS = 2000
/** Whoever keeps sending while refused owes no more than what refills in this time. */
const DEBT_MS_MAX = 60_000

/** The share of one account, one operator or, without a key, one network, in milliseconds of one core. */
export interface Share {
  readonly key: string
  readonly hash: number
  readonly msPerSecond: number
  readonly burstMs: number
  /** From empty to full. */
  readonly refillMs: number
  /** Its part of `RateLimit-Policy`, after that of requests. */
  readonly policy: string
}

interface SharesParts {
  readonly table: ShareTable
  readonly plans: Plans
  readonly networkMsPerSecond: number
  monotonicMs(): number
}

export class WorkShares {
  readonly #parts: SharesParts
  /** A Caller lives for a second. */
  readonly #ofCallers = new WeakMap<Caller, Share>()
  readonly #waiting = new Map<string, number>()

  constructor(parts: SharesParts) {
    this.#parts = parts
  }

  of(caller: Caller): Share {
    const known = this.#ofCallers.get(caller)
    if (known !== undefined) return known
    const share = this.#shareOf(caller)
    this.#ofCallers.set(caller, share)
    return share
  }

  ofNetwork(network: string): Share {
    return this.#make(`network ${network}`, this.#parts.networkMsPerSecond, BURST_MS)
  }

  /** Lets a request begin while anything is left: what it costs is known when it is done. Else it waits. */
  admit(share: Share, nowMs = this.#parts.monotonicMs()): Promise<undefined> | undefined {
    return this.#owedMs(share, nowMs) < 0 ? undefined : this.#wait(share)
  }

  /** Its part of `RateLimit`, after that of requests. */
  spend(share: Share, steps: number, nowMs = this.#parts.monotonicMs()): string {
    const refillMs = (steps / STEPS_PER_MS / share.msPerSecond) * 1000
    const maxMs = share.refillMs + DEBT_MS_MAX
    return standingOf(share, this.#parts.table.spend(share.hash, refillMs, nowMs, maxMs))
  }

  /** A long answer goes on while half of the share is left, so that what else its caller asks need not wait for it. */
  async waitForHalf(share: Share): Promise<void> {
    for (;;) {
      const waitMs = this.#owedMs(share) + share.refillMs / 2
      if (waitMs < 0) return
      await delay(Math.ceil(waitMs) + 1, undefined, { ref: false })
    }
  }

  /** Until something is left again; refused where that takes more than a second. */
  async #wait(share: Share): Promise<undefined> {
    const { key } = share
    const waiting = this.#waiting.get(key) ?? 0
    const owedMs = this.#owedMs(share)
    if (waiting >= WAITING_MAX || owedMs >= WAIT_MS_MAX) throw this.#refusal(share, owedMs)
    this.#waiting.set(key, waiting + 1)
    try {
      const endMs = this.#parts.monotonicMs() + WAIT_MS_MAX
      do {
        await delay(Math.max(1, Math.ceil(this.#owedMs(share))))
        if (this.#owedMs(share) < 0) return
      } while (this.#parts.monotonicMs() + this.#owedMs(share) < endMs)
      throw this.#refusal(share, this.#owedMs(share))
    } finally {
      const left = (this.#waiting.get(key) ?? 1) - 1
      if (left > 0) this.#waiting.set(key, left)
      else this.#waiting.delete(key)
    }
  }

  /** Milliseconds until something is left; negative where there is. */
  #owedMs(share: Share, nowMs = this.#parts.monotonicMs()): number {
    return this.#parts.table.untilFullMs(share.hash, nowMs) - share.refillMs
  }

  #refusal(share: Share, owedMs: number): Problem {
    const { msPerSecond, policy } = share
    const left = standingOf(share, owedMs + share.refillMs)
    const detail = `Your requests used more than ${msPerSecond} ms of work per second for too long.`
    return new Problem('rate-limit', detail, {
      retryAfterSeconds: Math.max(1, Math.ceil(owedMs / 1000)),
      holdMs: HOLD_MS,
      headers: { 'ratelimit-policy': policy.slice(2), ratelimit: left.slice(2) },
    })
  }

  #shareOf({ accountId, operator, subscription, kind }: Caller): Share {
    if (accountId === '') {
      return this.#make(`operator ${operator?.id ?? ''}`, OPERATOR_MS_PER_SECOND, BURST_MS)
    }
    // The holder can replace an API key, whatever somebody else does with it.
    if (kind === 'admin') return this.#make(`holder ${accountId}`, HOLDER_MS_PER_SECOND, BURST_MS)
    const { plans, networkMsPerSecond } = this.#parts
    const plan = subscription && findPlan(plans, subscription.product, subscription.planName)
    const { workMsPerSecond = networkMsPerSecond, workBurstMs = BURST_MS }: Partial<Plan> =
      plan ?? {}
    return this.#make(`account ${accountId}`, workMsPerSecond, workBurstMs)
  }

  #make(key: string, msPerSecond: number, burstMs: number): Share {
    const refillMs = (burstMs / msPerSecond) * 1000
    const policy = `, "work";q=${burstMs};w=${Math.ceil(refillMs / 1000)}`
    return { key, hash: this.#parts.table.hashOf(key), msPerSecond, burstMs, refillMs, policy }
  }
}

/** What is left, and the seconds until the share is full. */
function standingOf({ burstMs, msPerSecond }: Share, untilFullMs: number): string {
  const left = Math.floor(burstMs - (untilFullMs * msPerSecond) / 1000)
  return `, "work";r=${Math.max(0, left)};t=${Math.ceil(untilFullMs / 1000)}`
}
