// Subscriptions that have ended and whose last days are still to be invoiced.

import { sql } from 'kysely'
import type { Product } from '../address/product.ts'
import type { Tx } from '../store/store.ts'
import type { Subscription } from './subscription.ts'
import { brokenOffAt } from './terms.ts'

/** Times are UTC milliseconds. */
interface EndedTerm {
  readonly accountId: string
  /** The start from which the terms are counted. */
  readonly anchorAt: number
  readonly product: Product
  readonly planName: string
  readonly nextBillingAt: number
  readonly endedAt: number
}

/** A trial costs nothing and leaves nothing to invoice. The caller holds the subscription. */
export async function recordEndedTerm(
  tx: Tx,
  { accountId, product, planName, startedAt, nextBillingAt }: Subscription,
  endedAt: number,
): Promise<void> {
  if (startedAt === undefined || nextBillingAt === undefined) return
  const term = { accountId, anchorAt: startedAt, product, planName, nextBillingAt, endedAt }
  await sql`
    insert into ended_term
      (account_id, anchor_at, product, plan_name, next_billing_at, ended_at, due_at)
    values (${accountId}, ${startedAt}, ${product}, ${planName}, ${nextBillingAt}, ${endedAt},
      ${dueAt(term)})`.execute(tx)
}

/** Whole terms that no invoice was issued for yet come first, each on its date; then the days of the last one. */
export function dueAt({ anchorAt, nextBillingAt, endedAt }: EndedTerm): number {
  return nextBillingAt <= endedAt ? nextBillingAt : brokenOffAt(anchorAt, nextBillingAt, endedAt)
}

/**
 * Takes the term up again where its last day is not over, and answers when it is billed next: whole terms may have been
 * invoiced since the end. Undefined where a new term must begin.
 */
export async function resumeEndedTerm(
  tx: Tx,
  { accountId, startedAt }: Subscription,
  now: number,
): Promise<number | undefined> {
  if (startedAt === undefined) return undefined
  const term = await findEndedTerm(tx, accountId, startedAt)
  if (term === undefined) return undefined
  if (now >= brokenOffAt(startedAt, term.nextBillingAt, term.endedAt)) return undefined
  await removeEndedTerm(tx, term)
  // Where the clock was set back past the start, its days are in the term that begins now.
  return startedAt > now ? undefined : term.nextBillingAt
}

/** The caller holds the subscription, and so its ended terms. */
export async function findEndedTerm(
  tx: Tx,
  accountId: string,
  anchorAt: number,
): Promise<EndedTerm | undefined> {
  const { rows } = await sql<{
    product: Product
    plan_name: string
    next_billing_at: number
    ended_at: number
  }>`
    select product, plan_name, next_billing_at, ended_at from ended_term
    where account_id = ${accountId} and anchor_at = ${anchorAt}`.execute(tx)
  const [row] = rows
  return (
    row && {
      accountId,
      anchorAt,
      product: row.product,
      planName: row.plan_name,
      nextBillingAt: row.next_billing_at,
      endedAt: row.ended_at,
    }
  )
}

/** A whole term of it has been invoiced; `term` says when the next one ends. */
export async function moveEndedTerm(tx: Tx, term: EndedTerm): Promise<void> {
  await sql`
    update ended_term set next_billing_at = ${term.nextBillingAt}, due_at = ${dueAt(term)}
    where account_id = ${term.accountId} and anchor_at = ${term.anchorAt}`.execute(tx)
}

export async function removeEndedTerm(tx: Tx, term: EndedTerm): Promise<void> {
  await sql`
    delete from ended_term
    where account_id = ${term.accountId} and anchor_at = ${term.anchorAt}`.execute(tx)
}
