// How a list of addresses is written and which of its columns are read as what: plain data, fit for any thread.

import type { Product } from '../../address/product.ts'
import type { Encoding } from '../../importers/lists/decoded-input.ts'

/** The possible values of `read_as`. Several columns may be the same; their cells are joined in the order given. */
export const COLUMN_ROLES = [
  'address',
  'organisation',
  'building',
  'unit-type',
  'unit',
  'level',
  'lot',
  'number',
  'number-last',
  'street',
  'type',
  'place',
  'state',
  'postcode',
] as const

export type ColumnRole = (typeof COLUMN_ROLES)[number]

export interface ColumnRead {
  /** From 0. */
  readonly column: number
  readonly role: ColumnRole
}

export interface ListLayout {
  /** Its name, for messages. */
  readonly file: string
  readonly product: Product
  readonly format: 'delimited' | 'ndjson'
  readonly encoding: Encoding
  /** Whether the file begins with a byte order mark, or is in an encoding that has to have one. */
  readonly isMarked: boolean
  readonly delimiter: string
  /** The line of the header, or of the first row where there is none: lines of title may stand above. */
  readonly fromLine: number
  readonly hasHeader: boolean
  /** Of all columns; `column 1` where there is no header. */
  readonly names: readonly string[]
  /** In the order in which they are joined. */
  readonly reads: readonly ColumnRead[]
}
