// The charge: a look-up is on disk, counted once and within the allowance, before its answer leaves.

import { MAIN_KEY } from '../../account/keys/account-keys.ts'
import type { Plans } from '../../account/plans/plans.ts'
import { Problem } from '../../http/problem.ts'
import type { Clock } from '../../lib/clock.ts'
import { newSortableId, sortableIdFrom } from '../../lib/ids.ts'
import type { Store } from '../../store/store.ts'
import { isStoreUnavailable } from '../../store/store-error.ts'
import type { Trace } from '../../webhooks/bodies.ts'
import type { Allowance } from '../allowance.ts'
import type { Caller } from '../caller.ts'
import { storeUnavailable, tooManyWaiting } from '../refusals.ts'
import type { AccountLookups, BatchResult, Counted, KeyName } from './batch.ts'
import type { run as chargeBatch } from './charge-batch.ts'
import {
  BATCH_MAX,
  type Charge,
  ChargeQueue,
  remainingAfter,
  verdictOf,
  type Waiter,
} from './charge-queue.ts'
import { startTimer, type Timer } from './timer.ts'
import { VoidQueue } from './void-queue.ts'

const RETRY_FIRST_MS = 10
const RETRY_LONGEST_MS = 250
/** The wait before locked accounts are tried again, if there is nothing else to do. */
const LOCKED_RETRY_MS = 5
const LEDGER_KEPT_MS = 86_400_000
const BATCHES_BETWEEN_CLEANING = 500
/** From this batch size on, a meter with neighbours gathers look-ups, for at most this long. */
const GATHERED_FROM = 8
const GATHER_COMMITS = 2
const GATHER_MS_MIN = 5
const GATHER_MS_MAX = 50

const CHARGE_BATCH = new URL('./charge-batch.ts', import.meta.url)

interface MeterParts {
  readonly store: Pick<Store, 'procedure'>
  readonly plans: Plans
  readonly clock: Clock
  readonly allowance: Pick<Allowance, 'learn'>
  /** Called for every failed commit, even if a retry succeeds. */
  readonly onFault?: (error: unknown) => void
  /** Called for every commit: how many look-ups, and how long it took. */
  readonly onCommit?: (lookups: number, ms: number) => void
  /** Called for every account that auto-upgrade has moved to another plan. */
  readonly onUpgrade?: (accountId: string) => void
  /** How long a look-up waits for the store before it is refused. */
  readonly timeoutMs: number
  readonly upgradeLink?: string
  /** Other threads of this process charge too. */
  readonly hasNeighbours?: boolean
}

type ByAccount = ReadonlyMap<string, readonly Waiter[]>

/**
 * Commits at the end of the turn when idle; what arrives during a commit goes into the next one together. So there is
 * one batch in progress, and no added wait when there is little to do.
 *
 * A commit costs as much for one look-up as for thirty. Several threads, each with some of the callers, would make many
 * small ones. So where they have much to do, each answers its callers first, and then gathers until as many wait as
 * before, but for no longer than two such commits take, or 5 ms where a disk is so quick that nobody could come back.
 */
export class Meter {
  readonly #parts: MeterParts
  readonly #onFault: (error: unknown) => void
  readonly #queue: ChargeQueue
  readonly #voids: VoidQueue
  #committing: Promise<void> | undefined
  #isStalled = false
  #isClosed = false
  #batches = 0
  /** Ends when this many wait. */
  #gathering: { readonly lookups: number; readonly time: Timer } | undefined

  constructor(parts: MeterParts) {
    this.#parts = parts
    this.#onFault = parts.onFault ?? (() => {})
    this.#queue = new ChargeQueue(parts.timeoutMs)
    this.#voids = new VoidQueue(parts.store, this.#onFault)
  }

  /** Look-ups that wait for their commit to begin. */
  get waiting(): number {
    return this.#queue.length
  }

  /** Resolves when one look-up is durably counted; throws the Problem of one that may not be answered. */
  charge(caller: Caller, trace: Trace = NO_TRACE): Promise<Charge> {
    const isStuck = this.#isStalled || this.#isClosed || this.#voids.isFull
    if (isStuck) return Promise.reject(storeUnavailable())
    return new Promise((resolve, reject) => {
      const hasRoom = this.#queue.add({ caller, trace, resolve, reject })
      if (hasRoom) this.#committing ??= this.#commitAll()
      else reject(tooManyWaiting())
      const gathering = this.#gathering
      if (gathering !== undefined && this.#queue.length >= gathering.lookups) {
        gathering.time.cancel()
      }
    })
  }

