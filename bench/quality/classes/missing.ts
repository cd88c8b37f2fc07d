// Addresses that do not exist: a number past the end of the street, the wrong suburb, the wrong street type.

import type { SeededRandom } from '../../../dev/seeded-random.ts'
import type { Facts } from '../facts.ts'
import { isHouse } from '../judging/best-fit.ts'
import { digitsOf } from '../judging/fits.ts'
import type { Asked } from '../lines/asked.ts'
import type { Line, LineClass, Place, ReleaseContents } from '../lines/line.ts'
import { isSameForm, nameWords, streetTypes } from '../lines/typed-forms.ts'
import { askedOf, streetOf, titleCase, withSpaces, written } from '../lines/written.ts'

const TRIES_MAX = 20
const COMMON_TYPES = 'STREET ROAD AVENUE DRIVE COURT PLACE LANE CLOSE'.split(' ')

const pastTheEnd: LineClass = {
  name: 'number past the end',
  isTarget: isHouse,
  write({ facts, street }, random) {
    const numbers = street.flatMap(({ first, last, lot }) => [first, last, lot].map(digitsOf))
    const number = String(Math.max(...numbers) + 1 + random.below(60))
    const asked = { ...askedOf(facts), number, last: '' }
    return missing(facts, `${number} ${streetOf(facts)}, ${written(facts).place}`, asked)
  },
  isWalked: false,
}

const wrongPlace: LineClass = {
  name: 'wrong suburb',
  isTarget: isHouse,
  write({ facts }, random, contents) {
    const other = otherPlace(facts, random, contents)
    if (other === undefined) return undefined
    const { name: place, postcode } = other
    const asked = { ...askedOf(facts), place, postcode }
    const where = withSpaces(place, facts.region, postcode)
    return missing(facts, `${facts.first} ${streetOf(facts)}, ${where}`, asked)
  },
  isWalked: false,
}

const wrongType: LineClass = {
  name: 'wrong street type',
  isTarget: (facts) => isHouse(facts) && facts.type !== '',
  write({ facts }, random, contents) {
    const { name, place, region } = facts
    const type = random.pick(COMMON_TYPES)
    const forms = streetTypes.get(type) ?? [type]
    if (isSameForm(streetTypes, type, facts.type)) return undefined
    if (forms.some((form) => contents.hasStreet(name, form, place, region))) return undefined
    if (`${name} ${place}`.split(' ').some((word) => isSameForm(streetTypes, word, type))) {
      return undefined
    }
    // The target should still be offered, so what is asked for is the address without its type.
    const asked = { ...askedOf(facts), type: '' }
    const street = withSpaces(name, type, facts.suffix)
    const line = missing(facts, `${facts.first} ${street}, ${written(facts).place}`, asked)
    return { ...line, typed: { ...asked, type }, isFindable: true }
  },
  isWalked: false,
}

export const missingClasses: readonly LineClass[] = [pastTheEnd, wrongPlace, wrongType]

function missing(facts: Facts, text: string, asked: Asked): Line {
  return { text: titleCase(text), meant: facts, asked, verdict: 'none', isFindable: false }
}

/** A place of the same region without such a street, no word of which could be meant for one of the right place. */
function otherPlace(
  facts: Facts,
  random: SeededRandom,
  contents: ReleaseContents,
): Place | undefined {
  const taken = `${facts.places.join(' ')} ${facts.name}`.split(' ')
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const place = random.pick(contents.places)
    if (place.region !== facts.region || place.postcode === facts.postcode) continue
    if (contents.hasStreet(facts.name, '', place.name, place.region)) continue
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
