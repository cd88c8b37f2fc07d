// The log that remembers its last warnings and errors, for operators.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeLog } from '../src/lib/log.ts'
import { rememberingLog } from '../src/operations.ts'

test('the last fifty warnings and errors are remembered, the newest first, each cut short', () => {
  const lines: string[] = []
  let now = 0
  const log = rememberingLog(
    makeLog(
      'info',
      () => now,
      (line) => lines.push(line),
    ),
    () => now,
  )
  log.info('nothing to remember')
  for (now = 1; now <= 60; now += 1) {
    if (now % 2 === 0) log.warn(`warning ${now}`)
    else log.error(`error ${now}`, { error: new Error('why') })
  }
  assert.equal(lines.length, 61, 'and all of it is logged')
  assert.equal(log.lastErrors.length, 50)
  assert.deepEqual(log.lastErrors.slice(0, 2), [
    { at: 60, text: 'warning 60' },
    { at: 59, text: 'error 59: why' },
  ])
  assert.equal(log.lastErrors.at(-1)?.at, 11)
  log.warn('x'.repeat(2000))
  assert.equal(log.lastErrors[0]?.text.length, 500)
})
