// Lines that are right: as the address stands, without its suburb, in other forms, cases and orders, by other names.

import type { SeededRandom } from '../../lib/seeded-random.ts'
import type { Facts } from '../facts.ts'
import { NOTHING } from '../judging/asked.ts'
import { isNamed, isNamedHouse, isPlainest } from '../judging/meant.ts'
import {
  askedOf,
  commaed,
  type Line,
  type LineClass,
  shortPlace,
  spaced,
  type Target,
  titled,
  written,
} from '../lines/line.ts'
import {
  directions,
  type Forms,
  nameWords,
  otherForms,
  regions,
  streetTypes,
} from '../lines/typed-forms.ts'

const exact: LineClass = {
  name: 'exact',
  isTarget: (facts) => (isNamed(facts) || isNamedHouse(facts)) && !facts.isAlias,
  write: (target) => asItStands(target),
  isWalked: true,
}

const alias: LineClass = {
  name: 'alias address',
  isTarget: (facts) => isNamed(facts) && facts.isAlias,
  write: (target) => asItStands(target),
  isWalked: true,
}

function asItStands(target: Target): Line | undefined {
  const asked = askedOf(target.facts)
  if (!isPlainest(target, asked)) return undefined
  return { text: target.facts.label, meant: target.facts, asked, verdict: 'one', isFindable: true }
}

const noPlace: LineClass = {
  name: 'no suburb',
  isTarget: (facts) => isNamed(facts) && !facts.isAlias,
  write(target) {
    const { front, street, asked } = written(target.facts)
    const bare = { ...asked, place: '', region: '', postcode: '' }
    if (!isPlainest(target, bare)) return undefined
    const text = titled(spaced(front, street))
    return { text, meant: target.facts, asked: bare, verdict: 'several', isFindable: true }
  },
  isWalked: true,
}

const abbreviations: LineClass = {
  name: 'abbreviations both ways',
  isTarget: (facts) => isNamed(facts) && !facts.isAlias && hasOtherForms(facts),
  write(target, random) {
    const { facts } = target
    const { front } = written(facts)
    const { asked } = shortPlace(facts, random)
    if (!isPlainest(target, asked)) return undefined
    const street = spaced(
      reworded(nameWords, facts.name, random),
      reworded(streetTypes, facts.type, random),
      reworded(directions, facts.suffix, random),
    )
    const place = spaced(
      reworded(nameWords, asked.place, random),
      reworded(regions, asked.region, random),
      asked.postcode,
    )
    const text = titled(`${spaced(front, street)}, ${place}`)
    return { text, meant: facts, asked, verdict: 'one', isFindable: true }
  },
  isWalked: true,
}

function hasOtherForms(facts: Facts): boolean {
  return (
    otherForms(streetTypes, facts.type).length > 0 ||
    otherForms(directions, facts.suffix).length > 0 ||
    facts.name.split(' ').some((word) => otherForms(nameWords, word).length > 0)
  )
}

/** Every word in another form than it stands, where it has one. */
function reworded(forms: Forms, text: string, random: SeededRandom): string {
  const whole = otherForms(forms, text)
  if (whole.length > 0) return random.pick(whole)
  const words = text.split(' ')
  return words
    .map((word) => {
      const others = otherForms(forms, word)
      // A saint stands before a name: the ST of THE ST is none.
      return others.length > 0 && words.length > 1 ? random.pick(others) : word
    })
    .join(' ')
}

const looks: LineClass = {
  name: 'case and punctuation',
  isTarget: (facts) => isNamed(facts) && !facts.isAlias,
  write(target, random) {
    const { facts } = target
    const { front, street } = written(facts)
    const { place, asked } = shortPlace(facts, random)
    if (!isPlainest(target, asked)) return undefined
    const joined = random.pick([
      `${front} ${street} ${place}`,
      `${front}, ${street}, ${place.replaceAll(' ', ', ')}`,
      `${front}  ${street} ,${place}`,
      ` ${front} ${street}.; ${place}.`,
      `${front} ${street}\t${place}`,
      `${front} ${street} (${place})`,
    ])
    const text = recased(joined, random)
    return { text, meant: facts, asked, verdict: 'one', isFindable: true }
  },
  isWalked: false,
}

function recased(text: string, random: SeededRandom): string {
  const roll = random.below(4)
  if (roll === 0) return text.toLowerCase()
  if (roll === 1) return titled(text)
  if (roll === 2) return text.toUpperCase()
  return Array.from(text, (c) => (random.chance(0.5) ? c.toLowerCase() : c)).join('')
}

const order: LineClass = {
  name: 'word order',
  isTarget: (facts) => isNamed(facts) && !facts.isAlias && facts.first !== '',
  write(target, random) {
    const { facts } = target
    const { front, street } = written(facts)
    const { place, asked } = shortPlace(facts, random)
    if (!isPlainest(target, asked)) return undefined
    const text = random.pick([
      commaed(place, spaced(front, street)),
      commaed(spaced(street, front), place),
      commaed(spaced(place, street), front),
      spaced(asked.postcode, asked.place, front, street),
    ])
    const region = text.includes(asked.region) ? asked.region : ''
    const wanted = { ...asked, region }
    return { text: titled(text), meant: facts, asked: wanted, verdict: 'one', isFindable: true }
  },
  isWalked: true,
}

const buildings: LineClass = {
  name: 'building name',
  isTarget: (facts) => facts.building !== '' && facts.places.length > 0 && !facts.isAlias,
  write(target, random) {
    const { facts } = target
    const { front, street } = written(facts)
    const [place] = facts.places
    const { building } = facts
    const asked = { ...askedOf(facts), building, region: '', postcode: '' }
    const bare = { ...asked, unitType: '', unit: '', level: '', lot: '', number: '', last: '' }
    // One word alone is as likely the name of a street.
    const isAlone = building.includes(' ') && random.chance(0.5)
    const numbered = { text: commaed(building, spaced(front, street), place), asked }
    const unnumbered = { text: commaed(building, street, place), asked: bare }
    const alone = { text: commaed(building, place), asked: { ...NOTHING, building, place } }
    const chosen = isAlone ? alone : random.pick([numbered, unnumbered])
    if (!isPlainest(target, chosen.asked)) return undefined
    const line = { text: titled(chosen.text), meant: facts, asked: chosen.asked }
    return { ...line, verdict: 'one-or-several', isFindable: true }
  },
  isWalked: true,
}

export const plainClasses: readonly LineClass[] = [
  exact,
  noPlace,
  abbreviations,
  looks,
  order,
  alias,
  buildings,
]
