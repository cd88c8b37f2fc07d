// The verdict on a whole line, in terms of ids and addresses.

import { RECORD } from '../../index/streets/records.ts'
import type { AddressFilter, AddressSearch, ValidateQuery } from '../address-search.ts'
import { fittingLine, type ValidateHooks, validateLine } from '../validate/validate.ts'
import { Work } from '../work.ts'
import type { ProductLayer } from './product-layer.ts'
import { requestFilter } from './request-filter.ts'

export function validation<Address>(
  layer: ProductLayer<Address, unknown>,
): Pick<AddressSearch<Address, unknown>, 'validate' | 'fitting' | 'hasPlaceWord'> {
  const hasPlaceWord = (word: string) => layer.places.hasWord(word)
  const hooks = ({ work = new Work(), ...query }: ValidateQuery): ValidateHooks => ({
    finder: layer.finder,
    filter: requestFilter(layer, filterOf(query), work),
    work,
    namesOf: (street) => layer.namesOf(street),
    slotsOf: (record) => layer.slotsOf(record),
    ownText: (record, street) => layer.ownText(record, street),
    hasStreetNamed: askedOnce(
      (words, street) =>
        [layer.finder.index.streets.placeOf(street), ...words.map(({ forms }) => forms[0])].join(),
      (words, street) => layer.hasStreetNamed(words, street, work),
    ),
    hasPlaceNamed: (words, street) => layer.hasPlaceNamed(words, street),
    isPlaceWord: hasPlaceWord,
  })
  const has = (record: number, flag: number) =>
    ((layer.finder.index.records.flags[record] ?? 0) & flag) !== 0
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
        fits: fits.map(({ record, isDefinite, isWhole }) => ({
          id: layer.id(record),
          isDefinite,
          isWhole,
          isUnit: has(record, RECORD.deep),
          isRange: has(record, RECORD.range),
        })),
      }
    },
  }
}

function filterOf({ residential, exceptIds }: ValidateQuery): AddressFilter | undefined {
  if (residential === undefined && exceptIds === undefined) return undefined
  return { ...(residential !== undefined && { residential }), ...(exceptIds && { exceptIds }) }
}

type HasStreetNamed = ValidateHooks['hasStreetNamed']

/** Many candidates for a line are on streets of one place, all of which are compared with it. */
function askedOnce(
  keyOf: (...asked: Parameters<HasStreetNamed>) => string,
  has: HasStreetNamed,
): HasStreetNamed {
  const known = new Map<string, boolean>()
  return (words, street) => {
    const key = keyOf(words, street)
    const found = known.get(key) ?? has(words, street)
    known.set(key, found)
    return found
  }
}
