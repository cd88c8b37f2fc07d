// What the words of a line are compared with in an Australian address.

import type { NationalRow } from '../../address/national.ts'
import type { NationalRecords } from '../../index/national/national-records.ts'
import type { Streets } from '../../index/streets/streets.ts'
import { fold, wordsOf } from '../../index/words/fold.ts'
import {
  levelTypeForms,
  stateForms,
  streetTypeForms,
  suffixForms,
  unitTypeForms,
} from '../../index/words/written-forms.ts'
import { KnownPlaces } from '../giving-up/known-places.ts'
import type { OwnText } from '../match/whole-line.ts'
import type { StreetNames } from './named-place.ts'
import { type Namesakes, namesakes } from './namesakes.ts'
import { type AddressSlots, nameSlots, otherSlots, type Slot } from './word-slots.ts'

interface LineWords extends Namesakes {
  namesOf(street: number): StreetNames
  slotsOf(record: number): AddressSlots
  ownText(record: number, street: number): OwnText
  streetWords(street: number): number | undefined
  hasStreetType(street: number, word: string): boolean
}

/** Only a UK postcode says of few enough addresses that one of them is meant. */
const NO_TEXT: OwnText = { lines: [], names: [], street: [], places: [], isWhole: () => false }

export function nationalLine(
  rows: NationalRecords,
  streets: Streets,
  known: () => KnownPlaces,
): LineWords {
  const placeOf = (street: number) => streets.placeOf(street)
  const slotsOf = (street: number) => rows.streetNames(street).map(streetSlots)
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
    slotsOf: (record) => {
      const street = streets.ofRecord(record)
      return {
        own: ownSlots(rows.row(record)),
        streets: slotsOf(street),
        places: rows.placeNames(placeOf(street)).map(nameSlots),
      }
    },
    ownText: () => NO_TEXT,
    streetWords: (street) => slotsOf(street)[0]?.filter(({ role }) => role !== 'type').length,
    hasStreetType: (street, word) =>
      rows.streetNames(street).some(([, type = '']) => streetTypeForms(fold(type)).includes(word)),
    ...namesakes(known, { placeOf, namesOf: (street) => rows.streetNames(street), slotsOf }),
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
export function nationalPlaces(rows: NationalRecords, streets: Streets): () => KnownPlaces {
  const known = new KnownPlaces(streets, {
    names: (place) => rows.placeNames(place),
    region: (place) => rows.placeField(place, 'state'),
    postcode: (place) => rows.placeField(place, 'postcode'),
  })
  return () => known
}

function streetSlots([name = '', type = '', suffix = '']: readonly string[]): Slot[] {
  return [
    ...nameSlots(name),
    ...otherSlots(fold(type), streetTypeForms, 'type'),
    ...otherSlots(fold(suffix), suffixForms, 'suffix'),
  ]
}

function ownSlots(row: NationalRow): Slot[] {
  return [
    ...otherSlots(row.state, stateForms, 'region'),
    ...otherSlots(row.flatType, unitTypeForms, 'kind'),
    ...otherSlots(row.levelType, levelTypeForms, 'kind'),
    ...nameSlots(row.buildingName),
    ...nameSlots(row.addressSiteName),
  ]
}
