// A release searched together with an account's own addresses. Among equal answers the account's own come first.

import type { Point } from '../../address/geo.ts'
import { foldedValue } from '../../index/words/fold.ts'
import type {
  AddressSearch,
  AutocompleteQuery,
  FittingAddresses,
  FoundAddress,
  Near,
  NearestQuery,
  TypeaheadQuery,
  ValidateQuery,
  Validation,
} from '../address-search.ts'
import { PENALTY } from '../ranking.ts'
import { likeliest, verdictOn } from '../validate/validate.ts'
import { Work } from '../work.ts'
import { distanceBetween } from './places.ts'

export interface OwnAddress<Address> {
  readonly id: string
  /** Undefined where it is unknown: then the address is near nothing. */
  readonly point: Point | undefined
  readonly item: Address
  readonly label: string
}

/** Some of the account's addresses. Those with a point and those without are in separate indexes. */
export interface OwnIndex<Address, Place> {
  readonly search: AddressSearch<Address, Place>
  readonly isLocated: boolean
  /** The addresses by their ids in this index. */
  readonly addresses: ReadonlyMap<string, OwnAddress<Address>>
}

interface Overlay<Address, Place> {
  readonly base: AddressSearch<Address, Place>
  readonly own: readonly OwnIndex<Address, Place>[]
  get(id: string): Address | undefined
}

export function overlaySearch<Address, Place>(
  base: AddressSearch<Address, Place>,
  own: readonly OwnIndex<Address, Place>[],
): AddressSearch<Address, Place> {
  const byId = new Map(
    own.flatMap(({ addresses }) => [...addresses.values()].map((each) => [each.id, each])),
  )
  const get = (id: string) => byId.get(id)?.item ?? base.get(id)
  const locate = (id: string) => {
    const address = byId.get(id)
    return address === undefined ? base.locate(id) : address.point
  }
  const overlay = { base, own, get }
  /** All indexes that a request searches share one budget. */
  const shared = <Query extends { readonly work?: Work }>(query: Query) => ({
    ...query,
    work: query.work ?? new Work(),
  })
  return {
    ...base,
    get,
    locate,
    distance: (from, to) => distanceBetween(locate(from), locate(to)),
    autocomplete: (query) => autocompleteOver(overlay, shared(query)),
    validate: (query) => validateOver(overlay, shared(query)),
    onStreet: undefined,
    isNamedOnStreet: (id, word) => byId.has(id) || base.isNamedOnStreet(id, word),
    typeahead: (query) => typeaheadOver(overlay, shared(query)),
    nearest: (query) => nearestOver(overlay, shared(query)),
  }
}

function autocompleteOver<Address>(
  { base, own }: Overlay<Address, unknown>,
  query: AutocompleteQuery & { readonly work: Work },
): readonly FoundAddress<Address>[] {
  // An index that has nothing like the line would spend the whole budget on guesses.
  const found = own.flatMap((index) => query.work.half(() => foundIn(index, query)))
  if (found.length === 0) return base.autocomplete(query)
  const all = [...found, ...base.autocomplete(query)].sort(
    (a, b) => a.penalty - b.penalty || a.depth - b.depth || a.metres - b.metres,
  )
  // A term that is right in one index needs no guesses from the others.
  const isRight = all.some(({ penalty, isAsTyped }) => isAsTyped && penalty <= 0)
  const fitting = isRight
    ? all.filter(({ penalty, isAsTyped }) => isAsTyped && penalty < PENALTY.typo)
    : all
  return fitting.slice(0, query.top)
}

function foundIn<Address>(
  { search, isLocated, addresses }: OwnIndex<Address, unknown>,
  query: AutocompleteQuery,
): FoundAddress<Address>[] {
  if (!isLocated && query.filter?.radius !== undefined) return []
  const isFar = !isLocated && query.location !== undefined
  return search
    .autocomplete(query)
    .flatMap(({ id, penalty, depth, metres, without, isAsTyped }) => {
      const address = addresses.get(id)
      if (address === undefined) return []
      const { id: ownId, item, label } = address
      const rank = { penalty, depth, metres: isFar ? Number.MAX_VALUE : metres }
      return [{ id: ownId, item, label, alias: undefined, ...rank, without, isAsTyped }]
    })
}

/** One verdict over all indexes: what fits by the strictest pass, as if all were one index. */
function validateOver<Address>(
  { base, own, get }: Overlay<Address, unknown>,
  query: ValidateQuery,
): Validation<Address> {
  const isPlaceWord = (word: string) =>
    [base, ...own.map(({ search }) => search)].some((each) => each.hasPlaceWord(word))
  const fittingOwn = own.map(({ search, addresses }) => {
    const { pass, fits } = search.fitting(query, isPlaceWord)
    return { pass, fits: fits.map((fit) => ({ ...fit, id: addresses.get(fit.id)?.id ?? '' })) }
  })
  if (fittingOwn.every(({ fits }) => fits.length === 0)) return base.validate(query)
  const fitting = strictest([...fittingOwn, base.fitting(query, isPlaceWord)])
  return verdictOn(fitting, query.strict, get)
}

function strictest(all: readonly FittingAddresses[]): FittingAddresses {
  const found = all.filter(({ fits }) => fits.length > 0)
  const pass = Math.min(...found.map((each) => each.pass))
  const fits = found.filter((each) => each.pass === pass).flatMap((each) => each.fits)
  return { pass, fits: likeliest(fits) }
}

/** The owner's values first; a value that the release has too is spelt as it is there. */
function typeaheadOver(
  { base, own }: Overlay<unknown, unknown>,
  query: TypeaheadQuery,
): readonly string[] {
  const known = base.typeahead(query)
  const owned = own.flatMap(({ search }) => search.typeahead(query))
  const spelt = new Map(known.map((value) => [foldedValue(value), value]))
  const values = new Map<string, string>()
  for (const value of [...owned, ...known]) {
    const folded = foldedValue(value)
    if (!values.has(folded)) values.set(folded, spelt.get(folded) ?? value)
  }
  return [...values.values()].slice(0, query.top)
}

function nearestOver<Address>(
  { base, own }: Overlay<Address, unknown>,
  query: NearestQuery,
): readonly Near<Address>[] {
  const near = own
    .filter(({ isLocated }) => isLocated)
    .flatMap(({ search, addresses }) =>
      search.nearest(query).flatMap(({ id, distanceMetres }) => {
        const address = addresses.get(id)
        return address ? [{ id: address.id, item: address.item, distanceMetres }] : []
      }),
    )
  if (near.length === 0) return base.nearest(query)
  // Sorting keeps the order of equals, so the owner's come first.
  return [...near, ...base.nearest(query)]
    .sort((a, b) => a.distanceMetres - b.distanceMetres)
    .slice(0, query.top)
}
