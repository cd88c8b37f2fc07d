// The scorecard sees what it is there to see: planted faults are caught, and a sound search is not blamed.
// Covers: bench/quality/**

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { changesSince, readScorecard } from '../../../bench/quality/compare.ts'
import type { ClassScore } from '../../../bench/quality/judging/score.ts'
import { scorecardText } from '../../../bench/quality/print.ts'
import { type Scorecard, scorecardOf } from '../../../bench/quality/scorecard.ts'
import type { NationalSearch, PostalSearch } from '../../../src/search/address-search.ts'
import { openIndex } from '../../../src/search/open-index.ts'
import { builtNational, sampleIndex } from '../../search/built.ts'
import { nationalWorld } from '../../search/synthetic.ts'
import {
  withBlanks,
  withDigitsGuessed,
  withoutAbbreviations,
  withUnitsFirst,
} from './faulty-search.ts'

const OPTIONS = { seed: 7, perClass: 50, walksPerClass: 4, examples: 2 }
/** For what holds of any lines. */
const FEW = { ...OPTIONS, perClass: 12, walksPerClass: 2 }

let national: NationalSearch
let postal: PostalSearch
let sound: Scorecard
before(async () => {
  national = (await openIndex(await sampleIndex('au'))) as NationalSearch
  postal = (await openIndex(await sampleIndex('uk'))) as PostalSearch
  sound = scorecardOf(national, FEW)
})

/** Of one class, which is all that a fault is looked for in. */
function cardOf(search: NationalSearch, name: string): Scorecard {
  return scorecardOf(search, { ...OPTIONS, only: (each) => each === name })
}

function scoreIn(card: Scorecard, name: string): ClassScore {
  const found = card.classes.find((score) => score.name === name)
  assert.ok(found !== undefined, name)
  return found
}

function isMet(card: Scorecard, begins: string): boolean {
  const found = card.bars.find(({ bar }) => bar.startsWith(begins))
  assert.ok(found !== undefined, begins)
  return found.isMet
}

test('a search that knows no abbreviations is caught', () => {
  const name = 'abbreviations both ways'
  const [sound, faulty] = [cardOf(national, name), cardOf(withoutAbbreviations(national), name)]
  assert.ok(scoreIn(sound, name).within_six.share > 0.97)
  assert.ok(scoreIn(faulty, name).within_six.high < 0.5)
  assert.equal(isMet(faulty, 'right within six'), false)
  const changes = changesSince(sound, faulty).filter((change) => change.name === name)
  assert.ok(changes.some(({ figure, isBetter }) => figure === 'within_six' && !isBetter))
})

test('a search that guesses digits is caught, in its answers and in what it accepts', () => {
  const name = 'number past the end'
  const [sound, faulty] = [cardOf(national, name), cardOf(withDigitsGuessed(national), name)]
  assert.ok(scoreIn(sound, name).digits_guessed.high < 0.2)
  assert.ok(scoreIn(sound, name).false_accepts.high < 0.2)
  assert.ok(scoreIn(faulty, name).digits_guessed.low > 0.2)
  assert.ok(scoreIn(faulty, name).false_accepts.low > 0.2)
  assert.equal(isMet(faulty, 'digits guessed'), false)
  assert.equal(isMet(faulty, 'false accepts of numbers that do not exist'), false)
})

test('a search that shows units before their building is caught', () => {
  const name = 'building with units'
  const [sound, faulty] = [cardOf(national, name), cardOf(withUnitsFirst(national), name)]
  assert.ok(scoreIn(sound, name).building_first_violations.high < 0.2)
  assert.ok(scoreIn(sound, name).building_first_violations.of > 25)
  assert.ok(scoreIn(faulty, name).building_first_violations.low > 0.9)
  assert.equal(isMet(faulty, 'units before their building'), false)
})

test('a list that goes blank on the way is a drop-out', () => {
  const faulty = cardOf(withBlanks(national), 'exact')
  assert.ok(scoreIn(faulty, 'exact').drop_out.low > 0.2)
  assert.equal(isMet(faulty, 'drop-out'), false)
  const [example] = scoreIn(faulty, 'exact').examples.filter(({ kind }) => kind === 'drop-out')
  assert.ok(example.line.startsWith(example.got[0]))
})

test('of each kind of wrong answer as many examples are kept as were asked for, and no more', () => {
  const { examples } = scoreIn(cardOf(withBlanks(withoutAbbreviations(national)), 'exact'), 'exact')
  const counts = [...Map.groupBy(examples, ({ kind }) => kind).values()].map(({ length }) => length)
  assert.ok(examples.length > OPTIONS.examples, `${counts}`)
  assert.ok(
    counts.every((count) => count <= OPTIONS.examples),
    `${counts}`,
  )
})

test('the same seed draws the same lines, and another seed draws others', async () => {
  const small = await builtNational(nationalWorld(3, 900))
  const one = scorecardOf(withBlanks(small), FEW)
  assert.deepEqual(scorecardOf(withBlanks(small), FEW), one)
  const other = scorecardOf(withBlanks(small), { ...FEW, seed: 8 })
  assert.notDeepEqual(other.classes, one.classes)
})

test('every class of both products is tried on the sample data', () => {
  const uk = scorecardOf(postal, { ...FEW, walksPerClass: 1 })
  const empty = (card: Scorecard) =>
    card.classes.filter(({ lines }) => lines === 0).map(({ name }) => name)
  const inside = 'inside a range'
  assert.deepEqual(
    empty(sound).filter((name) => name !== inside),
    [],
  )
  const only = [
    'alias address',
    'level',
    'lot',
    'shop and other kinds',
    'building with units',
    inside,
  ]
  assert.deepEqual(
    empty(uk).filter((name) => !only.includes(name)),
    [],
  )
  assert.ok(scoreIn(uk, 'exact').first.share > 0.97)
  assert.ok(scoreIn(uk, 'mis-spaced postcode').within_six.share > 0.97)
})

test('nothing is reported as changed between two scorecards of the same search', () => {
  const kept = readScorecard(JSON.stringify(sound), 'kept.json')
  assert.deepEqual(changesSince(kept, scorecardOf(national, FEW)), [])
})

test('the text names the release, the seed, every class and every bar', () => {
  const text = scorecardText(sound)
  assert.match(text, new RegExp(`${sound.release.release}: [\\d,]+ addresses, seed 7`))
  for (const { name } of sound.classes) assert.ok(text.includes(name), name)
  for (const { bar } of sound.bars) assert.ok(text.includes(bar), bar)
})

test('a file that is not a scorecard is refused with one sentence', () => {
  for (const text of ['', 'x', '{}', '{"classes":[{"name":"exact"}],"release":{}}']) {
    assert.throws(() => readScorecard(text, 'x.json'), /x\.json is no output of "quality --json"/)
  }
})
