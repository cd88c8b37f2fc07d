// What is asked: one line, or the cells of a row by part, which become one line in the order of the product.

import type { Product } from '../address/product.ts'
import { type Country, countryOf } from '../countries/country.ts'
import { spaced } from '../judge/parts.ts'
import { perCountry } from '../lines/patterns.ts'
import { besideOthers, type MatchCells } from './cells.ts'

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
