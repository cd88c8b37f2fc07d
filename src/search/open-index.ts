// Opens an index file: reads it, checks it, and gives the search of the product it holds.

import { loadIndex } from '../index/file/index-file.ts'
import { IndexSections } from '../index/file/index-sections.ts'
import type { NationalSearch, PostalSearch } from './address-search.ts'
import { nationalSearch } from './product/national-search.ts'
import { postalSearch } from './product/postal-search.ts'

/** A file that is damaged, cut short or foreign is refused with an Error of one sentence. */
export async function openIndex(path: string): Promise<NationalSearch | PostalSearch> {
  return searchOver(await loadIndex(path))
}

/** A search over a file that `loadIndex` read. Each thread makes its own, over the same memory. */
export function searchOver(buffer: SharedArrayBuffer): NationalSearch | PostalSearch {
  const sections = new IndexSections(buffer)
  const release = sections.get('release')
  return release.product === 'au'
    ? nationalSearch(sections, release)
    : postalSearch(sections, release)
}
