// Everything that a running service is made of, put together by hand.

import { setTimeout as delay } from 'node:timers/promises'
import type { MessagePort } from 'node:worker_threads'
import { Allowance } from './access/allowance.ts'
import { authenticate, type CredentialFacts } from './access/authenticate.ts'
import type { Caller } from './access/caller.ts'
import { Changes } from './access/changes.ts'
import { Credentials, KEY_KEPT_MS } from './access/credentials.ts'
import { Meter } from './access/meter.ts'
import { RateLimits } from './access/rate-limits.ts'
import { TrustedProxies } from './access/visitor.ts'
import { loadPlans, type Plans } from './account/plans.ts'
import type { Product } from './address/product.ts'
import { AnswerCache } from './answer-cache.ts'
import { closeJobs } from './background.ts'
import { InvoiceLinks, signingSecret } from './billing/signing.ts'
import type { Config } from './config.ts'
import { Data } from './data.ts'
import { invoicePdfPage } from './endpoints/account/invoice-pdf.ts'
import type { Context } from './endpoints/endpoint.ts'
import { healthPages } from './endpoints/health.ts'
import type { Page } from './endpoints/page.ts'
import type { Router } from './http/router.ts'
import { type Jobs, makeJobs, webhookContext } from './jobs.ts'
import { type Clock, TestClock } from './lib/clock.ts'
import type { Log } from './lib/log.ts'
import { openApiPages } from './openapi.ts'
import { PrivateSearches } from './private-searches.ts'
import { ENDPOINTS, makeRouter, type Route } from './routes.ts'
import { type Counters, MemoryCounters } from './store/counters.ts'
import { Nodes } from './store/nodes.ts'
import { RedisCounters } from './store/redis-counters.ts'
import { SharedCounters } from './store/shared-counters.ts'
import { openStore, type Store } from './store/store.ts'
import { ClockFollower } from './store/test-clock.ts'
import type { Common } from './thread-common.ts'
import { webPages } from './web/pages.ts'

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
  readonly privateSearches: PrivateSearches
  /** What the rate limits are counted in; its `mode` says whether other nodes count along. */
  readonly counters: Counters
  readonly proxies: TrustedProxies
  /** Started once the service answers. */
  readonly jobs: Jobs
  /** What every endpoint is given beside its caller. */
  readonly context: Omit<Context, 'caller'>
  authenticate(facts: CredentialFacts): Caller | Promise<Caller>
  /** Holds an answer back by a plan's time penalty. */
  wait(ms: number): Promise<void>
  /** With which the service's own pages look up, where there are demo accounts. */
  demoTokens: Partial<Record<Product, string>>
  /** Not ready any more, but what is under way is finished. */
  stopping: boolean
  close(): Promise<void>
}

export interface Parts {
  readonly config: Config
  readonly clock: Clock
  readonly log: Log
  /** What this thread has in common with the others of the process, where there are others. */
  readonly common?: Common | undefined
  /** To the store of the first thread. */
  readonly storeLine?: MessagePort | undefined
}

