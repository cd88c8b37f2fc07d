// What is asked: one line, or the cells of a row by part, which become one line in the order of the product.

import type { Product } from '../address/product.ts'
import { type Country, countryOf } from '../countries/country.ts'
import { wordsOf } from '../index/words/fold.ts'
import { isStreetTypeWord, streetTypeForms } from '../index/words/written-forms.ts'
import { type PartName, spaced } from '../judge/parts.ts'
import { perCountry } from '../lines/patterns.ts'

export type MatchInput = string | MatchCells

/** A line is looked at up to so many characters; no address is longer. */
const LINE_MAX = 500

export function lineOf(input: MatchInput, product: Product): string {
  const country = countryOf(product)
  const line = typeof input === 'string' ? input : joined(besideOthers(input, country), country)
  return line.slice(0, LINE_MAX).replace(phoneOf(country), ' ').replace(PTY_LTD, 'PTY LTD').trim()
}

/** With the number of the country, or from a 0 on. */
const phoneOf = perCountry(({ phone: { countryCode, firstDigit, moreDigits } }) => {
  const begin = `(?:\\+?${countryCode}[ -]?\\(?0?\\)? ?|\\(?0)[${firstDigit}]`
  return new RegExp(`(?<![\\d/-])${begin}(?:[ )-]{0,2}\\d){${moreDigits}}(?![A-Z\\d])`, 'gi')
})
/** Its `L` is no level. */
const PTY_LTD = /\bP\/L\b/gi

function joined(cells: MatchCells, { form }: Country): string {
  const { organisation, building, unit, level, number, street, type, line } = cells
  const { place, state, postcode } = cells
  const premises = [numbered(unit, 'UNIT'), numbered(level, 'LEVEL')]
  const road = spaced(number, street, type)
  const where = form === 'national' ? [spaced(place, state, postcode)] : [place, state, postcode]
  return [organisation, building, ...premises, road, line, ...where]
    .filter((part) => part !== undefined && part !== '')
    .join(', ')
}

/** `UNIT 3` and `UNIT A` for cells that say `3` and `A`, which alone could be anything. */
function numbered(text = '', kind: string): string {
  return /^(?:\d|[A-Z]$)/i.test(text) ? `${kind} ${text}` : text
}

/** By part; `line` is what stands for several. */
export type MatchCells = Readonly<Partial<Record<PartName | 'line' | 'organisation', string>>>

type Cells = { -readonly [Name in keyof MatchCells]: MatchCells[Name] }

export const SAYS_NOTHING =
  /^(?:#?n\/?a|#(?:ref|value)!|null|none|nil|(?:un|not )known|(?:not|none) (?:applicable|given)|same|(?:same )?as above|ditto|\(?blank\)?|xx+|tba|tbc|undefined|nan|[-.,?*/0\s]*)$/i
/** What spreadsheets make of whole numbers. */
const DECIMALS = /\.0+$/
const NUMBERS = ['unit', 'level', 'number', 'postcode'] as const

/** Each cell without what another cell already says. */
function besideOthers(given: MatchCells, country: Country): MatchCells {
  const cells: Cells = {}
  for (const [name, text] of Object.entries(given)) {
    // A spreadsheet writes `'12` for a text.
    const said = text
      .replace(/\s+/g, ' ')
      .replace(/^ ?'(?=\d)|[,;] ?$/g, '')
      .trim()
    if (!SAYS_NOTHING.test(said)) cells[name as keyof MatchCells] = said
  }
  for (const name of NUMBERS) {
    const text = cells[name]?.replace(DECIMALS, '')
    if (text === undefined) continue
    if (/^0+$/.test(text)) delete cells[name]
    else cells[name] = text
  }
  if (country.postcode.isNumber && !/\d{3,4}\s*$/.test(cells.postcode ?? '')) delete cells.postcode
  dropSaidBefore(cells)
  dropSaidBehind(cells)
  return cells
}

/** `12` before `12 King St`, and `3` before `3/12`. */
function dropSaidBefore(cells: Cells): void {
  const unit = numberWords(cells.unit)
  const number = numberWords(cells.number)
  const street = wordsOf(cells.street ?? '')
  const from = street.findIndex((word) => /\d/.test(word))
  const head = from < 0 ? [] : street.slice(from)
  if (number.length > 0) {
    if (begins(head, [...unit, ...number])) {
      delete cells.number
      if (unit.length > 0) delete cells.unit
    } else if (from === 0 && begins(head, number)) delete cells.number
  }
  if (unit.length > 0 && number.length > unit.length && begins(number, unit)) delete cells.unit
}

/** `St` after `King Street`; `Newtown NSW` before `NSW`. */
function dropSaidBehind(cells: Cells): void {
  const last = wordsOf(cells.street ?? '').at(-1) ?? ''
  const [type = '', ...more] = wordsOf(cells.type ?? '')
  const isSame = streetTypeForms(type).includes(last) || streetTypeForms(last).includes(type)
  if (type !== '' && more.length === 0 && (last === type || isSame)) delete cells.type
  for (const within of ['place', 'street'] as const) {
    for (const name of ['postcode', 'state', 'place'] as const) {
      const [text, end] = [cells[within], cells[name]]
      if (name === within || text === undefined || end === undefined) continue
      const rest = withoutEnd(text, end)
      // `Upper Richmond` and `Port Victoria` are names.
      const isName =
        (name === 'place' && !isStreetTypeWord(rest.split(' ').at(-1) ?? '', false)) ||
        (name === 'state' && end.length > STATE_LENGTH_MAX)
      if (rest !== '' && !isName) cells[within] = rest
    }
  }
  const { place = '', state = '' } = cells
  const isSaid = wordsOf(place).slice(1).includes(wordsOf(state).join(' '))
  if (state.length <= STATE_LENGTH_MAX && isSaid) delete cells.state
}

/** The length of a shortened state. */
const STATE_LENGTH_MAX = 3

/** '' where it does not end so, or is nothing else. */
function withoutEnd(text: string, end: string): string {
  const [words, ending] = [wordsOf(text), wordsOf(end)]
  const at = words.length - ending.length
  const isEnd = ending.length > 0 && ending.every((word, i) => words[at + i] === word)
  return isEnd && at > 0 ? words.slice(0, at).join(' ') : ''
}

function numberWords(text = ''): readonly string[] {
  return wordsOf(text).filter((word) => /\d/.test(word))
}

function begins(words: readonly string[], wanted: readonly string[]): boolean {
  return wanted.length > 0 && wanted.every((word, at) => words[at] === word)
}
