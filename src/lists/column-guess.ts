// Guesses which column of a list is which field: by the names in its header, and by what stands below them.

import { findPostcode, postcodeOf } from '../address/postcode.ts'
import { PRODUCT_CHOICE, type Product } from '../address/product.ts'
import { COUNTRIES, type Country, countryOf, listed } from '../countries/country.ts'
import { printable } from '../importers/reading/rejects.ts'
import { wordsOf } from '../index/words/fold.ts'
import { isStreetTypeWord } from '../index/words/written-forms.ts'
import { ImportRefused } from '../lib/operator-error.ts'
import { fieldNamed, LINES_MAX, withoutOwner } from './column-names.ts'
import type { ListShape } from './list-file.ts'

/** Field to column, counted from 0. */
type Columns = Map<string, number>

const GOOD_SHARE = 0.5

export function guessedColumns(shape: ListShape, product: Product, file: string): Columns {
  const names = shape.records[0]?.fields ?? []
  const columns: Columns = new Map()
  if (shape.hasHeader) {
    withoutOwner(names).forEach((name, column) => {
      const field = fieldNamed(name, product)
      if (field !== undefined && !columns.has(field)) columns.set(field, column)
    })
  }
  const sample = new SampleColumns(shape)
  for (const field of countryOf(product).lists.house) {
    const column = columns.get(field)
    if (column === undefined || !sample.isMostly(column, isNumberedStreet)) continue
    columns.delete(field)
    columns.set('address', columns.get('address') ?? column)
  }
  addByValues(columns, sample, product, shape.hasHeader ? names : [])
  preferParts(columns, product)
  if (hasAddress(columns)) return columns
  throw new ImportRefused(
    `${file} has no column that looks like an address; its first row is: ${printable(names.join(', '))}. ` +
      'Name it with --columns address=COLUMN, by name or number.',
  )
}

export function guessedProduct(shape: ListShape, file: string): Product {
  const rows = rowsOf(shape).map((fields) => fields.join(' , '))
  const share = (test: (row: string) => boolean) => rows.filter(test).length / rows.length
  const offered = [...COUNTRIES].sort((a, b) => signRank(a) - signRank(b))
  const found = offered.find((country) => share((row) => hasSign(row, country)) > GOOD_SHARE)
  if (found !== undefined) return found.product
  const signs = listed(
    offered.map(({ lists }) => lists.signName),
    'or',
  )
  throw new ImportRefused(
    `${file} shows no ${signs} in most rows; say --product ${PRODUCT_CHOICE}.`,
  )
}

/** Postcodes of letters and digits say most; a town of one country may have a namesake in another. */
const SIGNS: readonly Country['lists']['sign'][] = ['postcode', 'region', 'town']

function signRank({ lists }: Country): number {
  return SIGNS.indexOf(lists.sign)
}

function hasSign(row: string, { lists, words }: Country): boolean {
  if (lists.sign === 'postcode') return findPostcode(row) !== undefined
  const texts = wordsOf(row)
  if (lists.sign === 'region') return texts.some((text) => words.regions.get(text)?.[0] === text)
  const text = ` ${texts.join(' ')} `
  return [...words.country, ...words.knownTowns].some((name) => text.includes(` ${name} `))
}

function rowsOf({ records, hasHeader }: ListShape): (readonly string[])[] {
  return records.slice(hasHeader ? 1 : 0).map(({ fields }) => fields)
}

class SampleColumns {
  readonly #rows: readonly (readonly string[])[]

  constructor(shape: ListShape) {
    this.#rows = rowsOf(shape)
  }

  /** Whether most of the rows that have something in the column pass the test. */
  isMostly(column: number, test: (text: string) => boolean): boolean {
    return this.#share(column, test) > GOOD_SHARE
  }

  /** The column that passes the test most often, of those that no field has yet. */
  best(columns: Columns, test: (text: string) => boolean): number | undefined {
    const taken = new Set(columns.values())
    const count = Math.max(0, ...this.#rows.map((fields) => fields.length))
    let best: { column: number; share: number } | undefined
    for (let column = 0; column < count; column += 1) {
      const share = taken.has(column) ? 0 : this.#share(column, test)
      if (share > (best?.share ?? GOOD_SHARE)) best = { column, share }
    }
    return best?.column
  }

  #share(column: number, test: (text: string) => boolean): number {
    const texts = this.#rows.map((fields) => fields[column] ?? '').filter((text) => text !== '')
    return texts.length === 0 ? 0 : texts.filter(test).length / texts.length
  }
}

