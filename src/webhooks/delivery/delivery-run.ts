// Sends a batch of deliveries to one endpoint: a few at once, in order, stopping once it is clear that it fails.

import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '../../lib/clock.ts'
import type { Store } from '../../store/store.ts'
import type { Attempt } from '../deliveries.ts'

import type { Pace } from '../sending/pace.ts'
import { addressOf, type Resolve } from '../sending/resolve.ts'
import { ownerOf, type Secrets, signatureHeaders } from '../sending/secret.ts'
import { ATTEMPT_MS, NO_ADDRESS, post } from '../sending/send.ts'
import { readTarget, type TargetRules } from '../sending/target.ts'
import type { ClaimedEndpoint } from './claims.ts'
import type { DeliveryBatch, PendingDelivery } from './pending-deliveries.ts'

/** Connections to one endpoint. */
const AT_ONCE = 4
/** No attempt starts later than this, so that the last one ends well within the lease. */
const RUN_MS = 10_000
const CHECK_LEASE_MS = 1000
/** After this many failures in a row the endpoint is only probed. */
export const BREAKER_FAILURES = 5
const GONE = 410
/** After one of these the run stops: nobody is there, or the endpoint asks for no more. */
const STOPPING_STATUSES: readonly number[] = [0, GONE, 429, 503]

export interface SendParts {
  readonly clock: Clock
  readonly store: Pick<Store, 'secrets'>
  readonly rules: TargetRules
  readonly resolve: Resolve
  readonly accountPace: Pace
  readonly destinationPace: Pace
  readonly attemptMs?: number | undefined
  readonly ca?: string | undefined
}

interface RunControl {
  /** Start no more attempts. */
  readonly stop: AbortSignal
  /** Also end attempts in progress; they do not count as attempts. */
  readonly abort: AbortSignal
  /** False when the endpoint was removed, or another node has claimed it since. */
  isStillLeased(): Promise<boolean>
}

export interface Outcome {
  readonly delivery: PendingDelivery
  readonly attempt: Attempt
  readonly retryAfter: string | undefined
  readonly isReceived: boolean
  readonly isGone: boolean
}

export interface DeliveryRun {
  readonly batch: DeliveryBatch
  /** In the order they ended. */
  readonly outcomes: readonly Outcome[]
}

export async function runDeliveries(batch: DeliveryBatch, parts: SendParts, control: RunControl) {
  const run = new DeliveryRunner(batch, parts, control)
  const atOnce = batch.endpoint.failures > 0 ? 1 : AT_ONCE
  await Promise.all(Array.from({ length: atOnce }, () => run.work()))
  return { batch, outcomes: run.outcomes }
}

class DeliveryRunner {
  readonly outcomes: Outcome[] = []
  readonly #batch: DeliveryBatch
  readonly #parts: SendParts
  readonly #control: RunControl
  readonly #secrets: Secrets
  readonly #begun: number
  #leaseCheckedAt: number
  /** All connections wait for the answer of the store. */
  #isLeased: Promise<boolean> = Promise.resolve(true)
  #next = 0
  #failures: number
  #isOver = false

  constructor(batch: DeliveryBatch, parts: SendParts, control: RunControl) {
    this.#batch = batch
    this.#parts = parts
    this.#control = control
    this.#begun = parts.clock.monotonicMs()
    this.#leaseCheckedAt = this.#begun
    this.#secrets = openedSecrets(batch.endpoint, parts.store)
    this.#failures = batch.endpoint.failures
  }

  async work(): Promise<void> {
    for (;;) {
      if (this.#next >= this.#batch.deliveries.length) return
      const { accountId } = this.#batch.endpoint
      const isReady = await this.#waitFor(this.#parts.accountPace, accountId)
      const delivery = isReady ? this.#batch.deliveries[this.#next] : undefined
      if (delivery === undefined) return
      this.#next += 1
      const outcome = await this.#attempt(delivery)
      if (outcome === undefined) return
      this.#record(outcome)
    }
  }

  /** False when no further attempt may start. */
  async #waitFor(pace: Pace, key: string): Promise<boolean> {
    for (;;) {
      if (!(await this.#mayContinue())) return false
      const waitMs = pace.take(key)
      if (waitMs === 0) return true
      await delay(waitMs)
    }
  }

  async #mayContinue(): Promise<boolean> {
    const at = this.#parts.clock.monotonicMs()
    if (at - this.#begun > RUN_MS || this.#control.stop.aborted) this.#isOver = true
    if (!this.#isOver && at - this.#leaseCheckedAt > CHECK_LEASE_MS) {
      this.#leaseCheckedAt = at
      this.#isLeased = this.#control.isStillLeased()
    }
    if (!(await this.#isLeased)) this.#isOver = true
    return !this.#isOver
  }

  /** Undefined when no attempt was made. */
  async #attempt(delivery: PendingDelivery): Promise<Outcome | undefined> {
    const { clock, rules, resolve, destinationPace, attemptMs, ca } = this.#parts
    const { endpoint } = this.#batch
    const at = clock.now()
    const begun = clock.monotonicMs()
    const target = readTarget(endpoint.url, rules)
    const address =
      target.kind === 'fault'
        ? undefined
        : await addressOf(target, rules, delivery.attempts.length, resolve)
    if (target.kind === 'fault' || address === undefined) {
      const error = target.kind === 'fault' ? target.detail : NO_ADDRESS
      return outcomeOf(delivery, { at, status: 0, ms: elapsed(clock, begun), error })
    }
    if (!(await this.#waitFor(destinationPace, address))) return undefined
    const headers = signatureHeaders(this.#secrets, delivery.eventId, delivery.body, clock.now())
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
    const { status, error, retryAfter } = answered
    const attempt = { at, status, ms: elapsed(clock, sent), ...(error !== undefined && { error }) }
    return outcomeOf(delivery, attempt, retryAfter)
  }

  #record(outcome: Outcome): void {
    this.outcomes.push(outcome)
    this.#failures = outcome.isReceived ? 0 : this.#failures + 1
    const hasTripped = this.#failures >= BREAKER_FAILURES
    if (hasTripped || STOPPING_STATUSES.includes(outcome.attempt.status)) this.#isOver = true
  }
}

function openedSecrets(endpoint: ClaimedEndpoint, { secrets }: Pick<Store, 'secrets'>): Secrets {
  const owner = ownerOf(endpoint)
  const { secret, oldSecret } = endpoint
  return {
    ...endpoint,
    secret: secrets.open(secret, owner),
    oldSecret: secrets.open(oldSecret, owner),
  }
}

function outcomeOf(delivery: PendingDelivery, attempt: Attempt, retryAfter?: string): Outcome {
  const isReceived = attempt.status >= 200 && attempt.status < 300
  return { delivery, attempt, retryAfter, isReceived, isGone: attempt.status === GONE }
}

function elapsed(clock: Clock, since: number): number {
  return Math.round(clock.monotonicMs() - since)
}
