// The searched documents: a street in its place, with the terms it is found by and its run of records.
// Unchecked: hot, read for every record and street that a query looks at.

import type { Point } from '../../address/geo.ts'
import { countryOf } from '../../countries/country.ts'
import { lowerBoundU32 } from '../../lib/lower-bound.ts'
import { Lists } from '../columns/lists.ts'
import type { IndexSections } from '../file/index-sections.ts'
import type { NarrowArray } from '../file/sections.ts'
import type { TermRange } from '../terms/terms.ts'

/** Points of streets and bounds of boxes are in ten-millionths of a degree: a centimetre. */
export const POINT_UNITS = 1e7
/** The middle of a place or a postcode is stored in millionths of a degree: ten centimetres. */
export const CENTRE_UNITS = 1e6

/** What some record of a street has, to skip the streets where nothing is to be found. */
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
  /** The number of its postcode, if each street has one: its terms are `joined[it]` and `spacedFrom + it`. */
  readonly postcode: NarrowArray
  readonly hasPostcodes: boolean
  /** Whether a place has one name, so that its terms say how often it has a word. */
  readonly hasPlainPlaces: boolean
  readonly postcodeJoined: Uint32Array
  readonly postcodeSpacedFrom: number
  /** What is read of every street that a query considers, side by side: see STREET_AT. */
  readonly nodes: Uint32Array
  /** The terms of name parts and of place parts, each after a word that says how many they are. */
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
    this.hasPostcodes = Boolean(this.postcode.length)
    this.hasPlainPlaces = countryOf(sections.get('release').product).national?.outer === 'state'
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
      const first = this.nodes[node + part]
      const end = weakEnd(this.terms, first)
      for (let at = first + 1; at < end; at++) {
        if (isInRange(this.terms[at], ranges)) return true
      }
    }
    return false
  }

  ofRecord(record: number): number {
    return lowerBoundU32(this.start, record + 1, 0, this.count) - 1
  }
}

function isInRange(term: number, ranges: readonly TermRange[]): boolean {
  for (let i = 0; i < ranges.length; i++) {
    if (term >= ranges[i].from && term < ranges[i].to) return true
  }
  return false
}

/** Streets as the search judges them: what is read of each are words side by side, at one place in memory. */
export const STREET_WORDS = 4
export const STREET_AT = {
  /** Its first record; that of the next street ends it. */
  start: 0,
  /** Where the terms of its name part, and those of its place part, begin. */
  name: 1,
  place: 2,
  /** Its widest range, and above it its flags. */
  span: 3,
} as const

/** Both halves of a word: of the span and the flags of a street, of how many strong and weak terms a part has. */
const LOW = 0xffff
const HIGH_FROM = 16

export function spanOf(word: number): number {
  return word & LOW
}

export function flagsOf(word: number): number {
  return word >>> HIGH_FROM
}

/** Where the strong and the weak terms of the part that begins at `at` end; the strong ones begin after `at`. */
export function strongEnd(terms: Uint32Array, at: number): number {
  return at + 1 + (terms[at] & LOW)
}

export function weakEnd(terms: Uint32Array, at: number): number {
  return strongEnd(terms, at) + (terms[at] >>> HIGH_FROM)
}

/** `names` and `places` have for each part where its terms begin. */
function streetNodes(
  { count, start, flags, span, name, place }: Omit<Streets, 'nodes'>,
  names: Uint32Array,
  places: Uint32Array,
): Uint32Array {
  const nodes = new Uint32Array(STREET_WORDS * (count + 1))
  for (let street = 0; street < count; street++) {
    const node = STREET_WORDS * street
    nodes[node + STREET_AT.start] = start[street]
    nodes[node + STREET_AT.name] = names[name[street]]
    nodes[node + STREET_AT.place] = places[place[street]]
    nodes[node + STREET_AT.span] = span[street] | (flags[street] << HIGH_FROM)
  }
  nodes[STREET_WORDS * count + STREET_AT.start] = start[count]
  return nodes
}

type PartLists = readonly [strong: Lists, weak: Lists]

/** All of them, and where those of each name part and of each place part begin. */
function packTerms(names: PartLists, places: PartLists) {
  let size = 0
  for (const [strong, weak] of [names, places]) {
    size += strong.count + strong.values.length + weak.values.length
  }
  const terms = new Uint32Array(size)
  let at = 0
  const pack = ([strong, weak]: PartLists): Uint32Array => {
    const starts = new Uint32Array(strong.count)
    for (let part = 0; part < starts.length; part++) {
      starts[part] = at
      const strongs = strong.offset[part + 1] - strong.offset[part]
      const weaks = weak.offset[part + 1] - weak.offset[part]
      terms[at++] = strongs | (weaks << HIGH_FROM)
      for (let i = 0; i < strongs; i++) terms[at++] = strong.values[strong.offset[part] + i]
      for (let i = 0; i < weaks; i++) terms[at++] = weak.values[weak.offset[part] + i]
    }
    return starts
  }
  return { terms, names: pack(names), places: pack(places) }
}
