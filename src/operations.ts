// What operators see and do beside the accounts: releases, the figures of the service, the check of the books.

import { sql } from 'kysely'
import type { AccountParts } from './account/accounts.ts'
import { AuditAnchors } from './account/operators/audit-log.ts'
import { examine } from './billing/doctor/doctor.ts'
import type { Operations } from './endpoints/endpoint.ts'
import type { Log } from './lib/log.ts'
import { backlog } from './mail/queue.ts'
import type { CountersMode } from './rate-limits/counters.ts'
import { releasesIn } from './releases/release-folder.ts'
import type { Data } from './releases/served-data.ts'
import { queueLength } from './webhooks/delivery/pending-deliveries.ts'

const ERRORS_KEPT = 50
const ERROR_CHARACTERS_MAX = 500

interface LastError {
  readonly at: number
  readonly text: string
}

/** A log that also remembers its last warnings and errors. */
export class RememberingLog implements Log {
  readonly #log: Log
  readonly #now: () => number
  readonly lastErrors: LastError[] = []

  constructor(log: Log, now: () => number) {
    this.#log = log
    this.#now = now
  }

  get debugging(): boolean {
    return this.#log.debugging
  }

  debug(...entry: Parameters<Log['debug']>): void {
    this.#log.debug(...entry)
  }

  info(...entry: Parameters<Log['info']>): void {
    this.#log.info(...entry)
  }

  warn(...entry: Parameters<Log['warn']>): void {
    this.#keep(entry)
    this.#log.warn(...entry)
  }

  error(...entry: Parameters<Log['error']>): void {
    this.#keep(entry)
    this.#log.error(...entry)
  }

  #keep([event, facts]: Parameters<Log['warn']>): void {
    const error = facts?.error
    const why = error instanceof Error ? `: ${error.message}` : ''
    const text = `${event}${why}`.slice(0, ERROR_CHARACTERS_MAX)
    this.lastErrors.unshift({ at: this.#now(), text })
    this.lastErrors.splice(ERRORS_KEPT)
  }
}

interface OperationsParts extends AccountParts {
  readonly config: { readonly dataDir: string }
  readonly data: Data
  readonly log: RememberingLog
  /** The first, 0, looks after the releases. */
  readonly thread?: number
  readonly counters: { readonly mode: CountersMode }
  readonly meter: { readonly waiting: number }
  readonly metrics: { readonly inFlight: number }
}

export function makeOperations(parts: OperationsParts): Operations {
  const { data, store, clock, log, thread = 0 } = parts
  const folder = releasesIn(parts.config.dataDir)
  const anchors = new AuditAnchors(parts.config.dataDir)
  let examining: ReturnType<typeof examine> | undefined
  // The first thread also looks by itself, now and then; it hands the release on to the others.
  const refresh = async () => {
    if (thread === 0) await data.refresh()
  }
  return {
    async releases() {
      const served = new Set(data.releases().map(({ release }) => release))
      const all = await folder.list()
      return all.map(({ path: _, ...release }) => ({
        ...release,
        isServed: served.has(release.release),
      }))
    },
    async useRelease(release) {
      // Checked whole before it is named: a release that is refused would be seen by nobody.
      await folder.load(release)
      await folder.use(release)
      await refresh()
    },
    removeRelease: (release) => folder.remove(release),
    examine() {
      const books = { ...parts, auditAnchors: () => anchors.read() }
      examining ??= examine(books).finally(() => {
        examining = undefined
      })
      return examining
    },
    async health() {
      const { waiting, endpointsOff } = await queueLength(store.db, clock.now())
      const nodes = await sql<{ id: string }>`select id from node`.execute(store.db)
      return {
        store: store.kind,
        rateLimits: parts.counters.mode,
        nodes: Math.max(1, nodes.rows.length),
        mailsWaiting: (await backlog(store)).queued,
        webhooksWaiting: waiting,
        webhookEndpointsOff: endpointsOff,
        lookupsWaiting: parts.meter.waiting,
        requestsInFlight: parts.metrics.inFlight,
        lastErrors: log.lastErrors,
      }
    },
  }
}