export async function openService(parts: Parts): Promise<Service> {
  const { config, log } = parts
  const { databaseUrl, dataDir } = config
  const plans = await loadPlans(dataDir)
  const onFault = (error: unknown) => log.warn('store failed', { error })
  const store = await openStore({ databaseUrl, dataDir, onFault, line: parts.storeLine })
  const cluster = await joinNodes(parts, store, onFault).catch(closing(store))
  const { clock, counters } = cluster
  const links = await openLinks(config, store).catch(closing(store, cluster))
  const accountParts = { store, plans, clock }
  const data = new Data(dataDir, clock, log)
  const credentials = new Credentials(store, clock)
  const forgetting = setInterval(() => credentials.forgetUnusedKeys(), KEY_KEPT_MS).unref()
  const allowance = new Allowance(store, plans, clock)
  const changes = new Changes(credentials, parts.common?.channel)
  const onUpgrade = (accountId: string) => changes.ofAccount(accountId)
  const upgradeLink = `${config.baseUrl}/console`
  const meter = new Meter({ store, plans, clock, allowance, onFault, onUpgrade, upgradeLink })
  const jobs = makeJobs(config, accountParts, log)
  const privateSearches = new PrivateSearches(store, data)
  const ownOrigin = new URL(config.baseUrl).origin
  const service: Service = {
    config,
    clock,
    log,
    plans,
    store,
    data,
    router: routerOf(config, data, links, () => service),
    meter,
    allowance,
    answers: new AnswerCache(),
    privateSearches,
    counters,
    rateLimits: new RateLimits(counters, plans, config),
    proxies: new TrustedProxies(config.trustedProxies),
    jobs,
    context: {
      searches: data,
      parts: accountParts,
      invoiceUrl: (number) => links.urlOf(number, clock.now()),
      tokenVisitorPerMinute: config.tokenVisitorPerMinute,
      webhooks: webhookContext(jobs.webhooks, upgradeLink),
      ...forgetters(changes),
    },
    authenticate: (facts) => authenticate(credentials, ownOrigin, facts),
    wait: (ms) => delay(ms),
    demoTokens: {},
    stopping: false,
    async close() {
      clearInterval(forgetting)
      changes.close()
      await closeAll(service)
      await cluster.leave()
      await store.close()
    },
  }
  return service
}

/** Whatever may still write to the store. */
async function closeAll({ jobs, meter, privateSearches }: Service): Promise<void> {
  await closeJobs(jobs.all)
  await meter.close()
  await privateSearches.close()
}

function forgetters(changes: Changes): Pick<Context, 'forgetCredential' | 'forgetAccount'> {
  return {
    forgetCredential: (sha256) => changes.ofCredential(sha256),
    forgetAccount: (accountId) => changes.ofAccount(accountId),
  }
}

/** What was opened before a failure is closed with it. */
function closing(store: Store, cluster?: Cluster) {
  return async (error: unknown): Promise<never> => {
    await cluster?.leave()
    await store.close()
    throw error
  }
}

async function openLinks(config: Config, { db }: Store): Promise<InvoiceLinks> {
  return new InvoiceLinks(await signingSecret(db, config.signingSecret), config.baseUrl)
}

interface Cluster {
  readonly clock: Clock
  readonly counters: Counters
  leave(): Promise<void>
}

/** What a node has in common with the others on its store: the rate limits, and a clock that tests move. */
async function joinNodes(
  { config, clock: real, log, common }: Parts,
  store: Store,
  onFault: (error: unknown) => void,
): Promise<Cluster> {
  const testClock = config.testClock ? new TestClock(real) : undefined
  const clock = testClock ?? real
  const monotonicMs = () => clock.monotonicMs()
  const counting = () =>
    common === undefined
      ? new MemoryCounters(monotonicMs)
      : new SharedCounters(common.counts, monotonicMs)
  // A node that shares nothing need not be known to anybody.
  if (testClock === undefined && config.redisUrl === '') {
    return { clock, counters: counting(), leave: async () => {} }
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
      ? counting()
      : await RedisCounters.open({
          url: config.redisUrl,
          patienceMs: config.redisTimeoutMs,
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

function routerOf(...parts: Parameters<typeof pages>): Router<Route> {
  return makeRouter(ENDPOINTS, pages(...parts))
}

function pages(
  { baseUrl, docsUrl }: Config,
  data: Data,
  links: InvoiceLinks,
  service: () => Service,
): Page[] {
  const attributions = () => data.releases().map(({ attribution }) => attribution)
  return [
    ...healthPages({
      store: () => answers(service().store),
      releases: () =>
        Object.fromEntries(data.releases().map(({ product, release }) => [product, release])),
      stopping: () => service().stopping,
    }),
    invoicePdfPage(links, service),
    ...openApiPages(ENDPOINTS, () => ({ baseUrl, attributions: attributions() })),
    ...webPages(ENDPOINTS, {
      baseUrl,
      docsUrl,
      searches: data,
      tryFacts: () => ({
        host: new URL(baseUrl).hostname,
        products: data.releases().map((release) => ({
          release,
          token: service().demoTokens[release.product],
          examples: data.typedExamples(release.product),
        })),
      }),
    }),
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
