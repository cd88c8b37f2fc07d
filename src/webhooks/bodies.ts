// The bodies of events, with the members, the order and the spelling that the contract has.

import { usTimestamp } from '../lib/us-timestamp.ts'

const BODY_VERSION = '1.0.0.0'

/** The kinds of events, and the `type` in their bodies. */
const TYPES = {
  'first-limit-reached': 'usage',
  'second-limit-reached': 'usage',
  track: 'usage',
  expired: 'billing',
  'batch-finished': 'batch',
  'address-changed': 'data',
  'address-retired': 'data',
}

export type WebhookKind = keyof typeof TYPES

export const WEBHOOK_KINDS = Object.keys(TYPES) as readonly WebhookKind[]
export const BODY_TYPES = [...new Set(Object.values(TYPES))]

export interface LimitReached {
  readonly kind: 'first-limit-reached' | 'second-limit-reached'
  readonly limit: number
  readonly nextLimit: number
  readonly timePenaltyMs: number
}

/** A look-up in `track`: the caller's address, the postcode of the answer, and the page. */
export type Trace = readonly [ipAddress: string, postcode: string, referer: string]

export function limitBody(reached: LimitReached, upgradeLink: string, at: number): string {
  const { kind, limit, nextLimit, timePenaltyMs } = reached
  if (kind === 'second-limit-reached') return body(kind, at, { limit, upgrade_link: upgradeLink })
  return body(kind, at, {
    limit,
    // Spelled so on the wire.
    time_penaly: timePenaltyMs,
    next_limit: nextLimit,
    upgrade_link: upgradeLink,
  })
}

function trackBody([ipAddress, postcode, referer]: Trace, at: number): string {
  return body('track', at, { ip_address: ipAddress, postcode, referer })
}

export function expiredBody(status: string, upgradeLink: string, at: number): string {
  return body('expired', at, { status, upgrade_link: upgradeLink })
}

const SAMPLE_BATCH = {
  id: 'bat_1pW0vXq8ZrT5nYkC3sLd7G',
  name: 'customers.csv',
  rows: 1000,
  done: 1000,
  exact: 700,
  corrected: 200,
  ambiguous: 60,
  not_found: 40,
  /** Why it ended before all rows were done; '' if it did not. */
  ended_by: '',
}

type BatchFinished = Readonly<typeof SAMPLE_BATCH>

export function batchFinishedBody(batch: BatchFinished, at: number): string {
  return body('batch-finished', at, batch)
}

/** A watched address in the log: what became of it in the release that came into use. */
export type WatchedChange = readonly [
  id: string,
  change: string,
  release: string,
  successors: readonly { readonly id: string; readonly inferred: boolean }[],
]

function addressBody([id, change, release, successors]: WatchedChange, at: number): string {
  if (change === 'retired') return body('address-retired', at, { id, release, successors })
  return body('address-changed', at, { id, change, release })
}

/** Kinds whose rows of the log hold many events: a list of items, of which the bodies are made. */
export const BODIES_OF_MANY: Partial<Record<WebhookKind, (item: never, at: number) => string>> = {
  track: trackBody,
  'address-changed': addressBody,
  'address-retired': addressBody,
}

const SAMPLE_ID = 'GAVIC425325004'
const SAMPLE_RELEASE = 'au-2026-02-28-1a2b3c'
const SAMPLE_SUCCESSOR = { id: 'GAVIC725325004', inferred: true }

/** The body that a test sends: of the kind asked for, with realistic values. */
export function sampleBody(kind: WebhookKind, upgradeLink: string, at: number): string {
  switch (kind) {
    case 'track':
      // An address that is set aside for documentation.
      return trackBody(['192.0.2.1', 'XX2 00X', 'https://www.example.com/checkout'], at)
    case 'expired':
      return expiredBody('trial-ended', upgradeLink, at)
    case 'batch-finished':
      return batchFinishedBody(SAMPLE_BATCH, at)
    case 'address-changed':
      return addressBody([SAMPLE_ID, 'changed', SAMPLE_RELEASE, []], at)
    case 'address-retired':
      return addressBody([SAMPLE_ID, 'retired', SAMPLE_RELEASE, [SAMPLE_SUCCESSOR]], at)
    default:
      return limitBody({ kind, limit: 50, nextLimit: 100, timePenaltyMs: 500 }, upgradeLink, at)
  }
}

function body(kind: WebhookKind, at: number, details: object): string {
  const action = kind.replaceAll('-', '_')
  const created_at = usTimestamp(at)
  return JSON.stringify({ version: BODY_VERSION, action, created_at, details, type: TYPES[kind] })
}
