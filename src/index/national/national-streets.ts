// The streets of a national file: the names and terms of each name part and place part, other names included.

import { type Country, nationalShape } from '../../countries/country.ts'
import type { KnownLocality, NationalKnowledge } from '../rows/row-source.ts'
import { StreetParts } from '../streets/streets-writer.ts'
import { nameForms, partTerms, type TermNumbers, termsOf } from '../terms/name-terms.ts'
import { KIND } from '../terms/terms.ts'
import { foldedValue, wordsOf } from '../words/fold.ts'
import { regionForms, streetTypeForms, suffixForms } from '../words/written-forms.ts'
import type { NationalName } from './national-records.ts'
import type { NationalTable } from './national-table.ts'

export class NationalStreets extends StreetParts<NationalName, NationalTable> {
  readonly #known: KnownNames

  constructor(table: NationalTable, known: KnownNames) {
    super(table)
    this.#known = known
  }

  postcodeOf(): string {
    return ''
  }

  isSearchedName(): boolean {
    return true
  }

  nameTerms(terms: TermNumbers, name: number) {
    const names = [this.table.names.at(this.sharedName(name)), ...this.otherNames(name)]
    const weak = names.flatMap(({ streetType, streetSuffix }) => [
      ...streetTypeForms(foldedValue(streetType)),
      ...suffixForms(foldedValue(streetSuffix)),
    ])
    const strong = names.flatMap(({ streetName }) => nameForms(streetName))
    return partTerms(terms, strong, weak)
  }

  /** Words of neighbouring localities find a street below all that have the word themselves. */
  placeTerms(terms: TermNumbers, place: number) {
    const { country, places } = this.table
    const locality = places.at(place)
    const { strong: outer, weak: region } = this.outerNames(place)
    const strong = [
      ...this.localityNames(place).flatMap(nameForms),
      ...outer.flatMap(nameForms),
      ...postcodeForms(country, locality.postcode),
    ]
    const weak = [...region, foldedValue(country.name)]
    const near = this.#known.neighbours(locality).flatMap(nameForms)
    return { ...partTerms(terms, strong, weak), near: termsOf(terms, KIND.near, near) }
  }

  protected override othersOf(street: number): readonly NationalName[] {
    const { table } = this
    if (!this.#known.hasStreetAliases) return []
    const own = table.names.at(table.nameOf(street))
    return this.#known.streetAliases(own, table.places.at(table.placeOf(street)))
  }

  /** A town is a name as the locality's is; a state in any of its forms says little. */
  outerNames(place: number): { strong: readonly string[]; weak: readonly string[] } {
    const { places, country } = this.table
    const { state = '', townCity = '' } = places.at(place)
    if (nationalShape(country).outer === 'town_city') return { strong: [townCity], weak: [] }
    return { strong: [], weak: regionForms(country, foldedValue(state)) }
  }

  localityNames(place: number): readonly string[] {
    return this.#known.localityNames(this.table.places.at(place))
  }
}

/** Without the zero that spreadsheets drop, where postcodes of any place may have one. */
function postcodeForms({ postcode: { zeroRegion } }: Country, postcode: string): readonly string[] {
  const isShort = zeroRegion === '' && postcode.startsWith('0')
  return isShort ? [postcode, postcode.slice(1)] : wordsOf(postcode)
}

const NOTHING: NationalKnowledge = {
  localityAliases: [],
  localityNeighbours: [],
  streetAliases: [],
}

/** Other names of streets and localities, and which localities are neighbours, by the names that rows have. */
export class KnownNames {
  readonly #localityAliases: ReadonlyMap<string, NationalKnowledge['localityAliases']>
  readonly #neighbours: ReadonlyMap<string, NationalKnowledge['localityNeighbours']>
  readonly #streetAliases: ReadonlyMap<string, NationalKnowledge['streetAliases']>

  constructor({ localityAliases, localityNeighbours, streetAliases } = NOTHING) {
    this.#localityAliases = Map.groupBy(localityAliases, localityKey)
    this.#neighbours = Map.groupBy(localityNeighbours, localityKey)
    this.#streetAliases = Map.groupBy(streetAliases, (street) => streetKey(street, street))
  }

  get hasStreetAliases(): boolean {
    return this.#streetAliases.size > 0
  }

  localityNames(locality: KnownLocality): readonly string[] {
    const aliases = this.#localityAliases.get(localityKey(locality)) ?? []
    return [locality.localityName, ...aliases.map(({ alias }) => alias)]
  }

  neighbours(locality: KnownLocality): readonly string[] {
    const neighbours = this.#neighbours.get(localityKey(locality)) ?? []
    return neighbours.map(({ neighbour }) => neighbour)
  }

  streetAliases(name: NationalName, locality: KnownLocality): readonly NationalName[] {
    const aliases = this.#streetAliases.get(streetKey(name, locality)) ?? []
    return aliases.map(({ aliasName, aliasType, aliasSuffix }) => ({
      streetName: aliasName,
      streetType: aliasType,
      streetSuffix: aliasSuffix,
    }))
  }
}

/** Files abbreviate types or write them out, so both are taken as the full word. */
function streetKey({ streetName, streetType, streetSuffix }: NationalName, place: KnownLocality) {
  const [fullType = ''] = streetTypeForms(foldedValue(streetType))
  const [fullSuffix = ''] = suffixForms(foldedValue(streetSuffix))
  return [foldedValue(streetName), fullType, fullSuffix, localityKey(place)].join('|')
}

function localityKey({ localityName, state, townCity }: KnownLocality): string {
  return `${foldedValue(localityName)}|${foldedValue(state ?? townCity ?? '')}`
}
