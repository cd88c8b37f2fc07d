// The columns of the records of two indexes as those of one: runs of records are copied, their values renumbered.
// Unchecked: hot, goes over every record, and runs are within the columns.

import { lowerBoundNear } from '../../lib/lower-bound.ts'
import { SparseColumn, writeMarked } from '../columns/sparse-column.ts'
import type { SectionWriter } from '../file/index-writer.ts'
import type { RecordColumn, SectionInput, SectionName } from '../file/sections.ts'
import { GrowingU32 } from '../rows/growing-arrays.ts'
import { countUp, sortByKey, valuesOf } from '../rows/row-order.ts'
import { NONE } from '../streets/records.ts'
import { copyBits } from '../terms/bit-maps.ts'
import { codeOf, NO_NUMBER, numberValue, packNumber } from '../words/number-code.ts'
import type { MergedStreets } from './merged-streets.ts'

/** What each part's values become; undefined where they stay as they are. */
export type Renumbering = (part: number) => ((value: number) => number) | undefined

type Column = Extract<
  SectionName,
  `record.${'number' | 'flags' | 'latitude' | 'longitude' | 'idHigh' | 'idLow' | 'uprnLow' | 'uprnHigh'}`
>
type ColumnValues = Uint8Array | Uint16Array | Uint32Array | Int32Array

/** One after the other; a part that has no such column has zeros. */
export function mergedColumn<Values extends ColumnValues>(
  streets: MergedStreets,
  name: Column,
  values: Values,
): Values {
  const columns = streets.parts.map(({ sections }) => sections.find(name))
  streets.eachRun((part, from, to, at) => {
    const column = columns[part]
    if (column !== undefined) values.set(column.subarray(from, to), at)
  })
  return values
}

export async function writeColumn<Name extends Column>(
  writer: SectionWriter,
  streets: MergedStreets,
  name: Name,
  values: SectionInput<Name> & ColumnValues,
): Promise<void> {
  await writer.add(name, mergedColumn(streets, name, values))
}

export async function writeSparseColumn(
  writer: SectionWriter,
  streets: MergedStreets,
  name: RecordColumn,
  renumbering: Renumbering,
): Promise<void> {
  const columns = streets.parts.map(
    ({ sections }) => new SparseColumn(sections, `record.${name}`, NONE),
  )
  const renumbered = columns.map((_, part) => renumbering(part))
  const bits = new Uint32Array((streets.records + 31) >>> 5)
  const values = new Uint32Array(columns.reduce((sum, column) => sum + column.values.length, 0))
  let count = 0
  streets.eachRun((part, from, to, at) => {
    const column = columns[part]
    if (column.values.length === 0) return
    copyBits(bits, at, column.bits, from, to)
    const [first, end] = [column.rank(from), column.rank(to)]
    const finalOf = renumbered[part]
    if (finalOf === undefined) values.set(column.values.subarray(first, end), count)
    else for (let i = first; i < end; i++) values[count + i - first] = finalOf(column.values[i])
    count += end - first
  })
  const own = values.subarray(0, count)
  await writeMarked(writer, `record.${name}`, streets.records, bits, own)
}

/** For each part what a packed number is where its template has another code. */
export function renumberedNumbers(
  streets: MergedStreets,
  templates: readonly string[],
): Renumbering {
  const codes = new Map(templates.map((template, code) => [template, code]))
  return (part) => {
    const own = streets.parts[part].sections.get('number.templates')
    const finals = own.map((template) => codes.get(template) ?? NONE)
    if (finals.every((final, code) => final === code)) return undefined
    return (packed) => {
      const final = packed === NO_NUMBER ? undefined : finals[codeOf(packed)]
      // A way to write a number that is too rare for a template is so in both.
      return final === undefined ? packed : packNumber(numberValue(packed), final)
    }
  }
}

/** All final records in the order of their ids, which are two numbers each. */
export function mergedIdOrder(
  streets: MergedStreets,
  first: Uint32Array,
  second: Uint32Array,
): Uint32Array {
  const orders = streets.parts.map(({ sections }, part) => {
    const finalOf = finalRecords(streets, part)
    const order = sections.get('ids.order')
    const kept = new Uint32Array(order.length)
    let count = 0
    for (let at = 0; at < order.length; at++) {
      const record = finalOf(order[at])
      if (record !== NONE) kept[count++] = record
    }
    return kept.subarray(0, count)
  })
  const [kept, added = new Uint32Array()] = orders
  const order = new Uint32Array(kept.length + added.length)
  let from = 0
  for (let i = 0; i < added.length; i++) {
    const own = added[i]
    const isBefore = (at: number) =>
      (first[kept[at]] - first[own] || second[kept[at]] - second[own]) < 0
    // Few are added: finding the place of each costs less than comparing all that are kept.
    const to = lowerBoundNear(from, kept.length, isBefore)
    order.set(kept.subarray(from, to), from + i)
    order[to + i] = own
    from = to
  }
  order.set(kept.subarray(from), from + added.length)
  return order
}

/** Records read in runs; one look tells which run has the first. */
const BLOCK_BITS = 6

/** The final number of each record of a part, or NONE. A list of all of them is read slowly in the order of ids. */
function finalRecords(streets: MergedStreets, own: number): (record: number) => number {
  const [froms, tos, ats] = [new GrowingU32(), new GrowingU32(), new GrowingU32()]
  streets.eachRun((part, from, to, at) => {
    if (part !== own) return
    froms.push(from)
    tos.push(to)
    ats.push(at)
  })
  const order = sortByKey(countUp(froms.length), froms.view())
  const [start, end, final] = [froms, tos, ats].map((all) => valuesOf(order, all.view()))
  const { length } = streets.parts[own].sections.get('record.number')
  const first = new Uint32Array((length >>> BLOCK_BITS) + 1)
  for (let block = 0, run = 0; block < first.length; block++) {
    while (end[run] <= block << BLOCK_BITS) run++
    first[block] = run
  }
  return (record) => {
    let run = first[record >>> BLOCK_BITS]
    while (end[run] <= record) run++
    return start[run] <= record ? record - start[run] + final[run] : NONE
  }
}
