// Matches rows of a list: what is asked for each, what is written back, and what became of them.

import type { Areas } from '../../address/area.ts'
import { postcodeOf } from '../../address/postcode.ts'
import { countryOf } from '../../countries/country.ts'
import { wordsOf } from '../../index/words/fold.ts'
import { type MatchCells, type MatchInput, SAYS_NOTHING } from '../../match/input-line.ts'
import { matchAddress, NOT_FOUND } from '../../match/match.ts'
import type { Match } from '../../match/verdict.ts'
import type { ProductSearch } from '../../search/address-search.ts'
import type { ColumnRole } from '../column-roles.ts'
import type { ListLayout } from './match-list.ts'
import type { ListRow } from './rows.ts'
import { addToSummary, newSummary } from './summary.ts'

/** Everything that may stand for one address is shorter. */
const INPUT_LENGTH_MAX = 500
/** Including the spaces that people leave in a cell; nothing beyond it is looked at. */
const CELL_LENGTH_MAX = 2_000

/** `write` makes of a row what goes into the list. */
export function matchRows<Written>(
  search: ProductSearch,
  rows: readonly ListRow[],
  layout: ListLayout,
  write: (row: ListRow, match: Match, areas: Areas) => Written,
) {
  const summary = newSummary()
  const written = rows.map((row) => {
    const { input, match } = matchRow(search, row, layout)
    addToSummary(summary, { ...row, input, match })
    return write(row, match, areasOf(search, match, layout))
  })
  return { written, summary }
}

/** The areas that are written for a row; none unless the list asks for them. */
export function areasOf(
  search: ProductSearch | undefined,
  { id }: Pick<Match, 'id'>,
  { areas: names = [] }: ListLayout,
): Areas {
  if (names.length === 0 || id === '') return {}
  const place = { point: () => search?.locate(id) }
  return search?.areas?.of(search.row(id), names, place) ?? {}
}

/** A row that cannot be asked for is not found, with the reason. */
export function matchRow(search: ProductSearch, { cells, fault }: ListRow, layout: ListLayout) {
  if (fault !== '') return { input: cells[0] ?? '', match: { ...NOT_FOUND, reason: fault } }
  const input = inputOf(cells, layout)
  if (layout.reads.some(({ column }) => (cells[column] ?? '').length > CELL_LENGTH_MAX)) {
    return { input, match: { ...NOT_FOUND, reason: TOO_LONG } }
  }
  const texts = typeof input === 'string' ? [input] : Object.values(input)
  const length = texts.reduce((sum, text) => sum + text.length, 0)
  if (length === 0) return { input, match: { ...NOT_FOUND, reason: NO_ADDRESS } }
  if (length > INPUT_LENGTH_MAX) return { input, match: { ...NOT_FOUND, reason: TOO_LONG } }
  const match = matchAddress(search, input)
  if (match.verdict !== 'ambiguous' || typeof input === 'string') return { input, match }
  const names = otherCells(cells, layout).filter((text) => mayName(search, match, text))
  return namedInRow(search, input, names) ?? { input, match }
}

/** Among several that fit, the one that another cell of the row names. */
function namedInRow(search: ProductSearch, given: MatchCells, texts: readonly string[]) {
  for (const organisation of texts) {
    const input = { ...given, organisation }
    const match = matchAddress(search, input)
    const isNamed = match.parts.some(
      ({ name, state }) => name === 'building' && (state === 'confirmed' || state === 'corrected'),
    )
    if (match.id !== '' && isNamed) return { input, match }
  }
  return undefined
}

/** Whether a text has a word of a name on the streets that fit: a whole search for each other cell would find none. */
function mayName(search: ProductSearch, { candidates }: Match, text: string): boolean {
  const words = wordsOf(text).filter((word) => word.length >= NAME_LETTERS_MIN)
  return candidates.some(({ id }) => words.some((word) => search.isNamedOnStreet(id, word)))
}

/** The texts that no part of the address is read from, and that may be a name. */
function otherCells(cells: readonly string[], layout: ListLayout): readonly string[] {
  return unread(cells, layout)
    .filter((text) => text.length <= NAME_LENGTH_MAX && /\p{L}{3}/u.test(text))
    .slice(0, OTHER_CELLS_MAX)
}

function unread(cells: readonly string[], { reads }: ListLayout): readonly string[] {
  return cells.filter((_, at) => !reads.some(({ column }) => column === at))
}

const NAME_LETTERS_MIN = 3
const NAME_LENGTH_MAX = 100
const OTHER_CELLS_MAX = 3

const NO_ADDRESS = 'The row has no address.'
const TOO_LONG = `The address is longer than ${INPUT_LENGTH_MAX} characters.`

type PartTexts = Record<ColumnRole, string>

