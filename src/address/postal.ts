// Variant B: the row that importers produce and the Address that callers get.

import { emptyRow, type RowName, type TextName } from '../countries/fields.ts'
import { type POSTAL_FIELDS, POSTAL_ROW_FIELDS } from '../countries/postal-fields.ts'
import type { Point } from './geo.ts'

type RowTexts = { readonly [Name in TextName<typeof POSTAL_ROW_FIELDS> as RowName<Name>]: string }

/** One delivery point, as importers yield it: the texts of POSTAL_ROW_FIELDS, and more. Absent is ''. */
export interface PostalRow extends RowTexts, Point {
  readonly residential: boolean
  /** Names of its street and of its place in another language, by which it is found as well. */
  readonly otherNames?: OtherPostalNames
}

export interface OtherPostalNames {
  readonly streets: readonly string[]
  readonly places: readonly string[]
}

export const EMPTY_POSTAL_ROW: PostalRow = emptyRow(POSTAL_ROW_FIELDS)

/** The Address of Variant B, exactly as Get sends it. */
export interface PostalAddress
  extends Readonly<Record<TextName<typeof POSTAL_FIELDS>, string>>,
    Point {
  /** Always five entries: line_1, line_2, line_3 and line_4, locality and town, county. */
  readonly formatted_address: readonly [string, string, string, string, string]
  readonly residential: boolean
  /** Only where the data has it. */
  readonly uprn?: string
}
