// A search over a release and one account's own addresses together: the same rules, the owner's first among equals.

import { foldedValue } from '../../index/words/fold.ts'
import type {
  AddressSearch,
  AutocompleteQuery,
  FoundAddress,
  Near,
  NearestQuery,
  TypeaheadQuery,
} from '../address-search.ts'
import { PENALTY } from '../ranking.ts'
import { Work } from '../work.ts'
import { validateOver } from './overlay-validation.ts'
import type { Overlay, OwnIndex } from './own-index.ts'
import { distanceBetween } from './place-search.ts'

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
  /** One budget for all indexes that a request searches. */
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
    typeahead: (query) => typeaheadOver(overlay, shared(query)),
    nearest: (query) => nearestOver(overlay, shared(query)),
  }
}

function autocompleteOver<Address>(
  { base, own }: Overlay<Address, unknown>,
  query: AutocompleteQuery & { readonly work: Work },
): readonly FoundAddress<Address>[] {
  // An index that has nothing like the line would spend all on looking for what else it may mean.
  const found = own.flatMap((index) => query.work.half(() => foundIn(index, query)))
  if (found.length === 0) return base.autocomplete(query)
  const all = [...found, ...base.autocomplete(query)].sort(compareFound)
  // A term that is right somewhere needs no guesses elsewhere.
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

function compareFound(a: FoundAddress<unknown>, b: FoundAddress<unknown>): number {
  return a.penalty - b.penalty || a.depth - b.depth || a.metres - b.metres
}

/** The owner's values first; a value that the release has too is written as there. */
function typeaheadOver(
  { base, own }: Overlay<unknown, unknown>,
  query: TypeaheadQuery,
): readonly string[] {
  const known = base.typeahead(query)
  const owned = own.flatMap(({ search }) => search.typeahead(query))
  const written = new Map(known.map((value) => [foldedValue(value), value]))
  const values = new Map<string, string>()
  for (const value of [...owned, ...known]) {
    const folded = foldedValue(value)
    if (!values.has(folded)) values.set(folded, written.get(folded) ?? value)
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
