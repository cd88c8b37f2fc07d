// The billing run as a job of every node. It is cheap when nothing is due, so it looks often instead of once a day.

import type { Log } from '../lib/log.ts'
import { Periodic } from '../lib/periodic.ts'
import { runBilling } from './billing-run.ts'
import type { BillingParts } from './term-billing.ts'

const EVERY_MS = 60_000
const REPORTED_MAX = 10_000

export function billingJob(parts: BillingParts, log: Log) {
  let isStopping = false
  // A plan that is missing stays so for long, and one line about it is enough.
  const reported = new Set<string>()
  const periodic = new Periodic({
    everyMs: EVERY_MS,
    async work() {
      const { invoices, endings, faults } = await runBilling(
        parts,
        parts.clock.now(),
        () => isStopping,
      )
      if (invoices.length > 0 || endings > 0) {
        log.info('billed', { invoices: invoices.length, endings })
      }
      for (const fault of faults.filter((each) => !reported.has(each))) {
        if (reported.size < REPORTED_MAX) reported.add(fault)
        log.error('not billed', { fault })
      }
    },
    onFault: (error) => log.warn('billing failed', { error }),
  })
  return {
    name: 'billing',
    start() {
      periodic.start()
      periodic.wake()
    },
    async close() {
      isStopping = true
      await periodic.close()
    },
  }
}
