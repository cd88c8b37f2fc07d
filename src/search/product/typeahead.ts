// Completes a value of a field: distinct values that begin with what was typed, the most common first.
// Unchecked: with a filter the addresses of every street are counted, and values are numbered from the columns.

import type { NarrowArray } from '../../index/file/sections.ts'
import type { Streets } from '../../index/streets/streets.ts'
import { KIND } from '../../index/terms/terms.ts'
import { oncePer } from '../../lib/bounded-map.ts'
import type { AddressSearch, FieldFilter } from '../address-search.ts'
import {
  isAllowed,
  requestFilter,
  type StreetFilter,
  type StreetPart,
  wantedValues,
} from '../match/filter.ts'
import { Requirement } from '../query/requirement.ts'
import { STEPS, Work } from '../work.ts'
import {
  BestValues,
  beginningOf,
  FieldValues,
  numberedTexts,
  PartCounts,
  SortedParts,
} from './field-values.ts'
import type { ProductLayer } from './product-layer.ts'

type Layer = ProductLayer<unknown, unknown>

export function typeaheads(layer: Layer): Pick<AddressSearch<unknown, unknown>, 'typeahead'> {
  const known = new KnownValues(layer)
  const { typeaheadFields, beginningsOf } = layer
  const allFields = new Set(typeaheadFields.values())
  // Made here because a request has no time for it.
  for (const field of allFields) {
    const values = known.of(field)
    if (layer.partOf(field) !== 'place') values.ofStreets()
  }
  return {
    typeahead: ({ term, top, search, filter, work = new Work() }) => {
      const named = (search ?? []).flatMap((name) => typeaheadFields.get(name) ?? [])
      const fields = (search ?? []).length === 0 ? allFields : new Set(named)
      const best = new BestValues(top)
      if (top < 1 || beginningOf(term) === '') return []
      // One filter for all fields: it remembers what it learns about places.
      const only = filter && requestFilter(layer, { fields: filter }, work)
      if (only?.allowsNothing === true) return []
      const isOfPlaces = Object.keys(filter ?? {}).every((name) => layer.partOf(name) === 'place')
      const places = only && isOfPlaces ? known.allowedPlaces(filter, only, work) : undefined
      for (const field of fields) {
        const values = known.of(field)
        for (const begin of beginningsOf?.(field, term) ?? [beginningOf(term)]) {
          const [from, to] = values.beginning(begin)
          if (from === to) continue
          if (!work.affords((to - from) * STEPS.read)) return best.list()
          const counts =
            only === undefined
              ? values.addresses.subarray(from, to)
              : known.counted({ field, begin, from, to }, { filter: only, places }, work)
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

interface OnlyWith {
  readonly filter: StreetFilter
  /** Where the place alone decides: 1 for each place that the filter lets through. */
  readonly places: Uint8Array | undefined
}

/** A street that a walk finds costs as much as this many that are counted one after the other. */
const WALKED_TIMES = 256

class KnownValues {
  readonly #layer: Layer
  readonly #partCounts: (part: StreetPart) => PartCounts
  readonly of: (field: string) => FieldValues | SortedParts

  constructor(layer: Layer) {
    const { streets } = layer.finder.index
    this.#layer = layer
    this.#partCounts = oncePer(
      (part) => part,
      (part) => new PartCounts(streets[part], streets.start),
    )
    this.of = oncePer(
      (field) => field,
      (field) => this.#values(field),
    )
  }

  #values(field: string): FieldValues | SortedParts {
    const part = this.#layer.partOf(field)
    const parts = this.#partCounts(part)
    const textOf = (street: number) => this.#layer.valueOf(street, field)
    return part === 'postcode'
      ? new SortedParts(parts, textOf)
      : new FieldValues(parts, this.#layer.textsOf?.(field) ?? numberedTexts(textOf))
  }

  /** Which places a filter lets through, where the place alone decides. */
  allowedPlaces(fields: FieldFilter, filter: StreetFilter, work: Work): Uint8Array {
    const { street } = this.#partCounts('place')
    const allowed = new Uint8Array(street.length)
    const wanted = this.#wantedOfPlaces(fields)
    const steps = wanted === undefined ? STEPS.row : STEPS.lookUp
    for (let place = 0; place < street.length && work.affords(steps); place++) {
      const is = wanted?.every(({ of, isWanted }) => isWanted[of[place]] === 1)
      if (is ?? isAllowed(filter, street[place])) allowed[place] = 1
    }
    return allowed
  }

  /** The values of each field of a filter, and which are wanted; undefined where a place may have several. */
  #wantedOfPlaces(fields: FieldFilter) {
    const wanted = wantedValues(fields).flatMap(({ field, values: texts }) => {
      const name = this.#layer.typeaheadFields.get(field)
      const values = name === undefined ? undefined : this.of(name)
      return values?.of === undefined ? [] : [{ of: values.of, isWanted: values.named(texts) }]
    })
    const isKnown = wanted.length === wantedValues(fields).length
    const isSeveral = Object.keys(fields).some((field) => this.#layer.hasSeveral?.(field))
    return isKnown && !isSeveral ? wanted : undefined
  }

  /** How many addresses that a filter lets through have each of the values. */
  counted(wanted: WantedValues, { filter, places }: OnlyWith, work: Work): Uint32Array {
    const { field, from, to } = wanted
    const { finder, partOf } = this.#layer
    const { streets } = finder.index
    const counts = new Uint32Array(to - from)
    const values = this.of(field)
    const part = partOf(field)
    const parts = this.#partCounts(part)
    const add = (at: number, addresses: number) => {
      const value = values.of === undefined ? at : values.of[at]
      if (value >= from && value < to) counts[value - from] += addresses
    }
    if (part === 'place' && places !== undefined) {
      if (!work.affords(places.length * STEPS.read)) return counts
      for (let place = 0; place < places.length; place++) {
        if (places[place] === 1) add(place, parts.addresses[place])
      }
      return counts
    }
    const requirements = this.#required(wanted, filter)
    const isFew = finder.streetsMax(requirements) * WALKED_TIMES < streets.count
    if (places === undefined || isFew) {
      for (const street of finder.streets({ ...filter, requirements }, work)) {
        add(parts.ofStreet[street], streets.start[street + 1] - streets.start[street])
      }
    } else countIn(places, streets, values.ofStreets(), from, counts, work)
    return counts
  }

  /** What the values require of streets besides the filter, so that a rare beginning can drive the walk. */
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
    return [...filter.requirements, new Requirement([range])]
  }
}

/** Counts the addresses of every street of the places, best known first, until the work is spent. */
function countIn(
  places: Uint8Array,
  { place, start, count }: Streets,
  values: NarrowArray,
  first: number,
  counts: Uint32Array,
  work: Work,
): void {
  const wanted = counts.length
  for (let from = 0; from < count && !work.isSpent; from += 32) {
    work.spent += 32 * STEPS.read
    const to = Math.min(from + 32, count)
    for (let street = from; street < to; street++) {
      const at = values[street] - first
      if (at < 0 || at >= wanted || places[place[street]] === 0) continue
      counts[at] += start[street + 1] - start[street]
    }
  }
}
