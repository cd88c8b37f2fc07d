// Promises of the explanation of a term.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { NationalSearch } from '../../../src/search/address-search.ts'
import { openIndex } from '../../../src/search/open-index.ts'
import { sampleIndex } from '../built.ts'

const search = (await openIndex(await sampleIndex('au'))) as NationalSearch

test('an explanation gives the answers of autocomplete, in their order, and says why', async () => {
  for (const term of ['3/12 king st', '12 kng st newtown', 'swan st richmond 1', 'zzzz', '']) {
    const { answers, passes } = search.explain(term, 6)
    const found = search.autocomplete({ term, top: 6 })
    assert.deepEqual(
      answers.map(({ id }) => id),
      found.map(({ id }) => id),
      term,
    )
    assert.equal(passes[0].ran, true)
    for (const answer of answers) {
      assert.ok(answer.because.length > 0)
      assert.ok(answer.pass.length > 0)
    }
  }
})

test('words and numbers are told with the roles that they were read in', async () => {
  const { readings, open } = search.explain('3/12 king s', 6)
  assert.equal(open, true)
  assert.ok(
    readings.some((reading) => /^unit 3, number 12, KING \(.*street or place/.test(reading)),
  )
})
