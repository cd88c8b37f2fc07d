// What people in the UK write: a label typed back, a flat before its block, floors, slashes, places and names alone.

import type { Facts } from '../facts.ts'
import { isNumbered } from '../judging/best-fit.ts'
import { NOTHING_ASKED } from '../lines/asked.ts'
import type { Line, LineClass, Target } from '../lines/line.ts'
import { askedOf, numberOf, streetOf, titleCase, withSpaces } from '../lines/written.ts'

/** What is shown, typed back with its postcode: that address, unless another is shown with the very same words. */
const roundTrip: LineClass = {
  name: 'round trip',
  isTarget: ({ postcode }) => postcode !== '',
  write({ facts, street }) {
    const isRight = (other: Facts) => other.label.toUpperCase() === facts.label.toUpperCase()
    const isOnly = street.filter(isRight).length < 2
    const line = { text: facts.label, meant: facts, asked: askedOf(facts), isFindable: true }
    return { ...line, isRight, verdict: isOnly ? 'exact' : 'one-or-several' }
  },
  isWalked: true,
}

const blocks: LineClass = {
  name: 'flat before its block',
  isTarget: (facts) => isNumbered(facts) && facts.unit !== '' && facts.building !== '',
  write(target, random) {
    const { unit, building, place, postcode } = target.facts
    const street = withSpaces(numberOf(target.facts), streetOf(target.facts))
    return line(target, `${unit} ${building}, ${street}, ${random.pick([place, postcode])}`)
  },
  isWalked: true,
}

const slashes: LineClass = {
  name: 'number with a slash',
  isTarget: (facts) => isNumbered(facts) && facts.last !== '' && facts.unit + facts.part === '',
  write(target) {
    const { first, last, place } = target.facts
    return line(target, `${first}/${last} ${streetOf(target.facts)}, ${place}`)
  },
  isWalked: false,
}

/** A list of its own, like all that the scorecard types. */
const FLOORS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\bGROUND FLOOR\b/, ['GF', 'GRD FLR', 'GROUND FLR']],
  [/\bFIRST FLOOR\b/, ['1ST FLOOR', '1ST', 'FIRST']],
  [/\bSECOND FLOOR\b/, ['2ND FLOOR', '2ND', 'SECOND']],
  [/\bTHIRD FLOOR\b/, ['3RD FLOOR', 'THIRD']],
  [/\bTOP FLOOR\b/, ['TOP', 'TF']],
  [/\b1ST FLOOR\b/, ['FIRST FLOOR', '1ST']],
  [/\b2ND FLOOR\b/, ['SECOND FLOOR', '2ND']],
]

const floors: LineClass = {
  name: 'floor in other words',
  isTarget: (facts) => isNumbered(facts) && FLOORS.some(([floor]) => floor.test(facts.part)),
  write(target, random) {
    const { part, building, place } = target.facts
    const [floor, forms = []] = FLOORS.find(([pattern]) => pattern.test(part)) ?? []
    if (floor === undefined) return undefined
    const written = part.replace(floor, random.pick(forms))
    const street = withSpaces(numberOf(target.facts), streetOf(target.facts))
    return line(target, [written, building, street, place].filter((each) => each !== '').join(', '))
  },
  isWalked: false,
}

/** A line that must find an address with the same parts; another organisation there is as right. */
function line(target: Target, text: string): Line {
  const { facts } = target
  const parts = (of: Facts) => [
    of.unit,
    of.part,
    of.building,
    numberOf(of),
    of.name,
    of.type,
    of.place,
  ]
  const wanted = parts(facts).join('|')
  const isRight = (other: Facts) => parts(other).join('|') === wanted
  const asked = { ...askedOf(facts), region: '', postcode: '' }
  const written = titleCase(text)
  return {
    text: written,
    meant: facts,
    asked,
    isRight,
    verdict: 'one-or-several',
    isFindable: true,
  }
}

/** A place, a part of a postcode or a name alone: any address that has it whole is right, a longer one is not. */
function alone(
  name: string,
  textOf: (facts: Facts) => string,
  isRight: (other: Facts, facts: Facts) => boolean,
): LineClass {
  return {
    name,
    isTarget: (facts) => textOf(facts) !== '',
    write: ({ facts }) => ({
      text: textOf(facts),
      meant: facts,
      asked: NOTHING_ASKED,
      isRight: (other) => isRight(other, facts),
      verdict: undefined,
      isFindable: true,
    }),
    isWalked: false,
  }
}

const outcodeOf = ({ postcode }: Facts) => postcode.split(' ')[0] ?? ''
const sectorOf = ({ postcode }: Facts) => postcode.slice(0, -2)

const alones: readonly LineClass[] = [
  alone('outcode alone', outcodeOf, (other, facts) => outcodeOf(other) === outcodeOf(facts)),
  alone('sector alone', sectorOf, (other, facts) => sectorOf(other) === sectorOf(facts)),
  alone(
    'postcode less a letter',
    ({ postcode }) => postcode.slice(0, -1),
    (other, { postcode }) => other.postcode.startsWith(postcode.slice(0, -1)),
  ),
  alone(
    'town alone',
    ({ place }) => titleCase(place),
    (other, { place }) => other.places.some((name) => isSameName(name, place)),
  ),
  alone(
    'house name and town',
    (facts) => (isNamedOnly(facts) ? titleCase(`${facts.building}, ${facts.place}`) : ''),
    (other, { building, place }) =>
      other.building === building && other.places.some((name) => isSameName(name, place)),
  ),
  alone(
    'organisation and town',
    ({ organisation, place }) =>
      organisation === '' || place === '' ? '' : titleCase(`${organisation}, ${place}`),
    (other, { organisation, place }) =>
      isSameName(other.organisation, organisation) && other.places.includes(place),
  ),
]

function isNamedOnly({ building, first, unit, part, name, place }: Facts): boolean {
  return /^\D+$/.test(building) && first + unit + part === '' && name !== '' && place !== ''
}

/** Localities may be written side by side. */
function isSameName(one: string, other: string): boolean {
  return one === other || one.split(', ').includes(other)
}

export const ukClasses: readonly LineClass[] = [roundTrip, blocks, slashes, floors, ...alones]
