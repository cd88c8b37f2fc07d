// The parts of an index file that a search of addresses reads.

import type { IndexSections } from '../index/file/index-sections.ts'
import { Records } from '../index/streets/records.ts'
import { Streets } from '../index/streets/streets.ts'
import { Postings } from '../index/terms/postings.ts'
import { Premises } from '../index/terms/premises.ts'
import { SignatureMasks } from '../index/terms/signatures.ts'
import { Terms } from '../index/terms/terms.ts'
import { fold } from '../index/words/fold.ts'
import { levelTypeNamed, unitTypeNamed } from '../index/words/written-forms.ts'

export type SearchedIndex = Readonly<ReturnType<typeof searchedIndex>>

/** All of it is only read, and may be searched by several finders. */
export function searchedIndex(sections: IndexSections) {
  const terms = new Terms(sections)
  const streets = new Streets(sections)
  const postings = new Postings(sections, streets.count)
  const records = new Records(sections, streets)
  const bits = sections.get('terms.bit')
  const kinds = kindNames(sections.get('kinds.texts'))
  const premises = new Premises(terms.count, sections.get('premises.buckets'))
  return { terms, premises, postings, streets, records, masks: new SignatureMasks(bits), kinds }
}

/** For each kind of unit or level in the index, the type of either that typed words name it by. */
function kindNames(texts: readonly string[]) {
  return {
    unit: texts.map((text) => unitTypeNamed(fold(text)) ?? ''),
    level: texts.map((text) => levelTypeNamed(fold(text)) ?? ''),
  }
}
