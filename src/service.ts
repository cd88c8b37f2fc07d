// What a running service is made of, put together by hand.

import type { MessagePort } from 'node:worker_threads'
import { Allowance } from './access/allowance.ts'
import { Meter } from './access/charge/meter.ts'
import { Changes, Credentials, KEY_KEPT_MS } from './access/credentials.ts'
import { type Plans, upgradeLink } from './account/plans/plans.ts'
import { loadPlans } from './account/plans/plans-file.ts'
import type { Product } from './address/product.ts'
import { InvoicePrinter } from './billing/invoices/invoice-printer.ts'
import { InvoiceLinks, signingSecret } from './billing/invoices/signing.ts'
import { AnswerCache } from './endpoints/answer-cache.ts'
import type { Context } from './endpoints/endpoint.ts'
import type { Router } from './http/router.ts'
import { closeJobs, type Jobs, makeJobs, webhookContext } from './jobs.ts'
import type { Clock } from './lib/clock.ts'
import type { Log } from './lib/log.ts'
import { metricsText } from './lib/metrics.ts'
import { OneAtATime, Turns } from './lib/turns/turns.ts'
import { watchProcess, watchThread } from './metrics/gauges.ts'
import { ServiceMetrics } from './metrics/service-metrics.ts'
import { ThreadMetrics } from './metrics/thread-metrics.ts'
import { type Cluster, joinNodes } from './nodes/cluster.ts'
import { makeOperations, RememberingLog } from './operations.ts'
import { PrivateSearches } from './private-addresses/private-searches.ts'
import type { CountersMemory } from './rate-limits/memory-counters.ts'
import type { ShareMemory } from './rate-limits/share-table.ts'
import { SampleSearches } from './releases/sample-searches.ts'
import { Data } from './releases/served-data.ts'
import { type Admission, makeAdmission, overloadOf } from './request/admission.ts'
import { ENDPOINTS, makeRouter, type Route } from './routes.ts'
import type { Config } from './settings/config.ts'
import { openStore } from './store/open-store.ts'
import type { Store } from './store/store.ts'
import { LongSearches } from './threads/long-searches.ts'
import { publicPages } from './web/pages.ts'

/** What a service is made from. */
export interface ServiceParts {
  readonly config: Config
  readonly clock: Clock
  readonly log: Log
  /** What this thread has in common with the others of the process, where there are others. */
  readonly shared?: SharedByThreads | undefined
  /** Which of the threads this is; the first, 0, also has the jobs. */
  readonly thread?: number
  /** To the store of the first thread. */
  readonly storeLine?: MessagePort | undefined
}

/** In addition to the index and the store. */
export interface SharedByThreads {
  readonly counts: CountersMemory
  readonly shares: ShareMemory
  /** The channel on which they announce changes to each other. */
  readonly channel: string
  /** How many there are, the first included. */
  readonly threads: number
}

export interface Service {
  readonly config: Config
  readonly clock: Clock
  readonly log: Log
  readonly plans: Plans
  readonly store: Store
  readonly data: Data
  readonly metrics: ServiceMetrics
  /** Started once the service answers. */
  readonly jobs: Jobs
  readonly admission: Admission
  readonly answering: Answering
  readonly status: ServiceStatus
  close(): Promise<void>
}

/** Answers a request that was let in, and charges it. */
interface Answering {
  readonly router: Router<Route>
  readonly answers: AnswerCache
  readonly allowance: Allowance
  readonly privateSearches: PrivateSearches
  /** What test keys look up. */
  readonly samples: SampleSearches
  /** What every endpoint is given in addition to its caller. */
  readonly context: Omit<Context, 'caller' | 'work'>
  /** What takes too long for the event loop. */
  readonly longSearches: LongSearches
  readonly meter: Meter
}

type DemoTokens = Partial<Record<Product, string>>

/** What changes in the life of a service, for its pages to show. */
class ServiceStatus {
  #isStopping = false
  #demoTokens: DemoTokens = {}

  /** Not ready any more, but what is under way is finished. */
  get isStopping(): boolean {
    return this.#isStopping
  }

  stop(): void {
    this.#isStopping = true
  }

  /** With which the service's own pages look up, where there are demo accounts. */
  get demoTokens(): DemoTokens {
    return this.#demoTokens
  }

  setDemoTokens(tokens: DemoTokens): void {
    this.#demoTokens = tokens
  }
}

