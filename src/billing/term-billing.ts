// Bills one term of one subscription, in one transaction: its lines, the invoice, its mail and the next date.

import { sql } from 'kysely'
import type { AccountParts } from '../account/account-parts.ts'
import { planChanges } from '../account/plans/plan-history.ts'
import { findPlan } from '../account/plans/plans.ts'
import type { Subscription } from '../account/subscription.ts'
import {
  SUBSCRIPTION_COLUMNS,
  type SubscriptionRow,
  subscriptionFromRow,
} from '../account/subscription-row.ts'
import { nextBillingDate } from '../account/terms.ts'
import { lookupsBetween } from '../account/usage.ts'
import { queueMail } from '../mail/queue.ts'
import { recipientsOf } from '../mail/recipients.ts'
import type { Tx } from '../store/store.ts'
import { billingAddress } from './billing-address.ts'
import type { Invoice } from './invoice.ts'
import { invoiceLines, type Term, taxOn } from './invoice-lines.ts'
import { insertInvoice, invoicedUntil } from './invoices.ts'
import { invoiceMail } from './mails.ts'
import type { BillingSettings } from './settings.ts'

export interface BillingParts extends AccountParts {
  readonly settings: BillingSettings
}

export interface Due {
  readonly accountId: string
  readonly dueAt: number
}

type Step =
  | { readonly kind: 'issued'; readonly invoice: Invoice }
  /** Another node has billed this term, or the subscription has ended. */
  | { readonly kind: 'not-due' }
  | { readonly kind: 'unknown-plan'; readonly planName: string }

// The subscription is locked first and the counter of invoices after it, everywhere, so that there is no deadlock.
export async function billTerm(tx: Tx, due: Due, parts: BillingParts): Promise<Step> {
  const subscription = await lockDue(tx, due)
  if (subscription === undefined) return { kind: 'not-due' }
  const { accountId, product, startedAt } = subscription
  const plan = findPlan(parts.plans, product, subscription.planName)
  if (plan === undefined) return { kind: 'unknown-plan', planName: subscription.planName }
  const start = (await invoicedUntil(tx, accountId, startedAt)) ?? startedAt
  const priced = await priceTerm(tx, subscription, { start, end: due.dueAt }, parts)
  if (priced.kind !== 'issued') return priced
  await sql`
    update subscription
    set next_billing_at = ${nextBillingDate(startedAt, due.dueAt, plan.termMonths)}
    where account_id = ${accountId}`.execute(tx)
  await mailInvoice(tx, priced.invoice, parts)
  return priced
}

interface Started extends Subscription {
  readonly startedAt: number
}

async function lockDue(tx: Tx, { accountId, dueAt }: Due): Promise<Started | undefined> {
  const { rows } = await sql<SubscriptionRow>`
    update subscription set plan_name = plan_name
    where account_id = ${accountId} and next_billing_at = ${dueAt} and started_at is not null
      and (ended_at is null or next_billing_at <= ended_at)
    returning ${SUBSCRIPTION_COLUMNS}`.execute(tx)
  const subscription = rows[0] === undefined ? undefined : subscriptionFromRow(rows[0])
  if (subscription?.startedAt === undefined) return undefined
  return { ...subscription, startedAt: subscription.startedAt }
}

async function priceTerm(
  tx: Tx,
  subscription: Started,
  term: Term,
  { plans, settings, clock }: BillingParts,
): Promise<Step> {
  const { accountId, product } = subscription
  const changes = await planChanges(tx, accountId, term.start)
  const lookups = await lookupsBetween(tx, accountId, term.start, term.end)
  const priced = invoiceLines(subscription, term, changes, plans, lookups)
  if (priced.kind === 'unknown-plan') return priced
  const netMinor = priced.lines.reduce((sum, line) => sum + line.subtotalMinor, 0)
  const taxBasisPoints = settings.taxBasisPoints[product]
  const taxMinor = taxOn(netMinor, taxBasisPoints)
  const { to } = await recipientsOf(tx, accountId, 'invoices')
  const invoice = await insertInvoice(tx, {
    accountId,
    product,
    anchorAt: subscription.startedAt,
    term,
    invoicedAt: term.end,
    issuedAt: clock.now(),
    currency: settings.currency[product],
    netMinor,
    taxMinor,
    totalMinor: netMinor + taxMinor,
    taxBasisPoints,
    lookups,
    seller: settings.seller,
    addressee: { email: to, lines: await billingAddress(tx, accountId) },
    lines: priced.lines,
  })
  return { kind: 'issued', invoice }
}

async function mailInvoice(
  tx: Tx,
  invoice: Invoice,
  { settings, clock }: BillingParts,
): Promise<void> {
  const { accountId, number } = invoice
  const { to, cc } = await recipientsOf(tx, accountId, 'invoices')
  await queueMail(tx, {
    accountId,
    kind: 'invoice',
    onceKey: `invoice:${number}`,
    to,
    cc,
    ...invoiceMail(invoice, settings),
    invoiceNumber: number,
    now: clock.now(),
  })
}
