// What a change set does to a UK release: which of its streets change, and an index of those streets as they are then.

import type { PostalRow } from '../../address/postal.ts'
import { oncePer } from '../../lib/bounded-map.ts'
import { elementAt } from '../../lib/element-at.ts'
import { lowerBoundBy } from '../../lib/lower-bound.ts'
import { Texts } from '../columns/texts.ts'
import { IndexSections } from '../file/index-sections.ts'
import { MemoryIndex } from '../file/index-writer.ts'
import type { NamedSuccessors } from '../ids/postal-id.ts'
import {
  POSTAL,
  type PostalRecords,
  postalRecordsOf,
  STREET_FIELDS,
} from '../postal/postal-records.ts'
import { PostalTable, type StreetOfRow } from '../postal/postal-table.ts'
import { writePostal } from '../postal/postal-writer.ts'
import { NONE, RECORD } from '../streets/records.ts'
import type { Streets } from '../streets/streets.ts'
import { Postings } from '../terms/postings.ts'
import { isUnknownCode } from '../words/number-code.ts'
import type { MergedPart } from './merged-streets.ts'

/** New and changed addresses, and the ids of all that the set is about: those without a row are removed. */
export interface PostalChanges {
  readonly rows: readonly PostalRow[]
  readonly ids: ReadonlySet<string>
  /** What the source says that any of these ids continues as. */
  readonly successors?: NamedSuccessors
}

/** The release without the streets that change, and those as they are then, if any address is left on them. */
export async function changedParts(
  base: IndexSections,
  { rows, ids }: PostalChanges,
): Promise<readonly MergedPart[]> {
  const release = postalRecordsOf(base)
  const { held, streets } = release
  const streetsLike = streetFinder(base, streets, held)
  const isReplaced = new Uint8Array(streets.count)
  const isChanged = new Set<number>()
  const replace = (row: StreetOfRow) => {
    for (const street of streetsLike(row)) isReplaced[street] = 1
  }
  for (const id of ids) {
    const record = held.find(id)
    if (record === NONE) continue
    isChanged.add(record)
    const street = streets.ofRecord(record)
    if (isReplaced[street] === 0) replace(held.streetFields(street))
  }
  for (const row of rows) replace(row)
  const table = new PostalTable()
  table.beside = {
    templates: base.get('number.templates'),
    buckets: base.get('premises.buckets'),
  }
  const takeOver = takerOver(base, release, table)
  for (let street = 0; street < streets.count; street++) {
    if (isReplaced[street] === 1) takeOver(street, isChanged)
  }
  for (const row of rows) table.add(row)
  const kept = { sections: base, isReplaced }
  if (table.rows === 0) return [kept]
  const index = new MemoryIndex()
  await index.add('release', base.get('release'))
  await writePostal(index, table)
  const sections = new IndexSections(index.finish())
  const count = sections.get('street.start').length - 1
  return [kept, { sections, isReplaced: new Uint8Array(count) }]
}

/** Adds what stays of a street, by the numbers of what its addresses say: as texts they take five times as long. */
function takerOver(
  base: IndexSections,
  { held, streets, records }: ReturnType<typeof postalRecordsOf>,
  table: PostalTable,
) {
  const [high, low] = [base.get('record.idHigh'), base.get('record.idLow')]
  const textOf = base.get('names.text')
  const { codes, flags, last, unit, unitKind } = records
  const buildingName = records.nameColumns.get('buildingName')
  const texts = new Texts(base)
  const numberOf = oncePer(itself, (packed: number) => table.numberTexts.add(codes.text(packed)))
  const kindOf = base.get('kinds.texts').map((kind) => table.kindTexts.add(kind))
  const nameOf = oncePer(itself, (text: number) => table.nameTexts.add(texts.at(text)))
  const columns = POSTAL.columns.map((name) => ({
    from: records.nameColumns.get(name),
    to: table.nameColumn(name),
  }))
  return (street: number, isLeftOut: ReadonlySet<number>): void => {
    const shared = held.streetFields(street)
    const otherNames = held.otherNames(street)
    const number = table.addStreet(shared, otherNames)
    const end = elementAt(streets.start, street + 1)
    for (let record = elementAt(streets.start, street); record < end; record++) {
      if (isLeftOut.has(record)) continue
      const id = { high: elementAt(high, record), low: elementAt(low, record) }
      const [first, unitNumber] = [records.numberOf(record), unit.at(record)]
      if (held.hasOddNumber(record) || isUnknownCode(unitNumber)) {
        table.add({ ...held.rowOn(record, street, shared), otherNames }, id)
        continue
      }
      for (const { from, to } of columns) {
        const name = from?.at(record) ?? NONE
        to.push(name === NONE ? 0 : nameOf(elementAt(textOf, name)))
      }
      table.addPremises({
        ...id,
        street: number,
        first: numberOf(first),
        last: numberOf(last.at(record)),
        unit: numberOf(unitNumber),
        unitKind: kindOf[unitKind.at(record)] ?? 0,
        flags: elementAt(flags, record) & (RECORD.deep | RECORD.residential),
        latitude: records.latitude(record, street),
        longitude: records.longitude(record, street),
        uprn: held.uprnOf(record),
      })
      if (buildingName?.has(record)) table.noteName(held.ownFields(record))
    }
  }
}

const itself = (number: number) => number

/**
 * Finds the street of a row, among those that have its postcode, with any that only a region or capital letters tell
 * apart from it: what says the same as an address is then in the small index too.
 */
function streetFinder(base: IndexSections, streets: Streets, held: PostalRecords) {
  const texts = new Texts(base)
  const numbers = base.get('postcode.text')
  const postings = new Postings(base, streets.count)
  const keyOf = (row: StreetOfRow) =>
    STREET_FIELDS.map((field) => row[field])
      .join('|')
      .toUpperCase()
  const known = new Map<string, ReadonlyMap<string, readonly number[]>>()
  const streetsOf = (postcode: string): readonly number[] => {
    const at = lowerBoundBy(0, numbers.length, (i) => texts.at(elementAt(numbers, i)) < postcode)
    const isHeld = postcode !== '' && texts.at(numbers[at] ?? 0) === postcode
    if (isHeld) return [...postings.streetsOf(streets.postcodeSpacedFrom + at)]
    if (postcode !== '') return []
    return streets.hasPostcodes
      ? [...streets.postcode.keys()].filter((street) => streets.postcode[street] === numbers.length)
      : Array.from({ length: streets.count }, (_, street) => street)
  }
  return (row: StreetOfRow): readonly number[] => {
    const found =
      known.get(row.postcode) ??
      Map.groupBy(streetsOf(row.postcode), (street) => keyOf(held.streetFields(street)))
    known.set(row.postcode, found)
    return found.get(keyOf(row)) ?? []
  }
}
