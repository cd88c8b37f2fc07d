// Everything that a running service is made of, put together by hand.

import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { Allowance } from './access/allowance.ts'
import { authenticate, type CredentialFacts } from './access/authenticate.ts'
import type { Caller } from './access/caller.ts'
import { Credentials, KEY_KEPT_MS } from './access/credentials.ts'
import { Meter } from './access/meter.ts'
import { RateLimits } from './access/rate-limits.ts'
import { tooMuchToDo } from './access/refusals.ts'
import { TrustedProxies } from './access/visitor.ts'
import { loadPlans, type Plans } from './account/plans.ts'
import { AnswerCache } from './answer-cache.ts'
import type { Config } from './config.ts'
import { Data } from './data.ts'
import type { Context } from './endpoints/endpoint.ts'
import { healthPages } from './endpoints/health.ts'
import { metricsPage } from './endpoints/metrics.ts'
import type { Page } from './endpoints/page.ts'
import { referencePages } from './endpoints/reference.ts'
import { problemReply } from './http/reply.ts'
import type { Router } from './http/router.ts'
import { type Clock, TestClock } from './lib/clock.ts'
import type { Log } from './lib/log.ts'
import { openApiPages } from './openapi.ts'
import { LOAD_LIMITS, type Load, Overload } from './overload.ts'
import { ENDPOINTS, makeRouter, makeRoutes, type Route } from './routes.ts'
import { ServiceMetrics, watch } from './service-metrics.ts'
import { type Counters, MemoryCounters } from './store/counters.ts'
import { Nodes } from './store/nodes.ts'
import { RedisCounters } from './store/redis-counters.ts'
import { openStore, type Store } from './store/store.ts'
import { ClockFollower } from './store/test-clock.ts'

export interface Service {
  readonly config: Config
  readonly clock: Clock
  readonly log: Log
  readonly plans: Plans
  readonly store: Store
  readonly router: Router<Route>
  readonly data: Data
  readonly meter: Meter
  readonly allowance: Allowance
  readonly rateLimits: RateLimits
  readonly answers: AnswerCache
  readonly metrics: ServiceMetrics
  readonly overload: Overload
  /** Whom `/metrics` answers. */
  readonly metricsFrom: TrustedProxies
  /** What the rate limits are counted in; its `mode` says whether other nodes count along. */
  readonly counters: Counters
  readonly proxies: TrustedProxies
  /** What every endpoint is given beside its caller. */
  readonly context: Omit<Context, 'caller'>
  authenticate(facts: CredentialFacts): Caller | Promise<Caller>
  /** Holds an answer back by a plan's time penalty. */
  wait(ms: number): Promise<void>
  /** Not ready any more, but what is under way is finished. */
  stopping: boolean
  close(): Promise<void>
}

export interface Parts {
  readonly config: Config
  readonly clock: Clock
  readonly log: Log
}

export async function openService(parts: Parts): Promise<Service> {
  const { config, log } = parts
  const plans = await loadPlans(config.dataDir)
  const { databaseUrl, dataDir } = config
  const ownPages = pages(config, () => service)
  const routes = makeRoutes(ENDPOINTS, ownPages)
  const metrics = new ServiceMetrics(routes)
  const onFault = faultTeller(metrics, log)
  const store = await openStore({ databaseUrl, dataDir, onFault })
  const cluster = await joinNodes(parts, store, onFault).catch(async (error) => {
    await store.close()
    throw error
  })
  const { clock, counters } = cluster
  const data = new Data(dataDir, clock, log)
  const credentials = new Credentials(store, clock)
  const forgetting = setInterval(() => credentials.forgetUnusedKeys(), KEY_KEPT_MS).unref()
  const allowance = new Allowance(store, plans, clock)
  const onUpgrade = (accountId: string) => credentials.forgetAccount(accountId)
  const onCommit = (lookups: number, ms: number) => metrics.committed(lookups, ms)
  const meter = new Meter({ store, plans, clock, allowance, onFault, onUpgrade, onCommit })
  watch(metrics, { data, counters, meter })
  const ownOrigin = new URL(config.baseUrl).origin
  const service: Service = {
    config,
    clock,
    log,
    plans,
    store,
    data,
    router: makeRouter(routes),
    metrics,
    overload: overloadOf(config, metrics, meter),
    metricsFrom: new TrustedProxies(config.metricsFrom),
    meter,
    allowance,
    answers: new AnswerCache(),
    counters,
    rateLimits: new RateLimits(counters, plans, config),
    proxies: new TrustedProxies(config.trustedProxies),
    context: {
      searches: data,
      parts: { store, plans, clock },
      tokenVisitorPerMinute: config.tokenVisitorPerMinute,
      forgetCredential: (sha256) => credentials.forget(sha256),
      forgetAccount: (accountId) => credentials.forgetAccount(accountId),
    },
    authenticate: (facts) => authenticate(credentials, ownOrigin, facts),
    wait: (ms) => delay(ms),
    stopping: false,
    async close() {
      clearInterval(forgetting)
      metrics.close()
      await meter.close()
      await cluster.leave()
      await store.close()
    },
  }
  return service
}

