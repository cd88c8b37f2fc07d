// The properties of a sample street of product `au`, each in one of the forms that G-NAF knows.

import type { Point } from '../../src/address/geo.ts'
import type { NationalRow } from '../../src/address/national.ts'
import { longTailed } from './long-tailed.ts'
import { randomBuildingName, randomSiteName } from './names-au.ts'
import type { RowMaker } from './national-rows.ts'

/** One place on the street where something stands. */
export interface Plot {
  readonly point: Point
  readonly number: number
  /** Lot numbers are counted for each street. */
  readonly lot: number
  readonly localityName: string
}

/** Takes two numbers of its side of the street instead of one. */
interface Property {
  readonly rows: readonly NationalRow[]
  readonly isWide: boolean
}

type Form = (maker: RowMaker, plot: Plot) => readonly NationalRow[]

const SUBURBAN: readonly (readonly [number, Form])[] = [
  [0.09, ranged],
  [0.06, lettered],
  [0.045, units],
  [0.03, lotOnly],
  [0.012, namedBuilding],
  [0.01, shops],
  [0.006, site],
  [0.001, tower],
]

const CENTRAL: readonly (readonly [number, Form])[] = [
  [0.16, ranged],
  [0.12, units],
  [0.06, tower],
  [0.08, shops],
  [0.06, namedBuilding],
  [0.03, lettered],
  [0.01, site],
]

export function propertyOn(maker: RowMaker, plot: Plot, isCentral: boolean): Property {
  let roll = maker.random.next()
  for (const [share, form] of isCentral ? CENTRAL : SUBURBAN) {
    if (roll < share) return { rows: form(maker, plot), isWide: form === ranged }
    roll -= share
  }
  return { rows: house(maker, plot), isWide: false }
}

function house(maker: RowMaker, plot: Plot): readonly NationalRow[] {
  const lotNumber = maker.random.chance(0.04) ? String(plot.lot) : ''
  return [maker.row(plot.point, { numberFirst: String(plot.number), lotNumber })]
}

/** Often known by its first number alone: G-NAF keeps that as an alias. */
function ranged(maker: RowMaker, plot: Plot): readonly NationalRow[] {
  const first = String(plot.number)
  const row = maker.row(plot.point, { numberFirst: first, numberLast: String(plot.number + 2) })
  if (!maker.random.chance(0.35)) return [row]
  return [row, maker.alias(row, { numberFirst: first, numberLast: '' })]
}

function lettered(maker: RowMaker, plot: Plot): readonly NationalRow[] {
  const letters = maker.random.chance(0.25) ? ['', 'A', 'B'] : ['', 'A']
  return letters.map((letter) =>
    maker.row(plot.point, { numberFirst: `${plot.number}${letter}`, geocodeType: 'UNIT CENTROID' }),
  )
}

function lotOnly(maker: RowMaker, plot: Plot): readonly NationalRow[] {
  return [maker.row(plot.point, { lotNumber: String(plot.lot) })]
}

function namedBuilding(maker: RowMaker, plot: Plot): readonly NationalRow[] {
  const buildingName = randomBuildingName(maker.random)
  return [maker.row(plot.point, { numberFirst: String(plot.number), buildingName })]
}

function site(maker: RowMaker, plot: Plot): readonly NationalRow[] {
  const addressSiteName = randomSiteName(maker.random, plot.localityName)
  return [maker.row(plot.point, { numberFirst: String(plot.number), addressSiteName })]
}

function units(maker: RowMaker, plot: Plot): readonly NationalRow[] {
  const { random } = maker
  const flatType = random.chance(0.9) ? 'UNIT' : random.pick(OTHER_FLAT_TYPES)
  const count = longTailed(random, 5, 0.6, 24)
  const buildingName = random.chance(0.35) ? randomBuildingName(random) : ''
  const letters = random.chance(0.05)
  return flatsOf(maker, plot, {
    flatType,
    flatNumbers: Array.from({ length: count }, (_, at) =>
      letters ? `${1 + Math.floor(at / 2)}${at % 2 === 0 ? 'A' : 'B'}` : String(at + 1),
    ),
    buildingName,
  })
}

function shops(maker: RowMaker, plot: Plot): readonly NationalRow[] {
  const count = maker.random.between(2, 7)
  const flatNumbers = Array.from({ length: count }, (_, at) => String(at + 1))
  return flatsOf(maker, plot, { flatType: 'SHOP', flatNumbers, buildingName: '' })
}

const OTHER_FLAT_TYPES = ['APARTMENT', 'FLAT', 'SUITE', 'VILLA', 'TOWNHOUSE', 'OFFICE', 'FACTORY']

interface Flats {
  readonly flatType: string
  readonly flatNumbers: readonly string[]
  readonly buildingName: string
}

/** Some buildings are held only as their units, without a row for the building itself. */
function flatsOf(maker: RowMaker, plot: Plot, flats: Flats): readonly NationalRow[] {
  const shared = { numberFirst: String(plot.number), buildingName: flats.buildingName }
  const primary = maker.random.chance(0.85)
    ? maker.row(plot.point, { ...shared, primarySecondary: 'P' })
    : undefined
  const secondary = secondaryOf(primary)
  const rows = flats.flatNumbers.map((flatNumber) =>
    maker.row(plot.point, { ...shared, ...secondary, flatType: flats.flatType, flatNumber }),
  )
  return primary === undefined ? rows : [primary, ...rows]
}

function secondaryOf(
  primary: NationalRow | undefined,
): Pick<NationalRow, 'primarySecondary' | 'primaryPid'> {
  if (primary === undefined) return { primarySecondary: '', primaryPid: '' }
  return { primarySecondary: 'S', primaryPid: primary.addressDetailPid }
}

/** Floors of offices, or flats that are numbered by floor and also known with their level. */
function tower(maker: RowMaker, plot: Plot): readonly NationalRow[] {
  const { random } = maker
  const buildingName = random.chance(0.6) ? randomBuildingName(random) : ''
  const shared = { numberFirst: String(plot.number), buildingName }
  const primary = maker.row(plot.point, { ...shared, primarySecondary: 'P' })
  const hasFlats = random.chance(0.5)
  const rows = [primary]
  const storeys = random.between(3, 11)
  for (let storey = 1; storey <= storeys; storey += 1) {
    const secondary = { ...shared, ...secondaryOf(primary) }
    const level = { levelType: random.chance(0.8) ? 'LEVEL' : 'FLOOR', levelNumber: String(storey) }
    if (!hasFlats) {
      rows.push(maker.row(plot.point, { ...secondary, ...level }))
      if (random.chance(0.3)) {
        const flat = { flatType: 'SUITE', flatNumber: String(random.between(1, 9)) }
        rows.push(maker.row(plot.point, { ...secondary, ...level, ...flat }))
      }
      continue
    }
    for (let door = 1; door <= 2; door += 1) {
      const flat = { flatType: 'UNIT', flatNumber: `${storey}${String(door).padStart(2, '0')}` }
      const row = maker.row(plot.point, { ...secondary, ...flat })
      rows.push(row)
      if (random.chance(0.4)) rows.push(maker.alias(row, { ...level, levelType: 'LEVEL' }))
    }
  }
  return rows
}