  /** Finishes what was begun. Batches whose outcome is still unknown after a while are left as they are. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#gathering?.time.cancel()
    await this.#committing
    await this.#voids.close(this.#parts.timeoutMs)
  }

  async #commitAll(): Promise<void> {
    let answer = () => {}
    // All who ask in the same turn of the event loop share a commit: it costs little more than for one.
    await nextTurn()
    while (this.#queue.length > 0) {
      const startMs = this.#parts.clock.monotonicMs()
      const batch = this.#queue.take()
      const committing = this.#commit(batch)
      // A batch that is on disk is answered when the next one is on its way, so that the store has no idle time.
      answer()
      answer = await committing
      if (this.#parts.hasNeighbours !== true || batch.length < GATHERED_FROM) continue
      answer()
      answer = () => {}
      const lookups = Math.min(batch.length + this.#queue.length, BATCH_MAX)
      const commitMs = this.#parts.clock.monotonicMs() - startMs
      const ms = Math.min(GATHER_COMMITS * commitMs, GATHER_MS_MAX)
      await this.#gather(lookups, Math.max(ms, GATHER_MS_MIN))
    }
    this.#committing = undefined
    answer()
  }

  async #gather(lookups: number, ms: number): Promise<void> {
    if (this.#queue.length >= lookups) return
    const time = startTimer(ms)
    this.#gathering = { lookups, time }
    await time
    this.#gathering = undefined
  }

  /** Its result answers the waiters that were counted; all others have been refused or wait again by then. */
  async #commit(waiters: readonly Waiter[]): Promise<() => void> {
    const byAccount = Map.groupBy(waiters, ({ caller }) => caller.accountId)
    const batchId = newSortableId(this.#parts.clock.now())
    const startMs = this.#parts.clock.monotonicMs()
    const timeout = startTimer(this.#parts.timeoutMs)
    const tries = this.#tryUntil(timeout, batchId, byAccount)
    // Where this thread was held up itself, the answer may have arrived meanwhile: one turn of the loop receives it.
    const isOver = timeout.then(nextTurn).then(() => TIMED_OUT)
    const outcome = await Promise.race([tries, isOver])
    if (outcome.kind === 'counted') {
      timeout.cancel()
      const { busy, locked } = this.#putBackBusy(byAccount, outcome.counted)
      const ms = this.#parts.clock.monotonicMs() - startMs
      if (busy < waiters.length) this.#parts.onCommit?.(waiters.length - busy, ms)
      else if (locked === busy) await startTimer(LOCKED_RETRY_MS)
      return () => this.#settle(byAccount, outcome.counted)
    }
    if (outcome.kind === 'failed') refuse(waiters, outcome.error)
    // Those behind them have waited as long, and nothing was sent for them.
    else refuse([...waiters, ...this.#queue.clear()], storeUnavailable())
    // No further commit until the last try has come to its end, or tries would pile up behind a stuck disk.
    this.#isStalled = true
    await tries
    this.#isStalled = false
    timeout.cancel()
    this.#voids.add(batchId)
    return () => {}
  }

  async #tryUntil(timeout: Timer, batchId: string, byAccount: ByAccount): Promise<Outcome> {
    const charges = [...byAccount].map(([accountId, waiters]) => {
      const traces = waiters.map(({ trace }) => trace)
      const keys = waiters.map(({ caller }) => keyOf(caller))
      const wasLocked = this.#queue.isLocked(accountId)
      return { accountId, lookups: waiters.length, traces, keys, wasLocked }
    })
    for (let waitMs = RETRY_FIRST_MS; ; waitMs = Math.min(waitMs * 2, RETRY_LONGEST_MS)) {
      try {
        return await this.#try(batchId, charges)
      } catch (error) {
        this.#onFault(error)
        if (!isStoreUnavailable(error)) return { kind: 'failed', error }
      }
      const wait = startTimer(waitMs)
      await Promise.race([wait, timeout])
      wait.cancel()
      if (timeout.isOver) return TIMED_OUT
    }
  }

  #try(batchId: string, charges: readonly AccountLookups[]): Promise<BatchResult> {
    const { store, plans, clock, upgradeLink = '' } = this.#parts
    const now = clock.now()
    const isTimeToClean = this.#batches++ % BATCHES_BETWEEN_CLEANING === 0
    const forgetBefore = isTimeToClean ? sortableIdFrom(now - LEDGER_KEPT_MS) : undefined
    const batch = { batchId, now, charges, plans, upgradeLink, forgetBefore }
    return store.procedure<typeof chargeBatch>(CHARGE_BATCH, batch)
  }

  /** Accounts that the batch has left out wait for another. How many look-ups that are, and how many were locked. */
  #putBackBusy(byAccount: ByAccount, { accounts, locked = [] }: Counted) {
    const done = new Set(accounts.map(({ accountId }) => accountId))
    const counts = { busy: 0, locked: 0 }
    for (const [accountId, waiters] of byAccount) {
      if (done.has(accountId)) {
        this.#queue.rejoin(accountId)
        continue
      }
      const isLocked = locked.includes(accountId)
      counts.busy += waiters.length
      if (isLocked) counts.locked += waiters.length
      refuse(this.#queue.putBack(accountId, waiters, isLocked), storeUnavailable())
    }
    return counts
  }

  #settle(byAccount: ByAccount, { day, accounts }: Counted): void {
    const { plans, clock, allowance, onUpgrade } = this.#parts
    const context = { plans, now: clock.now() }
    for (const account of accounts) {
      const { accountId } = account
      const waiters = byAccount.get(accountId) ?? []
      const [first] = waiters
      if (account.kind === 'counted' && first !== undefined) {
        const remaining = remainingAfter(account, first.caller, plans)
        allowance.learn(accountId, { day, planName: account.planName, remaining })
        if (account.outgrown !== undefined) onUpgrade?.(accountId)
      }
      for (const [place, { caller, resolve, reject }] of waiters.entries()) {
        const verdict = verdictOf(account, caller, place, context)
        if (verdict instanceof Problem) reject(verdict)
        else resolve(verdict)
      }
    }
  }
}

type Outcome =
  | BatchResult
  | { readonly kind: 'timed-out' }
  | { readonly kind: 'failed'; readonly error: unknown }

const TIMED_OUT = { kind: 'timed-out' } as const
const NO_TRACE: Trace = ['', '', '']

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

function keyOf({ kind, name, domain }: Caller): KeyName {
  return kind === 'token' ? ['token', domain ?? ''] : ['api', name ?? MAIN_KEY]
}

function refuse(waiters: readonly Waiter[], reason: unknown): void {
  for (const { reject } of waiters) reject(reason)
}
