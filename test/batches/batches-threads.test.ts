// Several threads and one process: whichever of them takes an upload, it is matched once.
// Covers: src/batches/batch-thread.ts, src/batches/batch-worker.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testService } from '../support/running.ts'
import { csvOf, labels, planOf, usedToday } from './lists.ts'

const running = await testService({
  settings: { THREADS: '2' },
  plans: [planOf('many', 'au', 1_000_000)],
})

test('a list is matched and charged once, whichever thread has taken it and whichever is asked', async () => {
  const account = await running.account('au', 'many')
  const body = csvOf(labels(running, 20))
  // A connection of its own for each, so that the system deals them out.
  const headers = { connection: 'close' }
  for (let at = 0; at < 8; at += 1) {
    const sent = await running.ask('/batch', account.apiKey, { method: 'POST', body, headers })
    assert.equal(sent.status, 200, sent.text)
    await running.service.jobs.batches.round()
    const result = await running.ask(`/batch/${sent.json.id}/result`, account.apiKey, { headers })
    assert.equal(result.text.match(/,exact,/g)?.length, 20, result.text)
  }
  assert.equal(await usedToday(running, account), 160)
})
