// Which streets an attempt may find: by the names of their places, by their own, by what lies on them.
// Unchecked: reads the numbers of every address of a street.

import { NO_NUMBER, numberValue } from '../../index/words/number-code.ts'
import { fullNameWord } from '../../index/words/written-forms.ts'
import type { AddressFinder } from '../match/address-finder.ts'
import type { StreetFilter } from '../match/filter.ts'
import { editDistance } from '../query/edit-distance.ts'
import type { KnownPlaces } from './known-places.ts'
import type { Line } from './line.ts'
import type { LineShape } from './line-shape.ts'

export interface StreetHooks {
  readonly finder: AddressFinder
  namesOf(street: number): { readonly nameWords: readonly string[]; readonly placeNames: Names }
  /** The words of the street of an address, by each name that it goes by. */
  slotsOf(record: number): { readonly streets: readonly (readonly StreetWord[])[] }
}

interface StreetWord {
  readonly role: string
  readonly forms: readonly string[]
}

type Names = readonly (readonly string[])[]
type OwnFilter = Pick<StreetFilter, 'allowsStreet'>

const SIMILAR_MIN = 5

/** Two slips in a word of five letters, three in one of ten. */
export function isSimilar(typed: string, word: string): boolean {
  const most = typed.length < 10 ? 2 : 3
  if (Math.min(typed.length, word.length + 1) < SIMILAR_MIN) return false
  if (Math.abs(typed.length - word.length) > most) return false
  return editDistance(typed, word) <= most
}

/** Only streets in places whose names pass. Many streets share a place, and to read its names takes a while. */
export function onPlaces(
  { finder, namesOf }: StreetHooks,
  passes: (name: readonly string[]) => boolean,
): OwnFilter {
  const { streets } = finder.index
  return passing(
    (street) => streets.placeOf(street),
    (street) => namesOf(street).placeNames.some(passes),
  )
}

/** Only streets whose name, as one word, passes. */
export function onNames(
  { finder, namesOf }: StreetHooks,
  passes: (name: string) => boolean,
): OwnFilter {
  const { streets } = finder.index
  return passing(
    (street) => streets.nameOf(street),
    (street) => passes(namesOf(street).nameWords.map(fullNameWord).join('')),
  )
}

/** Only streets whose name may be the typed one with slips: in no place that has a street of just that name. */
export function onSimilarNames(
  hooks: StreetHooks,
  typed: string,
  knownPlaces: () => KnownPlaces,
): OwnFilter {
  const { streets } = hooks.finder.index
  const { allowsStreet: isNearly } = onNames(hooks, (name) => isSimilar(typed, name))
  const { allowsStreet: isJust } = onNames(hooks, (name) => name === typed)
  const { allowsStreet: isWithout } = passing(
    (street) => streets.placeOf(street),
    (street) => !knownPlaces().streetsOf(streets.placeOf(street)).some(isJust),
  )
  return { allowsStreet: (street) => isNearly(street) && isWithout(street) }
}

function passing(
  keyOf: (street: number) => number,
  passes: (street: number) => boolean,
): OwnFilter {
  const known = new Map<number, boolean>()
  return {
    allowsStreet: (street) => {
      const key = keyOf(street)
      const allowed = known.get(key) ?? passes(street)
      known.set(key, allowed)
      return allowed
    },
  }
}

/** The words between the number and the type, as one. */
export function typedStreet({ tokens }: Line, shape: LineShape): string {
  const { number, typeEnd, placeFrom } = shape
  const end = typeEnd === undefined ? placeFrom : typeEnd - 1
  return tokens.words
    .slice(number + 1, end)
    .map(fullNameWord)
    .join('')
}

/**
 * Whether one of the streets is the typed one and has, on the side of the typed number, lower and higher ones: then it
 * is the number that is not held, and the streets of that name elsewhere are other streets.
 */
export function hasGapAtNumber(
  { finder, namesOf, slotsOf }: StreetHooks,
  streetsOfPlace: Uint32Array,
  line: Line,
  shape: LineShape,
): boolean {
  const { streets, records } = finder.index
  const { words } = line.tokens
  const typed = typedStreet(line, shape)
  const type = shape.typeEnd === undefined ? '' : words[shape.typeEnd - 1]
  const value = Number.parseInt(words[shape.number], 10)
  const isTyped = (street: number) => {
    if (namesOf(street).nameWords.map(fullNameWord).join('') !== typed) return false
    const slots = slotsOf(streets.start[street]).streets.flat()
    return slots.some(({ role, forms }) => role === 'type' && forms.includes(type))
  }
  return streetsOfPlace.some((street) => {
    if (!isTyped(street)) return false
    const numbers = records.number.subarray(streets.start[street], streets.start[street + 1])
    const onSide = (number: number) => number !== NO_NUMBER && numberValue(number) % 2 === value % 2
    return (
      numbers.some((number) => onSide(number) && numberValue(number) < value) &&
      numbers.some((number) => onSide(number) && numberValue(number) > value)
    )
  })
}

export function both(
  filter: StreetFilter | undefined,
  own: OwnFilter | undefined,
): StreetFilter | undefined {
  if (own === undefined) return filter
  return {
    requirements: [],
    allowsRecord: () => true,
    ...filter,
    allowsStreet: (street) =>
      (filter === undefined || filter.allowsStreet(street)) && own.allowsStreet(street),
  }
}
