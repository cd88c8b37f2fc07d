// The addresses themselves: one record each, sorted by street, then number, then unit.
// Unchecked: hot, read for each record that a query looks at.

import type { Point } from '../../address/geo.ts'
import { lowerBoundU32 } from '../../lib/lower-bound.ts'
import { Lists } from '../columns/lists.ts'
import { SparseColumn } from '../columns/sparse-column.ts'
import type { IndexSections } from '../file/index-sections.ts'
import type { RecordColumn } from '../file/sections.ts'
import { NO_NUMBER, NumberCodes } from '../words/number-code.ts'
import { STEP_UNITS, STEPS_PER_POINT_UNIT, type Streets } from './streets.ts'

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
export const NUMBER_COLUMNS = ['last', 'unit', 'level', 'lot'] as const
export const KIND_COLUMNS = ['unitKind', 'levelKind'] as const

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
  /** Columns of names that are searched: for each record a name's number in `nameTerms`, or NONE. */
  readonly names: readonly SparseColumn[]
  readonly nameTerms: Lists
  readonly kindTerms: Lists
  readonly #latitude: Int32Array
  readonly #longitude: Int32Array
  readonly #streets: Streets

  constructor(sections: IndexSections, streets: Streets, nameColumns: readonly RecordColumn[]) {
    this.codes = new NumberCodes(sections.get('number.templates'))
    this.number = sections.get('record.number')
    this.count = this.number.length
    this.last = new SparseColumn(sections, 'record.last', NO_NUMBER)
    this.unit = new SparseColumn(sections, 'record.unit', NO_NUMBER)
    this.unitKind = new SparseColumn(sections, 'record.unitKind', NONE)
    this.level = new SparseColumn(sections, 'record.level', NO_NUMBER)
    this.levelKind = new SparseColumn(sections, 'record.levelKind', NONE)
    this.lot = new SparseColumn(sections, 'record.lot', NO_NUMBER)
    this.flags = sections.get('record.flags')
    this.residentialKinds = residentialKinds(this.flags)
    this.principal = new SparseColumn(sections, 'record.principal', NONE)
    this.names = nameColumns.map((name) => new SparseColumn(sections, `record.${name}`, NONE))
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

  /** Whether the record has a flag of RECORD. */
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
    return {
      latitude: this.latitude(record, street),
      longitude: this.longitude(record, street),
    }
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

function degrees(point: number, steps: number): number {
  return (point * STEPS_PER_POINT_UNIT + steps) / STEP_UNITS
}
