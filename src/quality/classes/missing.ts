// Addresses that do not exist: a number past the end of the street, the wrong suburb, the wrong street type.

import type { SeededRandom } from '../../lib/seeded-random.ts'
import type { Facts } from '../facts.ts'
import { digitsOf } from '../judging/asked.ts'
import { isNamed } from '../judging/meant.ts'
import { askedOf, type LineClass, type Place, spaced, titled, type World } from '../lines/line.ts'
import { isSameForm, nameWords, streetTypes } from '../lines/typed-forms.ts'

const TRIES_MAX = 20
const COMMON_TYPES = [
  'STREET',
  'ROAD',
  'AVENUE',
  'DRIVE',
  'COURT',
  'PLACE',
  'LANE',
  'CLOSE',
] as const

const pastTheEnd: LineClass = {
  name: 'number past the end',
  isTarget: (facts) => isPlain(facts),
  write({ facts, street }, random) {
    const end = Math.max(
      ...street.flatMap(({ first, last, lot }) => [first, last, lot].map(digitsOf)),
    )
    const number = String(end + 1 + random.below(60))
    const asked = { ...askedOf(facts), number, last: '' }
    const text = titled(`${number} ${streetOf(facts)}, ${placeOf(facts)}`)
    return { text, meant: facts, asked, verdict: 'none', isFindable: false }
  },
  isWalked: false,
}

const wrongPlace: LineClass = {
  name: 'wrong suburb',
  isTarget: (facts) => isPlain(facts),
  write({ facts }, random, world) {
    const other = otherPlace(facts, random, world)
    if (other === undefined) return undefined
    const { name: place, postcode } = other
    const asked = { ...askedOf(facts), place, postcode }
    const text = titled(
      `${facts.first} ${streetOf(facts)}, ${spaced(place, facts.region, postcode)}`,
    )
    return { text, meant: facts, asked, verdict: 'none', isFindable: false }
  },
  isWalked: false,
}

const wrongType: LineClass = {
  name: 'wrong street type',
  isTarget: (facts) => isPlain(facts) && facts.type !== '',
  write({ facts }, random, world) {
    const { name, places, region } = facts
    const [place] = places
    const type = COMMON_TYPES[random.below(COMMON_TYPES.length)]
    const forms = streetTypes.get(type) ?? [type]
    if (isSameForm(streetTypes, type, facts.type)) return undefined
    if (forms.some((form) => world.hasStreet(name, form, place, region))) return undefined
    if (`${name} ${place}`.split(' ').some((word) => isSameForm(streetTypes, word, type))) {
      return undefined
    }
    // The target should still be offered, so what is asked for is the address without its type.
    const asked = { ...askedOf(facts), type: '' }
    const text = titled(`${facts.first} ${spaced(name, type, facts.suffix)}, ${placeOf(facts)}`)
    return {
      text,
      meant: facts,
      asked,
      typed: { ...asked, type },
      verdict: 'none',
      isFindable: true,
    }
  },
  isWalked: false,
}

export const missingClasses: readonly LineClass[] = [pastTheEnd, wrongPlace, wrongType]

function isPlain(facts: Facts): boolean {
  const { unit, level, part, last, isAlias, first } = facts
  return isNamed(facts) && first !== '' && unit + level + part + last === '' && !isAlias
}

function streetOf({ name, type, suffix }: Facts): string {
  return spaced(name, type, suffix)
}

function placeOf({ places, region, postcode }: Facts): string {
  return spaced(places[0], region, postcode)
}

/** A place of the same region without such a street, no word of which could be meant for one of the right place. */
function otherPlace(facts: Facts, random: SeededRandom, world: World): Place | undefined {
  const taken = `${facts.places.join(' ')} ${facts.name}`.split(' ')
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const place = random.pick(world.places)
    if (place.region !== facts.region || place.postcode === facts.postcode) continue
    if (world.hasStreet(facts.name, '', place.name, place.region)) continue
    const words = place.name.split(' ')
    if (words.some((word) => taken.some((own) => isSimilar(word, own)))) continue
    return place
  }
  return undefined
}

function isSimilar(a: string, b: string): boolean {
  if (isSameForm(nameWords, a, b)) return true
  return a.length > 3 && b.length > 3 && a.slice(0, 2) === b.slice(0, 2)
}
