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
  t.mock.timers.enable({ apis: ['setInterval'] })
  const job = billingJob({ ...parts, plans }, log)
  job.start()
  // A round that is under way is followed by another one, which has nothing new to say.
  t.mock.timers.tick(60_000)
  await job.close()
  const again = billingJob(parts, log)
  again.start()
  await again.close()
  const fault = `The account ${gone} is not billed: plans.json has no plan large.`
  assert.deepEqual(lines, [
    { level: 'info', event: 'billed', invoices: 1, endings: 1 },
    { level: 'error', event: 'not billed', fault },
    { level: 'info', event: 'billed', invoices: 1, endings: 0 },
  ])
  await store.close()
  const broken = billingJob(parts, log)
  broken.start()
  await broken.close()
  assert.deepEqual([lines.at(-1)?.level, lines.at(-1)?.event], ['warn', 'billing failed'])
})
