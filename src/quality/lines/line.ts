// A line as a person would type it, beside what it asks for and what should come of it.

import type { SeededRandom } from '../../lib/seeded-random.ts'
import type { Facts } from '../facts.ts'
import type { Asked } from '../lines/asked.ts'

export interface Line {
  readonly text: string
  /** The address that the line was written for. */
  readonly meant: Facts
  /** What an answer must have to be right. */
  readonly asked: Asked
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
 * names a building that is held as its units only), `one-or-several`, `none`; undefined where the line is not whole.
 */
type Verdict = 'one' | 'several' | 'one-or-several' | 'none' | undefined

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
}

/** What else the release holds, for lines that must not name something that exists. */
export interface ReleaseContents {
  /** By class name. */
  readonly targets: ReadonlyMap<string, readonly Target[]>
  readonly places: readonly Place[]
  /** The other addresses that an address goes by. */
  aliasesOf(id: string): readonly Facts[]
  hasPlace(name: string): boolean
  /** Whether a street of this name and type stands in the place; with no type, of any type. */
  hasStreet(name: string, type: string, place: string, region: string): boolean
}

export interface LineClass {
  readonly name: string
  /** Whether an address can be a target, by its own fields alone. */
  isTarget(facts: Facts): boolean
  /** Undefined where the street turns out not to allow it. */
  write(target: Target, random: SeededRandom, contents: ReleaseContents): Line | undefined
  /** Whether it is typed character by character as well. */
  readonly isWalked: boolean
}
