// Sends a page of deliveries to one endpoint: a few at once, in order, and no more once it is clear that it fails.

import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '../lib/clock.ts'
import type { Page, ToSend } from './claims.ts'
import type { Attempt } from './deliveries.ts'
import { BREAKER_FAILURES } from './schedule.ts'
import type { Pace } from './sending/pace.ts'
import { addressOf, type Resolve } from './sending/resolve.ts'
import { signatureHeaders } from './sending/secret.ts'
import { ATTEMPT_MS, post } from './sending/send.ts'
import { readTarget, type TargetRules } from './sending/target.ts'

/** Connections to one endpoint. */
const AT_ONCE = 4
/** No attempt begins later than this, so that the last one ends well within the lease. */
const PAGE_MS = 10_000
const LOOK_AGAIN_MS = 1000
const GONE = 410
/** After these no more is tried on this page: nobody is there, or it asks to be left in peace. */
const STOPPING_STATUSES: readonly number[] = [0, GONE, 429, 503]

export interface SendParts {
  readonly clock: Clock
  readonly rules: TargetRules
  readonly resolve: Resolve
  readonly accountPace: Pace
  readonly destinationPace: Pace
  readonly attemptMs?: number | undefined
  readonly ca?: string | undefined
}

interface PageControl {
  /** Begin no more. */
  readonly stop: AbortSignal
  /** End what is under way too; it does not count as an attempt. */
  readonly abort: AbortSignal
  /** False when the endpoint was removed or is another node's by now. */
  isStillOurs(): Promise<boolean>
}

export interface Outcome {
  readonly delivery: ToSend
  readonly attempt: Attempt
  readonly retryAfter: string | undefined
  readonly isReceived: boolean
  readonly isGone: boolean
}

export interface SentPage {
  readonly page: Page
  /** In the order in which they ended. */
  readonly outcomes: readonly Outcome[]
}

export async function sendPage(
  page: Page,
  parts: SendParts,
  control: PageControl,
): Promise<SentPage> {
  const run = new PageRun(page, parts, control)
  const atOnce = page.endpoint.failures > 0 ? 1 : AT_ONCE
  await Promise.all(Array.from({ length: atOnce }, () => run.work()))
  return { page, outcomes: run.outcomes }
}

class PageRun {
  readonly outcomes: Outcome[] = []
  readonly #page: Page
  readonly #parts: SendParts
  readonly #control: PageControl
  readonly #begun: number
  #lookedAt: number
  #next = 0
  #failures: number
  #isOver = false

  constructor(page: Page, parts: SendParts, control: PageControl) {
    this.#page = page
    this.#parts = parts
    this.#control = control
    this.#begun = parts.clock.monotonicMs()
    this.#lookedAt = this.#begun
    this.#failures = page.endpoint.failures
  }

  async work(): Promise<void> {
    for (;;) {
      if (this.#next >= this.#page.deliveries.length) return
      const { accountId } = this.#page.endpoint
      const isReady = await this.#waitFor(this.#parts.accountPace, accountId)
      const delivery = isReady ? this.#page.deliveries[this.#next] : undefined
      if (delivery === undefined) return
      this.#next += 1
      const outcome = await this.#attempt(delivery)
      if (outcome === undefined) return
      this.#note(outcome)
    }
  }

  /** False when no more may begin. */
  async #waitFor(pace: Pace, key: string): Promise<boolean> {
    for (;;) {
      if (!(await this.#mayGoOn())) return false
      const waitMs = pace.take(key)
      if (waitMs === 0) return true
      await delay(waitMs)
    }
  }

  async #mayGoOn(): Promise<boolean> {
    const at = this.#parts.clock.monotonicMs()
    if (at - this.#begun > PAGE_MS || this.#control.stop.aborted) this.#isOver = true
    if (!this.#isOver && at - this.#lookedAt > LOOK_AGAIN_MS) {
      this.#lookedAt = at
      if (!(await this.#control.isStillOurs())) this.#isOver = true
    }
    return !this.#isOver
  }

  /** Undefined when it did not come to an attempt. */
  async #attempt(delivery: ToSend): Promise<Outcome | undefined> {
    const { clock, rules, resolve, destinationPace, attemptMs, ca } = this.#parts
    const { endpoint } = this.#page
    const at = clock.now()
    const begun = clock.monotonicMs()
    const target = readTarget(endpoint.url, rules)
    const address =
      target.kind === 'fault'
        ? undefined
        : await addressOf(target, rules, delivery.attempts.length, resolve)
    if (target.kind === 'fault' || address === undefined) {
      return outcomeOf(delivery, { at, status: 0, ms: elapsed(clock, begun) })
    }
    if (!(await this.#waitFor(destinationPace, address))) return undefined
    const headers = signatureHeaders(endpoint, delivery.eventId, delivery.body, clock.now())
    const sent = clock.monotonicMs()
    const answered = await post({
      target,
      address,
      headers,
      body: delivery.body,
      attemptMs: Math.max(1, (attemptMs ?? ATTEMPT_MS) - (sent - begun)),
      ca,
      signal: this.#control.abort,
    })
    if (this.#control.abort.aborted && answered.status === 0) return undefined
    const attempt = { at, status: answered.status, ms: elapsed(clock, sent) }
    return outcomeOf(delivery, attempt, answered.retryAfter)
  }

  #note(outcome: Outcome): void {
    this.outcomes.push(outcome)
    this.#failures = outcome.isReceived ? 0 : this.#failures + 1
    const isEnough = this.#failures >= BREAKER_FAILURES
    if (isEnough || STOPPING_STATUSES.includes(outcome.attempt.status)) this.#isOver = true
  }
}

function outcomeOf(delivery: ToSend, attempt: Attempt, retryAfter?: string): Outcome {
  const isReceived = attempt.status >= 200 && attempt.status < 300
  return { delivery, attempt, retryAfter, isReceived, isGone: attempt.status === GONE }
}

function elapsed(clock: Clock, since: number): number {
  return Math.round(clock.monotonicMs() - since)
}
