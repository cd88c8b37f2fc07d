// Which field of an address a column is, by the name that people give it, and which records are headers.

import { PRODUCTS, type Product } from '../address/product.ts'
import { countryOf, ofEach } from '../countries/country.ts'
import { foldedName } from '../importers/reading/table.ts'
import { DELIMITERS, type ListShape } from './list-file.ts'

export const LINES_MAX = 8
/** Fields with an address that is still to be taken apart: `address`, `line_1` to `line_8`. */
export const WHOLE_FIELDS: readonly string[] = [
  'address',
  ...Array.from({ length: LINES_MAX }, (_, at) => `line_${at + 1}`),
]

const FIELDS = ofEach(({ lists }) => fieldsByName(lists.columns))

/** The field of each folded name; where two fields share a name, the first has it. */
function fieldsByName(names: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  const fields = Object.entries(names).flatMap(([field, texts]) =>
    texts.split(' ').map((text) => [text, field] as const),
  )
  return new Map(fields.filter(([text]) => text !== '').toReversed())
}

/** Words that say whose or which address it is, and nothing of its parts. */
const NOISE = new Set(
  'PROPERTY PREMISES PREMISE SITE FULL BUSINESS TRADING ESTABLISHMENT CURRENT MAIN THE OF TEXT SERVICE STORE'.split(
    ' ',
  ),
)
const LINE = /^(?:address|addr|add|line|addressline|addline|addrline)([1-8])$/

/** Splits `address=2,postcode=Postcode` into roles, each with its column; without a `=` there is no column. */
export function columnPairs(text: string): [name: string, column?: string][] {
  return text.split(/,(?=[a-z_0-9 -]+=)/i).map((pair) => {
    const at = pair.indexOf('=')
    return at === -1 ? [pair] : [pair.slice(0, at).trim(), pair.slice(at + 1).trim()]
  })
}

/** The same pairs as a word of a shell's command. */
export function quotedForShell(pairs: string): string {
  return `'${pairs.replaceAll("'", "'\\''")}'`
}

export function fieldNamed(name: string, product: Product): string | undefined {
  const whole = fieldOf(foldedName(name), product)
  if (whole !== undefined) return whole
  const telling = wordsOf(name).filter((word) => !NOISE.has(word))
  return fieldOf(telling.join('').toLowerCase(), product) ?? fieldOfEach(name, product)
}

/**
 * `City / Town`, `Suburb (locality)`: names of the same field; `House name / no`: of what says which house it is;
 * `Street (no.)`: of a line with both.
 */
