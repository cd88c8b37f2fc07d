// The charge: a look-up is on disk, counted once and within the allowance, before its answer leaves.

import { dailyLimit, findPlan, type Plan, type Plans } from '../../account/plans/plans.ts'
import { Problem } from '../../http/problem.ts'
import type { Clock } from '../../lib/clock.ts'
import { newSortableId, sortableIdFrom } from '../../lib/ids.ts'
import type { Store } from '../../store/store.ts'
import { isStoreUnavailable } from '../../store/store-error.ts'
import type { Trace } from '../../webhooks/bodies.ts'
import type { Allowance } from '../allowance.ts'
import type { Caller } from '../caller.ts'
import {
  allowanceUsedUp,
  noSubscription,
  notLive,
  overloaded,
  storeUnavailable,
  unknownPlan,
} from '../refusals.ts'
import type {
  AccountCharge,
  AccountLookups,
  BatchResult,
  Counted,
  run as chargeBatch,
} from './charge-batch.ts'
import { type Pause, pause } from './pause.ts'
import { Voids } from './voids.ts'

export const QUEUE_MAX = 4096
export const BATCH_MAX = 256
/** How long a look-up waits for the store before it is answered 503. */
const PATIENCE_MS = 2000
const RETRY_FIRST_MS = 10
const RETRY_LONGEST_MS = 250
const LEDGER_KEPT_MS = 86_400_000
const BATCHES_BETWEEN_CLEANING = 500

const CHARGE_BATCH = new URL('./charge-batch.ts', import.meta.url)

interface Charge {
  readonly stage: 'plain' | 'penalty' | 'buffer'
  /** How long the plan makes this answer wait; zero but in the penalty stage. */
  readonly penaltyMs: number
}

interface MeterParts {
  readonly store: Pick<Store, 'procedure'>
  readonly plans: Plans
  readonly clock: Clock
  /** Hears what each commit left. */
  readonly allowance: Pick<Allowance, 'learn'>
  /** Hears of every failed commit, also of those that a retry mends. */
  readonly onFault?: (error: unknown) => void
  /** Hears of every commit: how many look-ups, and how long it took. */
  readonly onCommit?: (lookups: number, ms: number) => void
  /** Hears of every account that auto-upgrade has moved to another plan. */
  readonly onUpgrade?: (accountId: string) => void
  readonly patienceMs?: number
  /** Where a plan is chosen, for the events. */
  readonly upgradeLink?: string
}

interface Waiter {
  readonly caller: Caller
  readonly trace: Trace
  readonly resolve: (charge: Charge) => void
  readonly reject: (reason: unknown) => void
}

/**
 * Commits at once when idle; what arrives during a commit goes into the next one together. So there is one transaction
 * under way, no timer, and no added wait when there is little to do.
 */
export class Meter {
  readonly #parts: MeterParts
  readonly #onFault: (error: unknown) => void
  readonly #patienceMs: number
  readonly #voids: Voids
  #queue: Waiter[] = []
  #committing: Promise<void> | undefined
  #isStalled = false
  #isClosed = false
  #batches = 0

  constructor(parts: MeterParts) {
    this.#parts = parts
    this.#onFault = parts.onFault ?? (() => {})
    this.#patienceMs = parts.patienceMs ?? PATIENCE_MS
    this.#voids = new Voids(parts.store, this.#onFault)
  }

  /** Look-ups that wait for a commit to begin. */
  get waiting(): number {
    return this.#queue.length
  }

