// The job that delivers: takes endpoints that have something to do, sends a page to each, and writes down the outcome.

import { sql } from 'kysely'
import type { Clock } from '../lib/clock.ts'
import { Periodic } from '../lib/periodic.ts'
import type { Store } from '../store/store.ts'
import { isStoreUnavailable } from '../store/store-error.ts'
import { ACCOUNTS_AT_ONCE, type Claimed, claim, readPage, spreadNews } from './claims.ts'
import { type SendParts, type SentPage, sendPage } from './page.ts'
import { Pace } from './sending/pace.ts'
import { nameServers, type Resolve } from './sending/resolve.ts'
import type { TargetRules } from './sending/target.ts'
import { endEndpoint, type Settled, settlePage } from './settle.ts'
import { dropOldTracks, forgetOld, queueLength } from './upkeep.ts'

const ROUND_MS = 200
/** What ends within this is written down together. */
const GATHER_MS = 50
const UPKEEP_MS = 10_000
const CLAIMED_AT_ONCE = 32
/** Endpoints that are being sent to. So many may hang at once before a healthy one has to wait. */
const PAGES_MAX = 1024
const PAGES_FAILING_MAX = 768
/** How long what is under way may go on when the service stops. */
const CLOSE_MS = 3000
const ACCOUNT_FACTOR = 2

export interface DispatcherParts {
  readonly store: Pick<Store, 'db' | 'transaction'>
  readonly clock: Clock
  readonly rules: TargetRules
  /** Deliveries a second to one address; an account may make twice as many. */
  readonly perSecond: number
  readonly onFault: (error: unknown) => void
  /** Hears of an endpoint that was switched off or removed. */
  readonly onEnded?: (endpoint: { readonly accountId: string; readonly id: number }) => void
  readonly random?: () => number
  readonly resolve?: Resolve
  readonly attemptMs?: number
  readonly ca?: string
}

/** Counters since the start, and how long the queue was when it was last looked at. */
interface WebhookFigures {
  delivered: number
  failedAttempts: number
  /** Deliveries given up after the last attempt. */
  failed: number
  /** `track` events that an endpoint never got because there were too many. */
  dropped: number
  endpointsEnded: number
  /** Endpoints that are being sent to now. */
  sending: number
  waiting: number
  oldestWaitingMs: number
  endpoints: number
  endpointsOff: number
}

interface UnderWay {
  readonly endpoint: Claimed
  readonly stop: AbortController
  readonly abort: AbortController
  readonly ended: Promise<void>
}

export class Dispatcher {
  readonly name = 'webhooks'
  readonly figures: WebhookFigures = {
    delivered: 0,
    failedAttempts: 0,
    failed: 0,
    dropped: 0,
    endpointsEnded: 0,
    sending: 0,
    waiting: 0,
    oldestWaitingMs: 0,
    endpoints: 0,
    endpointsOff: 0,
  }
  readonly #parts: DispatcherParts
  readonly #sendParts: SendParts
  readonly #rounds: Periodic
  readonly #upkeep: Periodic
  readonly #underWay = new Set<UnderWay>()
  readonly #withNews = new Set<string>()
  #sent: SentPage[] = []
  #gathering: NodeJS.Timeout | undefined
  #isStarted = false
  #isClosing = false

