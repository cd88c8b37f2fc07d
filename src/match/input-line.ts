// What is asked: one line, or the cells of a row by part, which become one line in the order of the product.

import type { Product } from '../address/product.ts'
import { besideOthers, type MatchCells } from './cells.ts'

export type MatchInput = string | MatchCells

/** A line is looked at up to so many characters; no address is longer. */
const LINE_MAX = 500

export function lineOf(input: MatchInput, product: Product): string {
  const line = typeof input === 'string' ? input : joined(besideOthers(input, product), product)
  const named = product === 'uk' ? line.replace(FLAT_ON_FLOOR, '$1Flat ') : line
  return named.slice(0, LINE_MAX).replace(PHONES[product], ' ').replace(PTY_LTD, 'PTY LTD').trim()
}

/** With the number of the country, or from a 0 on. */
const PHONES: Readonly<Record<Product, RegExp>> = {
  au: /(?<![\d/-])(?:\+?61[ -]?\(?0?\)? ?|\(?0)[2-478](?:[ )-]{0,2}\d){8}(?!\d)/g,
  uk: /(?<![\d/-])(?:\+?44[ -]?\(?0?\)? ?|\(?0)[1-9](?:[ )-]{0,2}\d){8,9}(?![A-Z\d])/gi,
}
/** `1/2, 18 Windsor Road`, as Scottish flats are numbered by floor. */
const FLAT_ON_FLOOR = /(^|, *)(?=\d{1,2}\/\d{1,2}[, ]+\d)/
/** Its `L` is no level. */
const PTY_LTD = /\bP\/L\b/gi

function joined(cells: MatchCells, product: Product): string {
  const { organisation, building, unit, level, number, street, type, line } = cells
  const { place, state, postcode } = cells
  const premises = [numbered(unit, 'UNIT'), numbered(level, 'LEVEL')]
  const road = spaced(number, street, type)
  const where = product === 'au' ? [spaced(place, state, postcode)] : [place, state, postcode]
  return [organisation, building, ...premises, road, line, ...where]
    .filter((part) => part !== undefined && part !== '')
    .join(', ')
}

/** `UNIT 3` for a cell that says `3`, which alone could be anything. */
function numbered(text = '', kind: string): string {
  return /^\d/.test(text) ? `${kind} ${text}` : text
}

function spaced(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join(' ')
}
