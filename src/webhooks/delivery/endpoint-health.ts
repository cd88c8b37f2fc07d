// The health of an endpoint after a run: since when it fails, when to retry, and whether to give up.

import { sql } from 'kysely'
import { recipientsOf } from '../../mail/cc-recipients.ts'
import { type MailBody, mailBody, SERVICE_URL } from '../../mail/layout.ts'
import { queueMail } from '../../mail/queue.ts'
import type { Sql, Store } from '../../store/store.ts'
import { countTracking, deleteEndpoint, lockCounters } from '../registrations.ts'
import { type ClaimedEndpoint, lockIfLeased } from './claims.ts'
import type { DeliveryRun } from './delivery-run.ts'
import { BREAKER_FAILURES, BREAKER_MS, isToBeSwitchedOff, retryAfterMs } from './schedule.ts'

export interface Health {
  readonly failures: number
  readonly failingSince: number | undefined
  readonly pausedUntil: number
  readonly ending: Ending | undefined
}

export function healthAfter({ batch, outcomes }: DeliveryRun, now: number): Health {
  let { failures, failingSince } = batch.endpoint
  let pausedUntil = 0
  let ending: Ending | undefined
  for (const { isReceived, isGone, retryAfter, delivery, attempt } of outcomes) {
    if (isReceived) {
      failures = 0
      failingSince = undefined
      continue
    }
    failures += 1
    failingSince ??= attempt.at
    pausedUntil = Math.max(pausedUntil, now + retryAfterMs(retryAfter, now))
    if (isGone) ending = 'gone'
    else if (isToBeSwitchedOff(failingSince, delivery.failedAttempts + 1, now)) {
      ending ??= 'failed-too-long'
    }
  }
  if (failures >= BREAKER_FAILURES) pausedUntil = Math.max(pausedUntil, now + BREAKER_MS)
  return { failures, failingSince, pausedUntil, ending }
}

/** Why an endpoint gets no more deliveries. */
export type Ending = 'gone' | 'failed-too-long'

function endpointOffMail(
  { kind, url, id }: Pick<ClaimedEndpoint, 'kind' | 'url' | 'id'>,
  ending: Ending,
): MailBody & { readonly subject: string } {
  const subject = `Your webhook to ${new URL(url).host} is disabled`
  const why =
    ending === 'gone'
      ? 'It answered 410 Gone, which means stop sending, and was deleted.'
      : 'It failed for 5 days and was disabled.'
  const body = mailBody({
    title: subject,
    paragraphs: [
      `This webhook endpoint receives no more deliveries. ${why}`,
      `When it works again, register its URL in the console or with POST /webhook/${kind}. GET /events has the events in between.`,
    ],
    facts: [
      ['Endpoint', String(id)],
      ['Events', kind],
      ['URL', url],
    ],
    action: { label: 'View your webhooks', url: `${SERVICE_URL}/console#webhooks` },
  })
  return { subject, ...body }
}

/**
 * Disables an endpoint that is gone or has failed for too long, and mails its account once.
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
