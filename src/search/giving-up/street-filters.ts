// Which streets an attempt may find: by the names of their places, by their own, by what lies on them.
// Unchecked: reads the numbers of every address of a street.

import { wholeOf } from '../../index/terms/name-words.ts'
import { NO_NUMBER, numberValue } from '../../index/words/number-code.ts'
import { fullNameWord } from '../../index/words/written-forms.ts'
import { oncePer } from '../../lib/bounded-map.ts'
import type { AddressLayer } from '../address-layer.ts'
import { ALLOWS_ALL, type StreetFilter } from '../match/filter.ts'
import { Requirement } from '../query/requirement.ts'
import { STEPS, type Work } from '../work.ts'
import type { Shaped } from './without-parts.ts'

type OwnFilter = Pick<StreetFilter, 'allowsStreet'>

/** What is found is compared with the line again, so that shorter names may have two slips. */
export const SIMILAR_LETTERS_MIN = 4

/** One for each line of which something is given up: what it reads and compares is work of that request. */
export class StreetFilters {
  readonly #layer: AddressLayer<unknown>
  readonly #work: Work
  /** The name of a street as one word: attempt after attempt looks at the same streets. */
  readonly #nameOf: (street: number) => string

  constructor(layer: AddressLayer<unknown>, work: Work) {
    this.#layer = layer
    this.#work = work
    this.#nameOf = oncePer(
      (street) => layer.finder.index.streets.nameOf(street),
      (street) => {
        work.spent += STEPS.reading
        return layer.nameWords(street).map(fullNameWord).join('')
      },
    )
  }

  /** Only streets in places whose names pass. Many streets share a place, and reading its names takes a while. */
  onPlaces(passes: (name: readonly string[]) => boolean): OwnFilter {
    const { finder, placeNames } = this.#layer
    const { streets } = finder.index
    return this.#passing(
      (street) => streets.placeOf(street),
      (street) => placeNames(street).some(passes),
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
  onSimilarNames(each: Shaped, isLike: (name: string) => boolean): OwnFilter {
    const { streets } = this.#layer.finder.index
    const { allowsStreet: isNearly } = this.onNames(isLike)
    const typed = this.#typedStreets(each, ALLOWS_ALL.allowsStreet)
    const places = new Set(typed.map((street) => streets.placeOf(street)))
    return { allowsStreet: (street) => isNearly(street) && !places.has(streets.placeOf(street)) }
  }

  /**
   * Whether the typed street is in one of the places and has, on the side of the typed number, lower and higher ones:
   * then it is the number that is not held, and the streets of that name elsewhere are other streets.
   */
  hasGapAtNumber(places: readonly number[], each: Shaped): boolean {
    const { line, shape } = each
    if (shape.numbers === undefined || !shape.hasType) return false
    const { finder, hasStreetType } = this.#layer
    const { streets, records } = finder.index
    const { words } = line.tokens
    const type = words[shape.streetEnd - 1]
    const value = Number.parseInt(words[shape.numbers.number], 10)
    const onSide = (number: number) => number !== NO_NUMBER && numberValue(number) % 2 === value % 2
    const isThere = (street: number) =>
      places.includes(streets.placeOf(street)) && hasStreetType(street, type)
    return this.#typedStreets(each, isThere).some((street) => {
      const numbers = records.number.subarray(streets.start[street], streets.start[street + 1])
      this.#work.spent += STEPS.street + numbers.length * STEPS.check
      return (
        numbers.some((number) => onSide(number) && numberValue(number) < value) &&
        numbers.some((number) => onSide(number) && numberValue(number) > value)
      )
    })
  }

  /** Where a word is in no name, no street has just the typed one. */
  knowsStreet(each: Shaped): boolean {
    const { terms } = this.#layer.finder.index
    return streetWords(each).every((word) => wholeOf(terms, word).length > 0)
  }

  /** Every street of just the typed name. */
  *#typedStreets(each: Shaped, allowsStreet: OwnFilter['allowsStreet']): Generator<number, void> {
    const { finder } = this.#layer
    const typed = typedStreet(each)
    if (!this.knowsStreet(each)) return
    const ranges = streetWords(each).map((word) => wholeOf(finder.index.terms, word))
    const requirements = ranges.map((some) => new Requirement(some))
    const filter = { ...ALLOWS_ALL, allowsStreet, requirements }
    for (const street of finder.streets(filter, this.#work)) {
      if (this.#nameOf(street) === typed) yield street
    }
  }

  #passing(keyOf: (street: number) => number, passes: (street: number) => boolean): OwnFilter {
    const allowsStreet = oncePer(keyOf, (street) => {
      this.#work.spent += STEPS.name
      return passes(street)
    })
    return { allowsStreet }
  }
}

/** The words between the number and the type, as one. */
export function typedStreet(each: Shaped): string {
  return streetWords(each).map(fullNameWord).join('')
}

function streetWords({ line: { tokens }, shape }: Shaped): readonly string[] {
  const { numbers, hasType, streetEnd } = shape
  return tokens.words.slice((numbers?.number ?? -1) + 1, hasType ? streetEnd - 1 : streetEnd)
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
