// Billing as a job: it runs at its start, says what it has done, and says once what it cannot do.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { billingJob } from '../../src/billing/job.ts'
import { makeLog } from '../../src/lib/log.ts'
import { openStore } from '../../src/store/store.ts'
import { newDataDir } from '../support/stores.ts'
import { books, holder, PLANS } from './books.ts'

test('a start bills what is due and logs it; a plan that is missing is told once', async (t) => {
  const store = await openStore({ databaseUrl: '', dataDir: newDataDir(t) })
  t.after(() => store.close())
  const parts = books(store, '2026-01-01T00:00:00Z')
  const gone = await holder(parts, 'large')
  await holder(parts, 'small')
  await holder(parts)
  parts.clock.set('2026-02-01T00:00:00Z')
  const plans = PLANS.filter(({ name }) => name !== 'large')
  const lines: Record<string, unknown>[] = []
  const log = makeLog(
    'info',
    () => parts.clock.now(),
    (line) => {
      const { time: _, ...facts } = JSON.parse(line)
      lines.push(facts)
    },
  )
  const said = async (count: number) => {
    while (lines.length < count) await new Promise(setImmediate)
  }
  t.mock.timers.enable({ apis: ['setInterval'] })
  const job = billingJob({ ...parts, plans }, log)
  t.after(() => job.close())
  job.start()
  await said(2)
  parts.clock.set('2026-03-01T00:00:00Z')
  t.mock.timers.tick(60_000)
  await said(3)
  // Put back, its two terms are billed; a stop waits for the round.
  const again = billingJob(parts, log)
  again.start()
  await said(4)
  await again.close()
  const fault = `The account ${gone} is not billed: plans.json has no plan large.`
  assert.deepEqual(lines, [
    { level: 'info', event: 'billed', invoices: 1, endings: 1 },
    { level: 'error', event: 'not billed', fault },
    { level: 'info', event: 'billed', invoices: 1, endings: 0 },
    { level: 'info', event: 'billed', invoices: 2, endings: 0 },
  ])
  await store.close()
  const broken = billingJob(parts, log)
  broken.start()
  await said(5)
  await broken.close()
  assert.deepEqual([lines.at(4)?.level, lines.at(4)?.event], ['warn', 'billing failed'])
})
