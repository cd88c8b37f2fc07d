// The log of requests: the last thousand of an account whatever comes, and sums by day.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { type LoggedRequest, RequestLog, requestSums } from '../../src/account/request-log.ts'
import { makePlans, newCaller } from '../support/accounts.ts'
import { eachSharedStore } from '../support/stores.ts'

const PLANS = makePlans()
const NOON = Date.parse('2099-03-04T12:00:00Z')

function request(nth: number, status = 200): LoggedRequest {
  const call = 'GET /get/{id}'
  return { id: `r${nth}`, at: NOON + nth, key: 'main', call, status, ms: nth % 2, error: '' }
}

eachSharedStore((makeStore) => {
  test('an account whose requests others left no room for is counted on its day all the same', async (t) => {
    const store = await makeStore(t)
    const callers = Array.from({ length: 21 }, () => newCaller(store, PLANS, 'trial', 1))
    const [late = '', ...busy] = (await Promise.all(callers)).map(({ accountId }) => accountId)
    const log = new RequestLog(store, (error) => assert.fail(String(error)))
    const day = Date.parse('2098-03-04T12:00:00Z')
    for (let round = 0; round < 2; round += 1) {
      for (const each of busy) {
        for (let nth = 0; nth < 1000; nth += 1) log.add(each, { ...request(nth), at: day })
      }
      log.add(late, { ...request(1, 404), at: day })
      assert.deepEqual(await log.last(late), [])
    }
    await log.close()
    const { mostErrors } = await requestSums(store.db, '2098-03-04', 1)
    assert.deepEqual([mostErrors[0]?.accountId, mostErrors[0]?.refused], [late, 2])
    await sql`delete from request_day`.execute(store.db)
  })

  test('the last 1,000 requests of each account are kept over many writes, and all are counted', async (t) => {
    const store = await makeStore(t)
    const [one, other] = [
      (await newCaller(store, PLANS, 'trial', 1)).accountId,
      (await newCaller(store, PLANS, 'trial', 1)).accountId,
    ]
    const log = new RequestLog(store, (error) => assert.fail(String(error)))
    for (let nth = 0; nth < 2500; nth += 1) {
      log.add(one, request(nth, nth % 100 === 0 ? 503 : 200))
      if (nth === 700 || nth === 1400) await log.last(other)
    }
    log.add(other, request(7, 404))
    const ids = (await log.last(one)).map(({ id }) => id)
    assert.equal(ids.length, 1000)
    assert.deepEqual([ids[0], ids[999]], ['r2499', 'r1500'])
    assert.deepEqual(await log.last(other), [request(7, 404)])
    // What a second process has not written yet appears when it closes.
    const second = new RequestLog(store, (error) => assert.fail(String(error)))
    second.add(one, request(3000))
    await second.close()
    assert.equal((await log.last(one))[0]?.id, 'r3000')
    await log.close()
    const parts = await sql`select 1 from request_log where account_id = ${one}`.execute(store.db)
    assert.ok(parts.rows.length < 5, 'older parts are removed')

    const { total, slowest, mostErrors } = await requestSums(store.db, '2099-03-04', 2)
    assert.deepEqual(total, { requests: 2502, refused: 1, failed: 25, totalMs: 1251 })
    assert.deepEqual(
      slowest.map(({ accountId }) => accountId),
      [other, one],
    )
    assert.deepEqual(
      mostErrors.map(({ accountId, failed, refused }) => [accountId, failed, refused]),
      [
        [one, 25, 0],
        [other, 0, 1],
      ],
    )
    assert.deepEqual((await requestSums(store.db, '2099-03-05', 2)).mostErrors, [])
  })
})

test('when the store fails, the log loses what it could not write, and nothing else is affected', async () => {
  const faults: unknown[] = []
  const store = { transaction: () => Promise.reject(new Error('down')) }
  const log = new RequestLog(store as never, (error) => faults.push(error))
  log.add('acc_1', request(1))
  await log.close()
  assert.equal(faults.length, 1)
})
