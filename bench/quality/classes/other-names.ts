// Lines that name another street or place than the one whose words they have: swapped, or shorter by a word.

import { type Facts, streetKey } from '../facts.ts'
import { isHouse } from '../judging/best-fit.ts'
import { digitsOf } from '../judging/fits.ts'
import type { Line, LineClass, ReleaseNames } from '../lines/line.ts'
import { askedOf, streetOf, titleCase, withSpaces } from '../lines/written.ts'

/** The label itself, though streets or places with longer names have every word of it. */
const exactLabel: LineClass = {
  name: 'exact label beside a longer name',
  isTarget: (facts, names) =>
    isHouse(facts) &&
    (names.hasLongerStreet(withSpaces(facts.name, facts.suffix), facts.place, facts.region) ||
      names.hasLongerPlace(facts.place, facts.region)),
  write({ facts, street }) {
    const { label } = facts
    // Two addresses with one label are two candidates.
    if (street.some((other) => other.id !== facts.id && other.label === label)) return undefined
    const asked = askedOf(facts)
    return { text: label, meant: facts, asked, verdict: 'exact', isFindable: true }
  },
  isWalked: false,
}

/** `1100 Cowra Rd, Grenfell` for 1100 Grenfell Road, Cowra. */
const swapped: LineClass = {
  name: 'street and place swapped',
  isTarget: (facts, names) =>
    isHouse(facts) &&
    facts.type !== '' &&
    facts.name !== facts.place &&
    !names.hasStreet(facts.place, '', facts.name, facts.region),
  write({ facts }, random) {
    const { first, name, type, place, region } = facts
    const state = random.chance(0.5) ? region : ''
    return notThis(facts, `${first} ${withSpaces(place, type)}, ${withSpaces(name, state)}`)
  },
  isWalked: false,
}

/** The number and the shorter name, where only the longer one has that number. */
function onlyOnLonger(
  name: string,
  shorterOf: (facts: Facts, names: ReleaseNames) => Facts | undefined,
): LineClass {
  return {
    name,
    isTarget: (facts, names) => isHouse(facts) && shorterOf(facts, names) !== undefined,
    otherStreets: (facts, names) => keysOf(shorterOf(facts, names)),
    write({ facts }, _random, contents) {
      const shorter = shorterOf(facts, contents)
      if (shorter === undefined || hasNumber(contents.onStreet(streetKey(shorter)), facts)) {
        return undefined
      }
      return notThis(facts, lineOf(shorter))
    },
    isWalked: false,
  }
}

export const otherNameClasses: readonly LineClass[] = [
  exactLabel,
  swapped,
  // `1139 Princes Hwy` where only Old Princes Highway has a 1139.
  onlyOnLonger('number only on a longer street name', shorterStreet),
  // `119 Peel St, Tamworth` where only North Tamworth has a 119.
  onlyOnLonger('number only in a longer place name', shorterPlace),
]

/** The address as it would be on a street of the same place whose name is part of its own street's. */
function shorterStreet(facts: Facts, names: ReleaseNames): Facts | undefined {
  const bare = facts.suffix === '' ? [] : [{ ...facts, suffix: '' }]
  const shorter = shorterNames(facts.name).map((name) => ({ ...facts, name }))
  return [...bare, ...shorter].find((other) => names.hasStreetKey(streetKey(other)))
}

/** The address as it would be in a place of the same region whose name is part of its own place's. */
function shorterPlace(facts: Facts, names: ReleaseNames): Facts | undefined {
  const place = shorterNames(facts.place).find((name) => names.hasPlaceIn(name, facts.region))
  return place === undefined ? undefined : { ...facts, place, places: [place] }
}

/** The name without its first word, and without its last. */
function shorterNames(name: string): readonly string[] {
  const words = name.split(' ')
  return words.length < 2 ? [] : [words.slice(1).join(' '), words.slice(0, -1).join(' ')]
}

function keysOf(facts: Facts | undefined): readonly string[] {
  return facts === undefined ? [] : [streetKey(facts)]
}

function hasNumber(street: readonly Facts[], { first }: Facts): boolean {
  return street.some(
    (other) => digitsOf(other.first) <= digitsOf(first) && digitsOf(first) <= lastOf(other),
  )
}

function lastOf({ first, last }: Facts): number {
  return Math.max(digitsOf(first), digitsOf(last))
}

function lineOf(facts: Facts): string {
  const { first, place, region, postcode } = facts
  return `${first} ${streetOf(facts)}, ${withSpaces(place, region, postcode)}`
}

/** Whatever validate says of such a line, it is not that this one address is meant. */
function notThis(facts: Facts, text: string): Line {
  const line = { text: titleCase(text), meant: facts, asked: askedOf(facts) }
  return { ...line, verdict: 'not-this', isFindable: false }
}
