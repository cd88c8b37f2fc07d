// The addresses themselves: one record each, sorted by street, then number, then unit.
// Unchecked: hot, read for each record that a query looks at, and written from a dozen columns of every address.

import type { Point } from '../../address/geo.ts'
import { lowerBoundU32 } from '../../lib/lower-bound.ts'
import { Lists } from '../columns/lists.ts'
import { SparseColumn, writeSparse } from '../columns/sparse-column.ts'
import {
  EMPTY_TEXT,
  FieldTexts,
  type FinalTexts,
  type Texts,
  writeTexts,
} from '../columns/texts.ts'
import type { IndexSections } from '../file/index-sections.ts'
import type { RecordColumn } from '../file/sections.ts'
import type { TableLayout } from '../rows/address-table.ts'
import { type Build, DROPPED } from '../rows/final-order.ts'
import type { GrowingU32 } from '../rows/growing-arrays.ts'
import { valuesOf } from '../rows/row-order.ts'
import { NO_NUMBER, NumberCodes } from '../words/number-code.ts'
import { POINT_UNITS, type Streets } from './streets.ts'

/** Records are stored as steps away from the point of their street, in hundred-millionths of a degree. */
export const STEP_UNITS = 1e8
export const STEPS_PER_POINT_UNIT = STEP_UNITS / POINT_UNITS

export const RECORD = {
  /** A unit or a level, not the building itself. */
  deep: 1,
  alias: 2,
  retired: 4,
  residential: 8,
  primary: 16,
  secondary: 32,
  /** Found by its id only: it, or what it stands for, is no longer in use. */
  hidden: 64,
  /** Its number is a range: a plain number that was typed comes before it. */
  range: 128,
} as const

export const NONE = 0xffffffff

/** Columns of further numbers, in the form of `record.number`, and of kinds, by their number in `kinds.texts`. */
const NUMBER_COLUMNS = ['last', 'unit', 'level', 'lot'] as const
const KIND_COLUMNS = ['unitKind', 'levelKind'] as const
/** Columns of names that are searched; each product has some of them. */
const NAME_COLUMNS = [
  'building',
  'site',
  'organisation',
  'department',
  'poBox',
  'subBuilding',
  'buildingName',
] as const

export class Records {
  readonly count: number
  readonly codes: NumberCodes
  readonly number: Uint32Array
  readonly last: SparseColumn
  readonly unit: SparseColumn
  readonly unitKind: SparseColumn
  readonly level: SparseColumn
  readonly levelKind: SparseColumn
  readonly lot: SparseColumn
  readonly flags: Uint8Array
  /** True where there are residential records, false where there are others. */
  readonly residentialKinds: ReadonlySet<boolean>
  /** For an alias the record it stands for. */
  readonly principal: SparseColumn
  /** Searched names: for each record a name's number in `nameTerms`, or NONE. */
  readonly nameColumns: ReadonlyMap<RecordColumn, SparseColumn>
  readonly names: readonly SparseColumn[]
  readonly nameTerms: Lists
  readonly kindTerms: Lists
  readonly #latitude: Int32Array
  readonly #longitude: Int32Array
  readonly #streets: Streets

  constructor(sections: IndexSections, streets: Streets) {
    const column = (name: RecordColumn, absent: number) =>
      new SparseColumn(sections, `record.${name}`, absent)
    this.codes = new NumberCodes(sections.get('number.templates'))
    this.number = sections.get('record.number')
    this.count = this.number.length
    this.last = column('last', NO_NUMBER)
    this.unit = column('unit', NO_NUMBER)
    this.unitKind = column('unitKind', NONE)
    this.level = column('level', NO_NUMBER)
    this.levelKind = column('levelKind', NONE)
    this.lot = column('lot', NO_NUMBER)
    this.flags = sections.get('record.flags')
    this.residentialKinds = residentialKinds(this.flags)
    this.principal = column('principal', NONE)
    const own = NAME_COLUMNS.filter((name) => sections.find(`record.${name}.bits`) !== undefined)
    this.nameColumns = new Map(own.map((name) => [name, column(name, NONE)]))
    this.names = [...this.nameColumns.values()]
    this.nameTerms = new Lists(sections, 'names.terms')
    this.kindTerms = new Lists(sections, 'kinds.terms')
    this.#latitude = sections.get('record.latitude')
    this.#longitude = sections.get('record.longitude')
    this.#streets = streets
  }

