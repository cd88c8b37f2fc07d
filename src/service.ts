// Everything that a running service is made of, put together by hand.

import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { Allowance } from './access/allowance.ts'
import { authenticate, type CredentialFacts } from './access/authenticate.ts'
import type { Caller } from './access/caller.ts'
import { Credentials } from './access/credentials.ts'
import { Meter } from './access/meter.ts'
import { RateLimits } from './access/rate-limits.ts'
import { TrustedProxies } from './access/visitor.ts'
import { loadPlans, type Plans } from './account/plans.ts'
import { AnswerCache } from './answer-cache.ts'
import { closeJobs, type Job } from './background.ts'
import type { Config } from './config.ts'
import { Data } from './data.ts'
import type { Context } from './endpoints/endpoint.ts'
import { healthPages } from './endpoints/health.ts'
import type { Page } from './endpoints/page.ts'
import { referencePages } from './endpoints/reference.ts'
import type { Router } from './http/router.ts'
import { type Clock, TestClock } from './lib/clock.ts'
import type { Log } from './lib/log.ts'
import { openApiPages } from './openapi.ts'
import { ENDPOINTS, makeRouter, type Route } from './routes.ts'
import { type Counters, MemoryCounters } from './store/counters.ts'
import { Nodes } from './store/nodes.ts'
import { RedisCounters } from './store/redis-counters.ts'
import { openStore, type Store } from './store/store.ts'
import { ClockFollower } from './store/test-clock.ts'
import { Dispatcher } from './webhooks/dispatcher.ts'
import { WEBHOOK_PORTS } from './webhooks/target.ts'

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
  /** What the rate limits are counted in; its `mode` says whether other nodes count along. */
  readonly counters: Counters
  readonly proxies: TrustedProxies
  /** Started once the service answers. */
  readonly jobs: readonly Job[]
  /** What every endpoint is given beside its caller. */
  readonly context: Omit<Context, 'caller'>
  authenticate(facts: CredentialFacts): Promise<Caller>
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
  const onFault = (error: unknown) => log.warn('store failed', { error })
  const store = await openStore({ databaseUrl, dataDir, onFault })
  const cluster = await joinNodes(parts, store, onFault).catch(async (error) => {
    await store.close()
    throw error
  })
  const { clock, counters } = cluster
  const data = new Data(dataDir, clock, log)
  const credentials = new Credentials(store, clock)
  const allowance = new Allowance(store, plans, clock)
  const onUpgrade = (accountId: string) => credentials.forgetAccount(accountId)
  const upgradeLink = `${config.baseUrl}/console`
  const meter = new Meter({ store, plans, clock, allowance, onFault, onUpgrade, upgradeLink })
  const webhooks = openWebhooks({ config, clock, log }, store, onFault)
  const ownOrigin = new URL(config.baseUrl).origin
  const service: Service = {
    config,
    clock,
    log,
    plans,
    store,
    data,
    router: makeRouter(
      ENDPOINTS,
      pages(config, data, () => service),
    ),
    meter,
    allowance,
    answers: new AnswerCache(),
    counters,
    rateLimits: new RateLimits(counters, plans, config),
    proxies: new TrustedProxies(config.trustedProxies),
    jobs: [webhooks.dispatcher],
    context: {
      searches: data,
      parts: { store, plans, clock },
      tokenVisitorPerMinute: config.tokenVisitorPerMinute,
      webhooks: { ...webhooks.context, upgradeLink },
      forgetCredential: (sha256) => credentials.forget(sha256),
      forgetAccount: (accountId) => credentials.forgetAccount(accountId),
    },
    authenticate: (facts) => authenticate(credentials, ownOrigin, facts),
    wait: (ms) => delay(ms),
    stopping: false,
    async close() {
      await closeJobs(service.jobs)
      await meter.close()
      await cluster.leave()
      await store.close()
    },
  }
  return service
}

function openWebhooks(
  { config, clock, log }: Parts,
  store: Store,
  onFault: (error: unknown) => void,
) {
  const ownHost = new URL(config.baseUrl).hostname.replace(/^\[|\]$/g, '')
  const rules = {
    ports: WEBHOOK_PORTS,
    allowed: config.webhookAllow,
    ownHost,
    ownPort: config.port,
  }
  const dispatcher = new Dispatcher({
    store,
    clock,
    rules,
    perSecond: config.webhookPerSecond,
    onFault,
    onEnded: ({ accountId, id }) => log.info('webhook endpoint ended', { accountId, id }),
  })
  const forget = (accountId: string, id: number) => dispatcher.forget(accountId, id)
  return { dispatcher, context: { rules, forget, wake: () => dispatcher.wake() } }
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

function pages({ baseUrl, docsUrl }: Config, data: Data, service: () => Service): Page[] {
  const styleSheet = readFileSync(new URL('./web/style.css', import.meta.url), 'utf8')
  const releases = () => data.releases()
  const attributions = () => data.releases().map(({ attribution }) => attribution)
  return [
    ...healthPages({
      store: () => answers(service().store),
      releases: () =>
        Object.fromEntries(releases().map(({ product, release }) => [product, release])),
      stopping: () => service().stopping,
    }),
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