  constructor(parts: DispatcherParts) {
    const { clock, rules, perSecond, onFault } = parts
    const monotonicMs = () => clock.monotonicMs()
    this.#parts = parts
    this.#sendParts = {
      clock,
      rules,
      resolve: parts.resolve ?? nameServers(),
      accountPace: new Pace(perSecond * ACCOUNT_FACTOR, monotonicMs),
      destinationPace: new Pace(perSecond, monotonicMs),
      attemptMs: parts.attemptMs,
      ca: parts.ca,
    }
    this.#rounds = new Periodic({ everyMs: ROUND_MS, work: () => this.#round(), onFault })
    this.#upkeep = new Periodic({ everyMs: UPKEEP_MS, work: () => this.upkeep(), onFault })
  }

  start(): void {
    this.#isStarted = true
    this.#rounds.start()
    this.#upkeep.start()
    this.#rounds.wake()
  }

  /** Looks at once whether there is something to do, if it is this one that delivers. */
  wake(): void {
    if (this.#isStarted) this.#rounds.wake()
  }

  /** Nothing more is sent to an endpoint that was removed. Other nodes see it within a second or two. */
  forget(accountId: string, id: number): void {
    for (const { endpoint, stop, abort } of this.#underWay) {
      if (endpoint.accountId !== accountId || endpoint.id !== id) continue
      stop.abort()
      abort.abort()
    }
  }

  /** What is under way may end for a while; the rest is left to whoever comes next. */
  async close(): Promise<void> {
    this.#isClosing = true
    await this.#upkeep.close()
    await this.#rounds.close()
    clearTimeout(this.#gathering)
    for (const { stop } of this.#underWay) stop.abort()
    const abortAll = setTimeout(() => {
      for (const { abort } of this.#underWay) abort.abort()
    }, CLOSE_MS)
    await Promise.all([...this.#underWay].map(({ ended }) => ended))
    clearTimeout(abortAll)
    try {
      await this.#settleSent()
    } catch (error) {
      // The leases end by themselves; what was delivered is delivered once more.
      this.#parts.onFault(error)
    }
  }

  /** Bounds the log and measures the queue. */
  async upkeep(): Promise<void> {
    const { store, clock } = this.#parts
    const accountIds = [...this.#withNews]
    this.#withNews.clear()
    for (const accountId of accountIds) {
      this.figures.dropped += await dropOldTracks(store, accountId)
    }
    await forgetOld(store.db, clock.now())
    Object.assign(this.figures, await queueLength(store.db, clock.now()))
  }

  async #round(): Promise<void> {
    await this.#settleSent()
    if (this.#isClosing) return
    const accountIds = await spreadNews(this.#parts.store)
    for (const accountId of accountIds) this.#withNews.add(accountId)
    const most = Math.min(CLAIMED_AT_ONCE, PAGES_MAX - this.#underWay.size)
    if (most === 0) return
    const { store, clock } = this.#parts
    const failingToo = this.#underWay.size < PAGES_FAILING_MAX
    const claimed = await claim(store.db, clock.now(), { most, failingToo })
    for (const endpoint of claimed) this.#begin(endpoint)
    if (claimed.length === most || accountIds.length === ACCOUNTS_AT_ONCE) this.#rounds.wake()
  }

  #begin(endpoint: Claimed): void {
    const stop = new AbortController()
    const abort = new AbortController()
    const ended = this.#send(endpoint, stop, abort).then(
      (sent) => void this.#sent.push(sent),
      // The store did not give the page; the lease ends by itself.
      (error) => this.#parts.onFault(error),
    )
    const underWay = { endpoint, stop, abort, ended }
    this.#underWay.add(underWay)
    this.figures.sending = this.#underWay.size
    void ended.then(() => {
      this.#underWay.delete(underWay)
      this.figures.sending = this.#underWay.size
      this.#gather()
    })
  }

  async #send(endpoint: Claimed, stop: AbortController, abort: AbortController): Promise<SentPage> {
    const { store, clock } = this.#parts
    const page = await readPage(store.db, endpoint, clock.now())
    return sendPage(page, this.#sendParts, {
      stop: stop.signal,
      abort: abort.signal,
      isStillOurs: () => this.#isStillOurs(endpoint),
    })
  }

  async #isStillOurs({ accountId, id, fence }: Claimed): Promise<boolean> {
    const { rows } = await sql<{ id: number }>`
      select id from webhook_endpoint
      where account_id = ${accountId} and id = ${id} and fence = ${fence}
    `.execute(this.#parts.store.db)
    return rows.length > 0
  }

  #gather(): void {
    if (this.#isClosing) return
    this.#gathering ??= setTimeout(() => {
      this.#gathering = undefined
      this.#rounds.wake()
    }, GATHER_MS)
  }

  /** One transaction for all that has ended, in the order in which others lock it too. */
  async #settleSent(): Promise<void> {
    const { store, clock, random = Math.random } = this.#parts
    const sent = this.#sent.splice(0)
    if (sent.length === 0) return
    const now = clock.now()
    let settled: (readonly [Claimed, Settled | undefined])[]
    try {
      settled = await store.transaction(async (tx) => {
        const done: (readonly [Claimed, Settled | undefined])[] = []
        for (const one of sent.sort(byEndpoint)) {
          done.push([one.page.endpoint, await settlePage(tx, one, now, random)])
        }
        return done
      })
    } catch (error) {
      // What can never be written is let go: its leases end, and it is sent again.
      if (isStoreUnavailable(error)) this.#sent.push(...sent)
      throw error
    }
    for (const [endpoint, what] of settled) await this.#note(endpoint, what, now)
  }

  async #note(endpoint: Claimed, what: Settled | undefined, now: number): Promise<void> {
    if (what === undefined) return
    this.figures.delivered += what.delivered
    this.figures.failedAttempts += what.failedAttempts
    this.figures.failed += what.failed
    if (what.ending === undefined) return
    const isEnded = await endEndpoint(this.#parts.store, endpoint, what.ending, now)
    if (!isEnded) return
    this.figures.endpointsEnded += 1
    this.#parts.onEnded?.(endpoint)
  }
}

function byEndpoint({ page: { endpoint: a } }: SentPage, { page: { endpoint: b } }: SentPage) {
  if (a.accountId !== b.accountId) return a.accountId < b.accountId ? -1 : 1
  return a.id - b.id
}
