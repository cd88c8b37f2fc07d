// Delivery points of every kind that Royal Mail's elements allow: each part of an address beside each of the others.

import type { PostalRow } from '../../src/address/postal.ts'
import { postal } from './small-world.ts'

/** What part of a building: numbered, lettered, a range, by floor and door, or by a name. */
const SUB_BUILDINGS = [
  '',
  'Flat 2',
  'Flat 2a',
  'Flat B',
  'Flat 1/2',
  'Flat 2-4',
  'Unit 3-4',
  'Suite 1-3',
  'Units 1 & 2',
  '2',
  '2b',
  'C',
  '7-9',
  'Ground Floor Flat',
  'First Floor',
  '1st Floor Front',
  'Flat 3 Second Floor',
  'Basement',
  'The Annexe',
  'Caretakers Flat',
  'Top Flat',
  'Rear Of',
  'Room 4 Block 2',
  'Penthouse',
] as const

/** Names of buildings; Royal Mail keeps every number that is not plain digits here, too. */
const BUILDING_NAMES = [
  '',
  'Falcon House',
  'The Tower',
  'Rose Cottage',
  '12a',
  '110-114',
  '1a-3b',
  '837/839',
  '100:1',
  '5to7',
  'K',
  'Mill House 18a',
  'Oxford House 110-114',
  'Studio 54',
  '2 Green View Terrace',
  '4th Floor',
  'Block 2',
  'Unit 7',
  'Units 5-6',
  '20gf',
  "St. Mary's Hall",
  'Cwrt-y-Bryn',
  'Rear Of 12a',
  'No 1 Court',
] as const

const NUMBERS = ['', '31', '8', '0'] as const

const STREETS = [
  ['', 'Quebec Road'],
  ['', 'High Street'],
  ['', ''],
  ['Back Lane', 'High Street'],
  ['', 'The Street'],
  ['Hope Terrace', ''],
] as const

const LOCALITIES = [
  ['', ''],
  ['', 'Heaton Moor'],
  ['Upper End', 'Kew'],
] as const

const COMPANIES = [
  ['', '', ''],
  ['Harbour Print Ltd', '', ''],
  ['', '', '1234'],
  ['4 Counties Motors', 'Accounts Department', ''],
  ['', '', ''],
  ['B & Q Plc', '', '77'],
  ['No. 9 Bar', '', ''],
] as const

const TOWNS = [
  ['Stockport', 'Cheshire', 'SK1'],
  ['London', '', 'E11'],
  ['Stoke-on-Trent', 'Staffordshire', 'ST4'],
] as const

/** Addresses that have one postcode. */
const PER_POSTCODE = 23
const LETTERS = 'ABDEFGHJLNPQRSTUWXYZ'

/**
 * Each sub-building with each name and number; the other parts take turns, another turn with each `round`. Only what
 * an address must have, a premise of some kind, is there always.
 */
export function everyKindOfDeliveryPoint(round = 0): readonly PostalRow[] {
  const rows: PostalRow[] = []
  for (const subBuilding of SUB_BUILDINGS) {
    for (const buildingName of BUILDING_NAMES) {
      for (const buildingNumber of NUMBERS) {
        const at = rows.length + round * 5
        const [dependentThoroughfare, thoroughfare] = turn(STREETS, at)
        const [doubleDependentLocality, dependentLocality] = turn(LOCALITIES, at >> 1)
        const [organisation, department, poBox] = turn(COMPANIES, at >> 2)
        const row = postal({
          ...{ subBuilding, buildingName, buildingNumber, dependentThoroughfare, thoroughfare },
          ...{ doubleDependentLocality, dependentLocality, organisation, department, poBox },
          ...placeOf(rows.length),
        })
        rows.push(hasPremise(row) ? row : { ...row, organisation: 'Corner Bakery' })
      }
    }
  }
  return rows
}

function placeOf(row: number): Partial<PostalRow> {
  const postcode = Math.floor(row / PER_POSTCODE)
  const [townOrCity, county, outcode] = turn(TOWNS, postcode)
  const unit = turn([...LETTERS], postcode) + turn([...LETTERS], Math.floor(postcode / 20))
  return { townOrCity, county, postcode: `${outcode} ${1 + (postcode % 9)}${unit}` }
}

function hasPremise(row: PostalRow): boolean {
  const { subBuilding, buildingName, buildingNumber, organisation, poBox } = row
  return subBuilding + buildingName + buildingNumber.replace('0', '') + organisation + poBox !== ''
}

function turn<T>(values: readonly T[], at: number): T {
  const value = values[at % values.length]
  if (value === undefined) throw new Error('There is nothing to choose from.')
  return value
}
