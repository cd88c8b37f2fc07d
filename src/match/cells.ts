// The cells of a row of parts, each with what it says alone: lists say things twice, or nothing in many ways.

import type { Country } from '../countries/country.ts'
import { wordsOf } from '../index/words/fold.ts'
import { isStreetTypeWord, streetTypeForms } from '../index/words/written-forms.ts'
import type { PartName } from '../judge/parts.ts'

/** By part; `line` is what stands for several. */
export type MatchCells = Readonly<Partial<Record<PartName | 'line' | 'organisation', string>>>

type Cells = { -readonly [Name in keyof MatchCells]: MatchCells[Name] }

const SAYS_NOTHING = /^(?:#?n\/?a|#ref!|null|none|nil|unknown|tba|tbc|undefined|nan|[-.?*/\s]*)$/i
/** What spreadsheets make of whole numbers. */
const DECIMALS = /\.0+$/
const NUMBERS = ['unit', 'level', 'number', 'postcode'] as const

/** Each cell without what another cell already says. */
export function besideOthers(given: MatchCells, country: Country): MatchCells {
  const cells: Cells = {}
  for (const [name, text] of Object.entries(given)) {
    const said = text.replace(/\s+/g, ' ').trim()
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

/** `St` behind `King Street`; `Newtown NSW` before `NSW`. */
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

/** Of a state that is shortened. */
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
