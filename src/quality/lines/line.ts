// A line as a person would type it, beside what it asks for and what should come of it.

import type { SeededRandom } from '../../lib/seeded-random.ts'
import type { Facts } from '../facts.ts'
import { type Asked, NOTHING } from '../judging/asked.ts'

export interface Line {
  readonly text: string
  /** The address that the line was written for. */
  readonly meant: Facts
  /** What an answer must have to be right. */
  readonly asked: Asked
  /** What validate must find in the address that it accepts, where that is not the same. */
  readonly typed?: Asked
  /**
   * What validate should say: `one` address, or `several` (the line leaves out the place, or lies inside a range, or
   * names a building that is held as its units only), `one-or-several`, `none`; undefined where the line is not whole.
   */
  readonly verdict: 'one' | 'several' | 'one-or-several' | 'none' | undefined
  /** Whether the target should be among the answers while it is typed. */
  readonly isFindable: boolean
  /** Whether it must not be typed key by key: `12 A` says 12 before it says 12A. */
  readonly isOneStroke?: boolean
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
export interface World {
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
  write(target: Target, random: SeededRandom, world: World): Line | undefined
  /** Whether it is typed character by character as well. */
  readonly isWalked: boolean
}

/** The parts of a line before they are joined. */
interface Written {
  readonly front: string
  readonly street: string
  readonly place: string
  readonly asked: Asked
}

/** The address in its own words: `UNIT 3 12`, `KING ST`, `HOBART TAS 7000`. */
export function written(facts: Facts): Written {
  const number = facts.last === '' ? facts.first : `${facts.first}-${facts.last}`
  const unit = spaced(facts.unitType, facts.unit)
  const level = spaced(facts.levelType, facts.level)
  const lot = facts.first === '' && facts.lot !== '' ? `LOT ${facts.lot}` : ''
  return {
    front: spaced(unit, level, lot, number),
    street: spaced(facts.name, facts.type, facts.suffix),
    place: spaced(facts.places[0] ?? '', facts.region, facts.postcode),
    asked: askedOf(facts),
  }
}

/** Everything that the address has. */
export function askedOf(facts: Facts): Asked {
  const { unitType, unit, level, name, type, suffix, region, postcode } = facts
  const lot = facts.first === '' ? facts.lot : ''
  const place = facts.places[0] ?? ''
  // A house without a number goes by its name.
  const building = facts.first === '' && facts.lot === '' ? facts.building : ''
  const numbers = { number: facts.first, last: facts.last }
  const street = { name, type, suffix, place, region, postcode }
  return { ...NOTHING, unitType, unit, level, lot, building, ...numbers, ...street }
}

/** People leave out the state or the postcode, but not both where the suburb's name is a common one. */
export function shortPlace(
  facts: Facts,
  random: SeededRandom,
): Pick<Written, 'place'> & { asked: Asked } {
  const asked = askedOf(facts)
  const [place] = facts.places
  const roll = random.below(3)
  if (roll === 0) {
    return { place: spaced(place, facts.postcode), asked: { ...asked, region: '' } }
  }
  if (roll === 1 && facts.region !== '') {
    return { place: spaced(place, facts.region), asked: { ...asked, postcode: '' } }
  }
  return { place: spaced(place, facts.region, facts.postcode), asked }
}

/** Each word with a capital, as people write names. */
export function titled(text: string): string {
  return text
    .toLowerCase()
    .replace(/(^|[^\p{L}\p{N}'])(\p{L})/gu, (_, before, letter) => before + letter.toUpperCase())
}

export function spaced(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' ')
}

export function commaed(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(', ')
}
