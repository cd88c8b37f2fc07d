// Accounts that are billed, and what the store has written down about them, for the tests of billing.

import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { createAccount } from '../../src/account/accounts.ts'
import type { Plans } from '../../src/account/plans/plans.ts'
import { parsePlans } from '../../src/account/plans/plans-file.ts'
import type { BillingSettings, Invoice } from '../../src/billing/invoices/invoice.ts'
import { listInvoices } from '../../src/billing/invoices/invoices.ts'
import type { BillingParts } from '../../src/billing/term-billing.ts'
import type { Store } from '../../src/store/store.ts'
import { newEmail } from '../support/accounts.ts'
import { ManualClock } from '../support/manual-clock.ts'

export const DAY_MS = 86_400_000

const limits = { daily_lookup_limit_1: 5, daily_lookup_limit_2: 10 }
export const PLANS: Plans = parsePlans(
  JSON.stringify({
    plans: [
      { name: 'trial', product: 'uk', term: 'trial', ...limits },
      { name: 'small', product: 'uk', amount: 28, ...limits },
      { name: 'large', product: 'uk', amount: 56, ...limits, daily_lookup_limit_2: 20 },
      { name: 'year', product: 'uk', term: 'annual', amount: 365, ...limits },
    ],
  }),
  'plans.json',
)

export const SETTINGS: BillingSettings = {
  seller: { name: 'Acme Ltd', address: ['1 Exchange Square'], taxId: 'GB 1', note: '' },
  taxBasisPoints: { au: 1000, nz: 1500, uk: 2000 },
  currency: { au: 'AUD', nz: 'NZD', uk: 'GBP' },
  baseUrl: 'https://addresses.example.com',
  reminderDays: [],
  taxIds: { au: '', nz: '', uk: 'GB 1' },
  dueDays: 14,
}

/** The invoice of a month, for tests that only show one. */
export const MONTH_INVOICE: Invoice = {
  number: '1042',
  accountId: 'acc_1',
  product: 'uk',
  anchorAt: Date.parse('2026-01-31T10:00:00Z'),
  term: { start: Date.parse('2026-01-31T10:00:00Z'), end: Date.parse('2026-02-28T10:00:00Z') },
  invoicedAt: Date.parse('2026-02-28T10:00:00Z'),
  issuedAt: Date.parse('2026-02-28T10:01:00Z'),
  dueAt: Date.parse('2026-03-14T10:00:00Z'),
  state: 'open',
  currency: 'GBP',
  netMinor: 2800,
  taxMinor: 560,
  totalMinor: 3360,
  taxBasisPoints: 2000,
  lookups: 0,
  seller: SETTINGS.seller,
  addressee: { email: 'jo@example.com', lines: [] },
  lines: [],
}

export interface Books extends BillingParts {
  readonly clock: ManualClock
}

export function books(store: Store, iso: string): Books {
  return { store, plans: PLANS, clock: new ManualClock(iso), settings: SETTINGS }
}

const TABLES = [
  'webhook_delivery',
  'webhook_endpoint',
  'account_event',
  'webhook_account',
  'charge_batch',
  'limit_event',
  'usage_day',
  'usage_month',
  'invoice_line',
  'invoice',
  'mail',
  'plan_change',
  'ended_term',
  'billing_address',
  'cc_recipient',
  'credential',
  'subscription',
  'account',
]

/** For tests that share a store: each has it to itself. */
export async function emptyBooks(store: Store, iso: string): Promise<Books> {
  for (const table of TABLES) await sql`delete from ${sql.table(table)}`.execute(store.db)
  await sql`update invoice_counter set last_number = 0`.execute(store.db)
  return books(store, iso)
}

/** On the plan, or on a trial; answers the account's id. */
export async function holder({ store, plans, clock }: Books, planName?: string): Promise<string> {
  const wanted = { email: newEmail(), product: 'uk', planName } as const
  const made = await createAccount(store, plans, wanted, clock.now())
  assert.equal(made.kind, 'created')
  return made.accountId
}

/** The oldest first. */
export async function invoicesOf({ store }: Books, accountId: string): Promise<Invoice[]> {
  return (await listInvoices(store.db, accountId)).reverse()
}

type TextColumn = 'kind' | 'once_key' | 'recipient' | 'cc' | 'subject' | 'body_text' | 'body_html'

interface QueuedMail extends Readonly<Record<TextColumn, string>> {
  readonly invoice_number: string | null
}

export async function mailsOf({ store }: Books, accountId: string): Promise<QueuedMail[]> {
  const { rows } = await sql<QueuedMail>`
    select * from mail where account_id = ${accountId} order by id`.execute(store.db)
  return rows
}

export function day(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}
