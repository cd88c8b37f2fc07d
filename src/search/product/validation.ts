// The verdict on a whole line, in terms of ids and addresses.

import { countryOf } from '../../countries/country.ts'
import type { AnyAddress } from '../../judge/held-parts.ts'
import type { AddressFilter, AddressSearch, ValidateQuery } from '../address-search.ts'
import { requestFilter } from '../match/filter.ts'
import { fittingLine, type ValidateHooks, validateLine } from '../validate/validate.ts'
import { Work } from '../work.ts'
import type { ProductLayer } from './product-layer.ts'

export function validation<Address extends AnyAddress>(
  layer: ProductLayer<Address, unknown>,
): Pick<AddressSearch<Address, unknown>, 'validate' | 'fitting' | 'hasPlaceWord'> {
  const hasPlaceWord = (word: string) => layer.places.hasWord(word)
  const hooks = ({ work = new Work(), ...query }: ValidateQuery): ValidateHooks => ({
    ...layer,
    country: countryOf(layer.release.product),
    filter: requestFilter(layer, filterOf(query), work),
    work,
    isPlaceWord: hasPlaceWord,
  })
  return {
    hasPlaceWord,
    validate: (query) => {
      const used = hooks(query)
      if (used.filter?.allowsNothing === true) return { kind: 'none' }
      const verdict = validateLine(used, query.line, query.strict)
      if (verdict.kind === 'none') return verdict
      if (verdict.kind === 'several') {
        return { kind: 'several', ids: verdict.records.map((record) => layer.id(record)) }
      }
      const { record } = verdict
      return { kind: 'one', id: layer.id(record), address: layer.address(record) }
    },
    fitting: (query, isPlaceWord) => {
      const { pass, fits } = fittingLine({ ...hooks(query), isPlaceWord }, query.line)
      return {
        pass,
        fits: fits.map(({ record, ...fit }) => ({ ...fit, id: layer.id(record) })),
      }
    },
  }
}

function filterOf({ residential, exceptIds }: ValidateQuery): AddressFilter | undefined {
  if (residential === undefined && exceptIds === undefined) return undefined
  return { ...(residential !== undefined && { residential }), ...(exceptIds && { exceptIds }) }
}
