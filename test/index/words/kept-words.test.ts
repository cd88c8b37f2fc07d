// Words as they are folded, read and known in other forms, each with what comes of it today.
// Covers: src/index/words/**, src/lines/word-shapes.ts, src/lines/edit-distance.ts

import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { AU } from '../../../src/countries/au.ts'
import { UK } from '../../../src/countries/uk.ts'
import {
  fold,
  foldedValue,
  tokensOf,
  wordsDividedByApostrophes,
} from '../../../src/index/words/fold.ts'
import {
  NO_NUMBER,
  NumberCodes,
  packNumber,
  plainDigits,
  readNumberText,
  templatesInOrder,
} from '../../../src/index/words/number-code.ts'
import {
  fullNameWord,
  isFullStreetType,
  isStreetTypeWord,
  levelTypeForms,
  levelTypeNamed,
  namesPart,
  nameWordForms,
  partNameForms,
  regionForms,
  streetTypeForms,
  suffixForms,
  unitTypeForms,
  unitTypeNamed,
} from '../../../src/index/words/written-forms.ts'
import { isOneTypo, isWithinEdits } from '../../../src/lines/edit-distance.ts'
import {
  gluedParts,
  isLikelyRange,
  isRange,
  isSeldomUnit,
  levelKindOf,
  shapeOf,
  unitKindOf,
} from '../../../src/lines/word-shapes.ts'

const states = AU.words.regions

const KEPT = join(import.meta.dirname, 'kept-words.txt')
const AGAIN = 'UPDATE_DOCS=1 npm run -s node -- --test test/index/words/kept-words.test.ts'

/** All that the tables say of a word, without what says nothing. */
function formsOf(word: string): string {
  const lists: readonly (readonly [string, readonly string[]])[] = [
    ['type', streetTypeForms(word)],
    ['name', nameWordForms(word)],
    ['direction', suffixForms(word)],
    ['state', regionForms(AU, word)],
    ['country', regionForms(UK, word)],
    ['unit', unitTypeForms(word)],
    ['level', levelTypeForms(word)],
  ]
  const said = lists.flatMap(([name, forms]) =>
    forms.length === 1 && forms[0] === word ? [] : [`${name} ${forms.join(' ')}`],
  )
  const marks = [
    isFullStreetType(word) ? 'full type' : isStreetTypeWord(word, false) ? 'type' : '',
    unitTypeNamed(word) === undefined ? '' : `unit=${unitTypeNamed(word)}`,
    levelTypeNamed(word) === undefined ? '' : `level=${levelTypeNamed(word)}`,
    unitKindOf(word) === unitTypeNamed(word) ? '' : 'no unit alone',
    levelKindOf(word) === levelTypeNamed(word) ? '' : 'no level alone',
    isSeldomUnit(word) ? 'seldom a unit' : '',
    states.has(word) ? `state=${states.get(word)?.[0]}` : '',
    fullNameWord(word) === word ? '' : `name=${fullNameWord(word)}`,
  ]
  return [...said, ...marks.filter((mark) => mark !== '')].join('; ')
}

function shapeText(word: string): string {
  const is = Object.entries(shapeOf(word)).flatMap(([name, value]) => (value === true ? name : []))
  const glued = gluedParts(word)
  return [...is, ...(glued === undefined ? [] : [`${glued.keyword}+${glued.text}`])].join(' ')
}

const ANSWERS: Readonly<Record<string, (text: string) => string>> = {
  forms: formsOf,
  shape: shapeText,
  fold: (text) => {
    const { words, gaps, open } = tokensOf(text)
    const divided = wordsDividedByApostrophes(text)?.join(' ') ?? ''
    const tokens = words.map((word, at) => word + (gaps[at] ?? '')).join('')
    return [fold(text), foldedValue(text), `${tokens}${open ? '…' : ''}`, divided].join(' | ')
  },
  part: (text) => partNameForms(text.split(' ')).join(' '),
  named: (text) => {
    const [typed = '', part = ''] = text.split(' = ')
    return String(namesPart(typed.split(' '), part.split(' ')))
  },
  number: (text) => `${Object.values(readNumberText(text)).join(' ')} ${plainDigits(text)}`,
  range: (text) => {
    const [from = '', to = ''] = text.split(' ')
    return `${isRange(from, to)} ${isLikelyRange(from, to)}`
  },
}

