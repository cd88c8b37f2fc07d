// The outcome of an attempt: sent, postponed with a growing wait, or given up when it is too late.

import { DAY_MS } from '../lib/clock.ts'
import type { Ending, LeasedMail } from './leases.ts'
import type { MailKind } from './queue.ts'
import type { Delivery } from './transport.ts'

const MINUTE_MS = 60_000
/** After each failure; the last repeats. */
const RETRY_MS = [1, 5, 15, 60, 180, 360].map((minutes) => minutes * MINUTE_MS)
const JITTER = 0.2
/** After this a mail is not worth sending any more. */
const GIVEN_UP_AFTER_MS: Readonly<Record<MailKind, number>> = {
  invoice: 4 * DAY_MS,
  expired: 4 * DAY_MS,
  'webhook-off': 4 * DAY_MS,
  'email-changed': 4 * DAY_MS,
  'batch-finished': 4 * DAY_MS,
  'limit-notice': DAY_MS,
  // The link in it is of no use any more.
  'sign-in': 15 * MINUTE_MS,
}

/** `random` is from 0 to 1, for the jitter. */
export function endingOf(
  mail: Pick<LeasedMail, 'kind' | 'attempts' | 'createdAt'>,
  delivery: Delivery,
  now: number,
  random: () => number = Math.random,
): Ending {
  const { note } = delivery
  if (delivery.kind === 'refused') return { kind: 'given-up', note }
  const isDone = delivery.kind === 'taken' && delivery.deferred.length === 0
  if (isDone) return { kind: 'sent', note }
  if (now - mail.createdAt >= GIVEN_UP_AFTER_MS[mail.kind]) {
    // For the recipients who have it, it is sent; for the others it is too late.
    return { kind: delivery.kind === 'taken' ? 'sent' : 'given-up', note }
  }
  const recipients = delivery.kind === 'taken' ? delivery.deferred : delivery.recipients
  return { kind: 'postponed', dueAt: now + retryMs(mail.attempts, random()), recipients, note }
}

function retryMs(attempts: number, random: number): number {
  const waitMs = RETRY_MS[Math.min(attempts, RETRY_MS.length) - 1] ?? MINUTE_MS
  return Math.round(waitMs * (1 + JITTER * (2 * random - 1)))
}
