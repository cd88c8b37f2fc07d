// The columns that rows of any product are gathered in while they stream in, one value per row each.

import type { RecordColumn } from '../file/sections.ts'
import {
  Columns,
  type GrowingArray,
  GrowingBytes,
  type GrowingU32,
  type SpillFile,
} from './growing-arrays.ts'
import { FieldNumbers, PairNumbers, TextNumbers } from './text-numbers.ts'

/** The names of its columns and the fields of its parts are what the products differ in. */
export interface TableLayout<NameField extends string, PlaceField extends string> {
  readonly columns: readonly RecordColumn[]
  readonly nameFields: readonly [NameField, ...NameField[]]
  readonly placeFields: readonly [PlaceField, ...PlaceField[]]
}

export class AddressTable<
  NameField extends string = string,
  PlaceField extends string = string,
> extends Columns {
  readonly texts = new TextNumbers()
  /** House, unit, level and lot numbers as they are written. */
  readonly numberTexts = new TextNumbers()
  readonly kindTexts = new TextNumbers()
  readonly nameTexts = new TextNumbers()
  /** The distinct names of streets, and the distinct places. */
  readonly names: FieldNumbers<NameField>
  readonly places: FieldNumbers<PlaceField>
  /** Streets in order of first use: their name part with their place, then (UK) with their postcode. */
  readonly streets = new PairNumbers()
  /** A named street in its place, whatever its postcodes. */
  readonly wholeStreets: PairNumbers = this.streets

  readonly street = this.u32()
  readonly number = this.u32()
  readonly last = this.u32()
  readonly unit = this.u32()
  readonly unitKind = this.u32()
  readonly level = this.u32()
  readonly levelKind = this.u32()
  readonly lot = this.u32()
  /** By row, what else people write for the house number, where it is neither a number nor a range: `12/14`. */
  readonly otherNumbers = new Map<number, string>()
  /** Always in memory: some are changed before they are written. */
  readonly flags = new GrowingBytes()
  readonly latitude: GrowingArray<Float64Array> = this.f64()
  readonly longitude: GrowingArray<Float64Array> = this.f64()
  /** What its index must have in common with another, where both become one. */
  beside: { readonly templates: readonly string[]; readonly buckets: number } | undefined
  /** Searched names, by column. */
  readonly nameColumns: ReadonlyMap<RecordColumn, GrowingU32>

  constructor(layout: TableLayout<NameField, PlaceField>, spill?: SpillFile) {
    super(spill)
    this.names = new FieldNumbers(this.texts, layout.nameFields)
    this.places = new FieldNumbers(this.texts, layout.placeFields)
    this.nameColumns = new Map(layout.columns.map((column) => [column, this.u32()]))
  }

  get rows(): number {
    return this.street.length
  }

  /** The whole street that a street is, or in the UK is a part of. */
  wholeOf(street: number): number {
    return street
  }

  nameOf(street: number): number {
    return this.wholeStreets.firstOf(this.wholeOf(street))
  }

  placeOf(street: number): number {
    return this.wholeStreets.secondOf(this.wholeOf(street))
  }

  nameColumn(column: RecordColumn): GrowingU32 {
    const values = this.nameColumns.get(column)
    if (values === undefined) throw new Error(`The product has no column ${column}.`)
    return values
  }
}
