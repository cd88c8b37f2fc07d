// Which failures of a store pass by themselves, which are a row that is there already, and which are our mistakes.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { receivedError, sentError } from '../../src/store/sqlite/sqlite-messages.ts'
import { isDuplicate, isStoreUnavailable, StoreError } from '../../src/store/store-error.ts'

const sqlite = (errcode: number) => Object.assign(new Error('SQLite'), { errcode })
const postgres = (code: string) => Object.assign(new Error('PG'), { code, severity: 'ERROR' })

test('a store that is busy, full, unreadable or away is out of reach; a wrong question is not', () => {
  const away = ['busy 5', 'locked 6', 'memory 7', 'read-only 8', 'I/O 10', 'corrupt 11', 'full 13']
  const codes = [...away, 'cannot open 14'].map((text) => Number(text.split(' ').at(-1)))
  for (const code of codes) {
    assert.equal(isStoreUnavailable(sqlite(code)), true, String(code))
    assert.equal(isStoreUnavailable(sqlite(code | (2 << 8))), true, `${code}, extended`)
  }
  for (const code of [1, 2, 9, 12, 19, 20, 25, 2067, 1555]) {
    assert.equal(isStoreUnavailable(sqlite(code)), false, String(code))
  }
  const states = ['08006', '40P01', '40001', '53300', '55P03', '57P01', '57014', '58030', 'XX000']
  for (const state of [...states, '25006']) {
    assert.equal(isStoreUnavailable(postgres(state)), true, state)
  }
  for (const state of ['23505', '42601', '22003', '25001', '28P01', '']) {
    assert.equal(isStoreUnavailable(postgres(state)), false, state)
  }
  assert.equal(isStoreUnavailable(new StoreError('It has stopped.')), true)
  for (const other of [new Error('no'), new TypeError('no'), 'busy', undefined]) {
    assert.equal(isStoreUnavailable(other), false)
  }
  // A code of Node's own is no state of PostgreSQL.
  assert.equal(isStoreUnavailable(Object.assign(new Error('x'), { code: '08006' })), false)
})

test('a unique value that another row has is told apart from all else, in both stores', () => {
  const duplicates = [sqlite(2067), sqlite(1555), postgres('23505')]
  assert.deepEqual(duplicates.map(isDuplicate), [true, true, true])
  const others = [sqlite(787), sqlite(19), postgres('23503'), new Error('23505'), '23505']
  assert.deepEqual(others.map(isDuplicate), [false, false, false, false, false])
})

test('an error crosses from the thread of the file with its class and its code', () => {
  const crossed = (error: unknown) => receivedError(structuredClone(sentError(error)))
  const stopped = crossed(new StoreError('The store has stopped.'))
  assert.ok(stopped instanceof StoreError)
  assert.equal(stopped.message, 'The store has stopped.')
  assert.equal(isStoreUnavailable(crossed(sqlite(5))), true)
  assert.equal(isDuplicate(crossed(sqlite(2067))), true)
  const bug = crossed(new TypeError('a bug'))
  assert.deepEqual([bug.name, bug.message, 'errcode' in bug], ['TypeError', 'a bug', false])
  assert.equal(crossed('a text').message, 'a text')
})