export async function openService(given: ServiceParts): Promise<Service> {
  const log = new RememberingLog(given.log, () => given.clock.now())
  const parts = { ...given, log }
  const { config } = parts
  const metrics = new ServiceMetrics()
  const foundations = await openFoundations(parts, metrics)
  const { plans, store, clock } = foundations
  const accountParts = { store, plans, clock }
  const data = new Data(config.dataDir, clock, log)
  const { searches } = data
  const credentials = new Credentials(store, clock)
  const forgetting = setInterval(() => credentials.forgetUnusedKeys(), KEY_KEPT_MS).unref()
  const changes = new Changes(credentials, parts.shared?.channel)
  const allowance = new Allowance(store, plans, clock)
  const meter = makeMeter(parts, foundations, allowance, changes, metrics)
  const isBusy = () => hasMuchToDo(metrics, meter)
  const jobs = makeJobs(config, foundations, log, { indexes: () => data.indexes(), isBusy })
  const privateSearches = new PrivateSearches(store, searches, foundations)
  const longSearches = new LongSearches({ ...config, store, data })
  const status = new ServiceStatus()
  const report = openMetricsReport(metrics, jobs, parts)
  watchThread(metrics, { ...foundations, data, meter })
  const overload = overloadOf(config, metrics, meter)
  const shareMemory = parts.shared?.shares
  const admission = makeAdmission({ ...foundations, config, credentials, overload, shareMemory })
  const operations = makeOperations({ ...foundations, ...parts, data, log, meter, metrics, clock })
  const shown = { ...foundations, ...admission, data, status, log, report: report.text }
  return {
    config,
    log,
    ...accountParts,
    data,
    metrics,
    jobs,
    status,
    admission,
    answering: {
      router: makeRouter(ENDPOINTS, publicPages({ ...shown, endpoints: ENDPOINTS, config })),
      answers: new AnswerCache(clock),
      allowance,
      privateSearches,
      longSearches,
      samples: new SampleSearches(config.dataDir, searches),
      context: { ...contextOf(config, foundations, jobs, changes), operations, searches },
      meter,
    },
    async close() {
      clearInterval(forgetting)
      metrics.close()
      report.close()
      changes.close()
      // These may still write to the store.
      await closeJobs(jobs)
      await meter.close()
      await longSearches.close()
      await privateSearches.close()
      await foundations.close()
    },
  }
}

interface Foundations extends Cluster {
  readonly plans: Plans
  readonly store: Store
  readonly links: InvoiceLinks
  readonly printer: InvoicePrinter
  readonly turns: Turns
  /** Counts and logs a failure of the store. */
  onFault(error: unknown): void
  close(): Promise<void>
}

/** What everything else needs, and what can fail to open. */
async function openFoundations(parts: ServiceParts, metrics: ServiceMetrics): Promise<Foundations> {
  const { config, log, storeLine: sharedPort } = parts
  const { databaseUrl, dataDir } = config
  const onFault = (error: unknown) => {
    metrics.storeFailed()
    log.warn('store failed', { error })
  }
  const plans = await loadPlans(dataDir)
  const store = await openStore({ databaseUrl, dataDir, onFault, sharedPort })
  const cluster = await joinNodes(parts, store, onFault).catch(closeAndRethrow(store))
  const links = await openLinks(config, store).catch(closeAndRethrow(store, cluster))
  const printer = new InvoicePrinter(store.db, config.brand)
  const close = async () => {
    await Promise.all([cluster.leave(), printer.close()])
    await store.close()
  }
  return { ...cluster, plans, store, links, printer, turns: new Turns(), onFault, close }
}

/** After a failure, closes what was opened before it. */
function closeAndRethrow(store: Store, cluster?: Cluster) {
  return async (error: unknown): Promise<never> => {
    await cluster?.leave()
    await store.close()
    throw error
  }
}

async function openLinks(config: Config, { db }: Store): Promise<InvoiceLinks> {
  return new InvoiceLinks(await signingSecret(db, config.signingSecret), config.baseUrl)
}

function makeMeter(
  { config, shared }: ServiceParts,
  { store, plans, clock, onFault }: Foundations,
  allowance: Allowance,
  changes: Changes,
  metrics: ServiceMetrics,
): Meter {
  return new Meter({
    store,
    plans,
    clock,
    allowance,
    timeoutMs: config.chargeTimeoutMs,
    upgradeLink: upgradeLink(config.baseUrl),
    hasNeighbours: shared !== undefined,
    onUpgrade: (accountId) => changes.ofAccount(accountId),
    onCommit: (lookups, ms) => metrics.committed(lookups, ms),
    onFault,
  })
}

function contextOf(
  { baseUrl, tokenVisitorPerMinute }: Config,
  { store, plans, clock, links, turns }: Foundations,
  jobs: Jobs,
  changes: Changes,
): Omit<Context, 'caller' | 'searches' | 'operations' | 'work'> {
  return {
    parts: { store, plans, clock },
    turns,
    oneAtATime: new OneAtATime(),
    invoiceUrl: (number) => links.urlOf(number, clock.now()),
    tokenVisitorPerMinute,
    webhooks: webhookContext(jobs.webhooks, upgradeLink(baseUrl)),
    batches: jobs.batches,
    forgetCredential: (sha256) => changes.ofCredential(sha256),
    forgetAccount: (accountId) => changes.ofAccount(accountId),
  }
}

/** The text of `/metrics`: of this thread, or where there are several, of all of them. */
function openMetricsReport(
  metrics: ServiceMetrics,
  jobs: Jobs,
  { shared, thread = 0 }: ServiceParts,
) {
  const { registry } = metrics
  if (thread === 0) watchProcess(metrics, jobs)
  if (shared === undefined) {
    return { text: async () => metricsText(registry.read()), close: () => {} }
  }
  const gathered = new ThreadMetrics({ ...shared, registry, thread })
  return { text: () => gathered.text(), close: () => gathered.close() }
}

/** Long before anybody is refused: the next chunk of a batch waits while people do. */
function hasMuchToDo({ inFlight, loopDelay }: ServiceMetrics, { waiting }: Meter): boolean {
  return inFlight > 2 || waiting > 4 || loopDelay.sustainedMs > 10
}
