// Completes a value of a field: distinct values that begin with what was typed, those of most addresses first.
// Unchecked: with a filter the addresses of every street are counted, and values are numbered from the columns.

import { KIND } from '../../index/terms/terms.ts'
import type { AddressSearch, FieldFilter } from '../address-search.ts'
import { isAllowed, type StreetFilter } from '../match/filter.ts'
import { STEPS, Work } from '../work.ts'
import {
  BestValues,
  beginningOf,
  FieldValues,
  PartCounts,
  SortedParts,
  type StreetPart,
} from './field-values.ts'
import type { ProductLayer } from './product-layer.ts'
import { requestFilter } from './request-filter.ts'

type Layer = ProductLayer<unknown, unknown>

export function typeaheads(layer: Layer): Pick<AddressSearch<unknown, unknown>, 'typeahead'> {
  const known = new KnownValues(layer)
  return {
    typeahead: ({ term, top, search, filter, work = new Work() }) => {
      const named = (search ?? []).map((name) => layer.typeaheadField(name))
      const fields =
        named.length === 0 ? layer.typeaheadFields : named.filter((name) => name !== undefined)
      const best = new BestValues(top)
      if (top < 1 || beginningOf(term) === '') return []
      // One for all fields: what it finds out of places it keeps.
      const only = filter && {
        fields: filter,
        streets: requestFilter(layer, { fields: filter }, work),
      }
      for (const field of new Set(fields)) {
        const values = known.of(field)
        for (const begin of layer.beginningsOf(field, term)) {
          const [from, to] = values.beginning(begin)
          if (from === to) continue
          const counts =
            only === undefined
              ? values.addresses.subarray(from, to)
              : known.counted({ field, begin, from, to }, only, work)
          for (let i = 0; i < counts.length; i++) {
            if (!best.wants(counts[i])) continue
            const value = values.text(from + i)
            if (value !== '') best.add({ value, count: counts[i] })
          }
        }
      }
      return best.list()
    },
  }
}

/** The values of a field from `from` up to `to`, which begin with a text. */
interface WantedValues {
  readonly field: string
  readonly begin: string
  readonly from: number
  readonly to: number
}

/** What a filter on values of fields lets through. */
interface OnlyWith {
  readonly fields: FieldFilter
  readonly streets: StreetFilter | undefined
}

/** The values of each field, made when they are first asked for. */
class KnownValues {
  readonly #layer: Layer
  readonly #parts = new Map<StreetPart, PartCounts>()
  readonly #values = new Map<string, FieldValues | SortedParts>()

  constructor(layer: Layer) {
    this.#layer = layer
  }

  of(field: string): FieldValues | SortedParts {
    const known = this.#values.get(field)
    if (known !== undefined) return known
    const part = this.#layer.partOf(field)
    const parts = this.#partCounts(part)
    const textOf = (street: number) => this.#layer.valueOf(street, field)
    const values =
      part === 'postcode' ? new SortedParts(parts, textOf) : new FieldValues(parts, textOf)
    this.#values.set(field, values)
    return values
  }

  /** How many addresses that a filter lets through have each of the values. */
  counted(wanted: WantedValues, { fields, streets: filter }: OnlyWith, work: Work): Uint32Array {
    const { field, from, to } = wanted
    const layer = this.#layer
    const counts = new Uint32Array(to - from)
    const values = this.of(field)
    const part = layer.partOf(field)
    const parts = this.#partCounts(part)
    const add = (at: number, addresses: number) => {
      const value = values.of === undefined ? at : values.of[at]
      if (value >= from && value < to) counts[value - from] += addresses
    }
    // What hangs on the place alone is the same for all streets there.
    if (part === 'place' && Object.keys(fields).every((name) => layer.partOf(name) === 'place')) {
      const { addresses, street } = parts
      for (let place = 0; place < addresses.length && !work.isSpent; place++) {
        work.spent += STEPS.placeCounted
        if (filter === undefined || isAllowed(filter, street[place])) add(place, addresses[place])
      }
      return counts
    }
    const { start } = layer.finder.index.streets
    const only = filter && { ...filter, requirements: this.#required(wanted, filter) }
    layer.finder.eachStreet(only, work, (street) => {
      add(parts.ofStreet[street], start[street + 1] - start[street])
      return undefined
    })
    return counts
  }

  /** What the values need of streets, beside the filter: so a rare beginning drives the search. */
  #required({ field, begin, from, to }: WantedValues, filter: StreetFilter) {
    const { streets, terms } = this.#layer.finder.index
    const part = this.#layer.partOf(field)
    const [word = '', ...more] = begin.split(' ')
    const first = streets.postcodeSpacedFrom
    const range =
      part === 'postcode'
        ? { from: first + from, to: first + to }
        : more.length > 0
          ? terms.whole(KIND.strong, word)
          : terms.beginning(KIND.strong, word)
    if (part === 'place' || range === undefined) return filter.requirements
    return [...filter.requirements, { ranges: [range] }]
  }

  #partCounts(part: StreetPart): PartCounts {
    const { streets } = this.#layer.finder.index
    const known = this.#parts.get(part) ?? new PartCounts(streets[part], streets.start)
    this.#parts.set(part, known)
    return known
  }
}
