// The parts of an index file that a search of addresses reads.

import type { IndexSections } from '../index/file/index-sections.ts'
import { Records } from '../index/streets/records.ts'
import { Streets } from '../index/streets/streets.ts'
import { Postings } from '../index/terms/postings.ts'
import { Premises } from '../index/terms/premises.ts'
import { SignatureMasks } from '../index/terms/signatures.ts'
import { Terms } from '../index/terms/terms.ts'

export type SearchedIndex = Readonly<ReturnType<typeof searchedIndex>>

/** All of it is only read, and may be searched by several finders. */
export function searchedIndex(sections: IndexSections) {
  const terms = new Terms(sections)
  const streets = new Streets(sections)
  const postings = new Postings(sections, streets.count)
  const records = new Records(sections, streets)
  const bits = sections.get('terms.bit')
  const premises = new Premises(terms.count, sections.get('premises.buckets'))
  return { terms, premises, postings, streets, records, masks: new SignatureMasks(bits) }
}
