// Two releases side by side: which addresses are gone, added or kept, in which parts those differ, how far they moved.
// Unchecked: hot, goes over every address of two releases, and rows come from the columns themselves.

import { metresBetween } from '../address/geo.ts'
import { loadSections } from '../index/file/index-file.ts'
import { IndexSections } from '../index/file/index-sections.ts'
import { AddressParts, isPartSection, STREET_PARTS } from './address-parts.ts'
import {
  commonPrefixes,
  IdCursor,
  type IdList,
  idsOf,
  isIdSection,
  mergeIds,
} from './ledger/id-lists.ts'

export const MOVED_METRES = 20

/** Where on its street an address is, and what its street says. */
export const REASONS = ['premises', ...STREET_PARTS] as const

interface CompareVisitor {
  gone?(oldAt: number, street: number): void
  added?(record: number, street: number): void
  /** `reasons` has a bit for each part that differs. `metres` is 0 for less than `MOVED_METRES`. */
  kept(oldAt: number, record: number, street: number, reasons: number, metres: number): void
}

/** The sections that releases are compared by. */
export function isCompared(name: string): boolean {
  return (
    isPartSection(name) || isIdSection(name) || /^(street|record)\.(latitude|longitude)$/.test(name)
  )
}

/** Visits all addresses of both in the order of ids; `oldAt` is the place of an id among those of the old release. */
export function compareReleases(
  old: Digest,
  sections: IndexSections,
  parts: AddressParts,
  visit: CompareVisitor,
): void {
  const ids = idsOf(sections)
  const points = new Points(sections)
  const prefixes = commonPrefixes(old.ids, ids)
  mergeIds(new IdCursor(old.ids, prefixes), new IdCursor(ids, prefixes), {
    gone: (oldAt) => visit.gone?.(oldAt, old.street[oldAt]),
    added(at) {
      const record = ids.order[at]
      visit.added?.(record, parts.streetOf(record))
    },
    kept(oldAt, at) {
      const record = ids.order[at]
      const street = parts.streetOf(record)
      let reasons = old.premises[oldAt] === parts.premises(record) ? 0 : 1
      for (let part = 0; part < STREET_PARTS.length; part++) {
        const [was, is] = [old.parts[STREET_PARTS[part]], parts.parts[STREET_PARTS[part]]]
        if (was[old.street[oldAt]] !== is[street]) reasons |= 2 << part
      }
      const [latitude, longitude] = [
        points.latitude(record, street),
        points.longitude(record, street),
      ]
      const metres = metresMoved(old, oldAt, latitude, longitude)
      visit.kept(oldAt, record, street, reasons, metres > MOVED_METRES ? metres : 0)
    },
  })
}

/** The memory is given back at the end. */
export async function withSections<T>(
  path: string,
  isWanted: (name: string) => boolean,
  work: (sections: IndexSections) => T | Promise<T>,
): Promise<T> {
  const { buffer, entries } = await loadSections(path, isWanted, ArrayBuffer)
  const result = await work(new IndexSections(buffer, entries))
  buffer.transfer(0)
  return result
}

/** What is kept of the old release, in the order of its ids. */
export interface Digest {
  readonly ids: IdList
  readonly premises: Uint32Array
  readonly street: Uint32Array
  readonly parts: AddressParts['parts']
  readonly latitude: Int32Array
  readonly longitude: Int32Array
}

export function digestOf(sections: IndexSections): Digest {
  const { prefixes, count, first, second, order } = idsOf(sections)
  const parts = new AddressParts(sections, 0)
  const points = new Points(sections)
  const ids = { prefixes, count, first: first.slice(), second: new Uint32Array(count) }
  const [premises, streets] = [new Uint32Array(count), new Uint32Array(count)]
  const [latitude, longitude] = [new Int32Array(count), new Int32Array(count)]
  const places = new Uint32Array(count)
  for (let at = 0; at < count; at++) places[order[at]] = at
  parts.eachRecord((record, street) => {
    const at = places[record]
    ids.first[at] = first[record]
    ids.second[at] = second[record]
    premises[at] = parts.premises(record)
    streets[at] = street
    latitude[at] = points.latitude(record, street)
    longitude[at] = points.longitude(record, street)
  })
  return { ids, premises, street: streets, parts: parts.parts, latitude, longitude }
}

/** In ten-millionths of a degree, a centimetre: those of streets are, and those of records are ten times as fine. */
const UNITS = 1e7
const STEPS_PER_UNIT = 10

class Points {
  readonly #street: readonly [Int32Array, Int32Array]
  readonly #record: readonly [Int32Array, Int32Array]

  constructor(sections: IndexSections) {
    this.#street = [sections.get('street.latitude'), sections.get('street.longitude')]
    this.#record = [sections.get('record.latitude'), sections.get('record.longitude')]
  }

  latitude(record: number, street: number): number {
    return this.#street[0][street] + Math.round(this.#record[0][record] / STEPS_PER_UNIT)
  }

  longitude(record: number, street: number): number {
    return this.#street[1][street] + Math.round(this.#record[1][record] / STEPS_PER_UNIT)
  }
}

/** 0 also where one of the points is unknown, which is latitude and longitude 0. */
function metresMoved(old: Digest, oldAt: number, latitude: number, longitude: number): number {
  const [oldLatitude, oldLongitude] = [old.latitude[oldAt], old.longitude[oldAt]]
  if (oldLatitude === latitude && oldLongitude === longitude) return 0
  if ((latitude === 0 && longitude === 0) || (oldLatitude === 0 && oldLongitude === 0)) return 0
  const was = { latitude: oldLatitude / UNITS, longitude: oldLongitude / UNITS }
  const is = { latitude: latitude / UNITS, longitude: longitude / UNITS }
  return metresBetween(was, is)
}
