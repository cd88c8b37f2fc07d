// An address of the release, part by part, folded so that it can be compared with what was typed.

import type { AnyNationalAddress, ComparedNational } from '../address/national.ts'
import type { PostalAddress } from '../address/postal.ts'
import { formattedAddressText } from '../address/postal-lines.ts'
import { wordsOf } from '../index/words/fold.ts'
import { isStreetTypeWord } from '../index/words/written-forms.ts'

type Words = readonly string[]
export type AnyAddress = AnyNationalAddress | PostalAddress
export type ComparedAddress = ComparedNational | PostalAddress

export interface HeldStreet {
  readonly name: Words
  /** '' where it has none. */
  readonly type: string
  readonly suffix: string
}

/** '' or no words where the address has no such part. */
export interface HeldParts {
  /** The whole address on one line. */
  readonly label: string
  readonly unitKind: string
  readonly unit: string
  /** The name of a part of a building: `GROUND FLOOR FLAT`. */
  readonly partName: Words
  readonly levelKind: string
  readonly level: string
  readonly lot: string
  readonly first: string
  readonly last: string
  /** Names that a line may give: that of the building, then those of organisations. */
  readonly names: readonly Words[]
  /** Those of them that say which unit and which number of a range it is. */
  readonly organisations: readonly Words[]
  /** Australian labels have no names. */
  readonly isNameInLabel: boolean
  /** The street that the number stands in comes first. */
  readonly streets: readonly HeldStreet[]
  /** The place by its names, the most particular first; a line need not give all of them. */
  readonly places: readonly Words[]
  /** What the place lies in, which says little of where it is: county, district. */
  readonly around: readonly Words[]
  readonly region: string
  readonly postcode: string
}

export function heldParts(address: ComparedAddress): HeldParts {
  return 'address_label' in address ? nationalParts(address) : postalParts(address)
}

function nationalParts(address: ComparedNational): HeldParts {
  return {
    label: address.address_label,
    unitKind: address.flat_type,
    unit: address.flat_number,
    partName: address.flat_number === '' ? wordsOf(address.flat_type) : [],
    levelKind: address.level_type,
    level: address.level_number,
    lot: address.lot_number,
    first: address.number_first,
    last: address.number_last,
    names: [address.building_name, address.address_site_name].map(wordsOf).filter(isFilled),
    organisations: [],
    isNameInLabel: false,
    streets: [
      {
        name: wordsOf(address.street_name),
        type: address.street_type,
        suffix: address.street_suffix,
      },
    ],
    places: [
      ...namesIn(address.locality_name),
      ...('state' in address ? [] : namesIn(address.town_city)),
    ]
      .map(wordsOf)
      .filter(isFilled),
    around: [],
    region: 'state' in address ? address.state : '',
    postcode: address.postcode,
  }
}

/** `GREAT BARRIER ISLAND (AOTEA ISLAND)` has two names, and is itself one. */
function namesIn(place: string): readonly string[] {
  const [, first, second] = /^(.+) \((.+)\)$/.exec(place) ?? []
  return first === undefined || second === undefined ? [place] : [place, first, second]
}

function postalParts(address: PostalAddress): HeldParts {
  const [first = '', last = ''] = address.building_number.toUpperCase().split('-')
  const lines = [address.line_1, address.line_2, address.line_3, address.line_4]
  const street = wordsOf(address.thoroughfare)
  const { names, before } = linesAbove(lines, street, wordsOf(address.building_number))
  const building = wordsOf(address.building_name)
  const part = wordsOf(address.sub_building_name)
  const unit = address.sub_building_number.toUpperCase()
  const [unitWords, text] = [wordsOf(unit), ` ${unit.replace('/', ' ')}`]
  const isUnit = (name: Words) =>
    unit !== '' && name.length < unitWords.length + 2 && ` ${name.join(' ')}`.endsWith(text)
  const isOther = (name: Words) => !holds(name, building) && !holds(name, part) && !isUnit(name)
  const organisations = names.filter(isOther)
  return {
    label: `${formattedAddressText(address)}, ${address.postcode}`,
    unitKind: '',
    unit,
    partName: part,
    levelKind: '',
    level: '',
    lot: '',
    first,
    last,
    names: [building, ...organisations].filter(isFilled),
    organisations,
    isNameInLabel: true,
    streets: [before, street].filter(isFilled).map(streetOf),
    places: [...address.locality.split(', '), address.town_or_city].map(wordsOf).filter(isFilled),
    around: [address.county, address.district].map(wordsOf).filter(isFilled),
    region: address.country.toUpperCase(),
    postcode: address.postcode,
  }
}

/** What stands on the lines around the street: names, and the street that leaves it, which has the number. */
function linesAbove(lines: readonly string[], street: Words, number: Words) {
  const names: Words[] = []
  let before: Words = []
  for (const line of lines) {
    const words = wordsOf(line)
    if (words.length === 0) continue
    const isNumbered = number.length > 0 && number.every((word, at) => words[at] === word)
    const rest = isNumbered ? words.slice(number.length) : words
    if (rest.join(' ') === street.join(' ')) continue
    if (isNumbered && rest.length > 0) before = rest
    else if (!isNumbered) names.push(words)
  }
  return { names, before }
}

/** What all who are behind one door have in common; a UK postcode says the place. */
export function doorOf(held: HeldParts): string {
  const { unit, partName, level, lot, first, last, streets, postcode } = held
  const place = held.isNameInLabel ? '' : held.places[0]
  return JSON.stringify([unit, partName, level, lot, first, last, streets, place, postcode])
}

/** What two records of one address have in common. */
export function nameOf(held: HeldParts): string {
  return held.isNameInLabel ? JSON.stringify(held.names) + doorOf(held) : held.label
}

/** A UK street has its type as its last word. */
export function streetOf(words: Words): HeldStreet {
  const last = words.at(-1) ?? ''
  const hasType = words.length > 1 && words[0] !== 'THE' && isStreetTypeWord(last, false)
  return { name: hasType ? words.slice(0, -1) : words, type: hasType ? last : '', suffix: '' }
}

function holds(words: Words, others: Words): boolean {
  return others.length > 0 && ` ${words.join(' ')} `.includes(` ${others.join(' ')} `)
}

function isFilled(words: Words): boolean {
  return words.length > 0
}
