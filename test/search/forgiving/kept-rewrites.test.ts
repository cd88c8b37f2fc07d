// Lines that nothing fits as typed, each with what is tried in their place today, for every word of the rules.
// Covers: src/search/forgiving/**

import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { type Tokens, tokensOf } from '../../../src/index/words/fold.ts'
import {
  cleanedLines,
  withFewerPlaceWords,
  withoutPlace,
  withoutPostcode,
  withoutState,
  withoutStreet,
  withoutUnitWord,
} from '../../../src/search/forgiving/alternatives.ts'
import { withoutFormWords } from '../../../src/search/forgiving/form-words.ts'
import { withDigits } from '../../../src/search/forgiving/letters-for-digits.ts'
import { textOf } from '../../../src/search/forgiving/line.ts'
import {
  type LineShape,
  laterNumber,
  lineShapes,
  premisesAt,
} from '../../../src/search/forgiving/line-shape.ts'
import { countryWords, countyWords, inEnglish } from '../../../src/search/forgiving/postal-rules.ts'
import {
  inOtherWords,
  plainNumbers,
  withoutMailBox,
} from '../../../src/search/forgiving/reading-rules.ts'
import { isSimilar } from '../../../src/search/forgiving/street-filters.ts'

const KEPT = join(import.meta.dirname, 'kept-rewrites.txt')
const AGAIN = 'UPDATE_DOCS=1 npm run -s node -- --test test/search/forgiving/kept-rewrites.test.ts'

const ANSWERS: Readonly<Record<string, (text: string) => readonly unknown[]>> = {
  other: (text) => inOtherWords(text).map(changed),
  plain: plainNumbers,
  box: (text) => [withoutMailBox(text)],
  'form-au': (text) => withoutFormWords(text, 'au'),
  'form-uk': (text) => withoutFormWords(text, 'uk'),
  english: (text) => [inEnglish(text)],
  county: (text) => [atEnd(countyWords, text)],
  country: (text) => [atEnd(countryWords, text)],
  digits: (text) => {
    const digits = withDigits(tokensOf(text))
    return [digits && textOf(digits)]
  },
  shape: (text) => lineShapes(tokensOf(text)).map((shape) => partsOf(tokensOf(text), shape)),
  cleaned: (text) =>
    cleanedLines(tokensOf(text)).map(({ tokens, without }) =>
      changed({ text: textOf(tokens), without }),
    ),
  'given-up': (text) => {
    const line = { tokens: tokensOf(text), without: [] }
    return lineShapes(line.tokens).flatMap((shape) => [
      ...[withoutState, withoutPostcode, withoutPlace, withoutUnitWord, withoutStreet].map(
        (give) => {
          const left = give(line, shape)
          return left && changed({ text: textOf(left.tokens), without: left.without })
        },
      ),
      ...withFewerPlaceWords(line, shape).map(({ tokens, without }) =>
        changed({ text: textOf(tokens), without }),
      ),
    ])
  },
  similar: (text) => {
    const [typed = '', word = ''] = text.split(' ')
    return [isSimilar(typed, word)]
  },
}

function changed({ text, without }: { text: string; without: readonly string[] }): string {
  return without.length === 0 ? text : `${text} (without ${without.join(', ')})`
}

function atEnd(count: typeof countyWords, text: string): number {
  const words = text.split(' ')
  return count(words, words.length)
}

function partsOf(tokens: Tokens, shape: LineShape): string {
  const { words, open } = tokens
  const { premises, number, typeEnd, placeFrom, placeTo, postcode, state, tail } = shape
  const of = (from: number, to: number) => words.slice(from, to).join(' ')
  const later = laterNumber(tokens, shape)
  return [
    `number ${of(premises, number)}+${words[number]}`,
    `type ${typeEnd === undefined ? '-' : words[typeEnd - 1]}`,
    `place ${of(placeFrom, placeTo)}`,
    `state ${state === undefined ? '-' : of(state.from, state.to)}`,
    `postcode ${postcode === undefined ? '-' : words[postcode]}`,
    `behind ${of(tail, words.length)}${open ? '…' : ''}`,
    ...(later === undefined ? [] : [`later ${of(premisesAt(tokens, later), later + 1)}`]),
  ].join(', ')
}

test('every line that nothing fits is tried in the other words that it was', () => {
  const kept = readFileSync(KEPT, 'utf8')
  const now = kept
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [asked = ''] = line.split('\t', 1)
      const [name = ''] = asked.split(' ', 1)
      return `${asked}\t${ANSWERS[name]?.(asked.slice(name.length + 1)).join(' | ') ?? ''}`
    })
  const text = `${now.join('\n')}\n`
  if (process.env.UPDATE_DOCS === '1') writeFileSync(KEPT, text)
  else assert.equal(text, kept, `if it is meant: ${AGAIN}`)
})
