// Completes a value of a field: distinct values that begin with what was typed, those of most addresses first.

import type { AddressSearch, FieldFilter } from '../address-search.ts'
import type { StreetFilter } from '../match/filter.ts'
import { Work } from '../work.ts'
import { BestValues, beginningOf, FieldValueIndex } from './field-values.ts'
import type { ProductLayer } from './product-layer.ts'
import { requestFilter } from './request-filter.ts'

export function typeaheads(
  layer: ProductLayer<unknown, unknown>,
): Pick<AddressSearch<unknown, unknown>, 'typeahead'> {
  /** All values of a field, counted when they are first asked for. */
  const known = new Map<string, FieldValueIndex>()
  const allValues = (field: string) => {
    const values = known.get(field) ?? countedValues(layer, field, undefined)
    known.set(field, values)
    return values
  }
  const valuesWhere = (field: string, fields: FieldFilter) =>
    countedValues(layer, field, requestFilter(layer, { fields }, new Work()))
  return {
    typeahead: ({ term, top, search, filter }) => {
      const named = (search ?? []).map((name) => layer.typeaheadField(name))
      const fields =
        named.length === 0 ? layer.typeaheadFields : named.filter((name) => name !== undefined)
      const best = new BestValues(top)
      if (top < 1 || beginningOf(term) === '') return []
      for (const field of new Set(fields)) {
        const values = filter === undefined ? allValues(field) : valuesWhere(field, filter)
        for (const begin of layer.beginningsOf(field, term)) values.collect(begin, best)
      }
      return best.list()
    },
  }
}

function countedValues(
  layer: ProductLayer<unknown, unknown>,
  field: string,
  filter: StreetFilter | undefined,
): FieldValueIndex {
  const { finder } = layer
  const { start } = finder.index.streets
  const counts = new Map<string, number>()
  finder.eachStreet(filter, new Work(Number.POSITIVE_INFINITY), (street) => {
    const value = layer.valueOf(street, field)
    const addresses = (start[street + 1] ?? 0) - (start[street] ?? 0)
    counts.set(value, (counts.get(value) ?? 0) + addresses)
  })
  return new FieldValueIndex(counts, (value) => layer.foldValue(field, value))
}
