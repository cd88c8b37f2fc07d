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
/** Of operators, each of whom has a share. */
const OPERATOR_MS_PER_SECOND = 1000
/** Of the holder of an account, with the admin key or in the console. */
const HOLDER_MS_PER_SECOND = 200
const BURST_MS = 2000

/** Of one account, one operator or, without a key, one network. In milliseconds of one core. */
export interface Share {
  readonly key: string
  readonly msPerSecond: number
  readonly burstMs: number
  /** As `RateLimit-Policy` says it. */
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
    return makeShare(`network ${network}`, this.#parts.networkMsPerSecond, BURST_MS)
  }

  /**
   * Lets a request begin while anything of the share is left: what it costs is known when it is done. Otherwise it
   * waits a moment for its turn, or is refused with the time after which the share has something left again.
   */
  admit(share: Share): Promise<void> | undefined {
    return this.#owedMs(share) < 0 ? undefined : this.#wait(share)
  }

  spend({ key, msPerSecond }: Share, steps: number): void {
    const refillMs = (steps / STEPS_PER_MS / msPerSecond) * 1000
    this.#parts.table.spend(key, refillMs, this.#parts.monotonicMs())
  }

  /** As `RateLimit` says it: what is left, and the seconds until the share is full. */
  standing(share: Share): string {
    const untilFullMs = this.#untilFullMs(share)
    const left = Math.floor(share.burstMs - (untilFullMs * share.msPerSecond) / 1000)
    return `"work";r=${Math.max(0, left)};t=${Math.ceil(untilFullMs / 1000)}`
  }

  /** One at a time, so that each sees what those before it have spent. */
  async #wait(share: Share): Promise<void> {
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
  #owedMs(share: Share): number {
    return this.#untilFullMs(share) - (share.burstMs / share.msPerSecond) * 1000
  }

  #untilFullMs({ key }: Share): number {
    return this.#parts.table.untilFullMs(key, this.#parts.monotonicMs())
  }

  #refusal(share: Share, owedMs: number): Problem {
    const { msPerSecond, policy } = share
    const detail = `Your requests took more than ${msPerSecond} ms of work a second for too long.`
    return new Problem('rate-limit', detail, {
      retryAfterSeconds: Math.max(1, Math.ceil(owedMs / 1000)),
      headers: { 'ratelimit-policy': policy, ratelimit: this.standing(share) },
    })
  }

  #shareOf({ accountId, operator, subscription, kind }: Caller): Share {
    if (accountId === '') {
      return makeShare(`operator ${operator?.id ?? ''}`, OPERATOR_MS_PER_SECOND, BURST_MS)
    }
    // The holder can replace an API key, whatever somebody else does with it.
    if (kind === 'admin') return makeShare(`holder ${accountId}`, HOLDER_MS_PER_SECOND, BURST_MS)
    const { plans, networkMsPerSecond } = this.#parts
    const plan = subscription && findPlan(plans, subscription.product, subscription.planName)
    const { workMsPerSecond = networkMsPerSecond, workBurstMs = BURST_MS }: Partial<Plan> =
      plan ?? {}
    return makeShare(`account ${accountId}`, workMsPerSecond, workBurstMs)
  }
}

function makeShare(key: string, msPerSecond: number, burstMs: number): Share {
  const refillSeconds = Math.ceil(burstMs / msPerSecond)
  return { key, msPerSecond, burstMs, policy: `"work";q=${burstMs};w=${refillSeconds}` }
}
