// The end of a trial or a subscription, announced once: by mail, and as the event `expired`.

import { sql } from 'kysely'
import type { Subscription } from '../account/subscription.ts'
import {
  SUBSCRIPTION_COLUMNS,
  type SubscriptionRow,
  subscriptionFromRow,
} from '../account/subscription-row.ts'
import { upgradeLink } from '../account/upgrade-link.ts'
import { recipientsOf } from '../mail/cc-recipients.ts'
import { queueMail } from '../mail/queue.ts'
import type { Sql, Tx } from '../store/store.ts'
import { recordExpired } from '../webhooks/event-log.ts'
import type { BillingSettings } from './invoices/settings.ts'
import { type Ending, expiredMail } from './mails.ts'

/** Runs in the transaction that marks the ending as announced. */
async function announce(
  tx: Tx,
  ending: Ending,
  settings: BillingSettings,
  now: number,
): Promise<void> {
  const { accountId, endedAt } = ending
  const { to, cc } = await recipientsOf(tx, accountId, 'expired')
  await queueMail(tx, {
    accountId,
    kind: 'expired',
    onceKey: `expired:${accountId}:${endedAt}`,
    to,
    cc,
    ...expiredMail(ending, settings),
    now,
  })
  const link = upgradeLink(settings.baseUrl)
  await recordExpired(tx, { accountId, status: ending.status, upgradeLink: link }, now)
}

const AT_ONCE_MAX = 100

/** Some accounts whose trial or subscription has ended by a moment, and whose ending is not announced yet. */
export async function unannouncedEndings(db: Sql, until: number): Promise<string[]> {
  const trials = await sql<{ account_id: string }>`
    select account_id from subscription
    where ended_at is null and started_at is null and ending_told_at is null
      and trial_ends_at <= ${until}
    order by trial_ends_at, account_id limit ${AT_ONCE_MAX}`.execute(db)
  const ended = await sql<{ account_id: string }>`
    select account_id from subscription
    where ended_at is not null and ending_told_at is null and ended_at <= ${until}
    order by ended_at, account_id limit ${AT_ONCE_MAX}`.execute(db)
  return [...trials.rows, ...ended.rows].map((row) => row.account_id)
}

/** False if another node came first, or where a plan has been chosen since. */
export async function announceEnding(
  tx: Tx,
  accountId: string,
  until: number,
  settings: BillingSettings,
  now: number,
): Promise<boolean> {
  const { rows } = await sql<SubscriptionRow>`
    update subscription set ending_told_at = coalesce(ended_at, trial_ends_at)
    where account_id = ${accountId} and ending_told_at is null
      and (ended_at <= ${until}
        or (ended_at is null and started_at is null and trial_ends_at <= ${until}))
    returning ${SUBSCRIPTION_COLUMNS}`.execute(tx)
  const ending = rows[0] === undefined ? undefined : endingOf(subscriptionFromRow(rows[0]))
  if (ending === undefined) return false
  await announce(tx, ending, settings, now)
  return true
}

function endingOf({ accountId, endedAt, trialEndsAt }: Subscription): Ending | undefined {
  if (endedAt !== undefined) return { accountId, endedAt, status: 'ended' }
  if (trialEndsAt === undefined) return undefined
  return { accountId, endedAt: trialEndsAt, status: 'trial-ended' }
}
