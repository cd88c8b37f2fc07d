// Bills one term of one subscription, in one transaction: its lines, the invoice, its mail and the next date.

import { sql } from 'kysely'
import type { AccountParts } from '../account/accounts.ts'
import { planChanges } from '../account/plans/plan-history.ts'
import { findPlan } from '../account/plans/plans.ts'
import { nextBillingDate, type Subscription } from '../account/subscription.ts'
import {
  dueAt,
  findEndedTerm,
  lockSubscription,
  moveEndedTerm,
  removeEndedTerm,
} from '../account/subscriptions.ts'
import { lookupsBetween } from '../account/usage.ts'
import { DAY_MS } from '../lib/clock.ts'
import { recipientsOf } from '../mail/cc-recipients.ts'
import { queueMail } from '../mail/queue.ts'
import type { Tx } from '../store/store.ts'
import { billingAddress } from './billing-address.ts'
import type { BillingSettings } from './invoices/invoice.ts'
import { type BilledTerm, invoiceLines, taxOn } from './invoices/invoice-lines.ts'
import { insertInvoice, invoicedUntil } from './invoices/invoices.ts'
import { invoiceMail } from './mails.ts'

export interface BillingParts extends AccountParts {
  readonly settings: BillingSettings
}

/** What an account is billed for next: a term that is over, or one of a subscription that has ended. */
export interface Due {
  readonly accountId: string
  readonly dueAt: number
  readonly anchorAt: number
  readonly hasEnded: boolean
}

/** Another node has billed this term, or the subscription has ended or was taken up again. */
const NOT_DUE = { kind: 'not-due' } as const

// The subscription is locked first and the counter of invoices after it, everywhere, so that there is no deadlock.
export async function billTerm(tx: Tx, due: Due, parts: BillingParts) {
  const { accountId, anchorAt, hasEnded } = due
  const subscription = await lockSubscription(tx, accountId)
  if (subscription === undefined) return NOT_DUE
  const ended = hasEnded ? await findEndedTerm(tx, accountId, anchorAt) : undefined
  const isDue = hasEnded ? ended && dueAt(ended) === due.dueAt : isRunning(subscription, due)
  if (isDue !== true) return NOT_DUE
  const { product, planName, nextBillingAt = due.dueAt } = ended ?? subscription
  const plan = findPlan(parts.plans, product, planName)
  if (plan === undefined) return { kind: 'unknown-plan', planName } as const
  const start = (await invoicedUntil(tx, accountId, anchorAt)) ?? anchorAt
  const term = { anchorAt, start, end: due.dueAt, wholeEnd: nextBillingAt }
  // All days of a term that was broken off may already be on an invoice.
  const hasDays = ended === undefined || start < term.end
  const step = hasDays ? await issue(tx, subscription, term, parts) : NOT_DUE
  if (step.kind === 'unknown-plan') return step
  const next = nextBillingDate(anchorAt, nextBillingAt, plan.termMonths)
  if (ended === undefined) {
    await sql`
      update subscription set next_billing_at = ${next} where account_id = ${accountId}`.execute(tx)
  } else if (nextBillingAt > ended.endedAt) await removeEndedTerm(tx, ended)
  else await moveEndedTerm(tx, { ...ended, nextBillingAt: next })
  return step
}

function isRunning({ startedAt, endedAt, nextBillingAt }: Subscription, due: Due): boolean {
  return startedAt === due.anchorAt && endedAt === undefined && nextBillingAt === due.dueAt
}

/** The plans that the days were on are found from the plan of now, back through its changes. */
async function issue(tx: Tx, subscription: Subscription, term: BilledTerm, parts: BillingParts) {
  const { plans, settings, clock } = parts
  const { accountId, product } = subscription
  const changes = await planChanges(tx, accountId, term.start)
  const lookups = await lookupsBetween(tx, accountId, term.start, term.end)
  const priced = invoiceLines(subscription, term, changes, plans, lookups)
  if (priced.kind === 'unknown-plan') return priced
  const netMinor = priced.lines.reduce((sum, line) => sum + line.subtotalMinor, 0)
  const taxBasisPoints = settings.taxBasisPoints[product]
  const taxMinor = taxOn(netMinor, taxBasisPoints)
  const { to, cc } = await recipientsOf(tx, accountId, 'invoices')
  const now = clock.now()
  const invoice = await insertInvoice(tx, {
    accountId,
    product,
    anchorAt: term.anchorAt,
    term: { start: term.start, end: term.end },
    invoicedAt: term.end,
    issuedAt: now,
    dueAt: term.end + settings.dueDays * DAY_MS,
    currency: settings.currency[product],
    netMinor,
    taxMinor,
    totalMinor: netMinor + taxMinor,
    taxBasisPoints,
    lookups,
    seller: { ...settings.seller, taxId: settings.taxIds[product] },
    addressee: { email: to, lines: await billingAddress(tx, accountId) },
    lines: priced.lines,
  })
  const { number: invoiceNumber } = invoice
  const mail = { ...invoiceMail(invoice, settings), to, cc, invoiceNumber }
  const onceKey = `invoice:${invoiceNumber}`
  await queueMail(tx, { accountId, kind: 'invoice', onceKey, ...mail, now })
  return { kind: 'issued', invoice } as const
}
