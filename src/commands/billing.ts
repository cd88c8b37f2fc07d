// `bill`, `invoice list|paid|void|open`, `plans` and `doctor`: billing runs, invoices, what plans cost, the books.

import { AuditAnchors, readAuditHead } from '../account/operators/audit-log.ts'
import type { Plan } from '../account/plans/plans.ts'
import { loadPlans } from '../account/plans/plans-file.ts'
import { previewBilling, runBilling } from '../billing/billing-run.ts'
import { examine } from '../billing/doctor/doctor.ts'
import { INVOICE_STATES, type Invoice, type InvoiceState } from '../billing/invoices/invoice.ts'
import { invoicesInState, setInvoiceState } from '../billing/invoices/invoices.ts'
import { formatMoney, mainUnits } from '../billing/invoices/money.ts'
import type { BillingParts } from '../billing/term-billing.ts'
import { DAY_MS, utcDay } from '../lib/clock.ts'
import { count, counted, table } from '../lib/columns.ts'
import type { Store } from '../store/store.ts'
import { type Command, type Given, type Printed, readTime, UsageError } from './shared/command.ts'
import { withAudit, withStore } from './shared/store-access.ts'

export const plansCommand: Command = {
  name: 'plans',
  summary: 'List the plans of plans.json in the data folder.',
  async run({ config }) {
    const plans = await loadPlans(config.dataDir)
    const text = table(plans, {
      PRODUCT: ({ product }) => product,
      NAME: ({ name }) => name,
      AMOUNT: (plan) => formatMoney(plan.amountMinor, config.billing.currency[plan.product]),
      TERM: ({ term }) => term,
      'PER DAY': (plan) => perDay(plan),
      BUFFER: ({ monthlyBuffer }) => count(monthlyBuffer),
      DESCRIPTION: ({ description }) => description,
    })
    return { json: { plans: plans.map(planJson) }, text }
  },
}

/** Both limits, where the first does not end the day. */
function perDay({ dailyLookupLimit1: first, dailyLookupLimit2: last }: Plan): string {
  return first === last ? count(last) : `${count(first)} to ${count(last)}`
}

function planJson(plan: Plan) {
  return {
    name: plan.name,
    product: plan.product,
    term: plan.term,
    amount: plan.amountMinor / 100,
    description: plan.description,
    daily_lookup_limit_1: plan.dailyLookupLimit1,
    daily_lookup_limit_2: plan.dailyLookupLimit2,
    monthly_buffer: plan.monthlyBuffer,
    time_penalty_ms: plan.timePenaltyMs,
    requests_per_5_minutes: plan.requestsPer5Minutes,
    multi_application: plan.multiApplication,
  }
}

const bill: Command = {
  name: 'bill',
  usage: '[--until DATE] [--dry-run]',
  summary:
    'Issue the invoices that are due, and notify accounts whose trial or subscription has ended.',
  example: '--until 2026-12-31 --dry-run',
  options: { until: 'a day (to its end) or a time in UTC; default now' },
  flags: { 'dry-run': 'show what would be issued, even for a future date, without issuing it' },
  async run(given) {
    const { config, clock } = given
    const until = untilOf(given)
    const plans = await loadPlans(config.dataDir)
    const partsOf = (store: Store) => ({ store, plans, clock, settings: config.billing })
    return given.flags.has('dry-run')
      ? withStore(given, (store) => preview(partsOf(store), until))
      : withAudit(given, (store) => issue(partsOf(store), until))
  },
}

async function issue(parts: BillingParts, until: number): Promise<Printed> {
  const { invoices, endings, faults } = await runBilling(parts, until)
  const done = `${counted(invoices.length, 'invoice')} issued, ${counted(endings, 'expiry notice')} sent.`
  return {
    json: { until: new Date(until).toISOString(), invoices, endings, faults },
    text: [done, ...faults].join('\n'),
    isFault: faults.length > 0,
  }
}

async function preview(parts: BillingParts, until: number): Promise<Printed> {
  const { invoices, faults } = await previewBilling(parts, until)
  const shown = invoices.map(({ accountId, addressee, term, totalMinor, currency }) => ({
    account_id: accountId,
    email: addressee.email,
    from: utcDay(term.start),
    to: utcDay(term.end - DAY_MS),
    total: totalMinor / 100,
    currency,
  }))
  const head = `${counted(invoices.length, 'invoice')} would be issued.`
  const rows = table(invoices, {
    'E-MAIL': ({ addressee }) => addressee.email,
    FROM: ({ term }) => utcDay(term.start),
    TO: ({ term }) => utcDay(term.end - DAY_MS),
    TOTAL: ({ totalMinor, currency }) => formatMoney(totalMinor, currency),
  })
  return {
    json: { until: new Date(until).toISOString(), would_issue: shown, faults },
    text: [head, ...(shown.length === 0 ? [] : [rows]), ...faults].join('\n'),
    isFault: faults.length > 0,
  }
}

