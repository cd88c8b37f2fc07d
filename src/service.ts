// What a running service is made of, put together by hand.

import type { MessagePort } from 'node:worker_threads'
import { Allowance } from './access/allowance.ts'
import { Meter } from './access/charge/meter.ts'
import { Changes, Credentials, KEY_KEPT_MS } from './access/credentials.ts'
import type { DemoKeys } from './account/demo-accounts.ts'
import { upgradeLink } from './account/plans/plans.ts'
import { loadPlans } from './account/plans/plans-file.ts'
import { RequestLog } from './account/request-log.ts'
import type { Product } from './address/product.ts'
import { InvoicePrinter } from './billing/invoices/invoice-printer.ts'
import { InvoiceLinks, signingSecret } from './billing/invoices/signing.ts'
import { AnswerCache } from './endpoints/answer-cache.ts'
import type { Context } from './endpoints/endpoint.ts'
import { closeJobs, type Jobs, makeJobs, webhookContext } from './jobs.ts'
import type { Clock } from './lib/clock.ts'
import type { Log } from './lib/log.ts'
import { metricsText } from './lib/metrics.ts'
import { OneAtATime, Turns } from './lib/turns/turns.ts'
import { watchProcess, watchThread } from './metrics/gauges.ts'
import { ServiceMetrics } from './metrics/service-metrics.ts'
import { ThreadMetrics } from './metrics/thread-metrics.ts'
import { joinNodes } from './nodes/nodes.ts'
import { makeOperations, rememberingLog } from './operations.ts'
import { PrivateSearches } from './private-addresses/private-searches.ts'
import type { CountersMemory } from './rate-limits/memory-counters.ts'
import type { ShareMemory } from './rate-limits/share-table.ts'
import { SampleSearches } from './releases/sample-searches.ts'
import { Data } from './releases/served-data.ts'
import { makeAdmission, overloadOf } from './request/admission.ts'
import { ENDPOINTS, makeRouter } from './routes.ts'
import type { Config } from './settings/config.ts'
import { openStore } from './store/open-store.ts'
import { TerritoryThread } from './territories/territory-thread.ts'
import { LongSearches } from './threads/long-searches.ts'
import { ChangeLog } from './watch/change-log.ts'
import { publicPages } from './web/pages.ts'
import { checkWebhookSecrets } from './webhooks/registrations.ts'

export interface ServiceParts {
  readonly config: Config
  readonly clock: Clock
  readonly log: Log
  /** What this thread has in common with the others of the process, where there are others. */
  readonly shared?: SharedByThreads | undefined
  /** Which of the threads this is; the first, 0, also has the jobs. */
  readonly thread?: number
  readonly storeLine?: MessagePort | undefined
}

/** In addition to the index and the store. */
export interface SharedByThreads {
  readonly counts: CountersMemory
  readonly shares: ShareMemory
  /** The channel on which they announce changes to each other. */
  readonly channel: string
  readonly threads: number
}

export type Service = Awaited<ReturnType<typeof openService>>

/** What changes in the life of a service, for its pages to show. */
class ServiceStatus {
  /** No longer ready, but still finishing what is in progress. */
  isStopping = false
  /** The keys of the service's own pages, where there are demo accounts. */
  demoKeys: Partial<Record<Product, DemoKeys>> = {}
}

