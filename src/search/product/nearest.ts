// What is nearest to a point: addresses, those of them that fit a term, and places.

import { metresBetween } from '../../address/geo.ts'
import { RECORD } from '../../index/streets/records.ts'
import { tokensOf } from '../../index/words/fold.ts'
import type { AddressSearch, Near, NearestQuery } from '../address-search.ts'
import { requestFilter } from '../match/filter.ts'
import { EXACT } from '../ranking.ts'
import { STEPS, Work } from '../work.ts'
import { placeWork } from './place-search.ts'
import { foundAddress, foundPlace, type ProductLayer } from './product-layer.ts'

/** How many answers to a term are measured before the nearest are chosen. */
const NEAREST_WITH_TERM_MAX = 2000

export function nearness<Address, Place>(
  layer: ProductLayer<Address, Place>,
): Pick<AddressSearch<Address, Place>, 'nearest' | 'nearestPlace'> {
  const { boxes, places } = layer
  const { records } = layer.finder.index
  return {
    nearest: (query) => {
      const { top, residential, radiusKm, work = new Work() } = query
      const term = wantedTerm(query)
      if (residential !== undefined && !records.residentialKinds.has(residential)) return []
      if (term !== undefined) return nearestWith(layer, term, query)
      const allows = (record: number) => {
        work.spent += 2 * STEPS.row
        return residential === undefined || records.is(record, RECORD.residential) === residential
      }
      return boxes
        .nearest(query, radiusKm * 1000, top, allows, () => work.isSpent)
        .map(({ record, metres }) => ({ ...foundAddress(layer, record), distanceMetres: metres }))
    },
    nearestPlace: (query) => {
      const { top, radiusKm, work = new Work() } = query
      const term = wantedTerm(query)
      const named = term === undefined ? undefined : places.named(term, placeWork(work))
      if (named?.isEmpty) return []
      const allows = (place: number) =>
        work.affords(STEPS.lookUp) &&
        layer.isNearestPlace?.(place) !== false &&
        (named === undefined || named.has(place))
      return places
        .nearest(query, radiusKm * 1000, top, allows)
        .map(({ place, metres }) => ({ ...foundPlace(layer, place), distanceMetres: metres }))
    },
  }
}

function wantedTerm({ term }: NearestQuery): string | undefined {
  return term?.trim() === '' ? undefined : term
}

function nearestWith<Address>(
  layer: ProductLayer<Address, unknown>,
  term: string,
  query: NearestQuery,
): readonly Near<Address>[] {
  const { latitude, longitude, radiusKm, residential, top, work = new Work() } = query
  const { finder } = layer
  const radius = { latitude, longitude, km: radiusKm }
  const filter = residential === undefined ? { radius } : { radius, residential }
  const answers = finder.find(finder.readings(tokensOf(term), work), {
    top: NEAREST_WITH_TERM_MAX,
    filter: requestFilter(layer, filter, work),
    passes: [EXACT],
    work,
  })
  return answers
    .list()
    .map(({ shown }) => ({
      shown,
      metres: metresBetween(finder.index.records.point(shown), query),
    }))
    .sort((a, b) => a.metres - b.metres || a.shown - b.shown)
    .slice(0, top)
    .map(({ shown, metres }) => ({ ...foundAddress(layer, shown), distanceMetres: metres }))
}
