// How often a caller may call: the plan's five minutes, the key's minute, a domain token's visitors and its total.

import { findPlan, type Plans } from '../account/plans.ts'
import { Problem } from '../http/problem.ts'
import type { Counters, Standing, Window } from '../store/counters.ts'
import type { Scope } from './authorize.ts'
import type { Caller } from './caller.ts'
import { visitorKey } from './visitor.ts'

export interface RateSettings {
  readonly keyRequestsPerMinute: number
  readonly tokenVisitorPerMinute: number
  readonly tokenRequestsPerMinute: number
}

const PLAN_SECONDS = 300
const MINUTE = 60

/** A window with the name it has in the headers and what is said when it is full. */
interface Limit extends Window {
  readonly name: string
  readonly code: 'rate-limit' | 'domain-token-rate-limit'
  readonly detail: string
}

export class RateLimits {
  readonly #counters: Counters
  readonly #plans: Plans
  readonly #settings: RateSettings

  constructor(counters: Counters, plans: Plans, settings: RateSettings) {
    this.#counters = counters
    this.#plans = plans
    this.#settings = settings
  }

  /**
   * Counts the request, or throws the 429 of one too many, which then counts nowhere. Answers the headers that tell the
   * caller where they stand.
   */
  async admit(
    caller: Caller,
    scope: Scope,
    visitor: () => string,
  ): Promise<Record<string, string>> {
    const limits = this.#limitsOf(caller, scope, visitor)
    const taken = await this.#counters.take(limits)
    if (taken.kind === 'admitted') return headers(limits, taken.standings)
    const { code, detail } = limits[taken.by]
    throw new Problem(code, detail, {
      retryAfterSeconds: taken.retryAfterSeconds,
      headers: { 'ratelimit-policy': policy(limits) },
    })
  }

  #limitsOf(caller: Caller, scope: Scope, visitor: () => string): Limit[] {
    const isLookup = scope === 'address' || scope === 'lookup'
    const plan = isLookup ? this.#planLimit(caller) : []
    return caller.kind === 'token'
      ? [...plan, ...this.#tokenLimits(caller, visitor())]
      : [...plan, this.#keyLimit(caller)]
  }

  #planLimit({ accountId, subscription }: Caller): Limit[] {
    if (subscription === undefined) return []
    const plan = findPlan(this.#plans, subscription.product, subscription.planName)
    if (plan === undefined) return []
    const limit = plan.requestsPer5Minutes
    return [
      {
        name: 'plan',
        key: `plan ${accountId}`,
        limit,
        seconds: PLAN_SECONDS,
        code: 'rate-limit',
        detail: `The plan's ${limit} requests per 5 minutes are used up.`,
      },
    ]
  }

  #keyLimit({ credentialId }: Caller): Limit {
    const limit = this.#settings.keyRequestsPerMinute
    return {
      name: 'key',
      key: `key ${credentialId}`,
      limit,
      seconds: MINUTE,
      code: 'rate-limit',
      detail: `One key may send ${limit} requests a minute.`,
    }
  }

  #tokenLimits({ credentialId, visitorLimit, visitorMinutes }: Caller, visitor: string): Limit[] {
    const { tokenRequestsPerMinute, tokenVisitorPerMinute } = this.#settings
    const ofVisitor = visitorLimit ?? tokenVisitorPerMinute * visitorMinutes
    return [
      {
        name: 'visitor',
        key: `visitor ${credentialId} ${visitorKey(visitor)}`,
        limit: ofVisitor,
        seconds: visitorMinutes * MINUTE,
        isCrowd: true,
        code: 'domain-token-rate-limit',
        detail: `One visitor may send ${ofVisitor} requests in ${minutes(visitorMinutes)}.`,
      },
      {
        name: 'token',
        key: `token ${credentialId}`,
        limit: tokenRequestsPerMinute,
        seconds: MINUTE,
        code: 'domain-token-rate-limit',
        detail: `All visitors together may send ${tokenRequestsPerMinute} requests a minute.`,
      },
    ]
  }
}

function minutes(count: number): string {
  return count === 1 ? 'a minute' : `${count} minutes`
}

function headers(limits: readonly Limit[], standings: readonly Standing[]): Record<string, string> {
  const stands = limits.map(({ name }, at) => {
    const { remaining, resetSeconds } = standings[at]
    return `"${name}";r=${remaining};t=${resetSeconds}`
  })
  return { 'ratelimit-policy': policy(limits), ratelimit: stands.join(', ') }
}

function policy(limits: readonly Limit[]): string {
  return limits.map(({ name, limit, seconds }) => `"${name}";q=${limit};w=${seconds}`).join(', ')
}
