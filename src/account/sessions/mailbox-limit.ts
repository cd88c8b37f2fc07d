// Bounds the sign-in mails that one mailbox gets, whoever asks for them.

import { sql } from 'kysely'
import type { Tx } from '../../store/store.ts'
import { foldEmail } from '../email.ts'

/** Requests that are mailed at once. After that, one more every `REFILL_MINUTES`. */
const MAILS_AT_ONCE = 3
/** Shorter than a link is valid: a request that is not mailed always finds a recent link in the mailbox. */
const REFILL_MINUTES = 5
const REFILL_MS = REFILL_MINUTES * 60_000
const FORGOTTEN_AT_ONCE_MAX = 1000

/**
 * Whether this request may be mailed. A token bucket in one row: `full_at` is when the mailbox has its whole burst
 * again. One statement decides and counts, so requests at the same moment on any node cannot exceed the limit.
 */
export async function takeMail(tx: Tx, email: string, now: number): Promise<boolean> {
  await sql`
    delete from sign_in_mailbox where email_folded in (
      select email_folded from sign_in_mailbox where full_at <= ${now}
      order by full_at limit ${FORGOTTEN_AT_ONCE_MAX})`.execute(tx)
  // A time further ahead than the bucket can reach was written before the clock was set back, and is ignored.
  const isAhead = sql`sign_in_mailbox.full_at > ${now + MAILS_AT_ONCE * REFILL_MS}`
  const { rows } = await sql`
    insert into sign_in_mailbox (email_folded, full_at)
    values (${foldEmail(email)}, ${now + REFILL_MS})
    on conflict (email_folded) do update
    set full_at = ${REFILL_MS} + case
      when sign_in_mailbox.full_at <= ${now} or ${isAhead} then ${now}
      else sign_in_mailbox.full_at end
    where sign_in_mailbox.full_at <= ${now + (MAILS_AT_ONCE - 1) * REFILL_MS} or ${isAhead}
    returning email_folded`.execute(tx)
  return rows.length > 0
}
