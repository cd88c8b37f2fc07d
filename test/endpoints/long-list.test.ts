// A long list is sent page by page, with the bytes that it would have in one go, and one statement at a time.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Context } from '../../src/endpoints/endpoint.ts'
import { longList } from '../../src/endpoints/long-list.ts'
import { OneAtATime, Turns } from '../../src/lib/turns/turns.ts'

const caller = { accountId: 'acc_1' } as Context['caller']

/** Counts how many pages are read at the same time. */
class Rows {
  read = 0
  reading = 0
  readingMost = 0

  async *pages(...sizes: readonly number[]): AsyncGenerator<readonly number[], undefined> {
    let row = 0
    for (const size of sizes) {
      this.reading += 1
      this.readingMost = Math.max(this.readingMost, this.reading)
      await new Promise((resolve) => setImmediate(resolve))
      this.reading -= 1
      this.read += 1
      yield Array.from({ length: size }, () => row++)
    }
    return undefined
  }
}

const show = (row: number) => ({ row, text: `é"${row}` })

test('a list of one page or none is sent whole, and a longer one page by page with the same bytes', async () => {
  const context = { caller, turns: new Turns(), oneAtATime: new OneAtATime() }
  for (const sizes of [[], [3], [2, 2], [2, 2, 1]]) {
    const rows = new Rows()
    const { status, body, file, lookups } = await longList(rows.pages(...sizes), show, context)
    const all = Array.from({ length: sizes.reduce((sum, size) => sum + size, 0) }, (_, at) => at)
    assert.deepEqual([status, lookups], [200, 0])
    if (sizes.length < 2) {
      assert.deepEqual(body, all.map(show))
      continue
    }
    assert.equal(rows.read, 2, 'the rest is read when it is sent')
    const parts = await Array.fromAsync(file?.stream ?? [])
    assert.equal(parts.join(''), JSON.stringify(all.map(show)))
    assert.equal(parts.length, sizes.length + 1)
  }
})

test('lists of one account are read one statement at a time', async () => {
  const context = { caller, turns: new Turns(), oneAtATime: new OneAtATime() }
  const rows = new Rows()
  const lists = Array.from({ length: 5 }, async () => {
    const { file } = await longList(rows.pages(2, 2, 2), show, context)
    return (await Array.fromAsync(file?.stream ?? [])).join('')
  })
  const [first, ...others] = await Promise.all(lists)
  for (const text of others) assert.equal(text, first)
  assert.equal(rows.readingMost, 1)
})
