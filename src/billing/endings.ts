// The end of a trial or a subscription, announced once: by mail, and as the event `expired`.

import { upgradeLink } from '../account/plans/plans.ts'
import type { Subscription } from '../account/subscription.ts'
import { recipientsOf } from '../mail/cc-recipients.ts'
import { queueMail } from '../mail/queue.ts'
import { allRows, firstRow, type Sql, type Tx } from '../store/store.ts'
import { expiredBody } from '../webhooks/bodies.ts'
import { recordEvent } from '../webhooks/event-log.ts'
import type { BillingSettings } from './invoices/invoice.ts'
import { expiredMail } from './mails.ts'

const AT_ONCE_MAX = 100

/** Some accounts whose trial or subscription has ended by a moment, and whose ending is not announced yet. */
export async function unannouncedEndings(db: Sql, until: number): Promise<string[]> {
  const trials = await allRows<Due>(db)`
    select account_id from subscription
    where ended_at is null and started_at is null and ending_told_at is null
      and trial_ends_at <= ${until}
    order by trial_ends_at, account_id limit ${AT_ONCE_MAX}`
  const ended = await allRows<Due>(db)`
    select account_id from subscription
    where ended_at is not null and ending_told_at is null and ended_at <= ${until}
    order by ended_at, account_id limit ${AT_ONCE_MAX}`
  return [...trials, ...ended].map(({ accountId }) => accountId)
}

type Due = Pick<Subscription, 'accountId'>

/** False if another node came first, or where a plan has been chosen since. */
export async function announceEnding(
  tx: Tx,
  accountId: string,
  until: number,
  settings: BillingSettings,
  now: number,
): Promise<boolean> {
  const announced = await firstRow<{ endingToldAt: number; endedAt: number | undefined }>(tx)`
    update subscription set ending_told_at = coalesce(ended_at, trial_ends_at)
    where account_id = ${accountId} and ending_told_at is null
      and (ended_at <= ${until}
        or (ended_at is null and started_at is null and trial_ends_at <= ${until}))
    returning ending_told_at, ended_at`
  if (announced === undefined) return false
  const { endingToldAt: endedAt } = announced
  const status = announced.endedAt === undefined ? 'trial-ended' : 'ended'
  const { to, cc } = await recipientsOf(tx, accountId, 'expired')
  const onceKey = `expired:${accountId}:${endedAt}`
  const mail = expiredMail({ endedAt, status }, settings)
  await queueMail(tx, { accountId, kind: 'expired', onceKey, to, cc, ...mail, now })
  const content = expiredBody(status, upgradeLink(settings.baseUrl), now)
  await recordEvent(tx, { accountId, kind: 'expired', content }, now)
  return true
}
