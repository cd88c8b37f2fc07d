// Variant A: what the search knows about addresses of a national file.

import {
  type AnyNationalAddress,
  comparedNational,
  type NationalRow,
  nationalAddress,
} from '../../address/national.ts'
import type { AnyNationalPlace } from '../../address/place.ts'
import { type Country, countryOf, nationalShape } from '../../countries/country.ts'
import type { NationalShape } from '../../countries/declaration.ts'
import { Texts } from '../../index/columns/texts.ts'
import type { IndexSections } from '../../index/file/index-sections.ts'
import type { Places } from '../../index/geography/places.ts'
import { NationalRecords } from '../../index/national/national-records.ts'
import { NONE } from '../../index/streets/records.ts'
import type { Streets } from '../../index/streets/streets.ts'
import { fold, foldedValue, wordsOf } from '../../index/words/fold.ts'
import { streetTypeForms } from '../../index/words/written-forms.ts'
import { oncePer } from '../../lib/bounded-map.ts'
import { KnownPlaces } from '../giving-up/known-places.ts'
import { onStreet } from '../validate/on-street.ts'
import { keptByPlace, openedIndex, type ProductLayer, underOtherNames } from './product-layer.ts'

/** The fields by their names on the wire: `locality`, `suburb` and `locality_name` are the same one. */
function fieldsOf(country: Country): ReadonlyMap<string, Field> {
  const { outer } = nationalShape(country)
  return new Map([
    ['locality_name', 'locality'],
    ['locality', 'locality'],
    ['suburb', 'locality'],
    [outer, outer],
    ['postcode', 'postcode'],
    ['street_name', 'street_name'],
  ])
}

/** `GAVIC425325004`. A shorter word may be a house number or the beginning of a name. */
const PID = /^\s*[A-Z_]{2,10}\d{6,20}\s*$/i

/** The fields as the index names them. */
const TEXT_FIELDS = {
  locality: 'localityName',
  state: 'outer',
  town_city: 'outer',
  postcode: 'postcode',
  street_name: 'streetName',
} as const

type Field = keyof typeof TEXT_FIELDS

export function nationalLayer(
  sections: IndexSections,
): ProductLayer<AnyNationalAddress, AnyNationalPlace> {
  const texts = new Texts(sections)
  const opened = openedIndex(sections)
  const country = countryOf(opened.release.product)
  const shape = nationalShape(country)
  const fields = fieldsOf(country)
  const { finder, places } = opened
  const { streets, records } = finder.index
  const rows = new NationalRecords(sections, texts, streets, records)
  const placeOf = (street: number) => streets.placeOf(street)
  const fieldOf = (street: number, name: string): string => {
    const field = fields.get(name)
    return field === undefined ? '' : texts.at(rows.textNumber(street, TEXT_FIELDS[field]))
  }
  const filtered = [...fields].flatMap(([name, field]) => (field === 'street_name' ? [] : name))
  const id = (record: number) => rows.id(record)
  const shown = (row: NationalRow) => nationalAddress(row, shape)
  const address = (record: number) => shown(rows.row(record))
  const compared = (record: number) => comparedNational(rows.comparedRow(record), shape)
  return {
    ...opened,
    onStreet: (query) => onStreet({ finder, id, compared, country }, query),
    id,
    find: (pid) => rows.find(pid),
    recordNamed: (term) => (PID.test(term) ? rows.find(term.trim().toUpperCase()) : NONE),
    address,
    compared,
    underOtherNames: (record) => {
      const street = streets.ofRecord(record)
      const [names, known] = [rows.streetNames(street), rows.localityNames(placeOf(street))]
      if (names.length + known.length === 2) return []
      const row = rows.row(record)
      const localities = [...new Set([row.localityName, ...known])]
      const places = localities.map((localityName) => ({ localityName }))
      return underOtherNames(row, names.map(streetNaming), places).map(shown)
    },
    label: (record) => rows.label(record),
    typeaheadFields: fields,
    valueOf: fieldOf,
    textsOf: (name) => {
      const field = TEXT_FIELDS[fields.get(name) ?? 'street_name']
      return {
        numberOf: (street) => rows.textNumber(street, field),
        at: (text) => texts.at(text),
        isFolded: (text) => texts.isFolded(text),
      }
    },
    filterValues: keptByPlace(filtered, placeOf, (street, field) => [
      foldedValue(fieldOf(street, field)),
    ]),
    partOf: (name) => (fields.get(name) === 'street_name' ? 'name' : 'place'),
    ...nationalLine(rows, streets, shape),
    place: (place) => nationalPlace(places.at(place), shape),
    placeFieldAt: (name) => ['locality', shape.outer, 'postcode'].indexOf(fields.get(name) ?? ''),
  }
}

function nationalPlace(
  [, , latitude, longitude, ...texts]: ReturnType<Places['at']>,
  shape: NationalShape,
): AnyNationalPlace {
  const [locality_name = '', outer = '', postcode = ''] = texts
  const point = { latitude, longitude, locality_name }
  if (shape.outer === 'state') return { ...point, state: outer, postcode }
  return { ...point, town_city: outer, postcode }
}

function streetNaming([streetName = '', streetType = '', streetSuffix = '']: readonly string[]) {
  return { streetName, streetType, streetSuffix }
}

function nationalLine(rows: NationalRecords, streets: Streets, shape: NationalShape) {
  const placeOf = (street: number) => streets.placeOf(street)
  const streetNames = (street: number) =>
    rows.streetNames(street).map(([name = '', type = '', suffix = '']) => ({
      name: wordsOf(name),
      type: fold(type),
      suffix: fold(suffix),
    }))
  return {
    // Made when an index is opened: at 17 million addresses it takes a quarter of a second.
    knownPlaces: new KnownPlaces(streets, {
      names: (place) => rows.placeNames(place),
      region: (place) => (shape.outer === 'state' ? rows.outer(place) : ''),
      postcode: (place) => rows.placeField(place, 'postcode'),
    }),
    nameWords: (street: number) => wordsOf(rows.streetName(street)),
    // A line that fits nothing compares thousands.
    placeNames: oncePer(placeOf, (street) => rows.placeNames(placeOf(street)).map(wordsOf)),
    streetNames,
    wholeStreet: (street: number) => {
      const [{ name = [], type = '' } = {}] = streetNames(street)
      return type === '' ? name : [...name, streetTypeForms(type)[0] ?? type]
    },
    streetWords: (street: number) => {
      const [[name = '', , suffix = ''] = []] = rows.streetNames(street)
      return wordsOf(name).length + (suffix === '' ? 0 : 1)
    },
    hasStreetType: (street: number, word: string) =>
      rows.streetNames(street).some(([, type = '']) => streetTypeForms(fold(type)).includes(word)),
  }
}
