// Addresses that do not exist: what a list may ask for and no release should be said to hold.

import type { SeededRandom } from '../../../dev/seeded-random.ts'
import type { Facts } from '../facts.ts'
import { digitsOf } from '../judging/fits.ts'
import type { ReleaseContents, Target } from '../lines/line.ts'
import { isSameForm, streetTypes } from '../lines/typed-forms.ts'
import type { Draft } from './draft.ts'

/** Undefined where the street turns out not to allow it. */
type MakeAbsent = (
  draft: Draft,
  target: Target,
  random: SeededRandom,
  contents: ReleaseContents,
) => Partial<Draft> | undefined

interface AbsentKind {
  readonly name: string
  /** The address itself is held back from the search, and the line is its own. */
  readonly isHeldBack: boolean
  readonly make: MakeAbsent
}

const TRIES_MAX = 12
const TYPES = 'STREET ROAD AVENUE DRIVE COURT PLACE LANE CLOSE'.split(' ')

export const ABSENT: readonly AbsentKind[] = [
  { name: 'held back from the index', isHeldBack: true, make: () => ({}) },
  { name: 'number that the street has not', isHeldBack: false, make: otherNumber },
  { name: 'letter that the number has not', isHeldBack: false, make: otherLetter },
  { name: 'unit that the building has not', isHeldBack: false, make: otherUnit },
  { name: 'street that the place has not', isHeldBack: false, make: otherStreet },
  { name: 'type that the street has not', isHeldBack: false, make: otherType },
]

/** Near the real one, in no range and under no letter. */
function otherNumber({ unit }: Draft, { facts, street }: Target, random: SeededRandom) {
  if (!/^\d+$/.test(facts.first) || facts.last !== '' || unit !== '') return undefined
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const number = Number(facts.first) + random.below(41) - 20
    if (number > 0 && !street.some((other) => covers(other, number)))
      return { number: String(number) }
  }
  return undefined
}

function covers({ first, last, lot, unit }: Facts, number: number): boolean {
  const [from, to] = [digitsOf(first), last === '' ? digitsOf(first) : digitsOf(last)]
  return (number >= from && number <= to) || digitsOf(lot) === number || digitsOf(unit) === number
}

function otherLetter({ unit }: Draft, { facts, street }: Target, random: SeededRandom) {
  if (!/^\d+[A-Z]?$/.test(facts.first) || facts.last !== '' || unit !== '') return undefined
  const number = `${digitsOf(facts.first)}${random.pick([...'ABCD'])}`
  const isHeld = street.some(
    ({ first, last, unit: own }) => first === number || last === number || own !== '',
  )
  return isHeld ? undefined : { number }
}

function otherUnit(draft: Draft, { facts, street }: Target, random: SeededRandom) {
  if (facts.first === '' || facts.part !== '' || draft.building !== '') return undefined
  const units = street.filter(({ first }) => digitsOf(first) === digitsOf(facts.first))
  if (units.some(({ part, level }) => part + level !== '')) return undefined
  const highest = Math.max(0, ...units.map(({ unit }) => digitsOf(unit)))
  const unit = highest + 1 + random.below(9)
  // `5/12` may be 5-12 where that is a range.
  if (street.some(({ first, last }) => first === String(unit) && last !== '')) return undefined
  return { unit: `${facts.unitType === '' ? 'UNIT' : facts.unitType} ${unit}` }
}

function otherStreet(_: Draft, { facts }: Target, random: SeededRandom, contents: ReleaseContents) {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const targets = contents.targets.get(LIST) ?? []
    const { name, type } = random.pick(targets).facts
    const isHere = facts.places.some((place) => contents.hasStreet(name, '', place, facts.region))
    const isLike = name.slice(0, 3) === facts.name.slice(0, 3) || type === ''
    // A street next door with that name would be a neighbouring place, which is another kind of line.
    const near = [
      ...contents.placesAround(facts),
      ...contents.places.filter(({ postcode }) => postcode === facts.postcode),
    ]
    const isNear = near.some((other) => contents.hasStreet(name, '', other.name, facts.region))
    if (!isHere && !isLike && !isNear) return { name, type, suffix: '' }
  }
  return undefined
}

function otherType(_: Draft, { facts }: Target, random: SeededRandom, contents: ReleaseContents) {
  const type = random.pick(TYPES)
  if (facts.type === '' || isSameForm(streetTypes, type, facts.type)) return undefined
  const forms = streetTypes.get(type) ?? [type]
  const isHere = facts.places.some((place) =>
    forms.some((form) => contents.hasStreet(facts.name, form, place, facts.region)),
  )
  const words = `${facts.name} ${facts.place}`.split(' ')
  return isHere || words.some((word) => isSameForm(streetTypes, word, type)) ? undefined : { type }
}

/** The name of the class that targets of lists are drawn for. */
export const LIST = 'list'
