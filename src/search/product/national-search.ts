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
import { fold, foldedValue, wordsOf } from '../../index/words/fold.ts'
import { streetTypeForms } from '../../index/words/written-forms.ts'
import type { HeldStreet } from '../../judge/held-parts.ts'
import type { NationalSearch } from '../address-search.ts'
import { KnownPlaces } from '../giving-up/known-places.ts'
import { kindNames } from '../judging/kind-names.ts'
import { AddressFinder } from '../match/address-finder.ts'
import type { OwnText } from '../match/whole-line.ts'
import { searchedIndex } from '../searched-index.ts'
import { onStreet } from '../validate/on-street.ts'
import { beginningOf } from './field-values.ts'
import { keptByPlace, NAMINGS_MAX, type ProductLayer, type StreetNames } from './product-layer.ts'
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
    ...nationalLine(rows, streets),
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
  const [names, known] = [rows.streetNames(street), rows.placeNames(streets.placeOf(street))]
  if (names.length + known.length === 2) return []
  const row = rows.row(record)
  const places = new Set([row.localityName, ...known])
  return names
    .flatMap(([streetName = '', streetType = '', streetSuffix = '']) => {
      const named = { ...row, streetName, streetType, streetSuffix }
      return [...places].map((localityName) => ({ ...named, localityName }))
    })
    .slice(1, NAMINGS_MAX)
    .map(nationalAddress)
}

interface LineWords {
  namesOf(street: number): StreetNames
  streetNames(street: number): readonly HeldStreet[]
  ownText(record: number, street: number): OwnText
  streetWords(street: number): number | undefined
  hasStreetType(street: number, word: string): boolean
}

/** Only a UK postcode says of few enough addresses that one of them is meant. */
const NO_TEXT: OwnText = { lines: [], names: [], street: [], places: [], isWhole: () => false }

function nationalLine(rows: NationalRecords, streets: Streets): LineWords {
  const placeOf = (street: number) => streets.placeOf(street)
  const streetNames = (street: number) =>
    rows.streetNames(street).map(([name = '', type = '', suffix = '']) => ({
      name: wordsOf(name),
      type: fold(type),
      suffix: fold(suffix),
    }))
  /** At most one for each place, of which a line that fits nothing compares thousands. */
  const placeNames = new Map<number, readonly (readonly string[])[]>()
  const placeNamesOf = (place: number) => {
    const kept = placeNames.get(place)
    if (kept !== undefined) return kept
    const names = rows.placeNames(place).map(wordsOf)
    placeNames.set(place, names)
    return names
  }
  return {
    namesOf: (street) => new NationalNames(rows, street, placeOf(street), placeNamesOf),
    streetNames,
    ownText: () => NO_TEXT,
    streetWords: (street) => {
      const [own] = streetNames(street)
      return own && own.name.length + (own.suffix === '' ? 0 : 1)
    },
    hasStreetType: (street, word) =>
      rows.streetNames(street).some(([, type = '']) => streetTypeForms(fold(type)).includes(word)),
  }
}

/** Most callers ask for one of the three. */
class NationalNames implements StreetNames {
  readonly #rows: NationalRecords
  readonly #street: number
  readonly #place: number
  readonly #placeNamesOf: (place: number) => readonly (readonly string[])[]

  constructor(
    rows: NationalRecords,
    street: number,
    place: number,
    placeNamesOf: (place: number) => readonly (readonly string[])[],
  ) {
    this.#rows = rows
    this.#street = street
    this.#place = place
    this.#placeNamesOf = placeNamesOf
  }

  get nameWords(): readonly string[] {
    return wordsOf(this.#rows.streetName(this.#street))
  }

  get placeNames(): readonly (readonly string[])[] {
    return this.#placeNamesOf(this.#place)
  }

  get postcode(): string {
    return this.#rows.placeField(this.#place, 'postcode')
  }
}

/** Made when an index is opened: it takes a quarter of a second at 17 million addresses, which no request may. */
function nationalPlaces(rows: NationalRecords, streets: Streets): () => KnownPlaces {
  const known = new KnownPlaces(streets, {
    names: (place) => rows.placeNames(place),
    region: (place) => rows.placeField(place, 'state'),
    postcode: (place) => rows.placeField(place, 'postcode'),
  })
  return () => known
}