  /** Resolves when one look-up is durably counted; throws the Problem of one that may not be answered. */
  charge(caller: Caller, trace: Trace = NO_TRACE): Promise<Charge> {
    const isStuck = this.#isStalled || this.#isClosed || this.#voids.isFull
    if (isStuck) return Promise.reject(storeUnavailable())
    if (this.#queue.length >= QUEUE_MAX) return Promise.reject(overloaded())
    return new Promise((resolve, reject) => {
      this.#queue.push({ caller, trace, resolve, reject })
      this.#committing ??= this.#commitAll()
    })
  }

  /** Finishes what was begun. Batches still in doubt after a while are left as they are. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#committing
    await this.#voids.close(this.#patienceMs)
  }

  async #commitAll(): Promise<void> {
    let answer = () => {}
    while (this.#queue.length > 0) {
      const waiters = this.#queue.slice(0, BATCH_MAX)
      this.#queue = this.#queue.slice(BATCH_MAX)
      const committing = this.#commit(waiters)
      // A batch that is on disk is answered when the next one is on its way, so that the store has no idle time.
      answer()
      answer = await committing
    }
    this.#committing = undefined
    answer()
  }

  /** What it gives back answers the waiters that are counted; all others have been refused by then. */
  async #commit(waiters: readonly Waiter[]): Promise<() => void> {
    const byAccount = Map.groupBy(waiters, ({ caller }) => caller.accountId)
    const batchId = newSortableId(this.#parts.clock.now())
    const startMs = this.#parts.clock.monotonicMs()
    const patience = pause(this.#patienceMs)
    const tries = this.#tryUntil(patience, batchId, byAccount)
    const outcome = await Promise.race([tries, patience.then(() => OUT_OF_PATIENCE)])
    if (outcome.kind === 'counted') {
      patience.cancel()
      this.#parts.onCommit?.(waiters.length, this.#parts.clock.monotonicMs() - startMs)
      return () => this.#settle(byAccount, outcome.counted)
    }
    if (outcome.kind === 'failed') {
      for (const { reject } of waiters) reject(outcome.error)
    } else {
      // Those behind have waited as long, and nothing was sent for them.
      for (const { reject } of [...waiters, ...this.#queue.splice(0)]) reject(storeUnavailable())
    }
    // No further commit until the last try has come to its end, or tries would pile up behind a stuck disk.
    this.#isStalled = true
    await tries
    this.#isStalled = false
    patience.cancel()
    this.#voids.add(batchId)
    return () => {}
  }

  async #tryUntil(
    patience: Pause,
    batchId: string,
    byAccount: ReadonlyMap<string, readonly Waiter[]>,
  ): Promise<Outcome> {
    const charges = [...byAccount]
      .map(([accountId, waiters]) => {
        const traces = waiters.map(({ trace }) => trace)
        return { accountId, lookups: waiters.length, traces }
      })
      .sort((a, b) => (a.accountId < b.accountId ? -1 : 1))
    for (let waitMs = RETRY_FIRST_MS; ; waitMs = Math.min(waitMs * 2, RETRY_LONGEST_MS)) {
      try {
        return await this.#try(batchId, charges)
      } catch (error) {
        this.#onFault(error)
        if (!isStoreUnavailable(error)) return { kind: 'failed', error }
      }
      const wait = pause(waitMs)
      await Promise.race([wait, patience])
      wait.cancel()
      if (patience.isOver) return OUT_OF_PATIENCE
    }
  }

  #try(batchId: string, charges: readonly AccountLookups[]): Promise<BatchResult> {
    const { store, plans, clock, upgradeLink = '' } = this.#parts
    const now = clock.now()
    const isTimeToClean = this.#batches++ % BATCHES_BETWEEN_CLEANING === 0
    const forgetBefore = isTimeToClean ? sortableIdFrom(now - LEDGER_KEPT_MS) : undefined
    return store.procedure<typeof chargeBatch>(CHARGE_BATCH, {
      batchId,
      now,
      charges,
      plans,
      upgradeLink,
      forgetBefore,
    })
  }

  #settle(byAccount: ReadonlyMap<string, readonly Waiter[]>, { day, accounts }: Counted): void {
    for (const account of accounts) {
      if (account.kind === 'counted') {
        const { planName, remaining } = account
        this.#parts.allowance.learn(account.accountId, { day, planName, remaining })
        if (account.outgrown !== undefined) this.#parts.onUpgrade?.(account.accountId)
      }
      const waiters = byAccount.get(account.accountId) ?? []
      for (const [at, { caller, resolve, reject }] of waiters.entries()) {
        const verdict = this.#verdict(caller, account, at)
        if (verdict instanceof Problem) reject(verdict)
        else resolve(verdict)
      }
    }
  }

  // First come, first served: the waiters stand in the order in which they asked.
  #verdict(caller: Caller, account: AccountCharge, at: number): Charge | Problem {
    if (account.kind === 'no-subscription') return noSubscription()
    if (account.kind === 'not-live') return notLive(account.state)
    if (account.kind === 'unknown-plan') return unknownPlan(account.planName)
    const lookup = account.before + at + 1
    const outgrown = account.outgrown?.find(({ upTo }) => lookup <= upTo)
    const planName = outgrown?.planName ?? account.planName
    const plan = planOf(this.#parts.plans, caller, planName)
    if (plan === undefined) return unknownPlan(planName)
    if (at < account.fromDay) return chargeOfDay(plan, lookup)
    if (at < account.fromDay + account.fromBuffer) return FROM_BUFFER
    return allowanceUsedUp(plan, this.#parts.clock.now())
  }
}

type Outcome =
  | BatchResult
  | { readonly kind: 'out-of-patience' }
  | { readonly kind: 'failed'; readonly error: unknown }

const OUT_OF_PATIENCE = { kind: 'out-of-patience' } as const
const NO_TRACE: Trace = ['', '', '']
const PLAIN: Charge = { stage: 'plain', penaltyMs: 0 }
const FROM_BUFFER: Charge = { stage: 'buffer', penaltyMs: 0 }

function chargeOfDay(plan: Plan, lookup: number): Charge {
  const hasPenalty = dailyLimit(plan) > plan.dailyLookupLimit1
  if (!hasPenalty || lookup <= plan.dailyLookupLimit1) return PLAIN
  return { stage: 'penalty', penaltyMs: plan.timePenaltyMs }
}

// The store read the plan in the transaction; the product of an account never changes.
function planOf(plans: Plans, { subscription }: Caller, planName: string): Plan | undefined {
  return subscription === undefined ? undefined : findPlan(plans, subscription.product, planName)
}
