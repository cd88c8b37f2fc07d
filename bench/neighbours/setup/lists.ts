// Lists as large as they may be: of private addresses, and of rows to be matched.

import type { Product } from '../../../src/address/product.ts'
import { PRIVATE_ADDRESSES_MAX } from '../../../src/private-addresses/private-address.ts'

const COLUMNS = 256
const WIDE_ROWS = 20
const REVIEW_ROWS = 300
const PREVIEW_BYTES = 1024 * 1024

const POSTCODES: Readonly<Record<Product, string>> = {
  au: '3121',
  nz: '1011',
  uk: 'SK1 1AA',
}

/** As many addresses as an account may have, or fewer, most of the 400 characters that each may have used. */
export function privateCsv(product: Product, count = PRIVATE_ADDRESSES_MAX): string {
  const more = 'Depot Yard Annexe '.repeat(8).trim()
  const rows = Array.from(
    { length: count },
    (_, n) => `${POSTCODES[product]},${n + 1} Church Road,${more},Hillgate ${n % 97},${more},true`,
  )
  return ['postcode,line_1,line_2,locality,county,residential', ...rows].join('\n')
}

/** Polygons that go up and down, so that each of their edges is at the height of all others. */
export function jaggedGeoJson(n: number, corners = 20_000): string {
  const teeth = Array.from({ length: corners }, (_, at) => [
    at / corners,
    50 + (at % 2) + (n % 97) / 1e4,
  ])
  const ring = [...teeth, [1, 49], [0, 49], teeth[0]]
  const geometry = { type: 'Polygon', coordinates: [ring] }
  return JSON.stringify({ type: 'Feature', properties: { name: `Jagged ${n}` }, geometry })
}

/** As many columns as a list may have; by default in rows for which everything is tried. */
export function wideList(n: number, rows = WIDE_ROWS, lineOf = missedLine): string {
  const names = Array.from({ length: COLUMNS - 1 }, (_, at) => `column ${at} of list ${n}`)
  const cells = names.map((_, at) => `cell ${at} ${'x'.repeat(80)}`).join(',')
  const lines = Array.from({ length: rows }, (_, row) => `"${lineOf(n * rows + row)}",${cells}`)
  return [['address', ...names].join(','), ...lines].join('\n')
}

/** Rows that leave doubts, so each can be reviewed. */
export function reviewList(): string {
  const rows = Array.from({ length: REVIEW_ROWS }, (_, n) => doubtfulLine(n))
  return ['address', ...rows].join('\n')
}

/** The largest part of a list that a preview takes. */
export function previewList(n: number): string {
  const one = wideList(n, 1)
  const last = one.slice(one.lastIndexOf('\n'))
  return one + last.repeat(Math.floor((PREVIEW_BYTES - one.length) / last.length))
}

/** Of several streets. */
export function doubtfulLine(n: number): string {
  return `${n + 1} church rd`
}

/** A line that is found nowhere and for which everything is tried. */
export function missedLine(n: number): string {
  return `Flat ${n % 90} ${n} Stoke Stoke Lane Churhc Wilmslwo Raod Macclesfiield Cdar SE1 9ZZ`
}

/** Ids of British addresses, whether there are such or not. */
export function watchedIds(n: number, count: number): string[] {
  return Array.from({ length: count }, (_, at) => `uprn-${(Math.abs(n) % 10) * count + at + 1}`)
}