function fieldOfEach(name: string, product: Product): string | undefined {
  const [first = '', ...others] = name
    .split(/[/(&]|\b(?:or|and)\b/i)
    .map((part) => fieldOf(foldedName(part), product))
  if (others.length === 0) return undefined
  const { house, street } = countryOf(product).lists
  if (others.every((field) => field === first)) return first
  const notHouse = [first, ...others].filter((field) => !house.includes(field ?? ''))
  if (notHouse.length === 0) return house[0]
  return notHouse.every((field) => field === street) ? 'address' : undefined
}

function namesField(name: string): boolean {
  return PRODUCTS.some((product) => fieldNamed(name, product) !== undefined)
}

/** Whether a record is a header: some of its fields are names of columns, and none is part of an address. */
export function isHeader(fields: readonly string[]): boolean {
  const isData = fields.some((field) => field.length > NAME_LENGTH_MAX || /^\d/.test(field))
  return !isData && fields.some(namesField)
}

const NAME_LENGTH_MAX = 60

function fieldOf(folded: string, product: Product): string | undefined {
  const [, line] = LINE.exec(folded) ?? []
  if (line !== undefined) return `line_${line}`
  const names = FIELDS[product]
  const english = IN_ENGLISH.get(folded) ?? folded
  return (
    names.get(english) ??
    names.get(SHORT_ENDS.reduce((name, [end, full]) => name.replace(end, full), english))
  )
}

/** What programs of other countries call the columns. */
const IN_ENGLISH = fieldsByName({
  company: 'firma empresa societe raisonsociale azienda bedrijf',
  street: 'strasse strae calle rue ulica straat',
  number: 'hausnummer hausnr numero civico huisnummer',
  address: 'adresse anschrift direccion indirizzo adres',
  postcode: 'plz postleitzahl codepostal codigopostal kodpocztowy',
  town: 'ort stadt ville ciudad citta comune miasto plaats woonplaats',
})

/** `POST_CODE1`, `Number From`, `HOUSE_NUM`, `STREET_NM`, `POSTAL_CD`. */
const SHORT_ENDS = [
  [/(?<=[a-z])1$/, ''],
  [/(?<=number|no)(?:from|start)$/, ''],
  [/(?:num|nr|nbr)$/, 'no'],
  [/nm$/, 'name'],
  [/cd$/, 'code'],
] as const

/** `AddressLine1` is `ADDRESS`, `LINE`, `1`. */
function wordsOf(name: string): string[] {
  const spaced = name.replace(/([a-z])([A-Z0-9])/g, '$1 $2')
  return spaced.toUpperCase().match(/[A-Z0-9]+/g) ?? []
}

/** Whose address it is, where a list has several: the first that has a street is taken. */
const OWNERS = [
  ...['shipping', 'delivery', 'shipto', 'ship', 'physical', 'home', 'residential', 'mailing'],
  ...['postal', 'billing', 'billto', 'bill', 'invoice', 'customer', 'client', 'contact', 'account'],
  ...['owner', 'applicant', 'holder', 'agent', 'correspondence', 'work', 'office'],
]

/** `MailingStreet, MailingCity` as `street, city`, unless a name is that of a street as it is. */
export function withoutOwner(names: readonly string[]): readonly string[] {
  if (names.some(isStreet)) return names
  const folded = names.map(foldedName)
  const owner = OWNERS.find((each) =>
    folded.some((name) => name.startsWith(each) && isStreet(name.slice(each.length))),
  )
  if (owner === undefined) return names
  return names.map((name, at) => {
    const whole = folded[at] ?? ''
    return whole.startsWith(owner) ? whole.slice(owner.length) : name
  })
}

function isStreet(name: string): boolean {
  return PRODUCTS.some((product) => {
    const field = fieldNamed(name, product)
    return field === 'address' || field === 'line_1' || field === countryOf(product).lists.street
  })
}

/** The same, also with names after the word for whose address it is. */
export function isOwnedHeader(fields: readonly string[]): boolean {
  return isHeader(fields) || isHeader(withoutOwner(fields))
}

/** What divides a first line into names that are known, whatever the rows below are like; otherwise undefined. */
export function headerDelimiter(line: string): string | undefined {
  return DELIMITERS.find((delimiter) => {
    const names = line.split(delimiter).map((name) => name.replaceAll('"', '').trim())
    return withoutOwner(names).filter(namesField).length >= 2 && isOwnedHeader(names)
  })
}

const UNKNOWN_NAME_LENGTH_MAX = 40
const UNKNOWN_NAME_WORDS_MAX = 3
/** This share of the rows below has a digit. */
const NUMBERED_SHARE = 0.8
const ROWS_MIN = 2

/** The same shape, with its first record taken for a header where it is words above rows that have numbers. */
export function withUnknownHeader(shape: ListShape): ListShape {
  const [first, ...rows] = shape.records
  if (shape.hasHeader || first === undefined || rows.length < ROWS_MIN) return shape
  const isNamed = first.fields.every(isName) && new Set(first.fields).size === first.fields.length
  const numbered = rows.filter(({ fields }) => fields.some((field) => /\d/.test(field)))
  const isAbove = numbered.length >= NUMBERED_SHARE * rows.length
  return isNamed && isAbove ? { ...shape, hasHeader: true } : shape
}

function isName(text: string): boolean {
  const isShort =
    text.length <= UNKNOWN_NAME_LENGTH_MAX && text.split(/\s+/).length <= UNKNOWN_NAME_WORDS_MAX
  return isShort && /\p{L}/u.test(text) && !/[\d,]/.test(text)
}
