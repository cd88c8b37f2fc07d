// One verdict on a line over several indexes: what fits by the strictest pass, as if it stood in one.

import type { FittingAddresses, ValidateQuery, Validation } from '../address-search.ts'
import { CANDIDATES_MAX, INSIDE_RANGE, likeliest } from '../validate/validate.ts'
import type { Overlay } from './own-index.ts'

export function validateOver<Address, Place>(
  { base, own, get }: Overlay<Address, Place>,
  query: ValidateQuery,
): Validation<Address> {
  const isPlaceWord = (word: string) =>
    [base, ...own.map(({ search }) => search)].some((each) => each.hasPlaceWord(word))
  const fittingOwn = own.map(({ search, addresses }) => {
    const { pass, fits } = search.fitting(query, isPlaceWord)
    const idOf = (id: string) => addresses.get(id)?.id ?? ''
    return { pass, fits: fits.map((fit) => ({ ...fit, id: idOf(fit.id) })) }
  })
  if (fittingOwn.every(({ fits }) => fits.length === 0)) return base.validate(query)
  const { pass, fits } = strictest([...fittingOwn, base.fitting(query, isPlaceWord)])
  const ids = [...new Set(fits.map(({ id }) => id))]
  const isOne = ids.length === 1 && fits.some(({ isDefinite }) => isDefinite)
  if (pass === INSIDE_RANGE || (query.strict && !isOne)) {
    return { kind: 'several', ids: ids.slice(0, CANDIDATES_MAX) }
  }
  const [id = ''] = ids
  const address = get(id)
  return address === undefined ? { kind: 'none' } : { kind: 'one', id, address }
}

function strictest(all: readonly FittingAddresses[]): FittingAddresses {
  const found = all.filter(({ fits }) => fits.length > 0)
  const pass = Math.min(...found.map((each) => each.pass))
  const fits = found.filter((each) => each.pass === pass).flatMap((each) => each.fits)
  return { pass, fits: likeliest(fits) }
}
