// Refusals in words: how long to wait is said in seconds, minutes or hours.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusalInWords } from '../../../src/web/shared/parts.js'

test('a wait is whole seconds up to a minute and a half, then minutes, then hours', () => {
  for (const [seconds, wait] of [
    [0, '1 s'],
    [0.2, '1 s'],
    [89, '89 s'],
    [90, '2 minutes'],
    [5399, '90 minutes'],
    [5400, '2 hours'],
    [86_400, '24 hours'],
  ] as const) {
    assert.equal(refusalInWords('rate-limit', seconds).todo, `Wait ${wait}, then continue.`)
    assert.match(
      refusalInWords('daily-limit', seconds).todo,
      new RegExp(` available again in ${wait},`),
    )
  }
})

test('codes that mean the same to a person have the same words, and each other has its own', () => {
  const said = (code: string) => refusalInWords(code, 5)
  assert.deepEqual(said('domain-token-rate-limit'), said('rate-limit'))
  assert.deepEqual(said('monthly-buffer'), said('daily-limit'))
  const codes = ['rate-limit', 'daily-limit', 'forbidden', 'unauthorized', 'service-unavailable']
  const titles = [...codes, 'no-answer', 'something else'].map((code) => said(code).title)
  assert.equal(new Set(titles).size, titles.length)
})
