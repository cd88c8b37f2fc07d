// The best addresses for what has been typed so far, and why they are.

import type { Point } from '../../address/geo.ts'
import type { AddressSearch, FoundAddress } from '../address-search.ts'
import { explainTerm } from '../match/explain.ts'
import type { StreetFilter } from '../match/filter.ts'
import type { Answer, TopAnswers } from '../match/top-answers.ts'
import { EXACT } from '../ranking.ts'
import type { ProductLayer } from './product-layer.ts'
import { requestFilter, STREETS_AROUND_MAX, withStreets } from './request-filter.ts'

/** Rings around a location that are tried before the whole country, in metres. */
const RINGS_METRES = [2_000, 16_000, 128_000] as const

export function autocompletion<Address>(
  layer: ProductLayer<Address, unknown>,
): Pick<AddressSearch<Address, unknown>, 'autocomplete' | 'explain'> {
  const { finder } = layer
  return {
    autocomplete: ({ term, top, filter, location }) => {
      if (top < 1) return []
      const only = requestFilter(layer, filter)
      const answers =
        location === undefined
          ? finder.find(term, { top, filter: only })
          : findAround(layer, term, top, only, location)
      return answers.list().map((answer) => new ListedAddress(layer, answer))
    },
    explain: (term, top) => explainTerm(layer, term, top),
  }
}

/** Searches near the location first, farther only while what was found lies beyond what was searched. */
function findAround(
  { finder, boxes }: ProductLayer<unknown, unknown>,
  term: string,
  top: number,
  filter: StreetFilter | undefined,
  location: Point,
): TopAnswers {
  for (const metres of RINGS_METRES) {
    const streets = boxes.streetsWithin(location, metres, STREETS_AROUND_MAX)
    if (streets === undefined) break
    const around = withStreets(filter, streets)
    const answers = finder.find(term, { top, filter: around, location, passes: [EXACT] })
    const isSettled = answers.list().every((a) => a.depth === 0 && a.metres <= metres)
    if (answers.full && isSettled) return answers
  }
  return finder.find(term, { top, filter, location })
}

/** A class, as an object with getters of its own takes longer to make than all the rest. */
class ListedAddress<Address> implements FoundAddress<Address> {
  readonly id: string
  readonly penalty: number
  readonly depth: number
  readonly metres: number
  readonly #layer: ProductLayer<Address, unknown>
  readonly #record: number

  constructor(layer: ProductLayer<Address, unknown>, { shown, penalty, depth, metres }: Answer) {
    this.id = layer.id(shown)
    this.penalty = penalty
    this.depth = depth
    this.metres = metres
    this.#layer = layer
    this.#record = shown
  }

  get item(): Address {
    return this.#layer.address(this.#record)
  }

  get label(): string {
    return this.#layer.label(this.#record)
  }
}
