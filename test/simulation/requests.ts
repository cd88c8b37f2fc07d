// Requests of the simulation: each is counted in its windows, then answered from what is kept or charged.

import type { SeededRandom } from '../../dev/seeded-random.ts'
import type { Caller } from '../../src/access/caller.ts'
import { readUsage } from '../../src/account/usage.ts'
import { Problem } from '../../src/http/problem.ts'
import { utcDay } from '../../src/lib/clock.ts'
import type { RateLimits } from '../../src/rate-limits/rate-limits.ts'
import type { Searches } from '../../src/search/address-search.ts'
import type { ManualClock } from '../support/manual-clock.ts'
import type { Node } from './node.ts'
import { freshAnswer, questionAndTwin, REPEATABLE } from './questions.ts'
import { RateModel } from './rate-model.ts'
import type { SimulatedAccount } from './simulated-account.ts'
import { must } from './violation.ts'

/** A run has one of them: with small bursts more happens between two requests. */
const BURSTS_MAX = [15, 60]
const VISITORS = ['192.0.2.7', '192.0.2.8', '2001:db8::1']

type Answered = 'plain' | 'penalty' | 'buffer' | 'refused' | 'unavailable'

export class Requests {
  readonly #random: SeededRandom
  readonly #clock: ManualClock
  readonly #rates = new RateModel()
  readonly #burstMax: number
  release = 1
  count = 0

  constructor(random: SeededRandom, clock: ManualClock) {
    this.#random = random
    this.#clock = clock
    this.#burstMax = random.pick(BURSTS_MAX)
  }

  forgetRates(): void {
    this.#rates.forget()
  }

  /** Many at one moment, most of them of one account. */
  async burst(node: Node, most: SimulatedAccount, all: readonly SimulatedAccount[]) {
    const steps = this.#random.between(1, this.#burstMax)
    const lookups: SimulatedAccount[] = []
    for (let at = 0; at < steps; at += 1) {
      const account = this.#random.chance(0.7) ? most : this.#random.pick(all)
      const isLookup = this.#random.chance(0.6)
      this.count += 1
      if (!this.#isAdmitted(node, account, isLookup)) continue
      if (isLookup) lookups.push(account)
      else this.#ask(node)
    }
    await this.#charge(node, lookups)
    return { steps, lookups: lookups.length }
  }

  /** The books of the day are what was answered. */
  async compareToday({ store }: Node, { id, name, reference }: SimulatedAccount): Promise<void> {
    const day = utcDay(this.#clock.now())
    const { lookups, bufferUsed } = await readUsage(store, id, day)
    const answered = reference.days.get(day) ?? 0
    const drawn = reference.months.get(day.slice(0, 7)) ?? 0
    must(lookups === answered && bufferUsed === drawn, 'charge', () => {
      const counted = `${lookups} look-ups on ${day} and ${bufferUsed} of the buffer`
      return `${name} has ${counted}, but was answered ${answered} and ${drawn}`
    })
  }

  #isAdmitted(node: Node, account: SimulatedAccount, isLookup: boolean): boolean {
    const caller = this.#random.chance(0.5) ? account.caller : account.token
    const visitor = this.#random.pick(VISITORS)
    const limits = this.#random.pick(node.limits)
    const retryAfter = this.#admit(limits, account, caller, isLookup, visitor)
    if (retryAfter === undefined) return true
    // Who waits for as long as was said is let in.
    if (this.#random.chance(0.02)) {
      this.#clock.advance(retryAfter * 1000)
      const again = this.#admit(limits, account, caller, isLookup, visitor)
      must(again === undefined, 'rate-limit', () => {
        return `${caller.credentialId} waited ${retryAfter} s and was refused for ${again} s more`
      })
      return true
    }
    return false
  }

  /** The Retry-After of a request that is refused. */
  #admit(
    limits: RateLimits,
    account: SimulatedAccount,
    caller: Caller,
    isLookup: boolean,
    visitor: string,
  ): number | undefined {
    const windows = account.windows(caller, isLookup, visitor)
    let retryAfter: number | undefined
    try {
      void limits.admit(caller, isLookup ? 'lookup' : 'public', visitor)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      retryAfter = error.extra.retryAfterSeconds ?? 0
    }
    this.#rates.check(windows, this.#clock.monotonicMs(), retryAfter)
    return retryAfter
  }

  #ask({ answers }: Node): void {
    const endpoint = this.#random.pick(REPEATABLE)
    const release = `release ${this.release}`
    // All that a question is made of is the name of the release.
    const search = { release: { release } }
    const data = { uk: search, au: search } as unknown as Searches
    for (const request of questionAndTwin(this.#random)) {
      const question = answers.questionOf(request, endpoint, data)
      if (question === undefined) continue
      const fresh = freshAnswer(request, endpoint, release)
      const kept = answers.get(question)
      if (kept === undefined) answers.keep(question, fresh, 'account')
      else must(kept === fresh, 'kept-answer', () => `${fresh} was answered with ${kept}`)
    }
  }

  async #charge(node: Node, accounts: readonly SimulatedAccount[]): Promise<void> {
    const answers = await Promise.all(
      accounts.map(async (account) => ({ account, answer: await chargeOne(node, account) })),
    )
    const now = this.#clock.now()
    for (const [account, all] of Map.groupBy(answers, (each) => each.account)) {
      const got = all.map(({ answer }) => answer).filter((answer) => answer !== 'unavailable')
      const expected = got.map(() => {
        const verdict = account.charge(now)
        return verdict === 'used-up' || verdict === 'forbidden' ? 'refused' : verdict
      })
      must(`${got.sort()}` === `${expected.sort()}`, 'charge', () => {
        return `${account.name} was answered ${got}, but must be answered ${expected}`
      })
    }
  }
}

/** As the pipeline does it: a cheap look first, then the charge. */
async function chargeOne(
  { allowance, meter }: Node,
  { caller }: SimulatedAccount,
): Promise<Answered> {
  try {
    await allowance.check(caller)
    return (await meter.charge(caller)).stage
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return error.status === 503 ? 'unavailable' : 'refused'
  }
}
