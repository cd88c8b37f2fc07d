// The billing run: tells of endings and issues the invoices that are due, each exactly once on however many nodes.

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
import type { Sql, Tx } from '../store/store.ts'
import { tellEnding, untoldEndings } from './endings.ts'
import { invoiceLines, type Term, taxOn } from './invoice-lines.ts'
import { addressOf, type Invoice, insertInvoice, invoicedUntil } from './invoices.ts'
import { invoiceMail } from './mails.ts'
import type { BillingSettings } from './settings.ts'

export interface BillingParts extends AccountParts {
  readonly settings: BillingSettings
}

interface Billed {
  /** The numbers of the invoices that this run has issued. */
  readonly invoices: readonly string[]
  /** How many endings this run has told. */
  readonly endings: number
  /** Sentences about accounts that could not be billed. */
  readonly faults: readonly string[]
}

/** What one run does at the most; the next one goes on. */
const STEPS_MAX = 1_000_000

/**
 * Does what is due by `until`, oldest first. Each step is one transaction, so that a run can be killed anywhere, and
 * any number may run at once.
 */
export async function runBilling(
  parts: BillingParts,
  until: number,
  isStopping: () => boolean = () => false,
): Promise<Billed> {
  const endings = await tellEndings(parts, until, isStopping)
  const invoices: string[] = []
  const faults: string[] = []
  let after: Due = { accountId: '', dueAt: -1 }
  for (let step = 0; step < STEPS_MAX && !isStopping(); step += 1) {
    const due = await nextDue(parts.store.db, until, after)
    if (due === undefined) break
    after = due
    const result = await parts.store.transaction((tx) => billTerm(tx, due, parts))
    if (result.kind === 'issued') invoices.push(result.invoice.number)
    else if (result.kind === 'unknown-plan') faults.push(unknownPlan(result, due))
  }
  return { invoices, endings, faults }
}

async function tellEndings(
  { store, settings, clock }: BillingParts,
  until: number,
  isStopping: () => boolean,
): Promise<number> {
  let told = 0
  for (;;) {
    const accountIds = await untoldEndings(store.db, until)
    for (const accountId of accountIds) {
      if (isStopping()) return told
      const isTold = await store.transaction((tx) =>
        tellEnding(tx, accountId, until, settings, clock.now()),
      )
      if (isTold) told += 1
    }
    if (accountIds.length === 0) return told
  }
}

interface Due {
  readonly accountId: string
  readonly dueAt: number
}

/** In the order of the dates over all accounts, so that later numbers have later dates. */
async function nextDue(db: Sql, until: number, after: Due): Promise<Due | undefined> {
  const { rows } = await sql<{ account_id: string; next_billing_at: number }>`
    select account_id, next_billing_at from subscription
    where started_at is not null and (ended_at is null or next_billing_at <= ended_at)
      and next_billing_at <= ${until}
      and (next_billing_at > ${after.dueAt}
        or (next_billing_at = ${after.dueAt} and account_id > ${after.accountId}))
    order by next_billing_at, account_id limit 1`.execute(db)
  const [row] = rows
  return row && { accountId: row.account_id, dueAt: row.next_billing_at }
}

type Step =
  | { readonly kind: 'issued'; readonly invoice: Invoice }
  /** Another node has billed this term, or the subscription has ended. */
  | { readonly kind: 'not-due' }
  | { readonly kind: 'unknown-plan'; readonly planName: string }

// The subscription is held first and the counter after it, everywhere, so that nodes never wait in a ring.
async function billTerm(tx: Tx, due: Due, parts: BillingParts): Promise<Step> {
  const subscription = await holdDue(tx, due)
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

async function holdDue(tx: Tx, { accountId, dueAt }: Due): Promise<Started | undefined> {
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
    addressee: { email: to, lines: await addressOf(tx, accountId) },
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

function unknownPlan({ planName }: { readonly planName: string }, { accountId }: Due): string {
  return `The account ${accountId} is not billed: plans.json has no plan ${planName}.`
}
