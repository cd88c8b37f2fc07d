// Places by name and by id, where addresses and places are, and what is nearest to a point.

import { metresBetween, type Point } from '../../address/geo.ts'
import type { PlaceWork } from '../../index/geography/place-words.ts'
import { NONE, RECORD } from '../../index/streets/records.ts'
import { tokensOf } from '../../index/words/fold.ts'
import type { AddressSearch, Found, Near, NearestQuery, PlacesQuery } from '../address-search.ts'
import { isElsewhere, isWithin, requestFilter, wantedValues } from '../match/filter.ts'
import { EXACT } from '../ranking.ts'
import { STEPS, Work } from '../work.ts'
import { foundAddress, foundPlace, type ProductLayer } from './product-layer.ts'

/** How many answers to a term are measured before the nearest are chosen. */
const NEAREST_WITH_TERM_MAX = 2000

export function nearness<Address, Place>(
  layer: ProductLayer<Address, Place>,
): Pick<AddressSearch<Address, Place>, 'nearest' | 'nearestPlace'> {
  const { boxes, places } = layer
  const { records, streets } = layer.finder.index
  return {
    nearest: (query) => {
      const { top, residential, radiusKm, areas, work = new Work() } = query
      const term = wantedTerm(query)
      if (isElsewhere(areas, layer)) return []
      if (residential !== undefined && !records.residentialKinds.has(residential)) return []
      if (term !== undefined) return nearestWith(layer, term, query)
      const allows = (record: number) => {
        work.spent += 2 * STEPS.row
        if (areas !== undefined && !areas.allowsRecord(record, streets.ofRecord(record)))
          return false
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
  const { latitude, longitude, radiusKm, residential, areas, top, work = new Work() } = query
  const { finder } = layer
  const radius = { latitude, longitude, km: radiusKm }
  const filter = { radius, residential, areas }
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

export function placeSearch<Address, Place extends Point>(
  layer: ProductLayer<Address, Place>,
): Pick<AddressSearch<Address, Place>, 'places' | 'getPlace' | 'locate' | 'distance'> {
  const getPlace = (id: string) => {
    const place = layer.places.find(id.toLowerCase())
    return place < 0 ? layer.otherPlace?.(id) : layer.place(place)
  }
  const locate = (id: string): Point | undefined => {
    const record = layer.find(id)
    if (record !== NONE) return layer.finder.index.records.point(record)
    const place = getPlace(id)
    return place && { latitude: place.latitude, longitude: place.longitude }
  }
  return {
    places: (query) => placesNamed(layer, query),
    getPlace,
    locate,
    distance: (from, to) => distanceBetween(locate(from), locate(to)),
  }
}

/** Great-circle metres, or undefined when one of the points is unknown. */
export function distanceBetween(from: Point | undefined, to: Point | undefined) {
  return from === undefined || to === undefined ? undefined : metresBetween(from, to)
}

function placeWork(work: Work): PlaceWork {
  return {
    mayTry: (letters) => work.affords(letters * STEPS.lookUp),
    mayMark: (places) => work.affords(places * STEPS.mark),
  }
}

function placesNamed<Place>(
  layer: ProductLayer<unknown, Place>,
  query: PlacesQuery,
): readonly Found<Place>[] {
  const { places } = layer
  const { term, top, filter, radius, location, work = new Work() } = query
  const wanted = wantedValues(filter).map(({ field, values }) => ({
    at: layer.placeFieldAt(field),
    values,
  }))
  const mayCompare = () => work.affords(2 * STEPS.row)
  const allows = (place: number) =>
    work.affords(STEPS.row) &&
    places.hasValues(place, wanted, mayCompare) &&
    isWithin(places.point(place), radius)
  const options = { allows, work: placeWork(work), ...(location && { location }) }
  const named = places.search(term, top, options).map((place) => foundPlace(layer, place))
  if (named.length >= top || layer.otherPlaces === undefined) return named
  return [...named, ...layer.otherPlaces({ ...query, work, top: top - named.length })]
}