function addByValues(
  columns: Columns,
  sample: SampleColumns,
  product: Product,
  names: readonly string[],
): void {
  const isPostcode = (text: string) => postcodeOf(countryOf(product), text) !== undefined
  if (!columns.has('postcode')) {
    const column = sample.best(columns, isPostcode)
    if (column !== undefined) columns.set('postcode', column)
  }
  const { street, house } = countryOf(product).lists
  if (house.some((field) => columns.has(field)) && !columns.has(street)) {
    const column = sample.best(columns, isStreet)
    if (column !== undefined) columns.set(street, column)
  }
  if (hasAddress(columns)) return
  const whole = sample.best(columns, isWholeAddress)
  if (whole !== undefined) columns.set('address', whole)
  else addLinesBefore(columns, sample, names)
}

/** `ERNEST STREET`: words that end in a type of street. */
function isStreet(text: string): boolean {
  const words = wordsOf(text)
  return (
    words.length > 1 &&
    words.length <= STREET_WORDS_MAX &&
    isStreetTypeWord(words.at(-1) ?? '', false)
  )
}

const STREET_WORDS_MAX = 5

/** `Birmingham Road (126)` below `Street (no.)`. */
function isNumberedStreet(text: string): boolean {
  const words = wordsOf(text)
  const names = words.filter((word) => !/\d/.test(word))
  return names.length < words.length && isStreet(names.join(' '))
}

/** Several words, and a comma or a number or a postcode among them. */
function isWholeAddress(text: string): boolean {
  const words = text.split(/\s+/).length
  return words >= 4 && (/\d/.test(text) || text.includes(','))
}

/** Names of a number that says which row it is, not which house. */
const OF_ROW =
  /(?:^|[^a-z])(?:u?id|ref|reference|key|code|record|row|account|customer|client)(?:$|[^a-z])/i

/** Without any names: the columns of text that lead up to the postcode. */
function addLinesBefore(columns: Columns, sample: SampleColumns, names: readonly string[]): void {
  const end = columns.get('postcode')
  if (end === undefined) return
  const isLine = (text: string) => /\p{L}{2}/u.test(text) && !/^https?:|@/.test(text)
  let start = end
  const addTexts = () => {
    while (start > 0 && end - start < LINES_MAX && sample.isMostly(start - 1, isLine)) start -= 1
  }
  addTexts()
  // The number of the house may have a column to itself, in front; otherwise a number there is that of the row.
  const isNumbered = Array.from({ length: end - start }, (_, at) => start + at).some((column) =>
    sample.isMostly(column, (text) => /^\d/.test(text)),
  )
  const isNumber =
    start > 0 &&
    !isNumbered &&
    !OF_ROW.test(names[start - 1] ?? '') &&
    sample.isMostly(start - 1, (text) => /^\d{1,5}[A-Z]?$/i.test(text))
  const hasNoTexts = start === end
  if (isNumber && end - start < LINES_MAX) start -= 1
  // `Strasse, Hausnummer, PLZ`
  if (isNumber && hasNoTexts) addTexts()
  const taken = new Set(columns.values())
  for (let column = start; column < end; column += 1)
    if (!taken.has(column)) columns.set(`line_${column - start + 1}`, column)
}

/** The whole address, its lines or its parts: one of them is enough, and two would be in the address twice. */
function preferParts(columns: Columns, product: Product): void {
  const lines = [...columns.keys()].filter((field) => field.startsWith('line_'))
  const { street, house } = countryOf(product).lists
  const hasParts = columns.has(street) && house.some((field) => columns.has(field))
  if (hasParts) for (const field of ['address', ...lines]) columns.delete(field)
  // `Address, Address 2, Address 3`: the first line has no number.
  else if (columns.has('address') && lines.length > 0) {
    const address = columns.get('address') ?? 0
    columns.delete('address')
    if (!columns.has('line_1')) columns.set('line_1', address)
  }
}

function hasAddress(columns: Columns): boolean {
  const names = ['address', 'line_1', 'line_2', ...COUNTRIES.map(({ lists }) => lists.street)]
  return names.some((field) => columns.has(field))
}
