// Variant A's search: the engine over Australian addresses.

import { type NationalAddress, nationalAddress } from '../../address/national.ts'
import type { NationalPlace } from '../../address/place.ts'
import { Texts } from '../../index/columns/texts.ts'
import type { IndexSections } from '../../index/file/index-sections.ts'
import type { ReleaseInfo } from '../../index/file/sections.ts'
import { Boxes } from '../../index/geography/boxes.ts'
import { DensityReader } from '../../index/geography/density.ts'
import { Places } from '../../index/geography/places.ts'
import { NationalRecords } from '../../index/national/national-records.ts'
import { NONE } from '../../index/streets/records.ts'
import type { Streets } from '../../index/streets/streets.ts'
import { foldedValue } from '../../index/words/fold.ts'
import type { NationalSearch } from '../address-search.ts'
import { kindNames } from '../judging/kind-names.ts'
import { AddressFinder } from '../match/address-finder.ts'
import { searchedIndex } from '../searched-index.ts'
import { nationalLine, nationalPlaces } from '../validate/national-line.ts'
import { onStreet } from '../validate/on-street.ts'
import { beginningOf } from './field-values.ts'
import { keptByPlace, NAMINGS_MAX, type ProductLayer } from './product-layer.ts'
import { productSearch } from './product-search.ts'

/** `locality`, `suburb` and `locality_name` are the same field. */
const FIELD_NAMES: Readonly<Record<string, Field>> = {
  locality_name: 'locality',
  locality: 'locality',
  suburb: 'locality',
  state: 'state',
  postcode: 'postcode',
  street_name: 'street_name',
}
const PLACE_FIELDS: readonly string[] = ['locality', 'state', 'postcode']
const FILTERED_FIELDS: readonly string[] = ['suburb', 'locality_name', ...PLACE_FIELDS]

/** `GAVIC425325004`. A shorter word may be a house number or the beginning of a name. */
const PID = /^\s*[A-Z_]{2,10}\d{6,20}\s*$/i

/** As the index has them. */
const TEXT_FIELDS = {
  locality: 'localityName',
  state: 'state',
  postcode: 'postcode',
  street_name: 'streetName',
} as const

type Field = 'locality' | 'state' | 'postcode' | 'street_name'

export function nationalSearch(sections: IndexSections, release: ReleaseInfo): NationalSearch {
  const texts = new Texts(sections)
  const kinds = kindNames(sections.get('kinds.texts'))
  const index = searchedIndex(sections)
  const { streets, records } = index
  const rows = new NationalRecords(sections, texts, streets, records)
  const places = new Places(sections)
  const placeOf = (street: number) => streets.place[street] ?? 0
  const fieldOf = (street: number, name: string): string => {
    const field = FIELD_NAMES[name]
    if (field === undefined) return ''
    if (field === 'street_name') return rows.streetName(street)
    return rows.placeField(placeOf(street), field)
  }
  const known = nationalPlaces(rows, streets)
  const layer: ProductLayer<NationalAddress, NationalPlace> = {
    release,
    density: new DensityReader(sections),
    finder: new AddressFinder(index, kinds),
    boxes: new Boxes(sections, records),
    places,
    knownPlaces: known,
    id: (record) => rows.id(record),
    find: (id) => rows.find(id),
    recordNamed: (term) => {
      return PID.test(term) ? rows.find(term.trim().toUpperCase()) : NONE
    },
    address: (record) => nationalAddress(rows.row(record)),
    underOtherNames: (record) => underOtherNames(rows, streets, record),
    label: (record) => rows.label(record),
    typeaheadField: (name) => FIELD_NAMES[name],
    typeaheadFields: ['locality', 'state', 'postcode', 'street_name'],
    valueOf: fieldOf,
    textsOf: (name) => {
      const field = TEXT_FIELDS[FIELD_NAMES[name] ?? 'street_name']
      return {
        numberOf: (street) => rows.textNumber(street, field),
        at: (text) => texts.at(text),
        isFolded: (text) => texts.isFolded(text),
      }
    },
    filterValues: keptByPlace(FILTERED_FIELDS, placeOf, (street, field) => [
      foldedValue(fieldOf(street, field)),
    ]),
    beginningsOf: (_, term) => [beginningOf(term)],
    partOf: (name) => (FIELD_NAMES[name] === 'street_name' ? 'name' : 'place'),
    ...nationalLine(rows, streets, known),
    place: (place) => {
      const [, , latitude, longitude, ...fields] = places.at(place)
      const [locality_name = '', state = '', postcode = ''] = fields
      return { latitude, longitude, locality_name, state, postcode }
    },
    placeFieldAt: (name) => PLACE_FIELDS.indexOf(FIELD_NAMES[name] ?? ''),
    otherPlace: () => undefined,
    otherPlaces: () => [],
    isNearestPlace: () => true,
  }
  return { ...productSearch(layer), onStreet: (query) => onStreet(layer, query) }
}

function underOtherNames(
  rows: NationalRecords,
  streets: Streets,
  record: number,
): readonly NationalAddress[] {
  const street = streets.ofRecord(record)
  const [names, places] = [rows.streetNames(street), rows.placeNames(streets.placeOf(street))]
  if (names.length + places.length === 2) return []
  const row = rows.row(record)
  return names
    .flatMap(([streetName = '', streetType = '', streetSuffix = '']) => {
      const named = { ...row, streetName, streetType, streetSuffix }
      return places.map((localityName) => ({ ...named, localityName }))
    })
    .slice(1, NAMINGS_MAX)
    .map(nationalAddress)
}
