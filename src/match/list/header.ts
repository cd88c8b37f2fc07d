// The header of a list: told by names that are known, also behind the word for whose address it is, or by its place.

import { fieldNamed, isHeader } from '../../importers/lists/column-names.ts'
import type { ListShape } from '../../importers/lists/list-shape.ts'
import { foldedName } from '../../importers/reading/header.ts'

/** Whose address it is, where a list has several: the first that has a street is taken. */
const OWNERS = [
  ...['shipping', 'delivery', 'shipto', 'ship', 'physical', 'home', 'residential', 'mailing'],
  ...['postal', 'billing', 'billto', 'bill', 'invoice', 'customer', 'client', 'contact', 'account'],
  ...['owner', 'applicant', 'holder', 'agent', 'correspondence', 'work', 'office'],
]
const STREET_FIELDS = new Set(['address', 'line_1', 'thoroughfare', 'street_name'])
const DELIMITERS = [',', ';', '\t', '|']

/** `MailingStreet, MailingCity` as `street, city`, where no name is that of a street as it is. */
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
  return (
    STREET_FIELDS.has(fieldNamed(name, 'uk') ?? '') ||
    STREET_FIELDS.has(fieldNamed(name, 'au') ?? '')
  )
}

export function isListHeader(fields: readonly string[]): boolean {
  return isHeader(fields) || isHeader(withoutOwner(fields))
}

/** What divides a first line into names that are known, whatever the rows below are like; otherwise undefined. */
export function headerDelimiter(line: string): string | undefined {
  return DELIMITERS.find((delimiter) => {
    const names = line.split(delimiter).map((name) => name.replaceAll('"', '').trim())
    const known = withoutOwner(names).filter(
      (name) => fieldNamed(name, 'uk') ?? fieldNamed(name, 'au'),
    )
    return known.length >= 2 && isListHeader(names)
  })
}

const NAME_LENGTH_MAX = 40
const NAME_WORDS_MAX = 3
/** So many of the rows below have a digit. */
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
  const isShort = text.length <= NAME_LENGTH_MAX && text.split(/\s+/).length <= NAME_WORDS_MAX
  return isShort && /\p{L}/u.test(text) && !/[\d,]/.test(text)
}
