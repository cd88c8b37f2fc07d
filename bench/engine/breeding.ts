// A search for costly requests: breeds them from the words and numbers of an index, and keeps those that cost most.

import type { SeededRandom } from '../../dev/seeded-random.ts'
import type { Point } from '../../src/address/geo.ts'
import { elementAt } from '../../src/lib/element-at.ts'
import type { AddressFilter, AddressSearch, FieldFilter } from '../../src/search/address-search.ts'
import type { Work } from '../../src/search/work.ts'
import { type Facts, factsOf } from '../quality/facts.ts'
import { withTypingError } from '../quality/lines/typing-errors.ts'
import type { ScoredSearch } from '../quality/release-contents.ts'

export type BredSearch = ScoredSearch &
  Pick<
    AddressSearch<unknown, unknown>,
    'nearest' | 'nearestPlace' | 'places' | 'typeahead' | 'locate' | 'product'
  >

/** How a term is asked for. */
export const MANNERS = [
  'plain',
  'residential',
  'not residential',
  'location',
  'radius',
  'field',
  'nearest',
  'validate',
  'typeahead',
  'typeahead field',
  'place',
  'place field',
  'place radius',
  'nearest place',
] as const

type Manner = (typeof MANNERS)[number]

export interface Request {
  readonly manner: Manner
  readonly words: readonly string[]
  /** Nothing, a space or a comma behind the last word. */
  readonly end: string
  readonly point: Point
  readonly km: number
  /** What a filter on a field asks for. */
  readonly only: FieldFilter
}

interface Bred {
  readonly request: Request
  readonly cost: number
}

const KEPT = 64
const WORDS_MAX = 30
const ADDRESSES = 400
const KEYWORDS =
  'UNIT U FLAT APARTMENT SHOP SUITE LEVEL L FLOOR LOT L1 U1 G01 1 2 3 12 1A 1-3 3/1 1/1 0 99999'.split(
    ' ',
  )
const FIELDS = {
  au: { region: 'state', place: 'locality' },
  nz: { region: 'town_city', place: 'locality' },
  uk: { region: 'county', place: 'town_or_city' },
}
const KILOMETRES = [0.1, 1, 20, 500, 5_000]

function termOf({ words, end }: Request): string {
  return words.join(' ') + end
}

/** All that tells it from others. */
export function keyOf(request: Request): string {
  const { manner, km, only, point } = request
  const where = `${point.latitude.toFixed(3)},${point.longitude.toFixed(3)}`
  const about = /radius|nearest/.test(manner) ? ` ${km} km ${where}` : ''
  const asked = manner.endsWith('field') ? ` ${JSON.stringify(only)}` : about
  return `${manner}${manner === 'location' ? ` ${where}` : asked} "${termOf(request)}"`
}

/** Asks a request in its manner; what it counts as its work is in `work`. */
export function ask(search: BredSearch, request: Request, work: Work): unknown {
  const term = termOf(request)
  const { manner, point, km, only } = request
  const radius = { ...point, km }
  const around = { ...point, radiusKm: km, term }
  const complete = (filter: AddressFilter, location?: Point) =>
    search.autocomplete({ term, top: 20, filter, work, ...(location && { location }) })
  const asked: Readonly<Record<Manner, () => unknown>> = {
    plain: () => complete({}),
    residential: () => complete({ residential: true }),
    'not residential': () => complete({ residential: false }),
    location: () => complete({}, point),
    radius: () => complete({ radius }),
    field: () => complete({ fields: only }),
    nearest: () => search.nearest({ ...around, top: 10, work }),
    validate: () => search.validate({ line: term, strict: true, work }),
    typeahead: () => search.typeahead({ term, top: 20, work }),
    'typeahead field': () => search.typeahead({ term, top: 20, filter: only, work }),
    place: () => search.places({ term, top: 20, location: point, work }),
    'place field': () => search.places({ term, top: 20, filter: only, work }),
    'place radius': () => search.places({ term, top: 20, radius, work }),
    'nearest place': () => search.nearestPlace({ ...around, top: 10, work }),
  }
  return asked[manner]()
}

