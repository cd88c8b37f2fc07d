// Lines as they are read today: what is tried in their place where nothing fits, and where their parts are.
// Covers: src/lines/**, src/countries/**

import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { type Country, countryOf } from '../../src/countries/country.ts'
import { type Tokens, tokensOf } from '../../src/index/words/fold.ts'
import { cleanedLines, otherWordings } from '../../src/lines/cleaned-lines.ts'
import { isSimilar } from '../../src/lines/edit-distance.ts'
import { withDigits } from '../../src/lines/letters-for-digits.ts'
import { textOf } from '../../src/lines/line.ts'
import { type LineShape, lineShapes, type Span } from '../../src/lines/line-shape.ts'

const KEPT = join(import.meta.dirname, 'kept-lines.txt')
const AGAIN = 'UPDATE_DOCS=1 npm run -s node -- --test test/lines/kept-lines.test.ts'

const ANSWERS: Readonly<Record<string, (text: string) => readonly unknown[]>> = {
  'cleaned-au': (text) => cleaned(text, countryOf('au')),
  'cleaned-uk': (text) => cleaned(text, countryOf('uk')),
  'shapes-au': (text) => shapes(text, countryOf('au')),
  'shapes-uk': (text) => shapes(text, countryOf('uk')),
  digits: (text) => {
    const digits = withDigits(tokensOf(text), countryOf('uk'))
    return [digits && textOf(digits)]
  },
  similar: (text) => {
    const [typed = '', word = ''] = text.split(' ')
    return [isSimilar(typed, word, 4)]
  },
}

function cleaned(text: string, country: Country): readonly string[] {
  const wordings = otherWordings(textOf(tokensOf(text)), country)
  return cleanedLines(tokensOf(text), wordings, country).map(({ tokens, without }) =>
    without.length === 0 ? textOf(tokens) : `${textOf(tokens)} (without ${without.join(', ')})`,
  )
}

function shapes(text: string, country: Country): readonly string[] {
  const tokens = tokensOf(text)
  return lineShapes(tokens, country).map((shape) => partsOf(tokens, shape))
}

function partsOf({ words, open }: Tokens, shape: LineShape): string {
  const { numbers, streetEnd, hasType, placeTo, postcode, region, tail } = shape
  const of = (from: number, to: number) => words.slice(from, to).join(' ')
  const span = (where: Span | undefined) => (where === undefined ? '-' : of(where.from, where.to))
  const number = numbers && `${of(numbers.premises, numbers.number)}+${words[numbers.number]}`
  const street = of(numbers === undefined ? 0 : numbers.number + 1, streetEnd)
  return [
    `number ${number ?? '-'}`,
    `street ${street}${hasType ? ' with its type' : ''}`,
    `place ${of(streetEnd, placeTo)}`,
    `region ${span(region)}`,
    `postcode ${span(postcode)}`,
    `behind ${of(tail, words.length)}${open ? '…' : ''}`,
  ].join(', ')
}

test('every kept line is read as it was', () => {
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
