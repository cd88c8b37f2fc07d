// GET /get/{id} and /get-location/{id}: the full address, or the place, of a suggestion. One look-up.

import { retiredText } from '../../address/retired-id.ts'
import { orNotFound, Problem } from '../../http/problem.ts'
import type { AddressSearch } from '../../search/address-search.ts'
import { type Context, type Endpoint, endpoint, free, ok, oneLookup } from '../endpoint.ts'
import { flag } from '../schemas.ts'
import { AreasOption, areasReader, withAreas } from './areas.ts'
import { IdParams } from './schemas.ts'
import { VARIANTS, type Variant } from './variant.ts'

export const NO_ADDRESS = 'No address has this ID.'

const GET_CALL = {
  scope: 'address',
  notes: 'Costs one look-up; an unknown ID is free.',
  params: IdParams,
  metered: true,
} as const

export const getEndpoints = VARIANTS.map(get)
export const getLocationEndpoints = VARIANTS.map(getLocation)

function get(variant: Variant): Endpoint {
  return endpoint('GET /get/{id}', {
    ...GET_CALL,
    product: variant.product,
    summary: 'Get the full address of a suggestion',
    notes:
      'Costs one look-up; an unknown or retired ID is free. The 404 of an ID that earlier data had says `retired`, ' +
      'the last `release` with it, and its `successors`.',
    options: {
      follow: flag('Return the successor of a retired ID if it has exactly one.'),
      areas: AreasOption,
    },
    answers: ok('The address.', withAreas(variant.addressSchema)),
    handle({ params: { id }, options: { follow, areas } }, context) {
      const example = variant.exampleById?.(id)
      if (example !== undefined) return free(example)
      const search = variant.search(context)
      const areasOf = areasReader(search, areas, context.work)
      const answerOf = (held: string, address: object) =>
        areas === undefined ? address : { ...address, ...areasOf(held) }
      const address = search.get(id)
      if (address !== undefined) return oneLookup(answerOf(id, address))
      const next = successorOf(id, follow, search, context)
      return oneLookup(answerOf(next, orNotFound(search.get(next), NO_ADDRESS)))
    },
  })
}

/** The ID of the only successor, if that is to be followed. Sample data has no history. */
function successorOf(
  id: string,
  isFollowed: boolean,
  search: AddressSearch<object, unknown>,
  { caller, retired: retiredId }: Context,
): string {
  const isHeld = (each: string) => search.get(each) !== undefined
  const found = caller.isTest === true ? undefined : retiredId(search.product, id, isHeld)
  const known = orNotFound(found, NO_ADDRESS)
  const [only, ...others] = known.successors
  if (isFollowed && only !== undefined && others.length === 0) return only.id
  throw new Problem('not-found', retiredText(known), { members: { retired: true, ...known } })
}

function getLocation(variant: Variant): Endpoint {
  return endpoint('GET /get-location/{id}', {
    ...GET_CALL,
    product: variant.product,
    summary: 'Get the place of a location suggestion',
    answers: ok('The place.', variant.placeSchema),
    handle({ params }, context) {
      const place = variant.search(context).getPlace(params.id)
      return oneLookup(orNotFound(place, 'No place has this ID.'))
    },
  })
}