/** Issued invoices cannot change, so none is issued for the future, except in tests. */
function untilOf({ config, clock, options, flags }: Given): number {
  const until = options.until === undefined ? clock.now() : readUntil(options.until)
  // Today means up to now.
  if (until <= clock.now() || flags.has('dry-run') || config.testClock) return until
  if (utcDay(until) === utcDay(clock.now())) return clock.now()
  throw new UsageError(
    '--until is in the future, and issued invoices cannot be changed; ' +
      'add --dry-run to see what would be issued.',
  )
}

/** A day means its end. */
function readUntil(text: string): number {
  const read = readTime(text)
  if (read !== undefined) return read.isDay ? read.ms + DAY_MS - 1 : read.ms
  throw new UsageError(`--until must be a day or a time, such as 2026-12-31, not "${text}".`)
}

const list: Command = {
  name: 'invoice list',
  usage: '[--state open|overdue|paid|void]',
  summary: 'List invoices of all accounts by state, newest first.',
  example: '--state open',
  options: { state: 'open, overdue, paid or void; default open' },
  run(given) {
    const wanted = given.options.state ?? 'open'
    const state = [...INVOICE_STATES, 'overdue' as const].find((each) => each === wanted)
    if (state === undefined) throw new UsageError('--state must be open, overdue, paid or void.')
    return withAudit(given, async (store) => {
      const invoices = await invoicesInState(store.db, state, given.clock.now())
      const text = table(invoices, {
        NUMBER: ({ number }) => number,
        DATE: ({ invoicedAt }) => utcDay(invoicedAt),
        DUE: ({ dueAt }) => day(dueAt),
        'E-MAIL': ({ addressee }) => addressee.email,
        TOTAL: ({ totalMinor, currency }) => formatMoney(totalMinor, currency),
        STATE: ({ state: shown, dueAt = Number.POSITIVE_INFINITY }) =>
          shown === 'open' && dueAt < given.clock.now() ? 'overdue' : shown,
      })
      return { json: { invoices: invoices.map(jsonOf) }, text }
    })
  },
}

function setting(state: InvoiceState, summary: string): Command {
  return {
    name: `invoice ${state}`,
    usage: 'NUMBER',
    summary,
    example: '42',
    run(given) {
      const { word: number } = given
      return withAudit(given, async (store): Promise<Printed> => {
        const result = await setInvoiceState(store, number, state, given.clock.now())
        if (result.kind === 'no-such-invoice') {
          throw new UsageError(`There is no invoice "${number}".`)
        }
        const already = result.kind === 'unchanged' ? ' already' : ''
        return { json: jsonOf(result.invoice), text: `Invoice ${number} is ${state}${already}.` }
      })
    },
  }
}

function jsonOf({ number, accountId, invoicedAt, dueAt, addressee, ...rest }: Invoice) {
  return {
    number,
    account_id: accountId,
    email: addressee.email,
    date: utcDay(invoicedAt),
    due_date: day(dueAt) || null,
    total: mainUnits(rest.totalMinor),
    currency: rest.currency,
    state: rest.state,
  }
}

function day(ms: number | undefined): string {
  return ms === undefined ? '' : utcDay(ms)
}

export const billingCommands: readonly Command[] = [
  bill,
  list,
  setting('paid', 'Mark an invoice as paid.'),
  setting('void', 'Mark an invoice as void. Its number and totals stay.'),
  setting('open', 'Mark an invoice as open again.'),
]

export const doctorCommand: Command = {
  name: 'doctor',
  usage: '[--audit-head NUMBER:HASH]',
  summary: 'Check that usage, ledger, invoices, mails and the audit log add up.',
  example: '--audit-head 17:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  options: { 'audit-head': 'a head of the audit log, from the service log or the metrics' },
  async run(given) {
    const { config, clock, tell } = given
    const plans = await loadPlans(config.dataDir)
    const auditAnchors = anchorsOf(given)
    return withStore(given, async (store) => {
      const results = await examine({ store, plans, clock, auditAnchors }, (check) =>
        tell(`${check} …`),
      )
      const faults = results.flatMap(({ check, faults: found }) =>
        found.map((sentence) => ({ check, sentence })),
      )
      const checks = results.map(({ check }) => check)
      return {
        json: { ok: faults.length === 0, checks, faults },
        text:
          faults.length === 0
            ? `All ${checks.length} checks passed.`
            : faults.map(({ sentence }) => sentence).join('\n'),
        isFault: faults.length > 0,
      }
    })
  },
}

function anchorsOf({ config, options }: Given) {
  const text = options['audit-head']
  const given = text === undefined ? undefined : readAuditHead(text)
  if (text !== undefined && given === undefined) {
    throw new UsageError('--audit-head must be a number, a colon and a hash of 64 hex digits.')
  }
  const anchors = new AuditAnchors(config.dataDir)
  return async function* () {
    if (given !== undefined) yield given
    yield* anchors.read()
  }
}
