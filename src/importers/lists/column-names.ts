// Which field of an address a column is, by the name that people give it.

import { PRODUCTS, type Product } from '../../address/product.ts'
import { ofEach } from '../../countries/country.ts'
import { foldedName } from '../reading/header.ts'

/** Lines of an address that a list may have: `line_1` to `line_8`. */
export const LINES_MAX = 8

const FIELDS = ofEach(({ lists }) => fieldsByName(lists.columns))

/** The field of each folded name; where two fields share a name, the first has it. */
function fieldsByName(names: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  const fields = new Map<string, string>()
  for (const [field, texts] of Object.entries(names)) {
    for (const text of texts.split(' '))
      if (text !== '' && !fields.has(text)) fields.set(text, field)
  }
  return fields
}

/** Words that say whose or which address it is, and nothing of its parts. */
const NOISE = new Set(
  'PROPERTY PREMISES PREMISE SITE FULL BUSINESS TRADING ESTABLISHMENT CURRENT MAIN THE OF TEXT SERVICE STORE'.split(
    ' ',
  ),
)
const LINE = /^(?:address|addr|add|line|addressline|addline|addrline)([1-8])$/

/** The field that the column's name says, or undefined. */
export function fieldNamed(name: string, product: Product): string | undefined {
  const whole = fieldOf(foldedName(name), product)
  if (whole !== undefined) return whole
  const telling = wordsOf(name).filter((word) => !NOISE.has(word))
  return fieldOf(telling.join('').toLowerCase(), product)
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
  return FIELDS[product].get(folded)
}

/** `AddressLine1` is `ADDRESS`, `LINE`, `1`. */
function wordsOf(name: string): string[] {
  const spaced = name.replace(/([a-z])([A-Z0-9])/g, '$1 $2')
  return spaced.toUpperCase().match(/[A-Z0-9]+/g) ?? []
}
