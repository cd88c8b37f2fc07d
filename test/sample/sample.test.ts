// The sample that is served is the one that its generators write, field by field.
// Covers: src/sample/**, dev/sample/**

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleNationalSource } from '../../dev/sample/sample-national.ts'
import { samplePostalSource } from '../../dev/sample/sample-postal.ts'
import { sampleSource } from '../../src/sample/sample.ts'

for (const made of [sampleNationalSource(), samplePostalSource()]) {
  const file = `src/sample/${made.product}.json.br`
  test(`${file} is what the generators write; npm run -s generate -- sample writes it anew`, async () => {
    const kept = sampleSource(made.product)
    const [keptRows, madeRows] = [await textsOf(kept.rows()), await textsOf(made.rows())]
    assert.equal(keptRows.length, madeRows.length)
    madeRows.forEach((row, at) => {
      assert.equal(keptRows[at], row)
    })
    assert.deepEqual({ ...kept, rows: 0 }, { ...made, rows: 0 })
  })
}

/** Each row as JSON. The last digits of a sine differ between processors. */
async function textsOf(rows: Iterable<object> | AsyncIterable<object>): Promise<string[]> {
  const rounded = (_: string, value: unknown) =>
    typeof value === 'number' ? Math.round(value * 1e5) / 1e5 : value
  return (await Array.fromAsync<object>(rows)).map((row) => JSON.stringify(row, rounded))
}
