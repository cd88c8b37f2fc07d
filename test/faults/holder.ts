// An account on a store that no service has opened yet, and callers that ask it things for as long as a test wants.

import assert from 'node:assert/strict'
import { createAccount } from '../../src/account/accounts.ts'
import { loadPlans } from '../../src/account/plans/plans-file.ts'
import { readUsage } from '../../src/account/usage.ts'
import type { Product } from '../../src/address/product.ts'
import { systemClock, utcDay } from '../../src/lib/clock.ts'
import { openStore, type StoreSettings } from '../../src/store/open-store.ts'
import type { Ending } from '../support/stores.ts'

export interface Holder {
  readonly accountId: string
  readonly apiKey: string
  readonly adminKey: string
}

let made = 0

/** On the largest plan unless told otherwise, so that no limit is in the way. */
export async function newHolder(
  place: StoreSettings,
  product: Product = 'au',
  planName: string | undefined = 'scale',
): Promise<Holder> {
  made += 1
  const email = `holder-${process.pid}-${made}@example.com`
  const plans = await loadPlans(place.dataDir)
  const store = await openStore(place)
  const wanted = { email, product, planName }
  const created = await createAccount(store, plans, wanted, systemClock.now())
  await store.close()
  assert.ok(created.kind === 'created')
  return created
}

/** Look-ups of today, by the books. */
export async function usedBy(place: StoreSettings, { accountId }: Holder): Promise<number> {
  const store = await openStore(place)
  const { lookups } = await readUsage(store, accountId, utcDay(systemClock.now()))
  await store.close()
  return lookups
}

/** A free look-up, and one that is charged. */
export async function pathsFor(baseUrl: string, { apiKey }: Holder) {
  const free = `/autocomplete/s?api-key=${apiKey}`
  const answer = await fetch(baseUrl + free)
  const { suggestions } = (await answer.json()) as { suggestions: { url: string }[] }
  return { free, metered: `${suggestions[0].url}?api-key=${apiKey}` }
}

interface Said {
  readonly status: number
  readonly retryAfter: string | null
  readonly text: string
}

export async function say(url: string, init?: RequestInit): Promise<Said> {
  const answer = await fetch(url, init)
  const retryAfter = answer.headers.get('retry-after')
  return { status: answer.status, retryAfter, text: await answer.text() }
}

/** Asks again and again until it is answered so. */
export async function until(url: string, status: number): Promise<void> {
  while ((await say(url)).status !== status) await new Promise((done) => setTimeout(done, 20))
}

/** A refusal for a while: a Problem that says when to come back, and nothing about the cause. */
export function assertAway({ status, retryAfter, text }: Said): void {
  assert.equal(status, 503, text)
  assert.match(retryAfter ?? '', /^[1-9]\d*$/)
  const problem = JSON.parse(text)
  assert.equal(problem.code, 'service-unavailable')
  assert.doesNotMatch(text, /postgres|sqlite|disk|127\.0\.0\.1|errno|ECONN/i)
}

/** What is asked without end: answers by status, and whatever went wrong below HTTP. */
export class Load {
  readonly statuses = new Map<number, number>()
  readonly failures: string[] = []
  /** The longest time in which nobody was answered 200. */
  longestGapMs = 0
  #answeredAtMs = performance.now()
  #isOver = false
  readonly #callers: Promise<void>[]

  constructor(t: Ending, callers: number, url: () => string) {
    t.after(() => this.stop())
    this.#callers = Array.from({ length: callers }, () => this.#call(url))
  }

  get answered(): number {
    return this.statuses.get(200) ?? 0
  }

  async untilAnswered(more: number): Promise<void> {
    const enough = this.answered + more
    while (this.answered < enough) await new Promise((done) => setTimeout(done, 5))
  }

  async stop(): Promise<void> {
    this.#isOver = true
    await Promise.all(this.#callers)
  }

  #measureGap(): void {
    const nowMs = performance.now()
    this.longestGapMs = Math.max(this.longestGapMs, nowMs - this.#answeredAtMs)
    this.#answeredAtMs = nowMs
  }

  async #call(url: () => string): Promise<void> {
    while (!this.#isOver) {
      try {
        const { status } = await say(url())
        this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1)
        if (status === 200) this.#measureGap()
      } catch (error) {
        this.failures.push(String(error instanceof Error ? (error.cause ?? error) : error))
      }
    }
  }
}
