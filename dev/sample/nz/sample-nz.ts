// Sample data of product `nz`: made-up addresses on real roads, the same ones at every start.

import {
  EMPTY_NATIONAL_ROW,
  type NationalRow,
  nationalLabel,
} from '../../../src/address/national.ts'
import { NZ } from '../../../src/countries/nz.ts'
import type { NationalSource } from '../../../src/index/rows/row-source.ts'
import { isFullStreetType, suffixForms } from '../../../src/index/words/written-forms.ts'
import { MULBERRY32, SeededRandom } from '../../seeded-random.ts'
import { longTailed } from '../long-tailed.ts'
import { gridTurn, pointOnStreet, streetLine } from '../street-line.ts'
import { AUTHORITIES, SAMPLE_PLACES, type SamplePlace } from './places-nz.ts'

const ADDRESSES_PER_ROAD = 13
const FRONTAGE_METRES = 18

/** About 9,000 addresses from Kerikeri to Invercargill. */
export function sampleNewZealandSource(): NationalSource {
  const islands = SAMPLE_PLACES.flatMap(({ localityName, townCity }) => {
    const [, ...names] = /^(.+) \((.+)\)$/.exec(localityName) ?? []
    return names.map((alias) => ({ localityName, townCity, alias }))
  })
  const highways = SAMPLE_PLACES.flatMap(({ localityName, townCity, roads }) =>
    roads
      .filter((road) => road.startsWith('STATE HIGHWAY'))
      .flatMap((road) =>
        ['SH ', 'SH'].map((short) => [road, road.replace('STATE HIGHWAY ', short)]),
      )
      .map(([streetName = '', aliasName = '']) => ({
        ...{ localityName, townCity, streetName, streetType: '', streetSuffix: '' },
        ...{ aliasName, aliasType: '', aliasSuffix: '' },
      })),
  )
  return {
    product: NZ.product,
    format: 'sample',
    attribution:
      'Made-up sample data: roads and postcodes are real, ' +
      'addresses are not. Import NZ Addresses from LINZ to look up real addresses.',
    rows: sampleRows,
    knowledge: { localityAliases: islands, localityNeighbours: [], streetAliases: highways },
  }
}

function* sampleRows(): Generator<NationalRow> {
  const random = new SeededRandom(0x0642, MULBERRY32)
  let id = 2_100_000
  for (const place of SAMPLE_PLACES) {
    const turn = gridTurn(random)
    for (const [index, road] of place.roads.entries()) {
      const wanted = longTailed(random, ADDRESSES_PER_ROAD, 0.9, 120)
      for (const row of roadRows(random, place, road, { turn, index, wanted })) {
        id += random.between(1, 30)
        yield completed({ ...row, addressDetailPid: String(id) })
      }
    }
  }
}

function completed(row: NationalRow): NationalRow {
  return { ...row, addressLabel: nationalLabel(row, NZ.national) }
}

interface Road {
  readonly turn: number
  readonly index: number
  readonly wanted: number
}

/** Odd numbers on the left; in the country they are tens of metres from the beginning of the road. */
function* roadRows(
  random: SeededRandom,
  place: SamplePlace,
  road: string,
  { turn, index, wanted }: Road,
): Generator<NationalRow> {
  const { localityName, townCity, postcode } = place
  const line = streetLine(place, turn, index, (wanted / 2) * FRONTAGE_METRES)
  const isRural = place.size < 2 || road.startsWith('STATE HIGHWAY')
  const first = isRural ? random.between(20, 180) : 1
  const shared = {
    ...EMPTY_NATIONAL_ROW,
    ...titleOf(road),
    localityName,
    townCity,
    territorialAuthority: AUTHORITIES.get(townCity) ?? `${townCity} DISTRICT`,
    postcode,
  }
  const next: [number, number] = [first, first + 1]
  for (let written = 0, at = 0; written < wanted; at += 1) {
    const side = at % 2 === 0 ? 0 : 1
    const number = next[side]
    next[side] += isRural ? random.between(2, 20) * 2 : random.chance(0.04) ? 4 : 2
    const along = (at / 2) * FRONTAGE_METRES
    const point = pointOnStreet(line, along, number % 2 === 0 ? 1 : -1)
    for (const premises of premisesOf(random, number, isRural)) {
      written += 1
      yield { ...shared, ...premises, ...point }
    }
  }
}

type Premises = Pick<NationalRow, 'flatNumber' | 'numberFirst' | 'numberLast'>

/** A house, its parts by letter (12A), its flats by number (2/12), or a range. */
function premisesOf(random: SeededRandom, number: number, isRural: boolean): readonly Premises[] {
  const numberFirst = String(number)
  const house = { flatNumber: '', numberFirst, numberLast: '' }
  const roll = isRural ? 1 : random.next()
  if (roll < 0.02) return [{ ...house, numberLast: String(number + 4) }]
  if (roll < 0.12) {
    return ['A', 'B', 'C']
      .slice(0, random.between(1, 3))
      .map((letter) => ({ ...house, numberFirst: numberFirst + letter }))
  }
  if (roll < 0.22) {
    const flats = random.between(2, 9)
    return Array.from({ length: flats }, (_, at) => ({ ...house, flatNumber: String(at + 1) }))
  }
  return [house]
}

function titleOf(road: string): Pick<NationalRow, 'streetName' | 'streetType' | 'streetSuffix'> {
  const words = road.split(' ')
  const last = words.at(-1) ?? ''
  const hasSuffix = suffixForms(last).length > 1 && isFullStreetType(words.at(-2) ?? '')
  const bare = hasSuffix ? words.slice(0, -1) : words
  const type = bare.at(-1) ?? ''
  const isTyped = bare.length > 1 && bare[0] !== 'THE' && isFullStreetType(type)
  return {
    streetName: (isTyped ? bare.slice(0, -1) : bare).join(' '),
    streetType: isTyped ? type : '',
    streetSuffix: hasSuffix ? last : '',
  }
}
