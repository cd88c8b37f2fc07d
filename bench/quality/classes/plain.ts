// Lines that are right: as the address stands, without its suburb, in other forms, cases and orders, by other names.

import type { SeededRandom } from '../../../dev/seeded-random.ts'
import type { Facts } from '../facts.ts'
import { isBestFit, isNamedHouse, isNumbered } from '../judging/best-fit.ts'
import { NOTHING_ASKED } from '../lines/asked.ts'
import { findable, type Line, type LineClass, type Target } from '../lines/line.ts'
import {
  directions,
  type Forms,
  nameWords,
  otherForms,
  regions,
  streetTypes,
} from '../lines/typed-forms.ts'
import {
  askedOf,
  shortPlace,
  titleCase,
  withCommas,
  withSpaces,
  written,
} from '../lines/written.ts'

const exact: LineClass = {
  name: 'exact',
  isTarget: (facts) => (isNumbered(facts) || isNamedHouse(facts)) && !facts.isAlias,
  write: (target) => asItStands(target),
  isWalked: true,
}

const alias: LineClass = {
  name: 'alias address',
  isTarget: (facts) => isNumbered(facts) && facts.isAlias,
  write: (target) => asItStands(target),
  isWalked: true,
}

function asItStands(target: Target): Line | undefined {
  const asked = askedOf(target.facts)
  if (!isBestFit(target, asked)) return undefined
  return findable(target, target.facts.label, asked)
}

const noPlace: LineClass = {
  name: 'no suburb',
  isTarget: (facts) => isNumbered(facts) && !facts.isAlias,
  write(target) {
    const { premises, street, asked } = written(target.facts)
    const bare = { ...asked, place: '', region: '', postcode: '' }
    if (!isBestFit(target, bare)) return undefined
    return findable(target, titleCase(withSpaces(premises, street)), bare, 'several')
  },
  isWalked: true,
}

const abbreviations: LineClass = {
  name: 'abbreviations both ways',
  isTarget: (facts) => isNumbered(facts) && !facts.isAlias && hasOtherForms(facts),
  write(target, random) {
    const { facts } = target
    const { premises } = written(facts)
    const { asked } = shortPlace(facts, random)
    if (!isBestFit(target, asked)) return undefined
    const street = withSpaces(
      reworded(nameWords, facts.name, random),
      reworded(streetTypes, facts.type, random),
      reworded(directions, facts.suffix, random),
    )
    const place = withSpaces(
      reworded(nameWords, asked.place, random),
      reworded(regions, asked.region, random),
      asked.postcode,
    )
    return findable(target, titleCase(`${withSpaces(premises, street)}, ${place}`), asked)
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

const caseAndPunctuation: LineClass = {
  name: 'case and punctuation',
  isTarget: (facts) => isNumbered(facts) && !facts.isAlias,
  write(target, random) {
    const { facts } = target
    const { premises, street } = written(facts)
    const { place, asked } = shortPlace(facts, random)
    if (!isBestFit(target, asked)) return undefined
    const joined = random.pick([
      `${premises} ${street} ${place}`,
      `${premises}, ${street}, ${place.replaceAll(' ', ', ')}`,
      `${premises}  ${street} ,${place}`,
      ` ${premises} ${street}.; ${place}.`,
      `${premises} ${street}\t${place}`,
      `${premises} ${street} (${place})`,
    ])
    return findable(target, recased(joined, random), asked)
  },
  isWalked: false,
}

function recased(text: string, random: SeededRandom): string {
  const roll = random.below(4)
  if (roll === 0) return text.toLowerCase()
  if (roll === 1) return titleCase(text)
  if (roll === 2) return text.toUpperCase()
  return Array.from(text, (c) => (random.chance(0.5) ? c.toLowerCase() : c)).join('')
}

const wordOrder: LineClass = {
  name: 'word order',
  isTarget: (facts) => isNumbered(facts) && !facts.isAlias && facts.first !== '',
  write(target, random) {
    const { facts } = target
    const { premises, street } = written(facts)
    const { place, asked } = shortPlace(facts, random)
    if (!isBestFit(target, asked)) return undefined
    const text = random.pick([
      withCommas(place, withSpaces(premises, street)),
      withCommas(withSpaces(street, premises), place),
      withCommas(withSpaces(place, street), premises),
      withSpaces(asked.postcode, asked.place, premises, street),
    ])
    const region = text.includes(asked.region) ? asked.region : ''
    return findable(target, titleCase(text), { ...asked, region })
  },
  isWalked: true,
}

const buildings: LineClass = {
  name: 'building name',
  isTarget: (facts) => facts.building !== '' && facts.place !== '' && !facts.isAlias,
  write(target, random) {
    const { facts } = target
    const { premises, street } = written(facts)
    const { building, place } = facts
    const asked = { ...askedOf(facts), building, region: '', postcode: '' }
    const bare = { ...asked, unitType: '', unit: '', level: '', lot: '', number: '', last: '' }
    // One word alone is as likely the name of a street.
    const isAlone = building.includes(' ') && random.chance(0.5)
    const numbered = { text: withCommas(building, withSpaces(premises, street), place), asked }
    const unnumbered = { text: withCommas(building, street, place), asked: bare }
    const alone = {
      text: withCommas(building, place),
      asked: { ...NOTHING_ASKED, building, place },
    }
    const chosen = isAlone ? alone : random.pick([numbered, unnumbered])
    if (!isBestFit(target, chosen.asked)) return undefined
    return findable(target, titleCase(chosen.text), chosen.asked, 'one-or-several')
  },
  isWalked: true,
}

export const plainClasses: readonly LineClass[] = [
  exact,
  noPlace,
  abbreviations,
  caseAndPunctuation,
  wordOrder,
  alias,
  buildings,
]