export async function openService(given: ServiceParts) {
  const log = rememberingLog(given.log, () => given.clock.now())
  const parts = { ...given, log }
  const { config } = parts
  const metrics = new ServiceMetrics()
  const foundations = await openFoundations(parts, metrics)
  const { plans, store, clock, requestLog } = foundations
  const data = new Data(config.dataDir, clock, log)
  const held = { searches: data.searches, retired: data.retired, changeLog: new ChangeLog(data) }
  const credentials = new Credentials(store, clock)
  const forgetting = setInterval(() => credentials.forgetUnusedKeys(), KEY_KEPT_MS).unref()
  const changes = new Changes(credentials, parts.shared?.channel)
  const allowance = new Allowance(store, plans, clock)
  const meter = makeMeter(parts, foundations, allowance, changes, metrics)
  const isBusy = () => hasMuchToDo(metrics, meter)
  const memory = () => data.indexes()
  const jobs = makeJobs(config, foundations, log, { ...held, memory, isBusy })
  const privateSearches = new PrivateSearches(store, data.searches, foundations)
  const longSearches = new LongSearches({ ...config, store, data })
  const status = new ServiceStatus()
  const report = metricsReport(metrics, jobs, parts)
  watchThread(metrics, { ...foundations, data, meter })
  const overload = overloadOf(config, metrics, meter)
  const shared = { config, log, credentials, overload, shareMemory: parts.shared?.shares }
  const admission = makeAdmission({ ...foundations, ...shared })
  const operations = makeOperations({ ...foundations, ...parts, data, log, meter, metrics, clock })
  const { auditLog } = jobs
  const shown = { ...foundations, ...admission, auditLog, data, status, log, report: report.text }
  return {
    config,
    log,
    ...{ store, plans, clock, requestLog },
    data,
    metrics,
    /** Started once the service answers. */
    jobs,
    status,
    admission,
    /** Answers a request that was let in, and charges it. */
    answering: {
      router: makeRouter(ENDPOINTS, publicPages({ ...shown, endpoints: ENDPOINTS, config })),
      answers: new AnswerCache(clock),
      allowance,
      privateSearches,
      longSearches,
      /** What test keys look up. */
      samples: new SampleSearches(config.dataDir, data.searches),
      /** What every endpoint is given in addition to its caller. */
      context: { ...contextOf(config, foundations, jobs, changes), ...held, operations },
      meter,
    },
    async close(): Promise<void> {
      clearInterval(forgetting)
      for (const each of [metrics, report, changes]) each.close()
      // These may still write to the store.
      await closeJobs(jobs)
      for (const each of [meter, longSearches, privateSearches, foundations]) await each.close()
    },
  }
}

type Foundations = Awaited<ReturnType<typeof openFoundations>>

/** What everything else needs, and what can fail to open. */
async function openFoundations(parts: ServiceParts, metrics: ServiceMetrics) {
  const { config, log, storeLine: sharedPort } = parts
  const { databaseUrl, dataDir, secretsKeys } = config
  const onFault = (error: unknown) => {
    metrics.storeFailed()
    log.warn('store failed', { error })
  }
  const plans = await loadPlans(dataDir)
  // Closes what was opened, last first: at the end, or where something cannot be opened.
  await using opened = new AsyncDisposableStack()
  const store = await openStore({ databaseUrl, dataDir, secretsKeys, onFault, sharedPort })
  opened.defer(() => store.close())
  const cluster = await joinNodes(parts, store, onFault)
  opened.defer(() => cluster.leave())
  await checkWebhookSecrets(store)
  const secret = await signingSecret(store, config.signingSecret)
  const links = new InvoiceLinks(secret, config.baseUrl)
  const printer = new InvoicePrinter(store.db, config.brand)
  opened.defer(() => printer.close())
  const requestLog = new RequestLog(store, onFault)
  opened.defer(() => requestLog.close())
  const territories = new TerritoryThread()
  opened.defer(() => territories.close())
  const all = opened.move()
  const close = () => all.disposeAsync()
  const own = { plans, store, requestLog, territories, links, printer, turns: new Turns() }
  return { ...cluster, ...own, onFault, close }
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
  { baseUrl, tokenVisitorPerMinute, keptDays }: Config,
  { store, plans, clock, requestLog, territories, links, turns }: Foundations,
  jobs: Jobs,
  changes: Changes,
): Omit<Context, 'caller' | 'searches' | 'retired' | 'changeLog' | 'operations' | 'work'> {
  return {
    store,
    plans,
    clock,
    requestLog,
    territories,
    turns,
    oneAtATime: new OneAtATime(),
    invoiceUrl: (number) => links.urlOf(number, clock.now()),
    tokenVisitorPerMinute,
    webhooks: webhookContext(jobs, upgradeLink(baseUrl)),
    batches: jobs.batches,
    listDays: keptDays.lists,
    erasures: jobs.erasures,
    forgetCredential: (sha256) => changes.ofCredential(sha256),
    forgetAccount: (accountId) => changes.ofAccount(accountId),
  }
}

/** The text of `/metrics`: of this thread, or where there are several, of all of them. */
function metricsReport(metrics: ServiceMetrics, jobs: Jobs, { shared, thread = 0 }: ServiceParts) {
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
