// One URL for events of several kinds: an endpoint for each, all with the same secret.

import { firstRow, type Sql, type Store } from '../store/store.ts'
import type { WebhookKind } from './bodies.ts'
import {
  allRegistrations,
  countTracking,
  deleteEndpoint,
  ENDPOINTS_PER_KIND_MAX,
  insertEndpoint,
  lockCounters,
  rotateSecret,
} from './registrations.ts'
import { newWebhookSecret, ownerOf } from './sending/secret.ts'

interface Wanted {
  readonly accountId: string
  readonly url: string
  readonly kinds: readonly WebhookKind[]
  /** Also where it has one. */
  readonly isSecretNew: boolean
}

/** The URL gets these events from now on, and no others. An endpoint that was disabled is registered again. */
export async function subscribe(
  store: Pick<Store, 'transaction' | 'secrets'>,
  { accountId, url, kinds, isSecretNew }: Wanted,
  now: number,
) {
  return store.transaction(async (tx) => {
    const { lastEndpoint, lastNumber: readTo } = await lockCounters(tx, accountId)
    const all = await allRegistrations(tx, accountId)
    const own = all.filter((one) => one.url === url)
    const kept = own.filter((one) => one.switchedOffAt === undefined && kinds.includes(one.kind))
    const added = kinds.filter((kind) => !kept.some((one) => one.kind === kind))
    const isFull = (kind: WebhookKind) =>
      all.filter((one) => one.kind === kind && one.url !== url).length >= ENDPOINTS_PER_KIND_MAX
    const full = added.find(isFull)
    if (full !== undefined) return { kind: 'too-many', of: full } as const
    const [first] = own
    const known = first && (await secretOf({ ...store, db: tx }, { accountId, id: first.id }))
    const secret = isSecretNew || known === undefined ? newWebhookSecret() : known
    const removed = own.filter((one) => !kept.includes(one)).map(({ id }) => id)
    for (const id of removed) await deleteEndpoint(tx, accountId, id)
    for (const { id, kind } of isSecretNew ? kept : []) {
      await rotateSecret({ ...store, db: tx }, accountId, kind, id, now, secret)
    }
    for (const [at, kind] of added.entries()) {
      const id = lastEndpoint + 1 + at
      await insertEndpoint(tx, store.secrets, { accountId, id, kind, url, secret, readTo, now })
    }
    await countTracking(tx, accountId)
    return { kind: 'set', removed, secret: secret === known ? undefined : secret } as const
  })
}

async function secretOf(
  { db, secrets }: { readonly db: Sql } & Pick<Store, 'secrets'>,
  owner: Parameters<typeof ownerOf>[0],
): Promise<string | undefined> {
  const row = await firstRow<{ secret: string }>(db)`
    select secret from webhook_endpoint
    where account_id = ${owner.accountId} and id = ${owner.id}`
  return row && secrets.open(row.secret, ownerOf(owner))
}
