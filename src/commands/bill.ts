// `bill`: the billing run, now or as if it were later.

import { loadPlans } from '../account/plans/plans-file.ts'
import { runBilling } from '../billing/billing-run.ts'
import { type Command, UsageError } from './shared/command.ts'
import { withStore } from './shared/with-store.ts'

const DAY_MS = 86_400_000

export const billCommand: Command = {
  name: 'bill',
  usage: '[--until DATE]',
  summary: 'Tell of trials and subscriptions that have ended, and issue the invoices that are due.',
  example: '--until 2026-12-31',
  options: { until: 'a day, which is meant to its end, or a time in UTC; now by default' },
  async run(given) {
    const { config, clock, options } = given
    const until = options.until === undefined ? clock.now() : readUntil(options.until)
    const plans = await loadPlans(config.dataDir)
    return withStore(given, async (store) => {
      const parts = { store, plans, clock, settings: config.billing }
      const { invoices, endings, faults } = await runBilling(parts, until)
      const done = `${count(invoices.length, 'invoice')} issued, ${count(endings, 'ending')} told.`
      return {
        json: { until: new Date(until).toISOString(), invoices, endings, faults },
        text: [done, ...faults].join('\n'),
        isFault: faults.length > 0,
      }
    })
  },
}

const ISO = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)?)?$/

/** A day is meant to its end; a time without a zone is UTC. */
function readUntil(text: string): number {
  const [whole, day = '', time, zone] = ISO.exec(text) ?? []
  const midnight = Date.parse(day)
  const isDay = !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(day)
  if (whole !== undefined && isDay) {
    if (time === undefined) return midnight + DAY_MS - 1
    const ms = Date.parse(zone === undefined ? `${whole}Z` : whole)
    if (!Number.isNaN(ms)) return ms
  }
  throw new UsageError(`--until is a day or a time such as 2026-12-31, not "${text}".`)
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`
}
