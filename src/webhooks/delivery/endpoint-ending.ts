// Ends an endpoint that is gone or has failed for too long, and tells its account by mail, once.

import { sql } from 'kysely'
import { queueMail } from '../../mail/queue.ts'
import { recipientsOf } from '../../mail/recipients.ts'
import type { Sql, Store } from '../../store/store.ts'
import { countTracking, lockCounters } from '../account-counters.ts'
import { deleteEndpoint } from '../registrations.ts'
import { type ClaimedEndpoint, lockIfLeased } from './claims.ts'
import { type Ending, endpointOffMail } from './endpoint-off-mail.ts'

/**
 * In a transaction of its own, which locks the account before the endpoint as every other does. False when another
 * node has claimed the endpoint since.
 */
export async function endEndpoint(
  store: Pick<Store, 'transaction'>,
  endpoint: ClaimedEndpoint,
  ending: Ending,
  now: number,
): Promise<boolean> {
  const { accountId, id } = endpoint
  return store.transaction(async (tx) => {
    await lockCounters(tx, accountId)
    if (!(await lockIfLeased(tx, endpoint))) return false
    if (ending === 'gone') await deleteEndpoint(tx, accountId, id)
    else await switchOff(tx, endpoint, now)
    const { to, cc } = await recipientsOf(tx, accountId, 'expired')
    const onceKey = `webhook-off:${accountId}:${id}`
    const mail = endpointOffMail(endpoint, ending)
    await queueMail(tx, { accountId, kind: 'webhook-off', onceKey, to, cc, ...mail, now })
    return true
  })
}

async function switchOff(tx: Sql, { accountId, id }: ClaimedEndpoint, now: number): Promise<void> {
  await sql`
    update webhook_endpoint set switched_off_at = ${now}, leased_until = 0, due_at = null, news = 0
    where account_id = ${accountId} and id = ${id}`.execute(tx)
  await sql`
    update webhook_delivery set state = 'failed', due_at = null
    where account_id = ${accountId} and endpoint_id = ${id} and state = 'pending'`.execute(tx)
  await countTracking(tx, accountId)
}
