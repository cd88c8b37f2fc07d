// What operators see and do apart from accounts: releases, the figures of the service, the check of the books.

import { statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import type { AccountParts } from './account/accounts.ts'
import type { AuditHead } from './account/operators/audit-entries.ts'
import { AuditAnchors } from './account/operators/audit-log.ts'
import { fullName } from './areas/layer.ts'
import { examine } from './billing/doctor/doctor.ts'
import { COUNTRIES, countryOf, listed } from './countries/country.ts'
import type { Operations } from './endpoints/operator/operations.ts'
import type { Log } from './lib/log.ts'
import { OneAtATime } from './lib/turns/turns.ts'
import { usTimestamp } from './lib/us-timestamp.ts'
import { backlog } from './mail/queue.ts'
import type { CountersMode } from './rate-limits/counters.ts'
import { mergedSets, type Releases, releasesIn } from './releases/release-folder.ts'
import { diffInThread, inReleaseThread } from './releases/release-thread.ts'
import type { Data } from './releases/served-data.ts'
import type { Config } from './settings/config.ts'
import { queueLength } from './webhooks/delivery/pending-deliveries.ts'

const ERRORS_KEPT = 50
const DISK_FREE_MIN = 0.1
const ERROR_CHARACTERS_MAX = 500

export function rememberingLog(log: Log, now: () => number) {
  const lastErrors: { readonly at: number; readonly text: string }[] = []
  const remembering =
    (write: Log['warn']): Log['warn'] =>
    (event, facts) => {
      const error = facts?.error
      const why = error instanceof Error ? `: ${error.message}` : ''
      const text = `${event}${why}`.slice(0, ERROR_CHARACTERS_MAX)
      lastErrors.unshift({ at: now(), text })
      lastErrors.splice(ERRORS_KEPT)
      write(event, facts)
    }
  return { ...log, warn: remembering(log.warn), error: remembering(log.error), lastErrors }
}

interface OperationsParts extends AccountParts {
  readonly config: Pick<Config, 'dataDir' | 'releaseLossPercentMax' | 'billing' | 'smtp'>
  readonly data: Data
  readonly log: ReturnType<typeof rememberingLog>
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
  // Each takes a core for seconds and the memory of a release.
  const oneAtATime = new OneAtATime()
  let examining: ReturnType<typeof examine> | undefined
  // The first thread also checks from time to time, and hands new releases to the others.
  const refresh = async () => {
    if (thread === 0) await data.refresh()
  }
  return {
    async releases() {
      const served = new Set(data.releases().map(({ release }) => release))
      const all = await folder.list()
      return all.map(({ path: _, createdAt, inUse, changes, ...release }) => ({
        ...release,
        ...mergedSets(changes),
        created: usTimestamp(Date.parse(createdAt)),
        in_use: inUse,
        served: served.has(release.release),
      }))
    },
    async useRelease(release, isConfirmed) {
      const lossPercentMax = isConfirmed ? 100 : parts.config.releaseLossPercentMax
      const { directory } = folder
      await inReleaseThread({ kind: 'use', directory, release, lossPercentMax })
      await refresh()
    },
    diffRelease: (release) => oneAtATime.run('', () => diffInThread(folder.directory, release)),
    removeRelease: (release) => folder.remove(release),
    ...layerOperations(folder, refresh),
    upkeep: () => upkeepOf(parts),
    examine() {
      examining ??= examineBooks(parts, () => anchors.read()).finally(() => {
        examining = undefined
      })
      return examining
    },
    async health() {
      const { waiting, endpointsOff } = await queueLength(store.db, clock.now())
      const nodes = await sql<{ id: string }>`select id from node`.execute(store.db)
      return {
        store: store.kind,
        rate_limits: parts.counters.mode,
        nodes: Math.max(1, nodes.rows.length),
        mails_waiting: (await backlog(store)).queued,
        webhooks_waiting: waiting,
        webhook_endpoints_off: endpointsOff,
        lookups_waiting: parts.meter.waiting,
        requests_in_flight: parts.metrics.inFlight,
        last_errors: log.lastErrors.map(({ at, text }) => ({ at: usTimestamp(at), text })),
      }
    },
  }
}

/** Beside the store's own thread, where charges would wait for its statements. */
async function examineBooks(parts: AccountParts, auditAnchors: () => AsyncIterable<AuditHead>) {
  await using reader = await parts.store.openReader()
  return await examine({ ...parts, store: { ...parts.store, db: reader.db }, auditAnchors })
}

async function upkeepOf({ config, data }: OperationsParts) {
  const { bavail, blocks, bsize } = await statfs(config.dataDir)
  const isFull = bavail < blocks * DISK_FREE_MIN
  return {
    disk: { free_bytes: bavail * bsize, total_bytes: blocks * bsize },
    notices: [
      ...(isFull ? ['The disk of the data folder is nearly full.'] : []),
      ...settingNotices(config),
      ...sampleNotices(data),
    ],
  }
}

function settingNotices({ billing, smtp }: OperationsParts['config']): string[] {
  const { taxBasisPoints, taxIds } = billing
  const untaxed = COUNTRIES.filter(
    ({ product }) => taxBasisPoints[product] > 0 && taxIds[product] === '',
  )
  return [
    ...untaxed.map(({ taxName, taxIdName, product }) => {
      const setting = `INVOICE_TAX_ID_${product.toUpperCase()}`
      return `Invoices charge ${taxName} without a ${taxIdName}. Set ${setting}.`
    }),
    ...(smtp === undefined
      ? ['Mail is not sent, but written to the folder outbox. Set SMTP_URL.']
      : []),
  ]
}

function sampleNotices(data: Data): string[] {
  const samples = data.releases().filter(({ source }) => source === 'sample')
  const names = samples.map(({ product }) => countryOf(product).nameInText)
  return names.length === 0 ? [] : [`Sample data is served for ${listed(names, 'and')}.`]
}

function layerOperations(
  { layers }: Pick<Releases, 'layers'>,
  refresh: () => Promise<void>,
): Pick<Operations, 'layers' | 'removeLayer'> {
  return {
    async layers() {
      const all = await layers.list()
      return all.map(({ path: _, addedAt, from, ...layer }) => ({
        ...layer,
        layer: fullName({ layer: layer.layer, from }),
        added: usTimestamp(Date.parse(addedAt)),
      }))
    },
    async removeLayer(product, layer) {
      await layers.remove(product, layer)
      await refresh()
    },
  }
}
