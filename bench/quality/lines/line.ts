// A line as a person would type it, beside what it asks for and what should come of it.

import type { SeededRandom } from '../../../dev/seeded-random.ts'
import type { Facts } from '../facts.ts'
import type { Asked } from './asked.ts'

export interface Line {
  readonly text: string
  /** The address that the line was written for. */
  readonly meant: Facts
  /** What an answer must have to be right. */
  readonly asked: Asked
  /** Which answers are right, where that is more or less than the parts that were asked for. */
  readonly isRight?: (facts: Facts) => boolean
  /** What validate must find in the address that it accepts, where that is not the same. */
  readonly typed?: Asked
  readonly verdict: Verdict
  /** Whether the target should be among the answers while it is typed. */
  readonly isFindable: boolean
  /** Whether it must not be typed key by key: `12 A` says 12 before it says 12A. */
  readonly isOneStroke?: boolean
}

/**
 * What validate should say: `one` address, or `several` (the line leaves out the place, or lies inside a range, or
 * names a building that is held as its units only), `one-or-several`, `none`, or anything but that this one is meant
 * (`not-this`); `exact` is the one address and no question; undefined where the line is not whole.
 */
type Verdict = 'one' | 'exact' | 'several' | 'one-or-several' | 'none' | 'not-this' | undefined

/** A line for an address that exists and should be found. */
export function findable(
  { facts }: Target,
  text: string,
  asked: Asked,
  verdict: Verdict = 'one',
): Line {
  return { text, meant: facts, asked, verdict, isFindable: true }
}

/** An address drawn from the release, with all that stand on its street. */
export interface Target {
  readonly facts: Facts
  readonly street: readonly Facts[]
}

export interface Place {
  readonly name: string
  readonly region: string
  readonly postcode: string
  readonly latitude: number
  readonly longitude: number
}

/** The names of all streets and places, for lines that must or must not name something that exists. */
export interface ReleaseNames {
  hasPlace(name: string): boolean
  hasPlaceIn(name: string, region: string): boolean
  /** Whether a street of this name and type stands in the place; with no type, of any type. */
  hasStreet(name: string, type: string, place: string, region: string): boolean
  /** Whether the very street exists: see streetKey. */
  hasStreetKey(key: string): boolean
  /** Whether the place has a street, or the region a place, whose name has this one and more words. */
  hasLongerStreet(name: string, place: string, region: string): boolean
  hasLongerPlace(name: string, region: string): boolean
}

/** What else the release holds. */
export interface ReleaseContents extends ReleaseNames {
  /** By class name. */
  readonly targets: ReadonlyMap<string, readonly Target[]>
  readonly places: readonly Place[]
  /** Places of the same region near an address, by where one address of each lies; the nearest first. */
  placesAround(facts: Facts): readonly Place[]
  /** The addresses of a street of a target, or of one that its class asked for; else none. */
  onStreet(key: string): readonly Facts[]
  /** The other addresses that an address goes by. */
  aliasesOf(id: string): readonly Facts[]
}

export interface LineClass {
  readonly name: string
  /** Whether an address can be a target, by its own fields and by what else there is. */
  isTarget(facts: Facts, names: ReleaseNames): boolean
  /** The keys of streets whose addresses `write` looks at, beside the target's own. */
  otherStreets?(facts: Facts, names: ReleaseNames): readonly string[]
  /** Undefined where the street turns out not to allow it. */
  write(target: Target, random: SeededRandom, contents: ReleaseContents): Line | undefined
  /** Whether it is typed character by character as well. */
  readonly isWalked: boolean
}
