// A search over a release and one account's own addresses together: the same rules, the owner's first among equals.

import { metresBetween, type Point } from '../../address/geo.ts'
import { foldedValue } from '../../index/words/fold.ts'
import type {
  AddressSearch,
  AutocompleteQuery,
  FittingAddress,
  FittingAddresses,
  FoundAddress,
  Near,
  NearestQuery,
  TypeaheadQuery,
  ValidateQuery,
  Validation,
} from '../address-search.ts'
import { PENALTY } from '../match/ranking.ts'
import { CANDIDATES_MAX, INSIDE_RANGE } from '../match/validate.ts'

/** One of the account's own addresses. */
export interface OwnAddress<Address> {
  readonly id: string
  /** Undefined where nobody knows: it is then near to nothing. */
  readonly point: Point | undefined
  readonly item: Address
  readonly label: string
}

/** Some of them in an index of their own. Those without a point are never in one with those that have one. */
export interface OwnIndex<Address, Place> {
  readonly search: AddressSearch<Address, Place>
  readonly isLocated: boolean
  /** The address by its id in this index. */
  readonly addresses: ReadonlyMap<string, OwnAddress<Address>>
}

export function overlaySearch<Address, Place>(
  base: AddressSearch<Address, Place>,
  own: readonly OwnIndex<Address, Place>[],
): AddressSearch<Address, Place> {
  const search = new OverlaySearch(base, own)
  return {
    ...base,
    autocomplete: (query) => search.autocomplete(query),
    get: (id) => search.get(id),
    validate: (query) => search.validate(query),
    typeahead: (query) => search.typeahead(query),
    nearest: (query) => search.nearest(query),
    locate: (id) => search.locate(id),
    distance: (from, to) => search.distance(from, to),
  }
}

class OverlaySearch<Address, Place> {
  readonly #base: AddressSearch<Address, Place>
  readonly #own: readonly OwnIndex<Address, Place>[]
  readonly #byId: ReadonlyMap<string, OwnAddress<Address>>

  constructor(base: AddressSearch<Address, Place>, own: readonly OwnIndex<Address, Place>[]) {
    this.#base = base
    this.#own = own
    this.#byId = new Map(
      own.flatMap(({ addresses }) => [...addresses.values()].map((each) => [each.id, each])),
    )
  }

  autocomplete(query: AutocompleteQuery): readonly FoundAddress<Address>[] {
    const own = this.#own.flatMap((index) => this.#ownFound(index, query))
    if (own.length === 0) return this.#base.autocomplete(query)
    const all = [...own, ...this.#base.autocomplete(query)].sort(compareFound)
    // A term that is right somewhere needs no guesses elsewhere.
    const isRight = all[0].penalty === 0
    const fitting = isRight ? all.filter(({ penalty }) => penalty < PENALTY.typo) : all
    return fitting.slice(0, query.top)
  }

  get(id: string): Address | undefined {
    return this.#byId.get(id)?.item ?? this.#base.get(id)
  }

  locate(id: string): Point | undefined {
    const own = this.#byId.get(id)
    return own === undefined ? this.#base.locate(id) : own.point
  }

  distance(from: string, to: string): number | undefined {
    const [start, end] = [this.locate(from), this.locate(to)]
    return start === undefined || end === undefined ? undefined : metresBetween(start, end)
  }

  /** One verdict over all indexes: what fits by the strictest pass, as if it stood in one. */
  validate(query: ValidateQuery): Validation<Address> {
    const isPlaceWord = (word: string) =>
      [this.#base, ...this.#own.map(({ search }) => search)].some((each) => each.hasPlaceWord(word))
    const own = this.#own.map(({ search, addresses }) => {
      const { pass, fits } = search.fitting(query, isPlaceWord)
      const idOf = (id: string) => addresses.get(id)?.id ?? ''
      return { pass, fits: fits.map((fit) => ({ ...fit, id: idOf(fit.id) })) }
    })
    if (own.every(({ fits }) => fits.length === 0)) return this.#base.validate(query)
    const { pass, fits } = strictest([...own, this.#base.fitting(query, isPlaceWord)])
    const ids = [...new Set(fits.map(({ id }) => id))]
    const isOne = ids.length === 1 && fits.some(({ isDefinite }) => isDefinite)
    if (pass === INSIDE_RANGE || (query.strict && !isOne)) {
      return { kind: 'several', ids: ids.slice(0, CANDIDATES_MAX) }
    }
    const address = this.get(ids[0])
    return address === undefined ? { kind: 'none' } : { kind: 'one', id: ids[0], address }
  }

  /** The owner's values first; a value that the release has too is written as there. */
  typeahead(query: TypeaheadQuery): readonly string[] {
    const known = this.#base.typeahead(query)
    const own = this.#own.flatMap(({ search }) => search.typeahead(query))
    const written = new Map(known.map((value) => [foldedValue(value), value]))
    const values = new Map<string, string>()
    for (const value of [...own, ...known]) {
      const folded = foldedValue(value)
      if (!values.has(folded)) values.set(folded, written.get(folded) ?? value)
    }
    return [...values.values()].slice(0, query.top)
  }

  nearest(query: NearestQuery): readonly Near<Address>[] {
    const own = this.#own.flatMap(({ search, isLocated, addresses }) =>
      !isLocated
        ? []
        : search.nearest(query).flatMap(({ id, distanceMetres }) => {
            const address = addresses.get(id)
            return address ? [{ id: address.id, item: address.item, distanceMetres }] : []
          }),
    )
    if (own.length === 0) return this.#base.nearest(query)
    // Sorting keeps the order of equals, so the owner's come first.
    return [...own, ...this.#base.nearest(query)]
      .sort((a, b) => a.distanceMetres - b.distanceMetres)
      .slice(0, query.top)
  }

  #ownFound(
    { search, isLocated, addresses }: OwnIndex<Address, Place>,
    query: AutocompleteQuery,
  ): FoundAddress<Address>[] {
    if (!isLocated && query.filter?.radius !== undefined) return []
    const isFar = !isLocated && query.location !== undefined
    return search.autocomplete(query).flatMap(({ id, penalty, depth, metres }) => {
      const address = addresses.get(id)
      if (address === undefined) return []
      const { id: ownId, item, label } = address
      const away = isFar ? Number.MAX_VALUE : metres
      return [{ id: ownId, item, label, penalty, depth, metres: away }]
    })
  }
}

function compareFound(a: FoundAddress<unknown>, b: FoundAddress<unknown>): number {
  return a.penalty - b.penalty || a.depth - b.depth || a.metres - b.metres
}

/** A building is meant before its units, and a plain number before a range, whichever index they stand in. */
function strictest(all: readonly FittingAddresses[]): FittingAddresses {
  const found = all.filter(({ fits }) => fits.length > 0)
  const pass = Math.min(...found.map((each) => each.pass))
  let fits: readonly FittingAddress[] = found
    .filter((each) => each.pass === pass)
    .flatMap((each) => each.fits)
  if (fits.some(({ isUnit }) => !isUnit)) {
    fits = fits.filter(({ isUnit, isDefinite }) => !isUnit || isDefinite)
  }
  if (fits.some(({ isRange }) => !isRange)) fits = fits.filter(({ isRange }) => !isRange)
  return { pass, fits }
}
