// Mails about the daily limit: each percentage once a day, and never a lower one after a higher.

import { dailyLimit, type Plan, upgradeLink } from '../../account/plans/plans.ts'
import { formatDay, utcDay } from '../../lib/clock.ts'
import { count } from '../../lib/columns.ts'
import { type MailBody, mailBody, SERVICE_URL } from '../../mail/layout.ts'

/** Percentages of the day's look-ups, the highest first. */
const NOTICE_PERCENTS = [100, 90, 75] as const

interface DayOfAccount {
  readonly accountId: string
  /** After the charge. */
  readonly plan: Plan
  /** Look-ups of the day before the charge, and after it. */
  readonly before: number
  readonly after: number
}

export interface LimitNotice extends MailBody {
  readonly onceKey: string
  /** Not sent after any of these, since a refund or a larger plan may pass a mark again. */
  readonly notAfter: readonly string[]
}

/** Undefined unless the charge passes a mark; of several, the notice is about the highest. */
export function limitNotice(account: DayOfAccount, now: number): LimitNotice | undefined {
  const percent = passedPercent(account)
  if (percent === undefined) return undefined
  const { accountId, plan, after } = account
  const day = utcDay(now)
  const onceKey = (of: number) => `limit:${accountId}:${day}:${of}`
  const body = mailBody({
    title: titleOf(percent),
    paragraphs: [
      consequence(plan, percent),
      'A larger plan takes effect at once, with the same keys.',
    ],
    facts: [
      ['Day', `${formatDay(now)} (UTC)`],
      ['Plan', plan.name],
      ['Look-ups used', `${count(after)} of ${count(dailyLimit(plan))}`],
    ],
    action: { label: 'Choose a larger plan', url: upgradeLink(SERVICE_URL) },
  })
  const notAfter = NOTICE_PERCENTS.filter((other) => other >= percent).map(onceKey)
  return { onceKey: onceKey(percent), notAfter, ...body }
}

export function passedPercent({
  plan,
  before,
  after,
}: Omit<DayOfAccount, 'accountId'>): number | undefined {
  return NOTICE_PERCENTS.find((percent) => {
    const mark = markOf(plan, percent)
    return before < mark && mark <= after
  })
}

export function noticeMarks(plan: Plan): number[] {
  return NOTICE_PERCENTS.map((percent) => markOf(plan, percent))
}

function markOf(plan: Plan, percent: number): number {
  return Math.ceil((dailyLimit(plan) * percent) / 100)
}

function titleOf(percent: number): string {
  return percent === 100
    ? 'Today’s look-ups are used up'
    : `${percent}% of today’s look-ups are used`
}

function consequence({ monthlyBuffer }: Plan, percent: number): string {
  const then =
    monthlyBuffer > 0
      ? 'further look-ups use the monthly buffer; once that is used up, they are refused until midnight UTC'
      : 'further look-ups are refused until midnight UTC'
  return percent === 100
    ? `Your account has used all look-ups of the day: ${then}.`
    : `Your account has used ${percent}% of the look-ups of the day. When all are used, ${then}.`
}
