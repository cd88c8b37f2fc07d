// `bill`: runs billing, or shows what it would issue.

import { loadPlans } from '../../account/plans/plans-file.ts'
import { previewBilling, runBilling } from '../../billing/billing-run.ts'
import { formatMoney } from '../../billing/invoices/money.ts'
import type { BillingParts } from '../../billing/term-billing.ts'
import { DAY_MS, utcDay } from '../../lib/clock.ts'
import { columns } from '../../lib/columns.ts'
import type { Store } from '../../store/store.ts'
import { withAudit } from '../shared/audited.ts'
import { type Command, type Given, type Printed, UsageError } from '../shared/command.ts'
import { withStore } from '../shared/with-store.ts'

export const billCommand: Command = {
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
      : withAudit(given, (store) => bill(partsOf(store), until))
  },
}

async function bill(parts: BillingParts, until: number): Promise<Printed> {
  const { invoices, endings, faults } = await runBilling(parts, until)
  const done = `${count(invoices.length, 'invoice')} issued, ${count(endings, 'ending')} notified.`
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
  const rows = invoices.map(({ addressee, term, totalMinor, currency }) => [
    addressee.email,
    utcDay(term.start),
    utcDay(term.end - DAY_MS),
    formatMoney(totalMinor, currency),
  ])
  const head = `${count(invoices.length, 'invoice')} would be issued.`
  const table = rows.length === 0 ? [] : [columns([['E-MAIL', 'FROM', 'TO', 'TOTAL'], ...rows])]
  return {
    json: { until: new Date(until).toISOString(), would_issue: shown, faults },
    text: [head, ...table, ...faults].join('\n'),
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

const ISO = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)?)?$/

/** A day means its end; a time without a zone is UTC. */
function readUntil(text: string): number {
  const [whole, date = '', time, zone] = ISO.exec(text) ?? []
  const midnight = Date.parse(date)
  const isDay = !Number.isNaN(midnight) && utcDay(midnight) === date
  if (whole !== undefined && isDay) {
    if (time === undefined) return midnight + DAY_MS - 1
    const ms = Date.parse(zone === undefined ? `${whole}Z` : whole)
    if (!Number.isNaN(ms)) return ms
  }
  throw new UsageError(`--until must be a day or a time, such as 2026-12-31, not "${text}".`)
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`
}
