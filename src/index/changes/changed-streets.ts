// What a change set does to a UK release: which of its streets change, and an index of those streets as they are then.

import type { PostalRow } from '../../address/postal.ts'
import { elementAt } from '../../lib/element-at.ts'
import { lowerBoundBy } from '../../lib/lower-bound.ts'
import { Texts } from '../columns/texts.ts'
import { IndexSections } from '../file/index-sections.ts'
import { MemoryIndex } from '../file/index-writer.ts'
import { POSTAL, PostalRecords } from '../postal/postal-records.ts'
import { PostalTable } from '../postal/postal-table.ts'
import { writePostal } from '../postal/postal-writer.ts'
import { NONE, Records } from '../streets/records.ts'
import { Streets } from '../streets/streets.ts'
import { Postings } from '../terms/postings.ts'
import type { MergedPart } from './merged-streets.ts'

/** Addresses that are new or other than before, and the ids of all that the set is about: those without a row go. */
export interface PostalChanges {
  readonly rows: readonly PostalRow[]
  readonly ids: ReadonlySet<string>
}

/** The release without the streets that change, and those as they are then, if any address is left on them. */
export async function changedParts(
  base: IndexSections,
  { rows, ids }: PostalChanges,
): Promise<readonly MergedPart[]> {
  const streets = new Streets(base)
  const records = new Records(base, streets)
  const held = new PostalRecords(base, new Texts(base), streets, records)
  const streetOf = streetFinder(base, streets, held)
  const isReplaced = new Uint8Array(streets.count)
  for (const id of ids) {
    const record = held.find(id)
    if (record !== NONE) isReplaced[streets.ofRecord(record)] = 1
  }
  for (const row of rows) {
    const street = streetOf(row)
    if (street !== undefined) isReplaced[street] = 1
  }
  const table = new PostalTable()
  table.beside = {
    templates: base.get('number.templates'),
    buckets: base.get('premises.buckets'),
  }
  const [high, low] = [base.get('record.idHigh'), base.get('record.idLow')]
  for (let street = 0; street < streets.count; street++) {
    if (isReplaced[street] === 0) continue
    const otherNames = held.otherNames(street)
    const end = elementAt(streets.start, street + 1)
    for (let record = elementAt(streets.start, street); record < end; record++) {
      if (ids.has(held.id(record))) continue
      const id = { high: elementAt(high, record), low: elementAt(low, record) }
      table.add({ ...held.row(record, street), otherNames }, id)
    }
  }
  for (const row of rows) table.add(row)
  const release = { sections: base, isReplaced }
  if (table.rows === 0) return [release]
  const index = new MemoryIndex()
  await writePostal(index, table)
  const sections = new IndexSections(index.finish())
  const count = sections.get('street.start').length - 1
  return [release, { sections, isReplaced: new Uint8Array(count) }]
}

/** Finds the street of the release that a row is on, among those that have its postcode. */
function streetFinder(base: IndexSections, streets: Streets, held: PostalRecords) {
  const texts = new Texts(base)
  const numbers = base.get('postcode.text')
  const postings = new Postings(base, streets.count)
  const keyOf = (values: Readonly<Record<string, unknown>>) =>
    [...POSTAL.nameFields, ...POSTAL.placeFields].map((field) => values[field]).join('|')
  const known = new Map<string, ReadonlyMap<string, number>>()
  const streetsOf = (postcode: string): readonly number[] => {
    const at = lowerBoundBy(0, numbers.length, (i) => texts.at(elementAt(numbers, i)) < postcode)
    const isHeld = postcode !== '' && texts.at(numbers[at] ?? 0) === postcode
    if (isHeld) return [...postings.streetsOf(streets.postcodeSpacedFrom + at)]
    if (postcode !== '') return []
    return streets.postcode.length === 0
      ? Array.from({ length: streets.count }, (_, street) => street)
      : [...streets.postcode.keys()].filter((street) => streets.postcode[street] === numbers.length)
  }
  return (row: PostalRow): number | undefined => {
    const found =
      known.get(row.postcode) ??
      new Map(
        streetsOf(row.postcode).map((street) => [
          keyOf({ ...held.row(elementAt(streets.start, street), street) }),
          street,
        ]),
      )
    known.set(row.postcode, found)
    return found.get(keyOf({ ...row }))
  }
}