/** Generation after generation, until `isDone`; the costliest first. */
export function breed(
  search: BredSearch,
  random: SeededRandom,
  costOf: (request: Request) => number,
  isDone: () => boolean,
): readonly Bred[] {
  const genes = new Genes(search, random)
  let kept: Bred[] = []
  const known = new Set<string>()
  while (!isDone()) {
    const request = kept.length < KEPT ? genes.made() : genes.child(kept)
    const key = keyOf(request)
    if (known.has(key)) continue
    known.add(key)
    kept = keepCostliest(kept, { request, cost: costOf(request) })
  }
  return kept
}

/** The cheapest of the manner that has most of them goes, so that no manner drives out the others. */
function keepCostliest(kept: readonly Bred[], bred: Bred): Bred[] {
  const all = [...kept, bred].sort((a, b) => b.cost - a.cost)
  if (all.length <= KEPT) return all
  const byManner = Object.values(Object.groupBy(all, ({ request }) => request.manner))
  const most = byManner.reduce((a, b) => (b.length > a.length ? b : a))
  return all.filter((each) => each !== most.at(-1))
}

class Genes {
  readonly #random: SeededRandom
  readonly #words: readonly string[]
  readonly #points: readonly Point[]
  readonly #filters: readonly FieldFilter[]

  constructor(search: BredSearch, random: SeededRandom) {
    this.#random = random
    const facts = Array.from({ length: ADDRESSES }, () =>
      factsOf(search.at(random.below(search.release.addresses))),
    ).filter((each) => each !== undefined)
    this.#words = facts.flatMap(wordsOf)
    const fields = FIELDS[search.product]
    this.#filters = facts.flatMap(({ region, place, postcode }) => [
      { [fields.region]: [region] },
      { [fields.place]: [place] },
      { postcode: [postcode] },
    ])
    const found = facts.slice(0, 20).map(({ id }) => search.locate(id))
    const far = { latitude: -60, longitude: 100 }
    this.#points = [far, ...found.filter((point) => point !== undefined)]
  }

  made(): Request {
    const random = this.#random
    const words = Array.from({ length: 1 + random.below(5) }, () => this.#word())
    return {
      manner: random.pick(MANNERS),
      words,
      end: random.pick(['', ' ', ',']),
      point: random.pick(this.#points),
      km: random.pick(KILOMETRES),
      only: random.pick(this.#filters),
    }
  }

  child(parents: readonly Bred[]): Request {
    const random = this.#random
    if (random.chance(0.1)) return this.made()
    const { request } = random.pick(parents)
    const words = [...request.words]
    const at = random.below(words.length)
    switch (random.below(7)) {
      case 0:
        return { ...request, words: words.toSpliced(at, 0, this.#word()).slice(0, WORDS_MAX) }
      case 1:
        return { ...request, words: words.length > 1 ? words.toSpliced(at, 1) : words }
      case 2:
        return { ...request, words: [...words, ...words].slice(0, WORDS_MAX) }
      case 3:
        return { ...request, words: [...words, ...random.pick(parents).request.words].slice(-8) }
      case 4:
        return { ...request, words: words.with(at, this.#changed(elementAt(words, at))) }
      case 5:
        return { ...this.made(), words, end: random.pick(['', ' ']) }
      default:
        return { ...request, words: words.with(at, this.#word()) }
    }
  }

  #word(): string {
    const random = this.#random
    if (random.chance(0.35)) return random.pick(KEYWORDS)
    const word = random.pick(this.#words)
    const roll = random.next()
    return roll < 0.3 ? word.slice(0, 1 + random.below(3)) : roll < 0.5 ? this.#changed(word) : word
  }

  #changed(word: string): string {
    return withTypingError(word, this.#random) ?? word.slice(0, 1 + this.#random.below(word.length))
  }
}

function wordsOf(facts: Facts): readonly string[] {
  const { name, type, place, region, postcode, building, first, unit, unitType, part } = facts
  return [name, type, place, region, postcode, building, first, unit, unitType, part]
    .flatMap((text) => text.split(' '))
    .filter((word) => word !== '')
}
