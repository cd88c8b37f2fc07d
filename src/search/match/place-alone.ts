// A place or an outcode alone: one address of each of its best-known streets, before the numbers of one street.

import { RECORD } from '../../index/streets/records.ts'
import { KIND, type Terms } from '../../index/terms/terms.ts'
import type { Tokens } from '../../index/words/fold.ts'
import { fullName } from '../../index/words/written-forms.ts'
import { oncePer } from '../../lib/bounded-map.ts'
import type { AddressLayer } from '../address-layer.ts'
import { ranges } from '../query/query-words.ts'
import { Requirement } from '../query/requirement.ts'
import { STREETS_MAX } from '../ranking.ts'
import { STEPS, type Work } from '../work.ts'
import type { AddressFinder } from './address-finder.ts'
import { ALLOWS_ALL, isAllowed, type StreetFilter } from './filter.ts'
import type { Search } from './street-collector.ts'

const SECTOR = /^\d$/

/** None where the line is not just a place. */
export function addressesOfPlace(
  layer: AddressLayer<unknown>,
  tokens: Tokens,
  { top, filter, work }: Search,
): readonly number[] {
  const place = placeOf(layer, tokens)
  if (place === undefined) return []
  const { finder } = layer
  const { records, streets } = finder.index
  const buildings = new Map<string, number>()
  /** Streets, or parts of them, that have only ranges or units come after the others. */
  const ofRanges = new Map<string, number>()
  const units = new Map<string, number>()
  let left = STREETS_MAX
  const requirements = [...place.requirements, ...(filter?.requirements ?? [])]
  for (const street of finder.streets({ ...ALLOWS_ALL, requirements }, work)) {
    if (left-- <= 0 || buildings.size >= top || work.isSpent) break
    work.spent += 2 * STEPS.lookUp
    if ((filter !== undefined && !isAllowed(filter, street)) || !place.has(street)) continue
    // A UK street is one for each of its postcodes.
    const key = `${streets.name[street]} ${streets.place[street]}`
    if (buildings.has(key)) continue
    const record = firstAddress(finder, street, filter, work)
    if (record === undefined) continue
    const isUnit = records.is(record, RECORD.deep)
    const kind = isUnit ? units : records.is(record, RECORD.range) ? ofRanges : buildings
    if (!kind.has(key)) kind.set(key, record)
  }
  const first = new Map([...units, ...ofRanges, ...buildings])
  const inOrder = new Set([...buildings.keys(), ...ofRanges.keys(), ...units.keys()])
  return [...inOrder].flatMap((key) => first.get(key) ?? []).slice(0, top)
}

function placeOf(layer: AddressLayer<unknown>, { words }: Tokens) {
  const { terms, streets } = layer.finder.index
  const codes = postcodes(terms, words)
  if (codes !== undefined) {
    // A walk may give streets that lack what is required.
    const has = (street: number) => {
      const term = streets.postcodeSpacedFrom + (streets.postcode[street] ?? 0)
      return term >= codes.from && term < codes.to
    }
    return { requirements: [new Requirement([codes])], has }
  }
  if (words.length === 0 || !layer.places.isName(words)) return undefined
  const wholeTerm = (word: string) => new Requirement(ranges(terms.whole(KIND.strong, word)))
  const asked = fullName(words)
  const has = oncePer(
    (street: number) => streets.placeOf(street),
    (street) => layer.placeNames(street).some((name) => fullName(name) === asked),
  )
  return { requirements: words.map(wholeTerm), has }
}

/** All postcodes of an outcode, `SK1`, or of a sector, `SK1 3`, that was typed alone. */
function postcodes(terms: Terms, [outcode = '', sector, more]: readonly string[]) {
  if (terms.postcode.outcode?.test(outcode) !== true || more !== undefined) return undefined
  if (sector !== undefined && !SECTOR.test(sector)) return undefined
  return terms.beginning(KIND.postcodeSpaced, `${outcode} ${sector ?? ''}`)
}

/** The first building that is not a range, else the first building, else the first address. */
function firstAddress(
  { index: { records, streets } }: AddressFinder,
  street: number,
  filter: StreetFilter | undefined,
  work: Work,
): number | undefined {
  const end = streets.start[street + 1] ?? 0
  let first: number | undefined
  let range: number | undefined
  for (let record = streets.start[street] ?? end; record < end && !work.isSpent; record++) {
    work.spent += STEPS.row
    const flags = records.flags[record] ?? 0
    if ((flags & (RECORD.hidden | RECORD.alias)) !== 0) continue
    if (filter !== undefined && !filter.allowsRecord(record, street)) continue
    if ((flags & (RECORD.deep | RECORD.range)) === 0) return record
    if ((flags & RECORD.deep) === 0) range ??= record
    first ??= record
  }
  return range ?? first
}
