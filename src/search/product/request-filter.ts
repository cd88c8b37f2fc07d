// The filter of a request as streets and addresses that it lets through.

import type { AddressFilter } from '../address-search.ts'
import { type StreetFilter, streetFilter } from '../match/filter.ts'
import type { ProductLayer } from './product-layer.ts'

/** More streets than these are not listed: then each address is asked how far away it is. */
export const STREETS_AROUND_MAX = 30_000

export function requestFilter(
  layer: ProductLayer<unknown, unknown>,
  filter: AddressFilter | undefined,
): StreetFilter | undefined {
  if (filter === undefined) return undefined
  const { radius } = filter
  const only = streetFilter(layer.finder.index, filter, (street, field) =>
    layer.filterValues(street, field),
  )
  if (only === undefined || radius === undefined) return only
  const streets = layer.boxes.streetsWithin(radius, radius.km * 1000, STREETS_AROUND_MAX)
  return streets === undefined ? only : withStreets(only, streets)
}

/** The filter, and only these streets. */
export function withStreets(filter: StreetFilter | undefined, streets: Uint32Array): StreetFilter {
  return {
    allowsStreet: (street) => filter?.allowsStreet(street) ?? true,
    allowsRecord: (record, street) => filter?.allowsRecord(record, street) ?? true,
    requirements: [...(filter?.requirements ?? []), { ranges: [], streets }],
    streets,
  }
}
