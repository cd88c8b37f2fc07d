// Who is let in, how often, and for how much work: what the checks of a request are made of.

import { authenticate, type CredentialFacts, knownCaller } from '../access/authenticate.ts'
import type { Meter } from '../access/charge/meter.ts'
import type { Credentials } from '../access/credentials.ts'
import { OpenIdConnect } from '../access/openid-connect.ts'
import { overloaded } from '../access/refusals.ts'
import { Sessions } from '../access/sessions.ts'
import { FORWARDING, networkOf, OperatorPlaces, TrustedProxies } from '../access/visitor.ts'
import type { Plans } from '../account/plans/plans.ts'
import type { Callers } from '../http/connections/request-turns.ts'
import type { Request } from '../http/message.ts'
import { type Importance, isShed, LOAD_LIMITS, type Load } from '../http/overload.ts'
import { problemReply } from '../http/reply.ts'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import type { Turns } from '../lib/turns/turns.ts'
import type { ServiceMetrics } from '../metrics/service-metrics.ts'
import type { Counters } from '../rate-limits/counters.ts'
import { Places } from '../rate-limits/places.ts'
import { RateLimits } from '../rate-limits/rate-limits.ts'
import { type ShareMemory, ShareTable } from '../rate-limits/share-table.ts'
import { WorkShares } from '../rate-limits/work-shares.ts'
import type { Route } from '../routes.ts'
import type { Config } from '../settings/config.ts'
import type { Store } from '../store/store.ts'

interface AdmissionParts {
  readonly config: Config
  readonly plans: Plans
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly counters: Counters
  readonly credentials: Credentials
  readonly overload: ReturnType<typeof overloadOf>
  readonly turns: Turns
  /** Where threads count work together. */
  readonly shareMemory: ShareMemory | undefined
}

export function makeAdmission(parts: AdmissionParts) {
  const { config, plans, store, clock, log, counters, credentials, overload, turns, shareMemory } =
    parts
  const ownOrigin = new URL(config.baseUrl).origin
  const proxies = new TrustedProxies(config.trustedProxies)
  const operatorPlaces = new OperatorPlaces(config.operatorFrom, proxies)
  const isOperatorPlace = (request: Request) => operatorPlaces.include(request)
  return {
    overload,
    turns,
    authenticate: (facts: CredentialFacts) => authenticate(credentials, ownOrigin, facts),
    /** Undefined if the store has to be asked. */
    knownCaller: (facts: CredentialFacts) => knownCaller(credentials, ownOrigin, facts),
    /** Whether the store need not be asked about a key that nobody has heard of. */
    isRemembered: ({ apiKeys: [key = ''] }: CredentialFacts) => credentials.isRemembered(key),
    /** Calls of a console are made in a session. */
    sessions: {
      console: new Sessions('console', store, clock, ownOrigin),
      operator: new Sessions('operator', store, clock, ownOrigin),
    },
    openId: openIdOf(config, log),
    isOperatorPlace,
    visitorOf: (request: Request) => proxies.visitorOf(request),
    mayKnow: routeVisibility(config, isOperatorPlace),
    rateLimits: new RateLimits(counters, plans, config),
    shares: new WorkShares({
      table: new ShareTable(shareMemory),
      plans,
      networkMsPerSecond: config.networkWorkMsPerSecond,
      monotonicMs: () => clock.monotonicMs(),
    }),
    /** How many calls of an account that keep the store busy are made at once. */
    places: new Places(),
    /** What the rate limits are counted in; its `mode` says whether other nodes count with it. */
    counters,
    proxies,
    callers: makeCallers(credentials, proxies),
  }
}

/** For each console that has it. */
function openIdOf({ openId: settings, baseUrl }: Config, log: Log) {
  if (settings === undefined) return { name: '', console: undefined, operator: undefined }
  const onFault = (error: unknown) => log.warn('OpenID Connect failed', { error })
  const openId = new OpenIdConnect({ settings, baseUrl, onFault })
  return {
    name: settings.name,
    console: settings.isForHolders ? openId : undefined,
    operator: settings.operatorRoles.length > 0 ? openId : undefined,
  }
}

/** A page for operators does not exist for anybody else. */
function routeVisibility(config: Config, isOperatorPlace: (request: Request) => boolean) {
  const metricsPlaces = new TrustedProxies(config.metricsFrom)
  return ({ page, scope }: Route, request: Request): boolean => {
    // A request through a proxy has the proxy's address, so it does not count as an operator's.
    const isForwarded = () => FORWARDING.some((name) => request.headers[name] !== undefined)
    const isNear = () => !isForwarded() && metricsPlaces.includes(request.remoteAddress)
    if (page?.isPrivate === true && !isNear()) return false
    const isForOperators =
      scope === 'operator' || page?.isForOperators === true || request.path.startsWith('/operator/')
    return !isForOperators || isOperatorPlace(request)
  }
}

function makeCallers(credentials: Credentials, proxies: TrustedProxies): Callers {
  return {
    of: (request) => {
      const [key = ''] = request.query.get('api-key') ?? []
      return (key !== '' && credentials.accountOf(key)) || proxies.networkOf(request)
    },
    networkOf: (address) => (proxies.includes(address) ? undefined : networkOf(address)),
  }
}

/** Compares the load of the moment with the limits, and has the replies to refused requests ready. */
export function overloadOf(
  { inFlightMax, loopDelayMaxMs, docsUrl }: Config,
  metrics: ServiceMetrics,
  meter: Meter,
) {
  const load: Load = {
    get inFlight() {
      return metrics.inFlight
    },
    get loopDelayMs() {
      return metrics.loopDelay.sustainedMs
    },
    get meterQueue() {
      return meter.waiting
    },
  }
  const limits = { ...LOAD_LIMITS, inFlight: inFlightMax, loopDelayMs: loopDelayMaxMs }
  const problem = overloaded()
  return {
    refuses: (importance: Importance) => isShed(importance, load, limits),
    replies: {
      detail: problemReply(problem, docsUrl),
      phrase: problemReply(problem, docsUrl, 'phrase'),
    },
  }
}
