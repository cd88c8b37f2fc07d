// Sample data of product `au`: made-up addresses in real suburbs, the same ones at every start.

import type { NationalRow } from '../../src/address/national.ts'
import { AU } from '../../src/countries/au.ts'
import type { NationalSource } from '../../src/index/rows/row-source.ts'
import { MULBERRY32, SeededRandom } from '../seeded-random.ts'
import { sampleKnowledge } from './national-knowledge.ts'
import { type Plot, propertyOn } from './national-properties.ts'
import { RowMaker } from './national-rows.ts'
import {
  type PlannedStreet,
  type PlannedSuburb,
  planSuburbs,
  titleKey,
} from './national-streets.ts'
import type { SampleSuburb } from './places-au.ts'
import { gridTurn, pointOnStreet, streetLine } from './street-line.ts'

/** About 20,000 addresses over all states and territories. */
export function sampleNationalSource(): NationalSource {
  return {
    product: AU.product,
    format: 'sample',
    attribution:
      'Made-up sample data: suburbs and postcodes are real, ' +
      'addresses are not. Import G-NAF to look up real addresses.',
    rows: sampleRows,
    knowledge: sampleKnowledge(),
  }
}

function* sampleRows(): Generator<NationalRow> {
  const maker = new RowMaker(new SeededRandom(0x0a05, MULBERRY32))
  const plan = planSuburbs()
  const streetsOf = new Map(
    plan.map(({ suburb, streets }) => [suburb, new Set(streets.map(titleKey))]),
  )
  for (const planned of plan) yield* suburbRows(maker, planned, streetsOf)
}

type StreetsOf = ReadonlyMap<SampleSuburb, ReadonlySet<string>>

function* suburbRows(
  maker: RowMaker,
  planned: PlannedSuburb,
  streetsOf: StreetsOf,
): Generator<NationalRow> {
  const turn = gridTurn(maker.random)
  for (const [index, street] of planned.streets.entries()) {
    maker.openStreet(planned.suburb, street)
    // A suburb across the border may have lent its name, unless it has such a street itself.
    const borrowed = planned.neighbours.find(
      (other) => !streetsOf.get(other)?.has(titleKey(street)),
    )
    for (const row of streetRows(maker, planned.suburb, street, { turn, index })) {
      yield row
      const isPlainHouse = row.aliasPrincipal === 'P' && row.primarySecondary === ''
      if (borrowed && isPlainHouse && maker.random.chance(0.05)) {
        const { localityName, postcode } = borrowed
        yield maker.alias(row, { localityName, postcode })
      }
    }
  }
}

const FRONTAGE_METRES = 15

/** Houses go up in number on both sides; what takes more room leaves numbers out. */
function* streetRows(
  maker: RowMaker,
  suburb: SampleSuburb,
  street: PlannedStreet,
  position: { readonly turn: number; readonly index: number },
): Generator<NationalRow> {
  const first = firstNumber(maker.random)
  const length = (street.addresses / 2) * FRONTAGE_METRES
  const line = streetLine(suburb, position.turn, position.index, length)
  const isCentral = CENTRAL_SUBURBS.has(`${suburb.localityName} ${suburb.state}`)
  const nextNumbers: [number, number] = [first, first + 1]
  let written = 0
  for (let at = 0; written < street.addresses; at += 1) {
    const side = at % 2 === 0 ? 0 : 1
    if (maker.random.chance(0.04)) nextNumbers[side] += 2
    const number = nextNumbers[side]
    const along = ((number - first) / 2) * FRONTAGE_METRES
    const point = pointOnStreet(line, along, number % 2 === 0 ? 1 : -1)
    const plot: Plot = { point, number, lot: at + 1, localityName: suburb.localityName }
    const { rows, isWide } = propertyOn(maker, plot, isCentral)
    nextNumbers[side] += isWide ? 4 : 2
    written += rows.length
    yield* rows
  }
}

/** Most streets begin at 1; a long road may have begun in the suburb before, or in the country. */
function firstNumber(random: SeededRandom): number {
  if (random.chance(0.84)) return 1
  if (random.chance(0.85)) return random.between(10, 400) * 2 + 1
  return random.between(500, 2_200) * 2 + 1
}

const CENTRAL_SUBURBS: ReadonlySet<string> = new Set([
  'ADELAIDE SA',
  'BRISBANE CITY QLD',
  'CITY ACT',
  'DARWIN CITY NT',
  'DOCKLANDS VIC',
  'HOBART TAS',
  'MELBOURNE VIC',
  'NORTH SYDNEY NSW',
  'PARRAMATTA NSW',
  'PERTH WA',
  'SOUTHBANK VIC',
  'SYDNEY NSW',
])