test('every word is folded, read and known in other forms as it was', () => {
  const kept = readFileSync(KEPT, 'utf8')
  const now = kept
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [asked = ''] = line.split('\t', 1)
      const [name = ''] = asked.split(' ', 1)
      return `${asked}\t${ANSWERS[name]?.(asked.slice(name.length + 1)) ?? ''}`
    })
  const text = `${now.join('\n')}\n`
  if (process.env.UPDATE_DOCS === '1') writeFileSync(KEPT, text)
  else assert.equal(text, kept, `if it is meant: ${AGAIN}`)
})

/** As the textbook has it, with swaps of neighbours. */
function distance(a: string, b: string): number {
  const table = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0)),
  )
  const at = (i: number, j: number) => table[i]?.[j] ?? Number.POSITIVE_INFINITY
  for (let i = 1; i <= a.length; i += 1) {
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] && i > 1 && j > 1
      const least = Math.min(at(i - 1, j - 1) + same, at(i - 1, j) + 1, at(i, j - 1) + 1)
      const row = table[i] ?? []
      row[j] = swapped ? Math.min(least, at(i - 2, j - 2) + 1) : least
    }
  }
  return at(a.length, b.length)
}

test('typing errors are counted as a full table of distances counts them', () => {
  const word = fc.string({ unit: fc.constantFrom('A', 'B', 'C'), maxLength: 9 })
  fc.assert(
    fc.property(word, word, fc.integer({ min: 0, max: 3 }), (a, b, most) => {
      assert.equal(isWithinEdits(a, b, most), distance(a, b) <= most, `${a} ${b} ${most}`)
    }),
    { numRuns: 400, seed: 5 },
  )
  assert.ok(isWithinEdits(`${'X'.repeat(99)}AB`, `${'X'.repeat(99)}BA`, 1))
  for (const [typed, own, isSo] of [
    ['KNIG', 'KING', true],
    ['KIN', 'KING', true],
    ['KIN', 'KEN', false],
    ['KI', 'KIN', false],
    ['KINGG', 'KING', true],
    ['KNGI', 'KING', false],
    ['12A4', '1234', false],
  ] as const) {
    assert.equal(isOneTypo(typed, own), isSo, `${typed} ${own}`)
  }
})

test('numbers keep their letters: packed they are the same text, in the order that people expect', () => {
  const texts = [
    '1',
    '2',
    '10',
    '2A',
    '2a',
    '2B',
    'G02',
    '12-14',
    'A',
    'LOT 7',
    '007',
    '1234567',
    '#1',
    '=2',
  ]
  const counts = new Map(texts.map((text) => [readNumberText(text).template, 1]))
  const codes = new NumberCodes(templatesInOrder(counts))
  const packed = (text: string) => codes.pack(readNumberText(text))
  for (const text of texts.filter((each) => each !== '2a')) {
    assert.equal(codes.text(packed(text)).toUpperCase(), text, text)
  }
  assert.equal(packed('3X'), NO_NUMBER)
  assert.equal(codes.text(NO_NUMBER), '')
  const ordered = ['1', '2', '2A', '2B', '10', '10A'].filter((text) => packed(text) !== NO_NUMBER)
  assert.deepEqual(
    ordered.toSorted((a, b) => packed(a) - packed(b)),
    ordered,
  )
  assert.ok(codes.same(packed('2A'), packed('2A')) && !codes.same(packed('2A'), packed('2B')))
  assert.equal(codes.same(NO_NUMBER, NO_NUMBER), false)
  // Stored as it was written, a small letter is the capital that is typed.
  const stored = packNumber(2, templatesInOrder(counts).indexOf('#a'))
  assert.equal(codes.text(stored), '2a')
  assert.ok(codes.same(stored, packed('2A')) || codes.same(stored, packed('2a')))
  assert.ok(!codes.same(stored, packed('2B')) && !codes.same(stored, packNumber(3, 0)))
  for (const [stored, typed, begins] of [
    ['10', '1', true],
    ['10', '10', true],
    ['10', '2', false],
    ['2A', '2', true],
    ['2A', '2A', true],
    ['2A', '2B', false],
    ['G02', 'G', true],
    ['G02', '2', false],
    ['A', 'A', true],
  ] as const) {
    assert.equal(
      codes.beginsWith(packed(stored), typed, plainDigits(typed)),
      begins,
      `${stored} ${typed}`,
    )
  }
  assert.equal(codes.beginsWith(NO_NUMBER, '1', 1), false)
})
