// Which endpoints a node may send to: each is claimed on a lease, so that one node at a time delivers to it.

import { sql } from 'kysely'
import { allRows, hasRow, type Sql, type Store } from '../../store/store.ts'
import type { WebhookKind } from '../bodies.ts'
import type { Secrets } from '../sending/secret.ts'

/** Longer than a delivery run can take, so that a lease only ends early when its node is gone. */
const LEASE_MS = 60_000
/** How many accounts with new events are looked at in one round. */
export const ACCOUNTS_AT_ONCE = 20

export interface ClaimedEndpoint extends Secrets {
  readonly accountId: string
  readonly id: number
  readonly kind: WebhookKind
  readonly url: string
  readonly fence: number
  readonly readTo: number
  /** Failures in a row up to now, and since when; undefined if there is none. */
  readonly failures: number
  readonly failingSince: number | undefined
}

/**
 * Flags the endpoints of accounts whose log has grown, and returns those accounts. The account's own flag is cleared
 * last, and only if no event was recorded in between, so if this node stops halfway, any node does the rest.
 */
export async function flagEndpointsWithNewEvents({ db }: Pick<Store, 'db'>): Promise<string[]> {
  const grown = await allRows<{ accountId: string; lastNumber: number }>(db)`
    select account_id, last_number from webhook_account where news_at is not null
    order by news_at limit ${ACCOUNTS_AT_ONCE}`
  if (grown.length === 0) return []
  const accountIds = grown.map(({ accountId }) => accountId)
  await sql`
    update webhook_endpoint set news = 1
    where account_id in (${sql.join(accountIds)}) and news = 0 and switched_off_at is null
      and exists (
        select 1 from account_event
        where account_event.account_id = webhook_endpoint.account_id
          and account_event.kind = webhook_endpoint.kind
          and account_event.number > webhook_endpoint.read_to)`.execute(db)
  const seen = grown.map(
    ({ accountId, lastNumber }) => sql`(${accountId}, cast(${lastNumber} as bigint))`,
  )
  await sql`
    update webhook_account set news_at = null
    where (account_id, last_number) in (values ${sql.join(seen)})`.execute(db)
  return accountIds
}

/** Endpoints with something to send, longest wait first. They stay due, in case this node stops and its lease ends. */
export async function claimEndpoints(
  db: Sql,
  now: number,
  wanted: { readonly most: number; readonly failingToo: boolean },
) {
  const leasedUntil = now + LEASE_MS
  // A lease that ends much later was given before the clock was set back; one by a clock a little ahead is respected.
  const isFree = sql`(leased_until <= ${now} or leased_until > ${leasedUntil + LEASE_MS})`
  return allRows<ClaimedEndpoint>(db)`
    update webhook_endpoint
    set leased_until = ${leasedUntil}, fence = fence + 1, news = 0, due_at = ${now}
    where ${isFree} and (account_id, id) in (
      select account_id, id from webhook_endpoint
      where (news = 1 or due_at <= ${now}) and ${isFree} and paused_until <= ${now}
        and switched_off_at is null and failures <= ${wanted.failingToo ? 1_000_000_000 : 0}
      order by leased_until limit ${wanted.most})
    returning account_id, id, kind, url, secret, coalesce(old_secret, '') as old_secret,
      coalesce(old_secret_until, 0) as old_secret_until, fence, read_to, failures, failing_since`
}

/** Locks the endpoint until the end of the transaction; false when it was removed or another node has claimed it. */
export async function lockIfLeased(tx: Sql, { accountId, id, fence }: ClaimedEndpoint) {
  return hasRow(tx)`
    update webhook_endpoint set fence = fence
    where account_id = ${accountId} and id = ${id} and fence = ${fence}
    returning id`
}

/** The same without a lock. */
export async function isLeased(db: Sql, { accountId, id, fence }: ClaimedEndpoint) {
  return hasRow(db)`
    select id from webhook_endpoint
    where account_id = ${accountId} and id = ${id} and fence = ${fence}`
}
