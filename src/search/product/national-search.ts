// Variant A's search: the engine over Australian addresses.

import type { NationalAddress, NationalRow } from '../../address/national.ts'
import { nationalAddress } from '../../address/national-address.ts'
import type { NationalPlace } from '../../address/place.ts'
import { Texts } from '../../index/columns/texts.ts'
import type { IndexSections } from '../../index/file/index-sections.ts'
import type { ReleaseInfo } from '../../index/file/release-info.ts'
import { Boxes } from '../../index/geography/boxes.ts'
import { DensityReader } from '../../index/geography/density.ts'
import { Places } from '../../index/geography/places.ts'
import { NATIONAL_NAMES } from '../../index/national/national-layout.ts'
import { NationalRecords } from '../../index/national/national-records.ts'
import { NONE } from '../../index/streets/records.ts'
import { fold, foldedValue, wordsOf } from '../../index/words/fold.ts'
import {
  levelTypeForms,
  stateForms,
  streetTypeForms,
  suffixForms,
  unitTypeForms,
} from '../../index/words/written-forms.ts'
import type { NationalSearch } from '../address-search.ts'
import { KnownPlaces } from '../forgiving/known-places.ts'
import { kindNames } from '../judging/kind-names.ts'
import { AddressFinder } from '../match/address-finder.ts'
import type { OwnText } from '../match/whole-line.ts'
import { searchedIndex } from '../searched-index.ts'
import { namesakes } from '../validate/namesakes.ts'
import { nameSlots, otherSlots, type Slot } from '../validate/word-slots.ts'
import { beginningOf } from './field-values.ts'
import type { ProductLayer } from './product-layer.ts'
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

/** `GAVIC425325004`. A shorter word may be a house number or the beginning of a name. */
const PID = /^[A-Z_]{2,10}\d{6,20}$/

type Field = 'locality' | 'state' | 'postcode' | 'street_name'

/** Only a UK postcode says of few enough addresses that one of them is meant. */
const NO_TEXT: OwnText = { lines: [], places: [] }

export function nationalSearch(sections: IndexSections, release: ReleaseInfo): NationalSearch {
  const texts = new Texts(sections)
  const kinds = kindNames(sections.get('kinds.texts'))
  const index = searchedIndex(sections, NATIONAL_NAMES)
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
  const known = lazily(
    () =>
      new KnownPlaces(streets, {
        names: (place) => rows.placeNames(place),
        region: (place) => rows.placeField(place, 'state'),
        postcode: (place) => rows.placeField(place, 'postcode'),
      }),
  )
  const layer: ProductLayer<NationalAddress, NationalPlace> = {
    release,
    density: new DensityReader(sections),
    finder: new AddressFinder(index, kinds),
    boxes: new Boxes(sections, records),
    places,
    id: (record) => rows.id(record),
    find: (id) => rows.find(id),
    recordNamed: (term) => {
      const pid = term.trim().toUpperCase()
      return PID.test(pid) ? rows.find(pid) : NONE
    },
    address: (record) => nationalAddress(rows.row(record)),
    label: (record) => rows.label(record),
    typeaheadField: (name) => FIELD_NAMES[name],
    typeaheadFields: ['locality', 'state', 'postcode', 'street_name'],
    valueOf: fieldOf,
    filterValues: (street, field) => [foldedValue(fieldOf(street, field))],
    beginningsOf: (_, term) => [beginningOf(term)],
    foldValue: (_, value) => foldedValue(value),
    namesOf: (street) => ({
      nameWords: wordsOf(rows.streetName(street)),
      placeNames: rows.placeNames(placeOf(street)).map(wordsOf),
      postcode: rows.placeField(placeOf(street), 'postcode'),
    }),
    slotsOf: (record) => {
      const street = streets.ofRecord(record)
      return {
        own: slotsOf(rows.row(record)),
        streets: rows.streetNames(street).map(streetSlots),
        places: rows.placeNames(placeOf(street)).map(nameSlots),
      }
    },
    ownText: () => NO_TEXT,
    ...namesakes(known, {
      placeOf,
      slotsOf: (street) => rows.streetNames(street).map(streetSlots),
    }),
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
  return productSearch(layer)
}

/** Made when it is first asked for, and then kept. */
function lazily<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

function streetSlots([name = '', type = '', suffix = '']: readonly string[]): Slot[] {
  return [
    ...nameSlots(name),
    ...otherSlots(fold(type), streetTypeForms, 'type'),
    ...otherSlots(fold(suffix), suffixForms, 'suffix'),
  ]
}

function slotsOf(row: NationalRow): Slot[] {
  return [
    ...otherSlots(row.state, stateForms, 'region'),
    ...otherSlots(row.flatType, unitTypeForms, 'kind'),
    ...otherSlots(row.levelType, levelTypeForms, 'kind'),
    ...nameSlots(row.buildingName),
    ...nameSlots(row.addressSiteName),
  ]
}
