// The billing run as a job of every node. It is cheap when nothing is due, so it looks often instead of once a day.

import type { Log } from '../lib/log.ts'
import { Periodic } from '../lib/periodic.ts'
import { type BillingParts, runBilling } from './billing-run.ts'

const EVERY_MS = 60_000

export function billingJob(parts: BillingParts, log: Log) {
  let isStopping = false
  // A plan that is missing stays so for long, and one line about it is enough.
  const told = new Set<string>()
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
      for (const fault of faults.filter((each) => !told.has(each))) {
        if (told.size < TOLD_MAX) told.add(fault)
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

const TOLD_MAX = 10_000
