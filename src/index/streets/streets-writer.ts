// Writes what both products have of their streets: terms, parts, flags, and the postings that find them.

import { writeLists } from '../columns/lists-writer.ts'
import type { SectionWriter } from '../file/section-writer.ts'
import type { AddressTable } from '../rows/address-table.ts'
import { type FinalOrder, rowsOfStreet } from '../rows/final-order.ts'
import { writePostings } from '../terms/postings-writer.ts'
import { PremiseBuckets } from '../terms/premises-writer.ts'
import { TermNumbers } from '../terms/term-numbers.ts'
import { writeTerms } from '../terms/terms-writer.ts'
import { RecordTerms } from './record-terms.ts'
import { writeStreetFlags } from './street-flags-writer.ts'
import type { FinalParts, StreetParts } from './street-parts.ts'
import { StreetTerms } from './street-terms.ts'

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
