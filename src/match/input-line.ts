// What is asked: one line, or the cells of a row by part, which become one line in the order of the product.

import type { Product } from '../address/product.ts'
import type { PartName } from './verdict.ts'

export type MatchInput =
  | string
  | Readonly<Partial<Record<PartName | 'line' | 'organisation', string>>>

/** A line is looked at up to so many characters; no address is longer. */
const LINE_MAX = 500

export function lineOf(input: MatchInput, product: Product): string {
  const line = typeof input === 'string' ? input : joined(input, product)
  return line.slice(0, LINE_MAX).trim()
}

function joined(cells: Exclude<MatchInput, string>, product: Product): string {
  const { organisation, building, unit, level, number, street, type, line } = cells
  const { place, state, postcode } = cells
  const premises = [numbered(unit, 'UNIT'), numbered(level, 'LEVEL')]
  const road = spaced(number, street, type)
  const where = product === 'au' ? [spaced(place, state, postcode)] : [place, state, postcode]
  return [organisation, building, ...premises, road, line, ...where]
    .map((part) => part?.trim() ?? '')
    .filter((part) => part !== '')
    .join(', ')
}

/** `UNIT 3` for a cell that says `3`, which alone could be anything. */
function numbered(text = '', kind: string): string {
  return /^\s*\d/.test(text) ? `${kind} ${text.trim()}` : text
}

function spaced(...parts: readonly (string | undefined)[]): string {
  return parts
    .map((part) => part?.trim() ?? '')
    .filter((part) => part !== '')
    .join(' ')
}
