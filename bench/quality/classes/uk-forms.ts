// What people in the UK write: a label typed back, a flat before its block, floors, slashes, places and names alone.

import type { SeededRandom } from '../../../dev/seeded-random.ts'
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
  isTarget: (facts) =>
    isNumbered(facts) && facts.last !== '' && facts.unit + facts.part + facts.building === '',
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

/** A house with something around it that is no part of its address, or with one thing wrong; Validate is not asked. */
function noisy(
  name: string,
  textOf: (house: House, random: SeededRandom, facts: Facts) => string | undefined,
): LineClass {
  return {
    name,
    isTarget: (facts) =>
      isNumbered(facts) &&
      facts.unit + facts.part + facts.building === '' &&
      facts.name !== '' &&
      facts.place !== '',
    write(target, random) {
      const { facts } = target
      const house = withSpaces(numberOf(facts), streetOf(facts))
      const text = textOf({ house, place: facts.place, postcode: facts.postcode }, random, facts)
      return text === undefined ? undefined : { ...line(target, text), verdict: undefined }
    },
    isWalked: false,
  }
}

interface House {
  readonly house: string
  readonly place: string
  readonly postcode: string
}

const NAMES = ['Acme Ltd', 'Jane Smith', 'The Dental Surgery', 'Smith & Sons', 'c/o Mrs Jones']
const COUNTIES = ['Cheshire', 'West Yorkshire', 'Kent', 'Tyne and Wear', 'Greater London', 'Lancs']

const noises: readonly LineClass[] = [
  noisy('name before the number', ({ house, place, postcode }, random) =>
    [random.pick(NAMES), house, place, random.pick([postcode, ''])].filter(Boolean).join(', '),
  ),
  noisy('county behind the town', ({ house, place, postcode }, random) =>
    [house, place, random.pick(COUNTIES), random.pick([postcode, ''])].filter(Boolean).join(', '),
  ),
  noisy(
    'name, county and country',
    ({ house, place, postcode }, random) =>
      `${random.pick(NAMES)}, ${house}, ${place}, ${random.pick(COUNTIES)}, ${postcode}, UK`,
  ),
  noisy('wrong letter in the postcode', ({ house, place, postcode }, random) => {
    const letter = random.pick([...'ABDEFGHJLNPQRSTUWXYZ'].filter((l) => !postcode.endsWith(l)))
    return `${house}, ${place}, ${postcode.slice(0, -1)}${letter}`
  }),
  noisy('another town, right postcode', ({ house, place, postcode }, random) => {
    const town = random.pick(['Glasgow', 'Norwich', 'Truro', 'Swansea'])
    return town.toUpperCase() === place ? undefined : `${house}, ${town}, ${postcode}`
  }),
]

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
  alone(
    'organisation, street and town',
    (facts) => {
      const { organisation, name, place } = facts
      const isWhole = organisation !== '' && name !== '' && place !== ''
      return isWhole ? titleCase(`${organisation}, ${streetOf(facts)}, ${place}`) : ''
    },
    (other, facts) =>
      isSameName(other.organisation, facts.organisation) &&
      streetOf(other) === streetOf(facts) &&
      other.places.includes(facts.place),
  ),
]

function isNamedOnly({ building, first, unit, part, name, place }: Facts): boolean {
  return /^\D+$/.test(building) && first + unit + part === '' && name !== '' && place !== ''
}

/** Localities may be written side by side. */
function isSameName(one: string, other: string): boolean {
  return one === other || one.split(', ').includes(other)
}

export const ukClasses: readonly LineClass[] = [
  roundTrip,
  blocks,
  slashes,
  floors,
  ...alones,
  ...noises,
]
