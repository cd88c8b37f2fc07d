// Opens an index file as the search of the product that it holds.

import type { Point } from '../address/geo.ts'
import { isNational } from '../countries/country.ts'
import { loadIndex } from '../index/file/index-file.ts'
import { IndexSections } from '../index/file/index-sections.ts'
import { NONE } from '../index/streets/records.ts'
import { KIND } from '../index/terms/terms.ts'
import type { AnyAddress } from '../judge/held-parts.ts'
import type { AddressSearch, ProductSearch } from './address-search.ts'
import { autocompletion } from './product/autocomplete.ts'
import { nationalLayer } from './product/national-layer.ts'
import { nearness, placeSearch } from './product/places.ts'
import { postalLayer } from './product/postal-layer.ts'
import { foundAddress, type ProductLayer } from './product/product-layer.ts'
import { typeaheads } from './product/typeahead.ts'
import { validation } from './validate/validate.ts'

/** A file that is damaged, truncated or not an index is refused with an Error of one sentence. */
export async function openIndex(path: string): Promise<ProductSearch> {
  return searchOver(await loadIndex(path))
}

/** A search over a file that `loadIndex` read. Each thread makes its own, over the same memory. */
export function searchOver(buffer: SharedArrayBuffer): ProductSearch {
  const sections = new IndexSections(buffer)
  return isNational(sections.get('release').product)
    ? (searchOf(nationalLayer(sections)) as ProductSearch)
    : searchOf(postalLayer(sections))
}

function searchOf<Address extends AnyAddress, Place extends Point>(
  layer: ProductLayer<Address, Place>,
): AddressSearch<Address, Place> {
  const { release, density, onStreet } = layer
  const { terms, postings, streets } = layer.finder.index
  const found = <T>(id: string, give: (record: number) => T) => {
    const record = layer.find(id)
    return record === NONE ? undefined : give(record)
  }
  return {
    product: release.product,
    release,
    density,
    get: (id) => found(id, layer.address),
    row: (id) => found(id, (record) => record),
    underOtherNames: (id) => found(id, layer.underOtherNames) ?? [],
    at: (row) => foundAddress(layer, row),
    isNamedOnStreet: (id, word) => {
      const term = terms.whole(KIND.name, word)?.from
      const isThere = (record: number) => postings.has(term ?? NONE, streets.ofRecord(record))
      return term !== undefined && found(id, isThere) === true
    },
    onStreet,
    ...autocompletion(layer),
    ...validation(layer),
    ...typeaheads(layer),
    ...nearness(layer),
    ...placeSearch(layer),
  }
}