function faultTeller(metrics: ServiceMetrics, log: Log): (error: unknown) => void {
  return (error) => {
    metrics.storeFaults += 1
    log.warn('store failed', { error })
  }
}

function overloadOf(
  { inFlightMax, docsUrl }: Config,
  metrics: ServiceMetrics,
  meter: Meter,
): Overload {
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
  const limits = { ...LOAD_LIMITS, inFlight: inFlightMax }
  return new Overload(load, limits, problemReply(tooMuchToDo(), docsUrl))
}

interface Cluster {
  readonly clock: Clock
  readonly counters: Counters
  leave(): Promise<void>
}

/** What a node has in common with the others on its store: the rate limits, and a clock that tests move. */
async function joinNodes(
  { config, clock: real, log }: Parts,
  store: Store,
  onFault: (error: unknown) => void,
): Promise<Cluster> {
  const testClock = config.testClock ? new TestClock(real) : undefined
  const clock = testClock ?? real
  const monotonicMs = () => clock.monotonicMs()
  // A node that shares nothing need not be known to anybody.
  if (testClock === undefined && config.redisUrl === '') {
    return { clock, counters: new MemoryCounters(monotonicMs), leave: async () => {} }
  }
  const nodes = new Nodes({ store, monotonicMs: () => real.monotonicMs(), onFault })
  await nodes.start()
  const follower =
    testClock && new ClockFollower({ store, clock: testClock, nodeId: nodes.id, onFault })
  await follower?.start()
  if (testClock !== undefined) {
    log.warn('the test clock is followed', { now: new Date(clock.now()).toISOString() })
  }
  const counters =
    config.redisUrl === ''
      ? new MemoryCounters(monotonicMs)
      : await RedisCounters.open({
          url: config.redisUrl,
          monotonicMs,
          aheadMs: () => testClock?.passedMs ?? 0,
          nodes: () => nodes.count,
          onMode: (mode, reason) => log.warn('rate limits', { mode, reason }),
        })
  const leave = async () => {
    await counters.close()
    await follower?.close()
    await nodes.close()
  }
  return { clock, counters, leave }
}

function pages({ baseUrl, docsUrl }: Config, service: () => Service): Page[] {
  const styleSheet = readFileSync(new URL('./web/style.css', import.meta.url), 'utf8')
  const releases = () => service().data.releases()
  const attributions = () => releases().map(({ attribution }) => attribution)
  return [
    ...healthPages({
      store: () => answers(service().store),
      releases: () =>
        Object.fromEntries(releases().map(({ product, release }) => [product, release])),
      stopping: () => service().stopping,
    }),
    metricsPage(() => service().metrics.registry.text()),
    ...openApiPages(ENDPOINTS, () => ({ baseUrl, attributions: attributions() })),
    ...referencePages(ENDPOINTS, { baseUrl, docsUrl, styleSheet, releases }),
  ]
}

async function answers(store: Store): Promise<boolean> {
  try {
    await store.ping()
    return true
  } catch {
    return false
  }
}
