// The searched documents: a street in its place, with the terms it is found by and its run of records.
// Unchecked: hot, read for every record and street that a query looks at.

import type { Point } from '../../address/geo.ts'
import { lowerBoundU32 } from '../../lib/lower-bound.ts'
import { Lists } from '../columns/lists.ts'
import type { IndexSections } from '../file/index-sections.ts'
import type { NarrowArray } from '../file/sections.ts'
import type { TermRange } from '../terms/terms.ts'
import { packTerms, STREET_AT, STREET_WORDS, streetNodes, weakEnd } from './street-nodes.ts'

/** Points of streets and bounds of boxes are in ten-millionths of a degree: a centimetre. */
export const POINT_UNITS = 1e7
/** Records are kept as steps away from the point of their street, in hundred-millionths of a degree. */
export const STEP_UNITS = 1e8
export const STEPS_PER_POINT_UNIT = STEP_UNITS / POINT_UNITS

/** What records of a street have of their own, so that it is looked for only where there is some of it. */
export const STREET_HAS = {
  /** Names of buildings, sites, organisations. */
  names: 1,
  /** Kinds of units and levels. */
  kinds: 2,
  /** Addresses that go by their lot. */
  lots: 4,
} as const

/** Wider ranges of numbers count as this one. */
export const SPAN_MAX = 0xffff

/** Street ids are in order of rank: the lower, the better known. */
export class Streets {
  readonly count: number
  readonly start: Uint32Array
  readonly flags: Uint8Array
  /** The widest range of house numbers (`12-18` is 6) on the street, at most SPAN_MAX. */
  readonly span: Uint16Array
  readonly name: NarrowArray
  readonly place: NarrowArray
  /** UK only: the postcode's number; its terms are `joined[postcode]` and `spacedFrom + postcode`. */
  readonly postcode: NarrowArray
  readonly postcodeJoined: Uint32Array
  readonly postcodeSpacedFrom: number
  /** What is read of every street that a query considers, side by side: see `street-nodes.ts`. */
  readonly nodes: Uint32Array
  /** The terms of name parts and of place parts, each behind a word that says how many they are. */
  readonly terms: Uint32Array
  readonly placeCount: number
  readonly placeNear: Lists
  /** Where its middle record is, in ten-millionths of a degree. */
  readonly latitude: Int32Array
  readonly longitude: Int32Array

  constructor(sections: IndexSections) {
    this.start = sections.get('street.start')
    this.count = this.start.length - 1
    this.flags = sections.get('street.flags')
    this.span = sections.get('street.span')
    this.name = sections.get('street.name')
    this.place = sections.get('street.place')
    this.postcode = sections.get('street.postcode')
    this.postcodeJoined = sections.get('postcode.joined')
    this.postcodeSpacedFrom = sections.get('postcode.spacedFrom')
    this.placeNear = new Lists(sections, 'place.near')
    this.latitude = sections.get('street.latitude')
    this.longitude = sections.get('street.longitude')
    const names = [new Lists(sections, 'name.strong'), new Lists(sections, 'name.weak')] as const
    const places = [new Lists(sections, 'place.strong'), new Lists(sections, 'place.weak')] as const
    this.placeCount = places[0].count
    const packed = packTerms(names, places)
    this.terms = packed.terms
    this.nodes = streetNodes(this, packed.names, packed.places)
  }

  point(street: number): Point {
    return {
      latitude: this.latitude[street] / POINT_UNITS,
      longitude: this.longitude[street] / POINT_UNITS,
    }
  }

  /** Its name part and its place part. */
  nameOf(street: number): number {
    return this.name[street]
  }

  placeOf(street: number): number {
    return this.place[street]
  }

  /** Whether a word of its name or place, strong or weak, is one of these terms. */
  hasTermIn(street: number, ranges: readonly TermRange[]): boolean {
    const node = STREET_WORDS * street
    for (const part of [STREET_AT.name, STREET_AT.place]) {
      const at = this.nodes[node + part]
      const own = this.terms.subarray(at + 1, weakEnd(this.terms, at))
      if (ranges.some(({ from, to }) => own.some((term) => term >= from && term < to))) return true
    }
    return false
  }

  /** The street that a record belongs to. */
  ofRecord(record: number): number {
    return lowerBoundU32(this.start, record + 1, 0, this.count) - 1
  }
}
