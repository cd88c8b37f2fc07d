// The best addresses for what has been typed so far, and why they are.

import type { Point } from '../../address/geo.ts'
import { NONE } from '../../index/streets/records.ts'
import { type Tokens, tokensOf } from '../../index/words/fold.ts'
import { withDigits } from '../../lines/letters-for-digits.ts'
import { textOf } from '../../lines/line.ts'
import type { AddressSearch, FoundAddress } from '../address-search.ts'
import { forgiven } from '../giving-up/giving-up.ts'
import { withExactFirst } from '../match/exact-first.ts'
import { explainTerm } from '../match/explain.ts'
import { allowsAddress, requestFilter, streetsAround, withStreets } from '../match/filter.ts'
import type { Search } from '../match/street-collector.ts'
import { type Answer, ownAnswer, TopAnswers } from '../match/top-answers.ts'
import { type Reading, wantsUnit } from '../query/reading.ts'
import { EXACT, PENALTY } from '../ranking.ts'
import { Work } from '../work.ts'
import type { ProductLayer } from './product-layer.ts'

/** The rings around a location that are searched before the whole country, each twice as wide as the last. */
const RING_METRES_FIRST = 1_000
const RING_METRES_LAST = 128_000

export function autocompletion<Address>(
  layer: ProductLayer<Address, unknown>,
): Pick<AddressSearch<Address, unknown>, 'autocomplete' | 'explain' | 'wordsApart'> {
  const { finder, country } = layer
  const completed = (tokens: Tokens, search: Search, found: readonly Answer[]) => {
    const [best] = found
    const isFitting = ({ penalty }: Answer) => penalty < PENALTY.otherLetters
    const inDigits = (last?: string) => {
      const digits = withDigits(tokens, country, last)
      if (digits === undefined) return []
      const meant = finder.find(finder.readings(digits, search.work), search).list()
      // Where a number with other letters was found, only an otherwise right answer is better.
      const right =
        best === undefined ? forgiven(layer, digits, search, meant) : meant.filter(isFitting)
      return right.map((answer) => ({ ...answer, penalty: answer.penalty + PENALTY.otherLetters }))
    }
    const right = best !== undefined && isFitting(best) ? [] : inDigits()
    if (right.length > 0) return right
    const known = forgiven(layer, tokens, search, found)
    // `7L` is 71 only where 7 is not there.
    const isThere = ({ penalty }: Answer) => penalty === PENALTY.otherLetters
    return known.length > 0 || inDigits('').some(isThere) ? known : inDigits('1')
  }
  return {
    autocomplete: ({ term, isWhole = false, top, filter, location, work = new Work() }) => {
      if (top < 1) return []
      const search = { top, filter: requestFilter(layer, filter, work), location, isWhole, work }
      if (search.filter?.allowsNothing === true) return []
      const named = layer.recordNamed(term)
      if (named !== NONE) {
        const street = finder.index.streets.ofRecord(named)
        const own = new ListedAddress(layer, ownAnswer(named, street, 0, 0))
        return allowsAddress(search.filter, named, street) ? [own] : []
      }
      const typed = tokensOf(term)
      const tokens = finder.apart({ ...typed, open: typed.open && !isWhole }, work)
      const readings = finder.readings(tokens, work)
      const found =
        location === undefined
          ? finder.find(readings, search)
          : findAround(layer, readings, { ...search, location })
      const list = found.list()
      const { answers } = withExactFirst(layer, tokens, readings, search, list)
      // If the filter alone keeps a fitting address out, nothing else is guessed.
      const isKeptOut = () =>
        search.filter !== undefined && finder.find(readings, { top: 1, work }).count > 0
      const isAll = answers.length === 0 && isKeptOut()
      const shown = isAll ? answers : completed(tokens, search, answers)
      return shown.map((answer) => new ListedAddress(layer, answer))
    },
    wordsApart: ({ line, work = new Work() }) => {
      const tokens = tokensOf(line)
      const apart = finder.apart(tokens, work)
      return apart === tokens ? line : textOf({ ...apart, open: true })
    },
    explain: (term, top) => explainTerm(layer, term, top, completed),
  }
}

/** Searches near the location first, and wider only while answers lie outside the ring. */
function findAround(
  layer: ProductLayer<unknown, unknown>,
  readings: readonly Reading[],
  search: Search & { readonly location: Point },
): TopAnswers {
  const { finder } = layer
  const { top, filter, location, work } = search
  let near: readonly Answer[] = []
  // What was found stays: a wider search may end before it comes to these streets.
  const findOn = (wider: Search): TopAnswers => {
    const answers = new TopAnswers(top)
    finder.add(readings, wider, answers)
    for (const answer of near) answers.add(answer)
    return answers
  }
  // Unless a unit was typed, a building comes before any unit, however far away.
  const depthMin = readings.every(wantsUnit) ? 1 : 0
  for (let metres = RING_METRES_FIRST; metres <= RING_METRES_LAST; metres *= 2) {
    if (work.isSpent) break
    const streets = streetsAround(layer, location, metres, work)
    if (streets === undefined) break
    const ring = { ...search, filter: withStreets(filter, streets), passes: [EXACT] }
    const answers = findOn(ring)
    const isNear = (answer: Answer) => answer.depth === depthMin && answer.metres <= metres
    if (answers.full && answers.list().every(isNear)) return answers
    near = answers.list()
  }
  return findOn(search)
}

const NOTHING: readonly string[] = []

/** A class: an object literal with getters takes longer to make than all the rest. */
class ListedAddress<Address> implements FoundAddress<Address> {
  readonly id: string
  readonly penalty: number
  readonly depth: number
  readonly metres: number
  readonly without: readonly string[]
  readonly isAsTyped: boolean
  readonly #layer: ProductLayer<Address, unknown>
  readonly #record: number
  readonly #found: number

  constructor(
    layer: ProductLayer<Address, unknown>,
    { row, shown, penalty, depth, metres, without }: Answer,
  ) {
    this.id = layer.id(shown)
    this.penalty = penalty
    this.depth = depth
    this.metres = metres
    this.without = without ?? NOTHING
    this.isAsTyped = without === undefined
    this.#layer = layer
    this.#record = shown
    this.#found = row
  }

  get item(): Address {
    return this.#layer.address(this.#record)
  }

  get alias(): Address | undefined {
    return this.#found === this.#record ? undefined : this.#layer.address(this.#found)
  }

  get label(): string {
    return this.#layer.label(this.#record)
  }
}
