// Places by name and by id, and where addresses and places are.

import { metresBetween, type Point } from '../../address/geo.ts'
import type { PlaceWork } from '../../index/geography/place-words.ts'
import { NONE } from '../../index/streets/records.ts'
import type { AddressSearch, Found, PlacesQuery } from '../address-search.ts'
import { isWithin, wantedValues } from '../match/filter.ts'
import { STEPS, Work } from '../work.ts'
import { foundPlace, type ProductLayer } from './product-layer.ts'

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

export function placeWork(work: Work): PlaceWork {
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
