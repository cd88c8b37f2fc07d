// How far an import has come: rows, rate and time left, as a bar or as lines.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeProgress } from '../../../src/importers/reading/progress.ts'

function run(isTerminal: boolean) {
  let nowMs = 0
  let text = ''
  const write = (part: string) => {
    text += part
  }
  const progress = makeProgress({ write, isTerminal }, { monotonicMs: () => nowMs })
  progress.begin('gnaf-core', 1000)
  for (let second = 1; second <= 20; second += 1) {
    nowMs = second * 1000
    progress.advance(second * 50, second * 100_000)
  }
  progress.end()
  return text
}

test('elsewhere than on a terminal there is a plain line now and then', () => {
  assert.deepEqual(run(false).trimEnd().split('\n'), [
    'gnaf-core: 25 %, 500,000 rows, 100,000/s, 15 s left',
    'gnaf-core: 50 %, 1,000,000 rows, 100,000/s, 10 s left',
    'gnaf-core: 75 %, 1,500,000 rows, 100,000/s, 5 s left',
    'gnaf-core: 100 %, 2,000,000 rows, 100,000/s, 0 s left',
    'gnaf-core: 100 %, 2,000,000 rows, 100,000/s, took 20 s',
  ])
})

test('on a terminal one bar is drawn over and over, and ends with a line end', () => {
  const drawn = run(true).split('\r').slice(1)
  assert.equal(drawn.length, 21)
  assert.match(drawn[9], /^\[#{12}-{12}\] gnaf-core: 50 %, 1,000,000 rows, 100,000\/s, 10 s left/)
  assert.ok(drawn[20].endsWith('took 20 s\u001b[K\n'))
})

test('an empty import divides by nothing', () => {
  let text = ''
  const write = (part: string) => {
    text += part
  }
  const progress = makeProgress({ write, isTerminal: false }, { monotonicMs: () => 0 })
  progress.begin('csv', 0)
  progress.end()
  assert.equal(text, 'csv: 100 %, 0 rows, 0/s, took 0 s\n')
})
