// A search answers as if it had just been opened, whatever it was asked before.
// Covers: src/search/query/query-words.ts, src/search/query/typed-words.ts, src/search/query/wanted-numbers.ts
// Covers: src/search/query/requirements.ts, src/search/product/product-layer.ts, src/lib/bounded-map.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadIndex } from '../../src/index/file/index-file.ts'
import { searchOver } from '../../src/search/open-index.ts'
import { built, sampleIndex } from '../search/built.ts'
import { nationalWorld } from '../search/synthetic.ts'
import { type Question, questionsTo } from './questions.ts'

const QUESTIONS = 700
/** Opening a search takes longer than an answer, so only one question of so many is put to a new one. */
const NEW_SEARCH_EVERY = 20
const SEED = Number(process.env.WARM_SEED ?? 1)

/** Names that are a slip apart, and each is the beginning of another. */
const ALIKE = [...'BDHKLMPRST'].flatMap((first) =>
  ['ANK', 'ANS', 'ARK', 'ARS', 'ALK', 'ONK', 'ONS', 'ORK', 'ORS', 'OLK'].flatMap((rest, at) => {
    const name = first + rest
    return [name, name + ['HAM', 'TON', 'ER', 'LEY', 'FORD'][at % 5]]
  }),
)

const alike = await built(nationalWorld(5, 3000, ALIKE))

for (const [name, path] of [
  ['the Australian sample', await sampleIndex('au')],
  ['the UK sample', await sampleIndex('uk')],
  ['streets with names that are nearly the same', alike.path],
] as const) {
  test(`neither an answer nor its steps depend on the questions before it: ${name}`, async () => {
    const buffer = await loadIndex(path)
    const questions = questionsTo(searchOver(buffer), QUESTIONS, SEED)
    const answersOf = (asked: readonly Question[]) => {
      const search = searchOver(buffer)
      return asked.map(({ ask }) => JSON.stringify(ask(search)))
    }
    const forwards = answersOf(questions)
    const backwards = answersOf(questions.toReversed()).reverse()
    const differ = questions.filter((question, at) => {
      if (forwards[at] !== backwards[at]) return true
      return at % NEW_SEARCH_EVERY === 0 && answersOf([question])[0] !== forwards[at]
    })
    assert.deepEqual(
      differ.map(({ about }) => about),
      [],
    )
    // Questions that find nothing would prove nothing.
    assert.ok(new Set(forwards).size > QUESTIONS / 6, `${new Set(forwards).size} answers`)
  })
}
