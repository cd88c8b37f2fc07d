// What the whole release holds, gathered row by row: the drawn targets with their streets, all streets, all places.

import { SeededRandom } from '../../dev/seeded-random.ts'
import { elementAt } from '../../src/lib/element-at.ts'
import type { AddressSearch } from '../../src/search/address-search.ts'
import { type AnyAddress, type Facts, factsOf, streetKey } from './facts.ts'
import type { LineClass, ReleaseContents, ReleaseNames, Target } from './lines/line.ts'
import { GatheredNames } from './release-names.ts'

/** In a larger release targets are drawn from so many rows, chosen by chance; the streets are read from all. */
const ROWS_DRAWN_FROM_MAX = 2_000_000
/** Not every drawn address allows its class once its street is known. */
const SPARE_SHARE = 1.6
const STREET_ADDRESSES_MAX = 20_000

/** All that the scorecard needs of a search; tests hand over one with planted faults. */
export type ScoredSearch = Pick<
  AddressSearch<AnyAddress, unknown>,
  'autocomplete' | 'validate' | 'at' | 'release' | 'get'
>

export function readContents(
  search: ScoredSearch,
  classes: readonly LineClass[],
  perClass: number,
  seed: number,
): ReleaseContents {
  const { names, aliasRows } = gatherNames(search)
  const count = Math.ceil(perClass * SPARE_SHARE)
  const drawn = draw(search, classes, names, count, new SeededRandom(seed))
  const tests = names.tests()
  const wanted = new Map<string, Facts[]>()
  for (const { name, otherStreets } of classes) {
    for (const facts of drawn.get(name) ?? []) {
      wanted.set(streetKey(facts), [])
      for (const key of otherStreets?.(facts, tests) ?? []) wanted.set(key, [])
    }
  }
  gatherStreets(search, wanted)
  const targets = new Map<string, Target[]>()
  for (const [name, list] of drawn) {
    const known = list.map((facts) => ({ facts, street: wanted.get(streetKey(facts)) ?? [] }))
    targets.set(name, known)
  }
  return {
    targets,
    places: names.places,
    placesAround: (facts) => names.around(facts),
    onStreet: (key) => wanted.get(key) ?? [],
    aliasesOf: (id) => (aliasRows.get(id) ?? []).flatMap((row) => factsOf(search.at(row)) ?? []),
    ...tests,
  }
}

/** A fair sample of each class: every address that can be its target has the same chance. */
function draw(
  search: ScoredSearch,
  classes: readonly LineClass[],
  names: GatheredNames,
  count: number,
  random: SeededRandom,
): Map<string, Facts[]> {
  const { addresses } = search.release
  const tests = names.tests()
  const samples = classes.map((lineClass) => new Sample(lineClass, tests, count))
  const isAll = addresses <= ROWS_DRAWN_FROM_MAX
  const rows = isAll ? addresses : ROWS_DRAWN_FROM_MAX
  for (let i = 0; i < rows; i += 1) {
    const facts = factsOf(search.at(isAll ? i : random.below(addresses)))
    if (facts === undefined) continue
    for (const sample of samples) sample.offer(facts, random)
  }
  return new Map(samples.map((sample) => [sample.name, sample.shuffled(random)]))
}

/** Of all addresses that were offered as targets of a class, as many as wanted, each with the same chance. */
class Sample {
  readonly name: string
  readonly #lineClass: LineClass
  readonly #names: ReleaseNames
  readonly #count: number
  readonly #drawn: Facts[] = []
  #offered = 0

  constructor(lineClass: LineClass, names: ReleaseNames, count: number) {
    this.name = lineClass.name
    this.#lineClass = lineClass
    this.#names = names
    this.#count = count
  }

  offer(facts: Facts, random: SeededRandom): void {
    if (!this.#lineClass.isTarget(facts, this.#names)) return
    this.#offered += 1
    const place =
      this.#drawn.length < this.#count ? this.#drawn.length : random.below(this.#offered)
    if (place < this.#count) this.#drawn[place] = facts
  }

  shuffled(random: SeededRandom): Facts[] {
    const list = this.#drawn
    for (let i = list.length - 1; i > 0; i -= 1) {
      const j = random.below(i + 1)
      const kept = elementAt(list, i)
      list[i] = elementAt(list, j)
      list[j] = kept
    }
    return list
  }
}

/** The names of all streets and places, and which rows are aliases of an address. */
function gatherNames(search: ScoredSearch) {
  const names = new GatheredNames()
  const aliasRows = new Map<string, number[]>()
  let lastKey = ''
  for (let row = 0; row < search.release.addresses; row += 1) {
    const facts = factsOf(search.at(row))
    if (facts === undefined) continue
    if (facts.isAlias) {
      const rows = aliasRows.get(facts.shownId)
      if (rows === undefined) aliasRows.set(facts.shownId, [row])
      else rows.push(row)
    }
    const key = streetKey(facts)
    if (key === lastKey) continue
    names.note(facts)
    lastKey = key
  }
  return { names, aliasRows }
}

function gatherStreets(search: ScoredSearch, wanted: ReadonlyMap<string, Facts[]>): void {
  let lastKey = ''
  let street: Facts[] | undefined
  for (let row = 0; row < search.release.addresses; row += 1) {
    const facts = factsOf(search.at(row))
    if (facts === undefined) continue
    const key = streetKey(facts)
    if (key !== lastKey) {
      street = wanted.get(key)
      lastKey = key
    }
    if (street !== undefined && street.length < STREET_ADDRESSES_MAX) street.push(facts)
  }
}