  /** The house number in its packed form. */
  numberOf(record: number): number {
    return this.number[record]
  }

  is(record: number, flag: number): boolean {
    return (this.flags[record] & flag) !== 0
  }

  latitude(record: number, street: number): number {
    return degrees(this.#streets.latitude[street], this.#latitude[record])
  }

  longitude(record: number, street: number): number {
    return degrees(this.#streets.longitude[street], this.#longitude[record])
  }

  point(record: number): Point {
    const street = this.#streets.ofRecord(record)
    return { latitude: this.latitude(record, street), longitude: this.longitude(record, street) }
  }

  /** The first record from `low` to `high` whose packed number is not below `wanted`. */
  lowerBound(wanted: number, low: number, high: number): number {
    return lowerBoundU32(this.number, wanted, low, high)
  }
}

/** Where there are both kinds, the first records tell so. */
function residentialKinds(flags: Uint8Array): ReadonlySet<boolean> {
  const first = flags[0] & RECORD.residential
  let same = 0
  while (same < flags.length && (flags[same] & RECORD.residential) === first) same++
  const kind = first !== 0
  return new Set(same === flags.length ? [kind] : [kind, !kind])
}

/** `point` is that of the street, `steps` are those of the record from there. */
function degrees(point: number, steps: number): number {
  return (point * STEPS_PER_POINT_UNIT + steps) / STEP_UNITS
}

export interface RecordIds {
  /** In a national index '' for NONE. */
  text(record: number): string
  /** The record with this id, or NONE. */
  find(id: string): number
}

export class RecordTexts<NameField extends string, PlaceField extends string> {
  protected readonly texts: Texts
  protected readonly streets: Streets
  protected readonly records: Records
  protected readonly names: FieldTexts<NameField>
  protected readonly places: FieldTexts<PlaceField>
  protected readonly ids: RecordIds
  readonly #textOfName: Uint32Array

  constructor(
    sections: IndexSections,
    texts: Texts,
    streets: Streets,
    records: Records,
    { nameFields, placeFields }: TableLayout<NameField, PlaceField>,
    ids: RecordIds,
  ) {
    this.texts = texts
    this.streets = streets
    this.records = records
    this.names = new FieldTexts(sections, texts, 'name.texts', nameFields)
    this.places = new FieldTexts(sections, texts, 'place.texts', placeFields)
    this.ids = ids
    this.#textOfName = sections.get('names.text')
  }

  id(record: number): string {
    return this.ids.text(record)
  }

  find(id: string): number {
    return this.ids.find(id)
  }

  protected name(street: number, field: NameField): string {
    return this.names.at(this.streets.nameOf(street), field)
  }

  protected place(street: number, field: PlaceField): string {
    return this.places.at(this.streets.placeOf(street), field)
  }

  /** A searched name of the record, '' for none. */
  protected own(record: number, column: RecordColumn): string {
    return this.texts.at(this.ownNumber(record, column))
  }

  /** The number of its text, EMPTY_TEXT for none. */
  protected ownNumber(record: number, column: RecordColumn): number {
    const name = this.records.nameColumns.get(column)?.at(record) ?? NONE
    return name === NONE ? EMPTY_TEXT : this.#textOfName[name]
  }
}

/** `principalOf` has the row that each row is an alias of, or DROPPED. Returns what `writePoints` does. */
export async function writeRecords(build: Build, principalOf?: Uint32Array) {
  const { writer, table, order } = build
  const { rows, packed } = order
  await writer.add('number.templates', order.templates)
  await writer.add('record.number', valuesOf(valuesOf(rows, table.number.view()), packed))
  table.number.release()
  for (const name of NUMBER_COLUMNS) {
    const values = table[name].view()
    await writeSparse(writer, `record.${name}`, rows, NO_NUMBER, (row) => packed[values[row]])
    table[name].release()
  }
  for (const name of KIND_COLUMNS) await writeNumbers(build, name, table[name])
  for (const [name, column] of table.nameColumns) await writeNumbers(build, name, column)
  await writeFlags(build)
  await writeOtherRecords(build, 'principal', principalOf)
  return writePoints(build)
}

/** A column of the numbers of texts, where 0 is the empty text. */
async function writeNumbers({ writer, order }: Build, name: RecordColumn, column: GrowingU32) {
  const values = column.view()
  await writeSparse(writer, `record.${name}`, order.rows, NONE, (row) => values[row] || NONE)
  column.release()
}

async function writeFlags({ writer, table, order: { rows } }: Build): Promise<void> {
  const [flags, last] = [table.flags.view(), table.last.view()]
  const values = new Uint8Array(rows.length)
  for (let record = 0; record < rows.length; record++) {
    const row = rows[record]
    values[record] = flags[row] | (last[row] === 0 ? 0 : RECORD.range)
  }
  await writer.add('record.flags', values)
  table.flags.free()
}

/** A column of other records. `rowOf` has the row of each row's other, or DROPPED; without it there are none. */
export async function writeOtherRecords(
  { writer, order }: Build,
  name: RecordColumn,
  rowOf: Uint32Array | undefined,
): Promise<void> {
  const recordOf = rowOf && order.recordOf
  await writeSparse(writer, `record.${name}`, order.rows, NONE, (row) => {
    const other = rowOf?.[row] ?? DROPPED
    return other === DROPPED ? NONE : (recordOf?.[other] ?? NONE)
  })
}

const STEPS_MAX = 0x7fffffff

/** Returns the records that are too far from their street for the columns; those have no steps. */
async function writePoints({ writer, table, order }: Build): Promise<ReadonlySet<number>> {
  const { rows, streetStart, streets } = order
  const [latitude, longitude] = [table.latitude.view(), table.longitude.view()]
  const streetLatitude = new Int32Array(streets.length)
  const streetLongitude = new Int32Array(streets.length)
  const recordLatitude = new Int32Array(rows.length)
  const recordLongitude = new Int32Array(rows.length)
  const far = new Set<number>()
  for (let street = 0; street < streets.length; street++) {
    const [from, to] = [streetStart[street], streetStart[street + 1]]
    const middle = rows[(from + to) >>> 1]
    streetLatitude[street] = Math.round(latitude[middle] * POINT_UNITS)
    streetLongitude[street] = Math.round(longitude[middle] * POINT_UNITS)
    for (let record = from; record < to; record++) {
      const row = rows[record]
      const north = stepsTo(latitude[row], streetLatitude[street])
      const east = stepsTo(longitude[row], streetLongitude[street])
      if (Math.max(Math.abs(north), Math.abs(east)) > STEPS_MAX) {
        far.add(record)
        continue
      }
      recordLatitude[record] = north
      recordLongitude[record] = east
    }
  }
  await writer.add('street.latitude', streetLatitude)
  await writer.add('street.longitude', streetLongitude)
  await writer.add('record.latitude', recordLatitude)
  await writer.add('record.longitude', recordLongitude)
  return far
}

export function stepsOf(degrees: number): number {
  return Math.round(degrees * STEP_UNITS)
}

function stepsTo(degrees: number, point: number): number {
  return stepsOf(degrees) - point * STEPS_PER_POINT_UNIT
}

/** Writes all texts, then those of kinds and of names by their numbers. No text can be added afterwards. */
export async function writeRecordTexts({ writer, table }: Build): Promise<FinalTexts> {
  const { texts, kindTexts, nameTexts } = table
  for (const name of nameTexts.texts) texts.add(name)
  const final = await writeTexts(writer, texts)
  await writer.add('kinds.texts', kindTexts.texts)
  const names = nameTexts.texts.map((name) => final.numberOf(name))
  await writer.add('names.text', Uint32Array.from(names))
  return final
}
