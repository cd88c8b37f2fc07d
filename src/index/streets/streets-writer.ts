// Writes what both products have of their streets: terms, parts, flags, and the postings that find them.
// Unchecked: hot, goes over several columns of every address.

import { writeLists } from '../columns/lists.ts'
import type { SectionWriter } from '../file/index-writer.ts'
import type { AddressTable } from '../rows/address-table.ts'
import { type FinalOrder, rowsOfStreet } from '../rows/final-order.ts'
import { writePostings } from '../terms/postings-writer.ts'
import { PremiseBuckets } from '../terms/premises.ts'
import { TermNumbers, writeTerms } from '../terms/terms-writer.ts'
import { NO_NUMBER, numberValue } from '../words/number-code.ts'
import { RecordTerms } from './record-terms.ts'
import type { FinalParts, StreetParts } from './street-parts.ts'
import { StreetTerms } from './street-terms.ts'
import { SPAN_MAX, STREET_HAS } from './streets.ts'

export async function writeStreets(
  writer: SectionWriter,
  table: AddressTable,
  order: FinalOrder,
  parts: StreetParts,
): Promise<FinalParts> {
  const terms = new TermNumbers()
  const streets = new StreetTerms(terms, order.streets, parts)
  const records = new RecordTerms(terms, table, (name) => parts.isSearchedName(name))
  const { sorted, places: final } = terms.finish()
  await writeTerms(writer, 'terms', sorted)
  await streets.write(writer, final)
  await writeLists(writer, 'names.terms', records.names, final)
  await writeLists(writer, 'kinds.terms', records.kinds, final)
  await writer.add('street.start', order.streetStart)
  await writeStreetFlags(writer, table, order)
  const premises = new PremiseBuckets(table, order)
  await writer.add('premises.buckets', premises.count)
  await writePostings(writer, {
    count: order.streets.length,
    final,
    sorted,
    buckets: premises.count,
    each: (street, addTerm, addBucket) => {
      streets.each(street, addTerm)
      for (const row of rowsOfStreet(order, street)) {
        records.each(row, addTerm)
        premises.each(row, addBucket)
      }
    },
  })
  return streets.parts()
}

/** Writes what records of a street have of their own, and the widest range of numbers on it. */
async function writeStreetFlags(
  writer: SectionWriter,
  table: AddressTable,
  order: FinalOrder,
): Promise<void> {
  const count = order.streets.length
  const flags = new Uint8Array(count)
  const span = new Uint16Array(count)
  const [number, last, lot] = [table.number.view(), table.last.view(), table.lot.view()]
  const names = [...table.names.values()].map((column) => column.view())
  const kinds = [table.unit, table.unitKind, table.levelKind].map((column) => column.view())
  for (let street = 0; street < count; street++) {
    let widest = 0
    for (const row of rowsOfStreet(order, street)) {
      if (names.some((values) => values[row] !== 0)) flags[street] |= STREET_HAS.names
      if (kinds.some((values) => values[row] !== 0)) flags[street] |= STREET_HAS.kinds
      if (number[row] === 0 && lot[row] !== 0) flags[street] |= STREET_HAS.lots
      const end = order.packed[last[row]]
      if (end === NO_NUMBER) continue
      const width = numberValue(end) - numberValue(order.packed[number[row]])
      // A range that ends below its beginning, or on the same number with another letter, still counts as one.
      widest = Math.max(widest, width < 1 ? 1 : width)
    }
    span[street] = Math.min(widest, SPAN_MAX)
  }
  await writer.add('street.flags', flags)
  await writer.add('street.span', span)
}
