// An address in its own words, whole or with a shorter place, beside what such a line asks for.

import type { SeededRandom } from '../../../dev/seeded-random.ts'
import type { Facts } from '../facts.ts'
import { type Asked, NOTHING_ASKED } from './asked.ts'

/** The parts of a line before they are joined. */
interface Written {
  readonly premises: string
  readonly street: string
  readonly place: string
  readonly asked: Asked
}

/** The address in its own words: `UNIT 3 12`, `KING ST`, `HOBART TAS 7000`. */
export function written(facts: Facts): Written {
  const unit = withSpaces(facts.unitType, facts.unit)
  const level = withSpaces(facts.levelType, facts.level)
  const lot = facts.first === '' && facts.lot !== '' ? `LOT ${facts.lot}` : ''
  return {
    premises: withSpaces(unit, level, lot, numberOf(facts)),
    street: streetOf(facts),
    place: withSpaces(facts.place, facts.region, facts.postcode),
    asked: askedOf(facts),
  }
}

export function numberOf({ first, last }: Facts): string {
  return last === '' ? first : `${first}-${last}`
}

export function streetOf({ name, type, suffix }: Facts): string {
  return withSpaces(name, type, suffix)
}

/** Everything that the address has. */
export function askedOf(facts: Facts): Asked {
  const { unitType, unit, level, name, type, suffix, place, region, postcode } = facts
  const lot = facts.first === '' ? facts.lot : ''
  // A house without a number goes by its name.
  const building = facts.first === '' && facts.lot === '' ? facts.building : ''
  const numbers = { number: facts.first, last: facts.last }
  const street = { name, type, suffix, place, region, postcode }
  return { ...NOTHING_ASKED, unitType, unit, level, lot, building, ...numbers, ...street }
}

/** People leave out the state or the postcode, but not both where the suburb's name is a common one. */
export function shortPlace(facts: Facts, random: SeededRandom): Pick<Written, 'place' | 'asked'> {
  const asked = askedOf(facts)
  const { place, region, postcode } = facts
  const roll = random.below(3)
  if (roll === 0) return { place: withSpaces(place, postcode), asked: { ...asked, region: '' } }
  if (roll === 1 && region !== '') {
    return { place: withSpaces(place, region), asked: { ...asked, postcode: '' } }
  }
  return { place: withSpaces(place, region, postcode), asked }
}

/** Each word with a capital, as people write names. */
export function titleCase(text: string): string {
  return text
    .toLowerCase()
    .replace(/(^|[^\p{L}\p{N}'])(\p{L})/gu, (_, before, letter) => before + letter.toUpperCase())
}

export function withSpaces(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' ')
}

export function withCommas(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(', ')
}
