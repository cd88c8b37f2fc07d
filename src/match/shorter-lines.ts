// What is left of a UK line that nothing fits when something is given up: who is there, a place, the postcode.

import type { Product } from '../address/product.ts'
import { UK } from '../countries/uk.ts'

const SEGMENTS_MAX = 8
/** `12MELODY`, but not `12A` and not `12TH`. */
const GLUED_NUMBER = /\b(\d{1,5})((?!(?:st|nd|rd|th)\b)[a-z]{3,})/gi

/** The likeliest first. The engine gives up parts of an Australian line by itself. */
export function shorterLines(line: string, product: Product): readonly string[] {
  if (product !== 'uk') return []
  const whole = line.replace(GLUED_NUMBER, '$1 $2')
  const postcode = UK.postcode.inLine.exec(whole)?.[0] ?? ''
  const rest = whole.replace(postcode, '')
  const segments = rest
    .split(',')
    .map((segment) => segment.trim())
    .filter((segment) => segment !== '')
    .slice(0, SEGMENTS_MAX)
  const lines: string[] = whole === line ? [] : [whole]
  const at = segments.findIndex((segment) => /^\d/.test(segment))
  const numbered = Math.max(at, 0)
  const from = at < 0 ? 1 : at
  if (from > 0) lines.push([...segments.slice(from), postcode].join(', '))
  const withNumber = /\d.*$/.exec(rest)?.[0] ?? ''
  if (segments.length === 1) lines.push(`${withNumber} ${postcode}`, withNumber)
  // The street and the postcode are enough, and so are the street and the town.
  const street = segments[numbered] ?? ''
  if (segments.length > 1) {
    if (postcode !== '') lines.push(`${street}, ${postcode}`)
    lines.push(`${street}, ${segments.at(-1)}`)
    lines.push([...segments.slice(numbered, -1), postcode].join(', '))
  }
  if (postcode !== '') lines.push(segments.slice(numbered).join(', '))
  return [...new Set(lines)].filter((each) => each !== line && /\p{L}/u.test(each))
}
