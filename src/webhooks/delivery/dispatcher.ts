// The job that delivers events: claims endpoints that have something to send, sends it, and records the outcome.

import { Periodic } from '../../lib/periodic.ts'
import type { Store } from '../../store/store.ts'
import { isStoreUnavailable } from '../../store/store-error.ts'
import { Pace } from '../sending/pace.ts'
import { nameServers, type Resolve } from '../sending/resolve.ts'
import { ActiveRuns } from './active-runs.ts'
import { ACCOUNTS_AT_ONCE, claimEndpoints, flagEndpointsWithNewEvents } from './claims.ts'
import type { SendParts } from './delivery-run.ts'
import { queueLength } from './pending-deliveries.ts'
import { endEndpoint, type Settled, settleRuns } from './settle.ts'
import { dropOldTracks, forgetOld, type KeptDays } from './upkeep.ts'

const ROUND_MS = 200
/** Runs that end within this are recorded together. */
const SETTLE_TOGETHER_MS = 50
const UPKEEP_MS = 10_000
const CLAIMED_AT_ONCE = 32
/** Endpoints in delivery at once; this many may hang before others have to wait. */
const RUNS_MAX = 1024
const RUNS_FAILING_MAX = 768
const ACCOUNT_FACTOR = 2

export interface DispatcherParts
  extends Omit<SendParts, 'resolve' | 'accountPace' | 'destinationPace'> {
  readonly resolve?: Resolve
  readonly store: Store
  /** Deliveries a second to one address; an account may make twice as many. */
  readonly perSecond: number
  readonly keptDays: KeptDays
  readonly onFault: (error: unknown) => void
  /** Called for an endpoint that was switched off or removed. */
  readonly onEnded?: (endpoint: { readonly accountId: string; readonly id: number }) => void
  readonly random?: () => number
}

export class Dispatcher {
  /** Counters since the start, and how long the queue was when it was last looked at. */
  readonly figures = {
    delivered: 0,
    failedAttempts: 0,
    /** Deliveries given up after the last attempt. */
    failed: 0,
    /** `track` events that an endpoint never got because there were too many. */
    dropped: 0,
    endpointsEnded: 0,
    /** Endpoints that are being sent to now. */
    sending: 0,
    waiting: 0,
    oldestWaitingMs: 0,
    endpointsOn: 0,
    endpointsOff: 0,
  }
  readonly #parts: DispatcherParts
  readonly #runs: ActiveRuns
  readonly #rounds: Periodic
  readonly #upkeep: Periodic
  /** Accounts whose log has grown since the last upkeep. */
  readonly #grown = new Set<string>()
  #settling: NodeJS.Timeout | undefined
  #isStarted = false
  #isClosing = false

  constructor(parts: DispatcherParts) {
    const { clock, perSecond, onFault } = parts
    const monotonicMs = () => clock.monotonicMs()
    this.#parts = parts
    this.#runs = new ActiveRuns({
      resolve: nameServers(),
      ...parts,
      accountPace: new Pace(perSecond * ACCOUNT_FACTOR, monotonicMs),
      destinationPace: new Pace(perSecond, monotonicMs),
      onChange: () => this.#runsChanged(),
    })
    this.#rounds = new Periodic({ everyMs: ROUND_MS, work: () => this.#round(), onFault })
    this.#upkeep = new Periodic({ everyMs: UPKEEP_MS, work: () => this.upkeep(), onFault })
  }

  start(): void {
    this.#isStarted = true
    this.#rounds.start()
    this.#upkeep.start()
    this.#rounds.wake()
  }

  /** Looks for work immediately, if this service delivers at all. */
  wake(): void {
    if (this.#isStarted) this.#rounds.wake()
  }

  /** Nothing more is sent to an endpoint that was removed. Other nodes see it within a second or two. */
  forget(accountId: string, id: number): void {
    this.#runs.abort(accountId, id)
  }

  /** Runs in progress get a moment to end; the rest is left to the next node that claims the endpoint. */
  async close(): Promise<void> {
    this.#isClosing = true
    await this.#upkeep.close()
    await this.#rounds.close()
    clearTimeout(this.#settling)
    await this.#runs.close()
    try {
      await this.#settleEnded()
    } catch (error) {
      // The leases expire, and what was delivered is delivered once more.
      this.#parts.onFault(error)
    }
  }

  /** Delivers everything due and records it. The job does the same without waiting for its runs. */
  async round(): Promise<void> {
    await this.#round()
    await this.#runs.idle()
    await this.#settleEnded()
  }

  /** Bounds the log and measures the queue. */
  async upkeep(): Promise<void> {
    const { store, clock, keptDays } = this.#parts
    const accountIds = [...this.#grown]
    this.#grown.clear()
    for (const accountId of accountIds) {
      this.figures.dropped += await dropOldTracks(store, accountId)
    }
    await forgetOld(store.db, keptDays, clock.now())
    Object.assign(this.figures, await queueLength(store.db, clock.now()))
  }

  async #round(): Promise<void> {
    await this.#settleEnded()
    if (this.#isClosing) return
    const { store, clock } = this.#parts
    const accountIds = await flagEndpointsWithNewEvents(store)
    for (const accountId of accountIds) this.#grown.add(accountId)
    const most = Math.min(CLAIMED_AT_ONCE, RUNS_MAX - this.#runs.size)
    if (most === 0) return
    const failingToo = this.#runs.size < RUNS_FAILING_MAX
    const claimed = await claimEndpoints(store.db, clock.now(), { most, failingToo })
    for (const endpoint of claimed) this.#runs.begin(endpoint)
    if (claimed.length === most || accountIds.length === ACCOUNTS_AT_ONCE) this.wake()
  }

  #runsChanged(): void {
    this.figures.sending = this.#runs.size
    if (!this.#isStarted || this.#isClosing || this.#runs.ended.length === 0) return
    this.#settling ??= setTimeout(() => {
      this.#settling = undefined
      this.#rounds.wake()
    }, SETTLE_TOGETHER_MS)
  }

  async #settleEnded(): Promise<void> {
    const { store, clock, random = Math.random } = this.#parts
    const runs = this.#runs.ended.splice(0)
    if (runs.length === 0) return
    const now = clock.now()
    const settled = await settleRuns(store, runs, now, random).catch((error: unknown) => {
      // If it can never be recorded it is dropped: the leases end, and it is sent again.
      if (isStoreUnavailable(error)) this.#runs.ended.push(...runs)
      throw error
    })
    for (const outcome of settled) await this.#count(outcome, now)
  }

  async #count({ endpoint, ...outcome }: Settled, now: number): Promise<void> {
    this.figures.delivered += outcome.delivered
    this.figures.failedAttempts += outcome.failedAttempts
    this.figures.failed += outcome.failed
    if (outcome.ending === undefined) return
    const isEnded = await endEndpoint(this.#parts.store, endpoint, outcome.ending, now)
    if (!isEnded) return
    this.figures.endpointsEnded += 1
    this.#parts.onEnded?.(endpoint)
  }
}
