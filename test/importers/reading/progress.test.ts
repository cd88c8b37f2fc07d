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
    'gnaf-core: 25%, 500,000 rows, 100,000/s, 15 s left',
    'gnaf-core: 50%, 1,000,000 rows, 100,000/s, 10 s left',
    'gnaf-core: 75%, 1,500,000 rows, 100,000/s, 5 s left',
    'gnaf-core: 100%, 2,000,000 rows, 100,000/s, 0 s left',
    'gnaf-core: 100%, 2,000,000 rows, 100,000/s, took 20 s',
  ])
})

test('on a terminal one bar is drawn over and over, and ends with a line end', () => {
  const drawn = run(true).split('\r').slice(1)
  assert.equal(drawn.length, 21)
  assert.match(drawn[9], /^\[#{12}-{12}\] gnaf-core: 50%, 1,000,000 rows, 100,000\/s, 10 s left/)
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
  assert.equal(text, 'csv: 100%, 0 rows, 0/s, took 0 s\n')
})

/** The lines that are written while so many of 1,000 bytes are read at each of these moments. */
function linesAt(...moments: readonly (readonly [seconds: number, bytes: number])[]): string[] {
  let nowMs = 0
  const lines: string[] = []
  const write = (line: string) => lines.push(line.trimEnd())
  const progress = makeProgress({ write, isTerminal: false }, { monotonicMs: () => nowMs })
  progress.begin('x', 1000)
  for (const [seconds, bytes] of moments) {
    nowMs = seconds * 1000
    progress.advance(bytes, bytes)
  }
  progress.end()
  return lines
}

test('progress never claims unread rows, and the time left is in seconds, minutes and hours', () => {
  assert.deepEqual(linesAt([5, 999]), [
    'x: 99%, 999 rows, 200/s, 1 s left',
    'x: 100%, 999 rows, 200/s, took 5 s',
  ])
  assert.equal(linesAt([60, 500])[0], 'x: 50%, 500 rows, 8/s, 1 min 0 s left')
  assert.equal(linesAt([59, 500])[0], 'x: 50%, 500 rows, 8/s, 59 s left')
  assert.equal(linesAt([150, 500])[0], 'x: 50%, 500 rows, 3/s, 2 min 30 s left')
  assert.equal(linesAt([3600, 500])[0], 'x: 50%, 500 rows, 0/s, 1 h 0 min left')
  assert.equal(linesAt([7500, 500])[0], 'x: 50%, 500 rows, 0/s, 2 h 5 min left')
  assert.equal(linesAt([9, 0])[0], 'x: 0%, 0 rows, 0/s')
})

test('a line is written every five seconds and no oftener, and a second import begins anew', () => {
  assert.equal(linesAt([4, 1], [5, 2], [9, 3], [10, 4]).length, 3)
  let nowMs = 0
  const lines: string[] = []
  const progress = makeProgress(
    { write: (line) => lines.push(line.trimEnd()), isTerminal: true },
    { monotonicMs: () => nowMs },
  )
  progress.begin('one', 10)
  progress.advance(10, 7)
  nowMs = 3000
  progress.begin('two', 10)
  nowMs = 3099
  progress.advance(5, 1)
  assert.deepEqual(lines, [])
  nowMs = 3100
  progress.advance(5, 2)
  assert.deepEqual(lines, ['\r[############------------] two: 50%, 2 rows, 20/s\u001b[K'])
})

test('an import that reads nothing has no rows, whatever the one before it had', () => {
  const lines: string[] = []
  const progress = makeProgress(
    { write: (line) => lines.push(line.trimEnd()), isTerminal: false },
    { monotonicMs: () => 0 },
  )
  progress.begin('one', 10)
  progress.advance(10, 7)
  progress.end()
  progress.begin('two', 10)
  progress.end()
  assert.deepEqual(lines, ['one: 100%, 7 rows, 0/s, took 0 s', 'two: 100%, 0 rows, 0/s, took 0 s'])
})
