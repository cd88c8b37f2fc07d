// Everything that a running service is made of, put together by hand.

import { setTimeout as delay } from 'node:timers/promises'
import { Allowance } from './access/allowance.ts'
import { authenticate, type CredentialFacts } from './access/authenticate.ts'
import type { Caller } from './access/caller.ts'
import { Changes } from './access/changes.ts'
import { Meter } from './access/charge/meter.ts'
import { Credentials, KEY_KEPT_MS } from './access/credentials.ts'
import { tooMuchToDo } from './access/refusals.ts'
import { TrustedProxies } from './access/visitor.ts'
import type { Plans } from './account/plans/plans.ts'
import { loadPlans } from './account/plans/plans-file.ts'
import { upgradeLink } from './account/upgrade-link.ts'
import type { Product } from './address/product.ts'
import { InvoiceLinks, signingSecret } from './billing/signing.ts'
import type { Config } from './config.ts'
import { AnswerCache } from './endpoints/answer-cache.ts'
import type { Context } from './endpoints/endpoint.ts'
import { LOAD_LIMITS, type Load, Overload } from './http/overload.ts'
import { problemReply } from './http/reply.ts'
import type { Router } from './http/router.ts'
import { closeJobs, type Jobs, makeJobs, webhookContext } from './jobs.ts'
import type { Clock } from './lib/clock.ts'
import type { Log } from './lib/log.ts'
import { metricsText } from './lib/metrics.ts'
import { ServiceMetrics, watch, watchProcess } from './metrics/service-metrics.ts'
import { ThreadMetrics } from './metrics/thread-metrics.ts'
import { type Cluster, joinNodes } from './nodes/cluster.ts'
import { PrivateSearches } from './private-addresses/private-searches.ts'
import type { Counters } from './rate-limits/counters.ts'
import { RateLimits } from './rate-limits/rate-limits.ts'
import { Data } from './releases/served-data.ts'
import { ENDPOINTS, makeRouter, makeRoutes, type Route } from './routes.ts'
import { openStore, type Store } from './store/store.ts'
import type { Parts } from './threads/service-parts.ts'
import { pagesOf } from './web/public-pages.ts'

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
  readonly metrics: ServiceMetrics
  readonly overload: Overload
  /** What `/metrics` says, of all threads. */
  figures(): Promise<string>
  /** Whom `/metrics` answers. */
  readonly metricsFrom: TrustedProxies
  readonly links: InvoiceLinks
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

export async function openService(parts: Parts): Promise<Service> {
  const { config, log } = parts
  const pages = pagesOf(config, () => service)
  const routes = makeRoutes(ENDPOINTS, pages)
  const metrics = new ServiceMetrics(routes)
  const onFault = faultTeller(metrics, log)
  const ground = await openGround(parts, onFault)
  const { plans, store, clock, counters, links } = ground
  const accountParts = { store, plans, clock }
  const data = new Data(config.dataDir, clock, log)
  const credentials = new Credentials(store, clock)
  const forgetting = setInterval(() => credentials.forgetUnusedKeys(), KEY_KEPT_MS).unref()
  const allowance = new Allowance(store, plans, clock)
  const changes = new Changes(credentials, parts.common?.channel)
  const heard = { onFault, ...hearing(config, metrics, changes) }
  const meter = new Meter({ ...accountParts, allowance, ...heard })
  const jobs = makeJobs(config, accountParts, log)
  const privateSearches = new PrivateSearches(store, data)
  watch(metrics, { data, counters, meter })
  const figures = gatherer(metrics, jobs, parts)
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
    figures: figures.text,
    overload: overloadOf(config, metrics, meter),
    metricsFrom: new TrustedProxies(config.metricsFrom),
    links,
    meter,
    allowance,
    answers: new AnswerCache(clock),
    privateSearches,
    counters,
    rateLimits: new RateLimits(counters, plans, config),
    proxies: new TrustedProxies(config.trustedProxies),
    jobs,
    context: { ...contextOf(config, ground, jobs), ...forgetters(changes), searches: data },
    authenticate: (facts) => authenticate(credentials, ownOrigin, facts),
    wait: (ms) => delay(ms),
    demoTokens: {},
    stopping: false,
    async close() {
      clearInterval(forgetting)
      metrics.close()
      figures.close()
      changes.close()
      await closeAll(service)
      await ground.close()
    },
  }
  return service
}

/** Whatever may still write to the store. */
async function closeAll({ jobs, meter, privateSearches }: Service): Promise<void> {
  await closeJobs(jobs)
  await meter.close()
  await privateSearches.close()
}

function forgetters(changes: Changes): Pick<Context, 'forgetCredential' | 'forgetAccount'> {
  return {
    forgetCredential: (sha256) => changes.ofCredential(sha256),
    forgetAccount: (accountId) => changes.ofAccount(accountId),
  }
}

function contextOf({ baseUrl, tokenVisitorPerMinute }: Config, ground: Ground, jobs: Jobs) {
  const { store, plans, clock, links } = ground
  return {
    parts: { store, plans, clock },
    invoiceUrl: (number: string) => links.urlOf(number, clock.now()),
    tokenVisitorPerMinute,
    webhooks: webhookContext(jobs.webhooks, upgradeLink(baseUrl)),
  }
}

function hearing({ baseUrl }: Config, metrics: ServiceMetrics, changes: Changes) {
  return {
    upgradeLink: upgradeLink(baseUrl),
    onUpgrade: (accountId: string) => changes.ofAccount(accountId),
    onCommit: (lookups: number, ms: number) => metrics.committed(lookups, ms),
  }
}

interface Ground extends Cluster {
  readonly plans: Plans
  readonly store: Store
  readonly links: InvoiceLinks
  close(): Promise<void>
}

/** What the rest stands on, and what can fail to open. */
async function openGround(parts: Parts, onFault: (error: unknown) => void): Promise<Ground> {
  const { config, storeLine: line } = parts
  const { databaseUrl, dataDir } = config
  const plans = await loadPlans(dataDir)
  const store = await openStore({ databaseUrl, dataDir, onFault, line })
  const cluster = await joinNodes(parts, store, onFault).catch(closing(store))
  const links = await openLinks(config, store).catch(closing(store, cluster))
  const close = async () => {
    await cluster.leave()
    await store.close()
  }
  return { ...cluster, plans, store, links, close }
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

function gatherer(metrics: ServiceMetrics, jobs: Jobs, { common, thread = 0 }: Parts) {
  const { registry } = metrics
  if (thread === 0) watchProcess(metrics, jobs)
  if (common === undefined) {
    return { text: async () => metricsText(registry.read()), close: () => {} }
  }
  const gathered = new ThreadMetrics({ ...common, registry, thread })
  return { text: () => gathered.text(), close: () => gathered.close() }
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
