// The ids of a product as two numbers each, as in ledgers and change logs, and as texts that sort in the same order.

import type { Product } from '../../address/product.ts'
import { isNational } from '../../countries/country.ts'
import { pidText, splitPid } from '../../index/ids/national-ids.ts'
import { postalIdNamed, postalIdText } from '../../index/ids/postal-id.ts'
import { elementAt } from '../../lib/element-at.ts'

/** The number of its prefix and one more or, where there are no prefixes, the halves of 64 bits. */
export interface IdKey {
  readonly first: number
  readonly second: number
}

/** Undefined for a text that is no id of the product. */
export function readId(id: string, prefixes: readonly string[]): IdKey | undefined {
  if (prefixes.length === 0) return readPostal(id)
  const { prefix, number } = splitPid(id)
  const first = prefixes.indexOf(prefix)
  return first === -1 ? undefined : { first, second: number }
}

function readPostal(id: string): IdKey | undefined {
  const found = postalIdNamed(id)
  return found && { first: found.high, second: found.low }
}

export function idText({ first, second }: IdKey, prefixes: readonly string[]): string {
  if (prefixes.length === 0) return postalIdText({ high: first, low: second })
  return pidText(elementAt(prefixes, first), second)
}

/** Below every character of an id. */
const BETWEEN = '\t'
const NUMBER_DIGITS = 10
const HALF_DIGITS = 8

/** A text that sorts, byte by byte, as the ids of ledgers do, whatever prefixes there are. */
export function sortableId({ first, second }: IdKey, prefixes: readonly string[]): string {
  return prefixes.length === 0
    ? sortablePostal(first, second)
    : sortablePid(elementAt(prefixes, first), second)
}

function sortablePid(prefix: string, number: number): string {
  return `${prefix}${BETWEEN}${String(number).padStart(NUMBER_DIGITS, '0')}`
}

function sortablePostal(...halves: readonly number[]): string {
  return halves.map((half) => half.toString(16).padStart(HALF_DIGITS, '0')).join('')
}

const PRINTABLE = /^[!-~]{1,100}$/

/** The same of an id as people write it; undefined for a text that is no id of the product. */
export function toSortable(product: Product, id: string): string | undefined {
  if (isNational(product)) {
    const { prefix, number } = splitPid(id)
    return PRINTABLE.test(id) ? sortablePid(prefix, number) : undefined
  }
  const key = readPostal(id)
  return key && sortablePostal(key.first, key.second)
}

export function fromSortable(product: Product, text: string): string {
  if (isNational(product)) {
    const at = text.lastIndexOf(BETWEEN)
    return pidText(text.slice(0, at), Number(text.slice(at + 1)))
  }
  const [first, second] = [text.slice(0, HALF_DIGITS), text.slice(HALF_DIGITS)].map((half) =>
    Number.parseInt(half, 16),
  )
  return postalIdText({ high: first ?? 0, low: second ?? 0 })
}