/** '' where the row has no address. */
export function inputOf(cells: readonly string[], layout: ListLayout): MatchInput {
  const { reads, product } = layout
  const texts: Partial<PartTexts> = {}
  for (const { column, role } of reads) {
    const cell = (cells[column] ?? '').slice(0, CELL_LENGTH_MAX).replace(/\s+/g, ' ').trim()
    const read = cell.replace(APOSTROPHE_MISREAD, "'")
    const text = WITH_NUMBER.has(role) ? withoutDate(read) : read
    const before = texts[role]
    // `12A` already says its `A`.
    const isLetter = role === 'number' && /^[A-Z]$/i.test(text)
    if (SAYS_NOTHING.test(text) || (isLetter && before?.endsWith(text))) continue
    const between = isLetter ? '' : (JOINED_BY[role] ?? ', ')
    texts[role] = before === undefined ? text : `${before}${between}${text}`
  }
  // Where a cell too many has moved the rest of a row, the postcode is in the next column.
  const { isNumber } = countryOf(product).postcode
  if (!isNumber && texts.postcode !== undefined && !/\d/.test(texts.postcode)) {
    const isCode = (text: string) => postcodeOf(countryOf(product), text) !== undefined
    texts.postcode = unread(cells, layout).find(isCode) ?? texts.postcode
  }
  return partsOf(texts)
}

const JOINED_BY: Partial<PartTexts> = { type: ' ', unit: ' ', postcode: ' ' }

/** In UTF-8, and read as Windows-1252. */
const APOSTROPHE_MISREAD = /â€[™˜]/g
const WITH_NUMBER: ReadonlySet<ColumnRole> = new Set(['address', 'number', 'street'])
const MONTHS = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ')
const DATE = new RegExp(
  `^(?:\\d{1,2}-(?:${MONTHS.join('|')})|(?:${MONTHS.join('|')})-\\d{1,2}|` +
    '\\d\\d?/\\d\\d?/20\\d\\d|20\\d\\d-\\d\\d-\\d\\d(?: 00:00:00)?)(?=[ ,]|$)',
  'i',
)

/** What spreadsheets make of `3-5`: `03-May`, `Mar-05`, `03/05/2026`. */
function withoutDate(text: string): string {
  return text.replace(DATE, (date) => {
    const numbers = date
      .toUpperCase()
      .replace(/20\d\d| 00:00:00/, '')
      .match(/[A-Z]+|\d+/g)
      ?.map((each) => MONTHS.indexOf(each) + 1 || Number(each))
    return (numbers ?? []).sort((a, b) => a - b).join('-')
  })
}

function partsOf(texts: Partial<PartTexts>): MatchInput {
  const { address = '', 'unit-type': unitType = '', lot = '' } = texts
  if (address !== '' && Object.keys(texts).length === 1) return address
  const { number = '', 'number-last': last = '' } = texts
  const range = last === '' || last === number ? number : `${number}-${last}`
  const unit = texts.unit === undefined ? '' : `${unitType} ${texts.unit}`.trim()
  const given = {
    ...besideStart(address, { ...texts, unit }),
    line: address,
    number: range === '' && lot !== '' ? lot.replace(/^(?!lot)/i, 'LOT ') : range,
    street: texts.street ?? '',
    type: texts.type ?? '',
    ...besideEnd(address, texts),
  }
  const parts = Object.entries(given).filter(([, text]) => text !== '')
  const isLine = parts.every(([name]) => name === 'line')
  return isLine ? address : Object.fromEntries(parts)
}

/** The parts that come first in an address, without what the line begins with: it would be there twice. */
function besideStart(address: string, { organisation, building, unit, level }: Partial<PartTexts>) {
  const words = wordsOf(address)
  const begins = (text = '') => wordsOf(text).every((word, at) => words[at] === word)
  const beside = (text = '') => (text === '' || begins(text) ? '' : text)
  return {
    organisation: beside(organisation),
    building: beside(building),
    unit: isUnitOf(words, unit ?? '') ? '' : (unit ?? ''),
    level: beside(level),
  }
}

/** `3` of `3/12 King St`, of `Unit 3, 12 King St`, but not of `3 King St`. */
function isUnitOf(line: readonly string[], unit: string): boolean {
  const words = wordsOf(unit)
  const at = line[0] !== words[0] && /^\p{L}+$/u.test(line[0] ?? '') ? 1 : 0
  const isThere = words.every((word, each) => line[at + each] === word)
  return isThere && /^\d/.test(line[at + words.length] ?? '')
}

const END_PARTS = ['postcode', 'state', 'place'] as const

/** The parts that come last, without what the line ends with. `12 Richmond St` does not name the suburb Richmond. */
function besideEnd(address: string, texts: Partial<PartTexts>) {
  const beside: Partial<Record<(typeof END_PARTS)[number], string>> = {}
  for (const name of END_PARTS) if (texts[name] !== undefined) beside[name] = texts[name]
  let line = ` ${wordsOf(address).join(' ')}`
  for (;;) {
    const said = END_PARTS.find((name) => {
      const text = beside[name]
      return text !== undefined && line.endsWith(` ${wordsOf(text).join(' ')}`)
    })
    if (said === undefined) break
    line = line.slice(0, -` ${wordsOf(beside[said] ?? '').join(' ')}`.length)
    delete beside[said]
  }
  const { place = '', state = '', postcode = '' } = beside
  return { place, state, postcode }
}
