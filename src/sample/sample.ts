// The sample data of each product: made-up addresses in real places, packed by `npm run -s generate -- sample`.

import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { EMPTY_NATIONAL_ROW } from '../address/national.ts'
import { EMPTY_POSTAL_ROW } from '../address/postal.ts'
import type { Product } from '../address/product.ts'
import { isNational, type ProductOf } from '../countries/country.ts'
import type { ImportSource, NationalSource, PostalSource } from '../index/rows/row-source.ts'

/** The values of each field, row by row. */
export type Columns = Readonly<Record<string, readonly unknown[]>>

export function sampleSource(product: ProductOf<'national'>): NationalSource
export function sampleSource(product: ProductOf<'postal'>): PostalSource
export function sampleSource(product: Product): ImportSource
export function sampleSource(product: Product): ImportSource {
  const packed = readFileSync(new URL(`./${product}.json.br`, import.meta.url))
  const { columns, ...source } = JSON.parse(brotliDecompressSync(packed).toString())
  const empty = isNational(product) ? EMPTY_NATIONAL_ROW : EMPTY_POSTAL_ROW
  return { ...source, rows: () => rowsOf(columns, empty) }
}

function* rowsOf(columns: Columns, empty: object): Generator<object> {
  const fields = Object.entries(columns)
  const count = fields[0]?.[1].length ?? 0
  for (let at = 0; at < count; at += 1) {
    const row: Record<string, unknown> = { ...empty }
    for (const [field, values] of fields) row[field] = values[at]
    yield row
  }
}
