// What stands on the streets of the UK sample: houses, flats, named houses, shops, firms and yards.

import type { PostalRow } from '../../src/address/postal.ts'
import type { SeededRandom } from '../seeded-random.ts'
import { longTailed } from './long-tailed.ts'
import {
  randomBlockName,
  randomDepartment,
  randomFirm,
  randomHouseName,
  randomMews,
  randomShop,
} from './names-uk.ts'

/** What one delivery point says of itself; street, town and point come from where it stands. */
export type Premises = Partial<
  Pick<
    PostalRow,
    | 'organisation'
    | 'department'
    | 'poBox'
    | 'subBuilding'
    | 'buildingName'
    | 'buildingNumber'
    | 'dependentThoroughfare'
    | 'thoroughfare'
    | 'doubleDependentLocality'
    | 'residential'
  >
>

/** All delivery points of one plot. */
interface PlotPremises {
  readonly premises: readonly Premises[]
  /** Large enough for a postcode of its own. */
  readonly ownPostcode: boolean
}

interface PlotRequest {
  readonly number: number
  /** Where shops and offices are more frequent than homes. */
  readonly isHighStreet: boolean
  readonly isScotland: boolean
}

type Form = (random: SeededRandom, plot: PlotRequest) => readonly Premises[]

const HOMES: readonly (readonly [number, Form])[] = [
  [0.06, namedHouse],
  [0.02, shopWithFlat],
  [0.035, lettered],
  [0.03, convertedHouse],
  [0.009, block],
  [0.02, namedAndNumbered],
  [0.008, mews],
  [0.01, range],
]

const SHOPS: readonly (readonly [number, Form])[] = [
  [0.26, shopWithFlat],
  [0.1, range],
  [0.03, offices],
  [0.05, lettered],
  [0.03, block],
  [0.04, convertedHouse],
  [0.03, namedAndNumbered],
  [0.02, mews],
  [0.02, firmWithoutNumber],
]

/** From here on a building has a postcode to itself. */
const OWN_POSTCODE_MIN = 14

export function premisesOn(random: SeededRandom, plot: PlotRequest): PlotPremises {
  const premises = chosenForm(random, plot)(random, plot)
  return { premises, ownPostcode: premises.length >= OWN_POSTCODE_MIN }
}

function chosenForm(random: SeededRandom, plot: PlotRequest): Form {
  let roll = random.next()
  for (const [share, form] of plot.isHighStreet ? SHOPS : HOMES) {
    if (roll < share) return form
    roll -= share
  }
  return house
}

/** Units with a firm in each. The estate's name is not theirs to say: it is street or locality. */
export function estateUnits(random: SeededRandom, count: number): readonly Premises[] {
  return Array.from({ length: count }, (_, at) => {
    const department = random.chance(0.1) ? randomDepartment(random) : ''
    const organisation = randomFirm(random)
    return { organisation, department, subBuilding: `Unit ${at + 1}`, residential: false }
  })
}

/** A post office box has no street. */
export function poBox(random: SeededRandom): Premises {
  const number = String(random.between(10, 9_999))
  return { organisation: randomFirm(random), poBox: number, thoroughfare: '', residential: false }
}

function house(_random: SeededRandom, plot: PlotRequest): readonly Premises[] {
  return [{ buildingNumber: String(plot.number) }]
}

function namedHouse(random: SeededRandom): readonly Premises[] {
  return [{ buildingName: randomHouseName(random) }]
}

function namedAndNumbered(random: SeededRandom, plot: PlotRequest): readonly Premises[] {
  return [{ buildingName: randomHouseName(random), buildingNumber: String(plot.number) }]
}

function lettered(_random: SeededRandom, plot: PlotRequest): readonly Premises[] {
  return ['', 'A'].map((letter) => ({ buildingNumber: `${plot.number}${letter}` }))
}

function range(random: SeededRandom, plot: PlotRequest): readonly Premises[] {
  const buildingNumber = `${plot.number}-${plot.number + 2}`
  return [{ organisation: randomFirm(random), buildingNumber, residential: false }]
}

function shopWithFlat(random: SeededRandom, plot: PlotRequest): readonly Premises[] {
  const buildingNumber = String(plot.number)
  const shop = { organisation: randomShop(random), buildingNumber, residential: false }
  if (!random.chance(0.4)) return [shop]
  return [shop, { subBuilding: 'First Floor Flat', buildingNumber }]
}

function firmWithoutNumber(random: SeededRandom): readonly Premises[] {
  return [{ organisation: randomFirm(random), residential: false }]
}

/** Floors or suites of a named office building, some with a department. */
function offices(random: SeededRandom, plot: PlotRequest): readonly Premises[] {
  const buildingName = randomBlockName(random)
  const buildingNumber = random.chance(0.5) ? String(plot.number) : ''
  const names = random.chance(0.5) ? FLOORS : ['Suite 1', 'Suite 2', 'Suite 3A', 'Suite 4']
  return names.map((subBuilding) => ({
    organisation: randomFirm(random),
    department: random.chance(0.2) ? randomDepartment(random) : '',
    subBuilding,
    buildingName,
    buildingNumber,
    residential: false,
  }))
}

const FLOORS = ['Ground Floor', '1st Floor', '2nd Floor', '3rd Floor']

/** A tenement in Scotland numbers its flats by floor and door. */
function convertedHouse(random: SeededRandom, plot: PlotRequest): readonly Premises[] {
  const buildingNumber = String(plot.number)
  const flats = plot.isScotland ? TENEMENT : random.pick(CONVERSIONS)
  return flats.map((subBuilding) => ({ subBuilding, buildingNumber }))
}

const TENEMENT = ['Flat 0/1', 'Flat 0/2', 'Flat 1/1', 'Flat 1/2', 'Flat 2/1', 'Flat 2/2']
const CONVERSIONS = [
  ['Flat 1', 'Flat 2'],
  ['Flat A', 'Flat B', 'Flat C'],
  ['Basement Flat', 'Ground Floor Flat', 'First Floor Flat', 'Top Floor Flat'],
]

function block(random: SeededRandom, plot: PlotRequest): readonly Premises[] {
  const buildingName = randomBlockName(random)
  const buildingNumber = random.chance(0.4) ? String(plot.number) : ''
  const word = random.chance(0.75) ? 'Flat' : 'Apartment'
  const count = longTailed(random, 11, 0.5, 40)
  return Array.from({ length: count }, (_, at) => ({
    subBuilding: `${word} ${at + 1}`,
    buildingName,
    buildingNumber,
  }))
}

/** A yard or row off the street, with numbers of its own. */
function mews(random: SeededRandom): readonly Premises[] {
  const dependentThoroughfare = randomMews(random)
  return Array.from({ length: random.between(3, 9) }, (_, at) => ({
    buildingNumber: String(at + 1),
    dependentThoroughfare,
  }))
}
