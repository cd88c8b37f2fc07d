// Which streets an attempt may find: by the names of their places, by their own, by what lies on them.
// Unchecked: reads the numbers of every address of a street.

import { NO_NUMBER, numberValue } from '../../index/words/number-code.ts'
import { fullNameWord } from '../../index/words/written-forms.ts'
import type { Line } from '../../lines/line.ts'
import type { LineShape } from '../../lines/line-shape.ts'
import type { AddressLayer } from '../address-layer.ts'
import { ALLOWS_ALL, type StreetFilter } from '../match/filter.ts'
import { STEPS, type Work } from '../work.ts'
import type { KnownPlaces } from './known-places.ts'

type OwnFilter = Pick<StreetFilter, 'allowsStreet'>

/** What is found is compared with the line again, so that shorter names may have two slips. */
export const SIMILAR_LETTERS_MIN = 4

/** One for each line of which something is given up: what it reads and compares is work of that request. */
export class StreetFilters {
  readonly #layer: AddressLayer<unknown>
  readonly #work: Work
  /** The names that were read, by their numbers: attempt after attempt looks at the same streets. */
  readonly #names = new Map<number, string>()

  constructor(layer: AddressLayer<unknown>, work: Work) {
    this.#layer = layer
    this.#work = work
  }

  /** Only streets in places whose names pass. Many streets share a place, and to read its names takes a while. */
  onPlaces(passes: (name: readonly string[]) => boolean): OwnFilter {
    const { finder, namesOf } = this.#layer
    const { streets } = finder.index
    return this.#passing(
      (street) => streets.placeOf(street),
      (street) => namesOf(street).placeNames.some(passes),
    )
  }

  /** Only streets whose name, as one word, passes. */
  onNames(passes: (name: string) => boolean): OwnFilter {
    const { streets } = this.#layer.finder.index
    return this.#passing(
      (street) => streets.nameOf(street),
      (street) => passes(this.#nameOf(street)),
    )
  }

  /** Only streets whose name may be the typed one with slips: in no place that has a street of just that name. */
  onSimilarNames(
    typed: string,
    isLike: (name: string) => boolean,
    knownPlaces: () => KnownPlaces,
  ): OwnFilter {
    const { streets } = this.#layer.finder.index
    const { allowsStreet: isNearly } = this.onNames(isLike)
    const { allowsStreet: isJust } = this.onNames((name) => name === typed)
    const { allowsStreet: isWithout } = this.#passing(
      (street) => streets.placeOf(street),
      (street) => !this.#some(knownPlaces().streetsOf(streets.placeOf(street)), isJust),
    )
    return { allowsStreet: (street) => isNearly(street) && isWithout(street) }
  }

  /**
   * Whether one of the streets is the typed one and has, on the side of the typed number, lower and higher ones: then
   * it is the number that is not held, and the streets of that name elsewhere are other streets.
   */
  hasGapAtNumber(streetsOfPlace: Uint32Array, line: Line, shape: LineShape): boolean {
    if (shape.numbers === undefined) return false
    const { finder, hasStreetType } = this.#layer
    const { streets, records } = finder.index
    const { words } = line.tokens
    const typed = typedStreet(line, shape)
    const type = shape.hasType ? words[shape.streetEnd - 1] : ''
    const value = Number.parseInt(words[shape.numbers.number], 10)
    const isTyped = (street: number) =>
      type !== '' && this.#nameOf(street) === typed && hasStreetType(street, type)
    const onSide = (number: number) => number !== NO_NUMBER && numberValue(number) % 2 === value % 2
    return this.#some(streetsOfPlace, (street) => {
      if (!isTyped(street)) return false
      const numbers = records.number.subarray(streets.start[street], streets.start[street + 1])
      if (!this.#work.affords(STEPS.street + numbers.length * STEPS.check)) return false
      return (
        numbers.some((number) => onSide(number) && numberValue(number) < value) &&
        numbers.some((number) => onSide(number) && numberValue(number) > value)
      )
    })
  }

  #passing(keyOf: (street: number) => number, passes: (street: number) => boolean): OwnFilter {
    const known = new Map<number, boolean>()
    return {
      allowsStreet: (street) => {
        const key = keyOf(street)
        const kept = known.get(key)
        if (kept !== undefined) return kept
        this.#work.spent += STEPS.name
        const allowed = passes(street)
        known.set(key, allowed)
        return allowed
      },
    }
  }

  /** Whether one of them is wanted; none is where the work is spent before it was found. */
  #some(streets: Uint32Array, isWanted: (street: number) => boolean): boolean {
    const work = this.#work
    for (let at = 0; at < streets.length && !work.isSpent; at++) {
      work.spent += 2 * STEPS.lookUp
      if (isWanted(streets[at])) return true
    }
    return false
  }

  #nameOf(street: number): string {
    const part = this.#layer.finder.index.streets.nameOf(street)
    const known = this.#names.get(part)
    if (known !== undefined) return known
    this.#work.spent += STEPS.reading
    const name = this.#layer.namesOf(street).nameWords.map(fullNameWord).join('')
    this.#names.set(part, name)
    return name
  }
}

/** The words between the number and the type, as one. */
export function typedStreet({ tokens }: Line, shape: LineShape): string {
  const { numbers, hasType, streetEnd } = shape
  return tokens.words
    .slice((numbers?.number ?? -1) + 1, hasType ? streetEnd - 1 : streetEnd)
    .map(fullNameWord)
    .join('')
}

export function both(
  filter: StreetFilter | undefined,
  own: OwnFilter | undefined,
): StreetFilter | undefined {
  if (own === undefined) return filter
  const { allowsStreet } = filter ?? ALLOWS_ALL
  return {
    ...ALLOWS_ALL,
    ...filter,
    allowsStreet: (street) => allowsStreet(street) && own.allowsStreet(street),
  }
}
