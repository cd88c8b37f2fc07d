// Tells an account by mail that its day is nearly used up: queued with the charge that passed the mark.

import { sql } from 'kysely'
import { dailyLimit, type Plan } from '../../account/plans/plans.ts'
import { utcDay } from '../../lib/clock.ts'
import { mailBody } from '../../mail/layout.ts'
import { queueMail } from '../../mail/queue.ts'
import type { Tx } from '../../store/store.ts'

/** Per cent of the day's look-ups, the highest first. */
const NOTICE_PERCENTS = [100, 90, 75] as const

/** One account of a batch, under the plan that it has after it. */
interface ChargedAccount {
  readonly accountId: string
  readonly plan: Plan
  readonly planName: string
  /** Look-ups of the day before the batch. */
  readonly before: number
  readonly fromDay: number
  readonly fromBuffer: number
}

/**
 * Compares numbers and asks the store nothing unless a mark is passed. The day of each account must be held, so that
 * nobody else passes the same mark.
 */
export async function queueLimitNotices(
  tx: Tx,
  accounts: readonly ChargedAccount[],
  now: number,
): Promise<void> {
  for (const account of accounts) {
    const percent = passedPercent(account)
    if (percent !== undefined) await queueNotice(tx, account, percent, now)
  }
}

/** The highest mark that this batch has passed: whoever jumps over several hears of the last one only. */
export function passedPercent({
  plan,
  before,
  fromDay,
  fromBuffer,
}: ChargedAccount): number | undefined {
  const limit = dailyLimit(plan)
  const after = before + fromDay + fromBuffer
  return NOTICE_PERCENTS.find((percent) => {
    const mark = Math.ceil((limit * percent) / 100)
    return before < mark && mark <= after
  })
}

async function queueNotice(
  tx: Tx,
  { accountId, plan, planName, before, fromDay, fromBuffer }: ChargedAccount,
  percent: number,
  now: number,
): Promise<void> {
  const day = utcDay(now)
  const onceKey = (of: number) => `limit:${accountId}:${day}:${of}`
  // After a refund or a larger plan a mark may be passed again, or a lower one after a higher one: that is no news.
  const sameOrHigher = NOTICE_PERCENTS.filter((other) => other >= percent).map(onceKey)
  const { rows } = await sql<{ email: string }>`
    select email from account where id = ${accountId}
      and not exists (select 1 from mail where once_key in (${sql.join(sameOrHigher)}))`.execute(tx)
  const [row] = rows
  if (row === undefined) return
  const used = before + fromDay + fromBuffer
  const title = titleOf(percent)
  const { text, html } = mailBody({
    title,
    paragraphs: [
      consequence(plan, percent),
      'A larger plan takes effect at once, with the same keys.',
    ],
    facts: [
      ['Day', `${day} (UTC)`],
      ['Plan', planName],
      ['Look-ups used', `${count(used)} of ${count(dailyLimit(plan))}`],
    ],
  })
  await queueMail(tx, {
    accountId,
    kind: 'limit-notice',
    onceKey: onceKey(percent),
    to: row.email,
    cc: [],
    subject: title,
    text,
    html,
    now,
  })
}

function titleOf(percent: number): string {
  return percent === 100
    ? 'The look-ups of today are used up'
    : `${percent}% of the look-ups of today are used`
}

function consequence({ monthlyBuffer }: Plan, percent: number): string {
  const then =
    monthlyBuffer > 0
      ? 'further look-ups are drawn from the buffer of the month, as long as it lasts, and are then refused until midnight UTC'
      : 'further look-ups are refused until midnight UTC'
  return percent === 100
    ? `Your account has used all look-ups that its plan has for a day: ${then}.`
    : `Your account has used ${percent}% of the look-ups that its plan has for a day. When all are used, ${then}.`
}

function count(number: number): string {
  return number.toLocaleString('en-GB')
}
