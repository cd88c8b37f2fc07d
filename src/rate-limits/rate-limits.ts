// Rate limits: per plan and five minutes, per key and minute, per visitor and in total for a domain token.
// Unchecked: hot, and an admission has a standing for each window.

import type { Scope } from '../access/authorize.ts'
import type { Caller } from '../access/caller.ts'
import { visitorKey } from '../access/visitor.ts'
import { findPlan, type Plans } from '../account/plans/plans.ts'
import type { Standing } from '../http/message.ts'
import { Problem } from '../http/problem.ts'
import type { Admission, Counters, Window } from './counters.ts'

interface RateSettings {
  readonly keyRequestsPerMinute: number
  readonly tokenVisitorPerMinute: number
  readonly tokenRequestsPerMinute: number
}

/** Everything that shows addresses, free or not. */
const COUNTED_BY_PLAN: ReadonlySet<Scope> = new Set(['address', 'lookup', 'review'])
const PLAN_SECONDS = 300
const MINUTE = 60

interface Limit extends Window {
  readonly name: string
  readonly code: 'rate-limit' | 'domain-token-rate-limit'
  readonly detail: string
}

interface Limits {
  readonly windows: readonly Limit[]
  readonly policy: string
}

export class RateLimits {
  readonly #counters: Counters
  readonly #plans: Plans
  readonly #settings: RateSettings
  /** What does not change from one request of a caller to the next; a Caller lives for a second. */
  readonly #ofLookUps = new WeakMap<Caller, Limits>()
  readonly #ofOthers = new WeakMap<Caller, Limits>()

  constructor(counters: Counters, plans: Plans, settings: RateSettings) {
    this.#counters = counters
    this.#plans = plans
    this.#settings = settings
  }

  /** Throws the 429 of one too many, which counts nowhere. `visitor` is the address of a domain token's. */
  admit(caller: Caller, scope: Scope, visitor: string): Standing | Promise<Standing> {
    const limits = this.#limitsOf(caller, scope, visitor)
    const admission = this.#counters.admit(limits.windows, caller.accountId)
    if (admission instanceof Promise) return admission.then((late) => standingOf(limits, late))
    return standingOf(limits, admission)
  }

  #limitsOf(caller: Caller, scope: Scope, visitor: string): Limits {
    const isLookup = COUNTED_BY_PLAN.has(scope)
    if (caller.kind === 'token') {
      return limitsIn([
        ...(isLookup ? this.#planLimit(caller) : []),
        ...this.#tokenLimits(caller, visitor),
      ])
    }
    const kept = isLookup ? this.#ofLookUps : this.#ofOthers
    const known = kept.get(caller)
    if (known !== undefined) return known
    const plan = isLookup && caller.isTest !== true ? this.#planLimit(caller) : []
    const limits = limitsIn([...plan, this.#keyLimit(caller)])
    kept.set(caller, limits)
    return limits
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

  /** For all API keys of an account. Apart from them its admin key, so the holder can replace a key that floods us. */
  #keyLimit({ accountId, credentialId, kind }: Caller): Limit {
    const limit = this.#settings.keyRequestsPerMinute
    return {
      name: 'key',
      key: `key ${kind} ${accountId || credentialId}`,
      limit,
      seconds: MINUTE,
      code: 'rate-limit',
      detail: `The keys of an account can send ${limit} requests per minute together.`,
    }
  }

  #tokenLimits({ credentialId, visitorLimit, visitorMinutes }: Caller, visitor: string): Limit[] {
    const { tokenRequestsPerMinute, tokenVisitorPerMinute } = this.#settings
    const ofVisitor = visitorLimit ?? tokenVisitorPerMinute * visitorMinutes
    return [
      {
        name: 'visitor',
        // With the length of the window: an account may change that of its tokens.
        key: `visitor ${credentialId} ${visitorMinutes} ${visitorKey(visitor)}`,
        limit: ofVisitor,
        seconds: visitorMinutes * MINUTE,
        visitorOf: credentialId,
        code: 'domain-token-rate-limit',
        detail: `One visitor can send ${ofVisitor} requests per ${minutes(visitorMinutes)}.`,
      },
      {
        name: 'token',
        key: `token ${credentialId}`,
        limit: tokenRequestsPerMinute,
        seconds: MINUTE,
        code: 'domain-token-rate-limit',
        detail: `All visitors together can send ${tokenRequestsPerMinute} requests per minute.`,
      },
    ]
  }
}

function minutes(count: number): string {
  return count === 1 ? 'minute' : `${count} minutes`
}

function limitsIn(windows: readonly Limit[]): Limits {
  const policies = windows.map(({ name, limit, seconds }) => `"${name}";q=${limit};w=${seconds}`)
  return { windows, policy: policies.join(', ') }
}

function standingOf({ windows, policy }: Limits, admission: Admission): Standing {
  let limits = ''
  for (let at = 0; at < windows.length; at += 1) {
    const { remaining, resetSeconds } = admission.standings[at]
    limits += `${at === 0 ? '' : ', '}"${windows[at].name}";r=${remaining};t=${resetSeconds}`
  }
  if (admission.kind === 'admitted') return { policy, limits }
  const { retryAfterSeconds } = admission
  const { code, detail } = windows[admission.by]
  const headers = { 'ratelimit-policy': policy, ratelimit: limits }
  throw new Problem(code, detail, { retryAfterSeconds, headers })
}
