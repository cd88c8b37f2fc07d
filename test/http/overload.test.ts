// Promises about overload: what is refused first, what last, what never; and that a real service does it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  IMPORTANCE,
  type Importance,
  isShed,
  LOAD_LIMITS,
  type Load,
} from '../../src/http/overload.ts'
import { ENDPOINTS, makeRoutes } from '../../src/routes.ts'
import { startTestService } from '../support/running.ts'

const IDLE: Load = { inFlight: 0, loopDelayMs: 0, meterQueue: 0 }

function refused(load: Partial<Load>): Importance[] {
  return IMPORTANCE.filter((each) => isShed(each, { ...IDLE, ...load }, LOAD_LIMITS))
}

test('administration is refused first, then free look-ups, metered ones last, health never', () => {
  assert.deepEqual(refused({}), [])
  for (const name of ['inFlight', 'loopDelayMs', 'meterQueue'] as const) {
    const limit = LOAD_LIMITS[name]
    assert.deepEqual(refused({ [name]: limit }), [])
    assert.deepEqual(refused({ [name]: limit + 1 }), ['administration'])
    assert.deepEqual(refused({ [name]: limit * 1.5 + 1 }), ['administration', 'free'])
    assert.deepEqual(refused({ [name]: limit * 2 + 1 }), ['administration', 'free', 'metered'])
    assert.ok(!refused({ [name]: limit * 1000 }).includes('never'))
  }
})

test('every path knows how important it is', () => {
  const importance = new Map(
    makeRoutes(ENDPOINTS, []).map((route) => [route.path, route.importance]),
  )
  assert.equal(importance.get('/autocomplete/{term+}'), 'free')
  assert.equal(importance.get('/get/{id}'), 'metered')
  assert.equal(importance.get('/v2/subscription'), 'administration')
})

test('a service with too much under way refuses with a time to come back, and health answers', async () => {
  await using running = await startTestService({ settings: { IN_FLIGHT_MAX: '2' } })
  const { adminKey, apiKey } = await running.account('au')
  const { service } = running
  const waiting: Promise<{ status: number }>[] = []
  // While this transaction holds the only connection, whoever asks the store waits for it.
  await service.store.transaction(async () => {
    for (let at = 0; at < 5; at += 1) {
      waiting.push(running.ask('/get/GAVIC413656673', apiKey))
      while (service.metrics.inFlight <= at && at < 4) await new Promise(setImmediate)
    }
    const admin = await running.ask('/v2/subscription', adminKey)
    assert.equal(admin.status, 503)
    assert.equal(admin.json.code, 'service-unavailable')
    assert.equal(admin.headers.get('retry-after'), '1')
    assert.equal((await running.ask('/autocomplete/s', apiKey)).status, 503)
    assert.equal((await running.ask('/health/live')).status, 200)
    assert.match((await running.ask('/metrics')).text, /doorplate_shed_total{class="free"} 1/)
    assert.equal((await running.ask('/nothing')).status, 404)
  })
  for (const answer of await Promise.all(waiting))
    assert.ok([200, 404, 503].includes(answer.status))
  assert.equal((await running.ask('/v2/subscription', adminKey)).status, 200)
  assert.equal(service.metrics.inFlight, 0)
})
