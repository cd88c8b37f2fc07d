// What is left of a UK line that nothing fits when something is given up: who is there, a place, the postcode.

import type { Product } from '../address/product.ts'

const SEGMENTS_MAX = 8
const POSTCODE = /\b[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}\b/i

/** The likeliest first. The engine gives up parts of an Australian line by itself. */
export function shorterLines(line: string, product: Product): readonly string[] {
  if (product !== 'uk') return []
  const postcode = POSTCODE.exec(line)?.[0] ?? ''
  const rest = line.replace(postcode, '')
  const segments = rest
    .split(',')
    .map((segment) => segment.trim())
    .filter((segment) => segment !== '')
    .slice(0, SEGMENTS_MAX)
  const lines: string[] = []
  const numbered = segments.findIndex((segment) => /^\d/.test(segment))
  const from = numbered < 0 ? 1 : numbered
  if (from > 0) lines.push([...segments.slice(from), postcode].join(', '))
  const withNumber = /\d.*$/.exec(rest)?.[0] ?? ''
  if (segments.length === 1 && withNumber !== rest.trim()) lines.push(`${withNumber} ${postcode}`)
  // The street and the postcode are enough, and so are the street and the town.
  const street = segments[Math.max(numbered, 0)] ?? ''
  if (segments.length > 1) {
    if (postcode !== '') lines.push(`${street}, ${postcode}`)
    const town = segments.at(-1) ?? ''
    lines.push(`${street}, ${town}`)
    lines.push([...segments.slice(Math.max(numbered, 0), -1), postcode].join(', '))
  }
  if (postcode !== '') lines.push(segments.slice(Math.max(numbered, 0)).join(', '))
  return [...new Set(lines)].filter((each) => each !== line && /\p{L}/u.test(each))
}
