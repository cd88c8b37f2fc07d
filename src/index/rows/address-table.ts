// The columns that rows of either product are gathered in while they stream in, one value per row each.

import type { RecordColumn } from '../file/sections.ts'
import { GrowingBytes, GrowingF64, GrowingU32 } from './growing-arrays.ts'
import { PairNumbers } from './pair-numbers.ts'
import type { SpillFile } from './spill-file.ts'
import { TextNumbers } from './text-numbers.ts'

export class AddressTable {
  readonly texts = new TextNumbers()
  /** House, unit, level and lot numbers as they are written. */
  readonly numberTexts = new TextNumbers()
  readonly kindTexts = new TextNumbers()
  readonly nameTexts = new TextNumbers()
  /** Streets in order of first use: their name part with their place, then (UK) with their postcode. */
  readonly streets = new PairNumbers()

  readonly street: GrowingU32
  readonly number: GrowingU32
  readonly last: GrowingU32
  readonly unit: GrowingU32
  readonly unitKind: GrowingU32
  readonly level: GrowingU32
  readonly levelKind: GrowingU32
  readonly lot: GrowingU32
  /** By row, what else people write for the house number, where it is neither a number nor a range: `12/14`. */
  readonly otherNumbers = new Map<number, string>()
  /** In memory always: some are changed before they are written. */
  readonly flags = new GrowingBytes()
  readonly latitude: GrowingF64
  readonly longitude: GrowingF64
  /** Searched names, by column. */
  readonly names: ReadonlyMap<RecordColumn, GrowingU32>

  /** With a file the columns are there for the most part, and in memory from their `view` to their `release`. */
  constructor(nameColumns: readonly RecordColumn[], spill?: SpillFile) {
    this.street = new GrowingU32(spill)
    this.number = new GrowingU32(spill)
    this.last = new GrowingU32(spill)
    this.unit = new GrowingU32(spill)
    this.unitKind = new GrowingU32(spill)
    this.level = new GrowingU32(spill)
    this.levelKind = new GrowingU32(spill)
    this.lot = new GrowingU32(spill)
    this.latitude = new GrowingF64(spill)
    this.longitude = new GrowingF64(spill)
    this.names = new Map(nameColumns.map((column) => [column, new GrowingU32(spill)]))
  }

  /** The columns that were read from the file leave memory; one that is needed again is read again. */
  release(): void {
    for (const column of this.#columns()) column.release()
  }

  /** Nothing can be read from the columns afterwards; the texts stay. */
  free(): void {
    for (const column of this.#columns()) column.free()
    this.flags.free()
  }

  #columns() {
    const { street, number, last, unit, unitKind, level, levelKind, lot } = this
    const numbers = [street, number, last, unit, unitKind, level, levelKind, lot]
    return [...numbers, ...this.names.values(), this.latitude, this.longitude]
  }

  get rows(): number {
    return this.street.length
  }

  addNumbers(numbers: {
    readonly number: string
    readonly last: string
    readonly unit: string
    readonly unitKind: string
    readonly level: string
    readonly levelKind: string
    readonly lot: string
  }): void {
    this.number.push(this.numberTexts.add(numbers.number))
    this.last.push(this.numberTexts.add(numbers.last))
    this.unit.push(this.numberTexts.add(numbers.unit))
    this.unitKind.push(this.kindTexts.add(numbers.unitKind))
    this.level.push(this.numberTexts.add(numbers.level))
    this.levelKind.push(this.kindTexts.add(numbers.levelKind))
    this.lot.push(this.numberTexts.add(numbers.lot))
  }

  addName(column: RecordColumn, name: string): void {
    this.nameColumn(column).push(this.nameTexts.add(name))
  }

  nameColumn(column: RecordColumn): GrowingU32 {
    const values = this.names.get(column)
    if (values === undefined) throw new Error(`The product has no column ${column}.`)
    return values
  }
}
