// The filter of a request as streets and addresses that it lets through.

import type { Point } from '../../address/geo.ts'
import type { AddressFilter } from '../address-search.ts'
import { type StreetFilter, streetFilter } from '../match/filter.ts'
import { Requirement } from '../query/requirement.ts'
import { STEPS } from '../steps.ts'
import type { Work } from '../work.ts'
import type { ProductLayer } from './product-layer.ts'

/** More streets than these are not listed: then each address is asked how far away it is. */
const STREETS_AROUND_MAX = 30_000

export function requestFilter(
  layer: ProductLayer<unknown, unknown>,
  filter: AddressFilter | undefined,
  work: Work,
): StreetFilter | undefined {
  if (filter === undefined) return undefined
  const { radius, exceptIds } = filter
  const fitting = streetFilter(layer.finder.index, filter, layer)
  const only = exceptIds === undefined ? fitting : withoutIds(layer, fitting, exceptIds)
  if (only === undefined || only.allowsNothing === true || radius === undefined) return only
  const streets = streetsAround(layer, radius, radius.km * 1000, work)
  return streets === undefined ? only : withStreets(only, streets)
}

function withoutIds(
  layer: ProductLayer<unknown, unknown>,
  filter: StreetFilter | undefined,
  ids: ReadonlySet<string>,
): StreetFilter {
  return {
    requirements: [],
    ...filter,
    allowsStreet: (street) => filter?.allowsStreet(street) ?? true,
    allowsRecord: (record, street) =>
      (filter?.allowsRecord(record, street) ?? true) && !ids.has(layer.id(record)),
  }
}

/** The streets within a distance; undefined where they are too many to be listed, or for the work that is left. */
export function streetsAround(
  { boxes }: ProductLayer<unknown, unknown>,
  point: Point,
  metres: number,
  work: Work,
): Uint32Array | undefined {
  const most = Math.min(STREETS_AROUND_MAX, Math.ceil(work.left / STEPS.streetAround))
  const streets = boxes.streetsWithin(point, metres, most)
  work.spent += (streets?.length ?? most) * STEPS.streetAround
  return streets
}

/** The filter, and only these streets. */
export function withStreets(filter: StreetFilter | undefined, streets: Uint32Array): StreetFilter {
  return {
    allowsStreet: (street) => filter?.allowsStreet(street) ?? true,
    allowsRecord: (record, street) => filter?.allowsRecord(record, street) ?? true,
    requirements: [...(filter?.requirements ?? []), new Requirement([], streets)],
    streets,
    residential: filter?.residential,
  }
}
