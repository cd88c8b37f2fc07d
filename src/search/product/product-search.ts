// The interface of a search, put together from the engine and what a product knows of its addresses.

import type { Point } from '../../address/geo.ts'
import { NONE } from '../../index/streets/records.ts'
import type { AnyAddress } from '../../judge/held-parts.ts'
import type { AddressSearch } from '../address-search.ts'
import { autocompletion } from './autocomplete.ts'
import { nearness } from './nearest.ts'
import { placeSearch } from './place-search.ts'
import { foundAddress, type ProductLayer } from './product-layer.ts'
import { typeaheads } from './typeahead.ts'
import { validation } from './validation.ts'

export function productSearch<Address extends AnyAddress, Place extends Point>(
  layer: ProductLayer<Address, Place>,
): AddressSearch<Address, Place> {
  const { release, density } = layer
  return {
    product: release.product,
    release,
    density,
    get: (id) => {
      const record = layer.find(id)
      return record === NONE ? undefined : layer.address(record)
    },
    underOtherNames: (id) => {
      const record = layer.find(id)
      return record === NONE ? [] : layer.underOtherNames(record)
    },
    at: (row) => foundAddress(layer, row),
    ...autocompletion(layer),
    ...validation(layer),
    ...typeaheads(layer),
    ...nearness(layer),
    ...placeSearch(layer),
  }
}
