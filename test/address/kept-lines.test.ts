// Every combination of the elements of a delivery point, each with the lines and the fields that it has today.
// Covers: src/address/postal-lines.ts

import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { EMPTY_POSTAL_ROW } from '../../src/address/postal.ts'
import { postalAddress } from '../../src/address/postal-lines.ts'

const KEPT = join(import.meta.dirname, 'kept-lines.txt')
const AGAIN = 'UPDATE_DOCS=1 npm run -s node -- --test test/address/kept-lines.test.ts'

const SUBS = ['', 'Flat 1', '3', 'A', '2a', 'Ground Floor Flat', 'Units 1-3', '1st Floor 2']
const NAMES = ['', 'Mill House', '12A', 'A', '1to3', 'Mill House, 18A', 'Rear of 12A', 'Studio 54']
const NUMBERS = ['', '12', '12-14', '0']
/** Dependent street, street, double dependent locality, locality. */
const STREETS = [
  ['', 'High Street', '', ''],
  ['Mill Mews', 'High Street', '', 'Moor'],
  ['Mill Mews', '', '', ''],
  ['', '', 'Little Moor', 'Great Moor'],
  ['', '', '', ''],
]
const UNITS =
  'apartment apt flat maisonette office plot room shop studio suite unit block building stall back'.split(
    ' ',
  )
/** Names that are numbers, end in one, or only look so. */
const NUMBERED_NAMES = (
  '12|12a|12A|1-3|12A-14B|1to3|1TO3|1 to 3|100:1|1st Floor 2|12AB|A12|12 and 14|Mill House 18A|Mill House 18|' +
  'Mill House 18-20|Mill House 1to3|Mill House, 18A|18A|Mill 9|Mill 10|Mill 1A|Units 1-3|Unit 1-3|Block 2A|Back of 12A|' +
  'rear of 12A|Unity 12A|Studio 54A|12A Mill|Mill House A|X 1-3'
).split('|')
const BOXES = ['12', 'PO BOX 12', 'P.O. Box 12', 'po box12']

function lineOf(row: object): string {
  const filled = Object.values(row).join('|')
  const address = postalAddress({ ...EMPTY_POSTAL_ROW, townOrCity: 'Ely', county: 'Cambs', ...row })
  const lines = [address.line_1, address.line_2, address.line_3, address.line_4].join(' / ')
  const { sub_building_name, sub_building_number, building_name, building_number } = address
  const fields = [sub_building_name, sub_building_number, building_name, building_number]
  const rest = [address.thoroughfare, address.locality, address.formatted_address.join(' / ')]
  return `${filled} => ${lines} => ${fields.join('|')} => ${rest.join(' => ')}`
}

test('every combination of elements has the lines and fields that it had', () => {
  const now: string[] = []
  for (const [
    dependentThoroughfare,
    thoroughfare,
    doubleDependentLocality,
    dependentLocality,
  ] of STREETS) {
    const street = {
      dependentThoroughfare,
      thoroughfare,
      doubleDependentLocality,
      dependentLocality,
    }
    // With no street at all each element is tried once; the rest is the same.
    const isOnce = thoroughfare === '' || dependentThoroughfare !== ''
    for (const subBuilding of SUBS) {
      for (const buildingName of NAMES) {
        for (const buildingNumber of NUMBERS) {
          const isRare = [subBuilding, buildingName, buildingNumber].filter((each) => each !== '')
          if (isOnce && isRare.length > 1 && buildingNumber !== '12') continue
          now.push(lineOf({ subBuilding, buildingName, buildingNumber, ...street }))
        }
      }
    }
  }
  for (const unit of UNITS) {
    for (const number of ['7', 'no. 7', 'B', '7-8', '7/2', 'B7', '7.1', 'seven']) {
      now.push(
        lineOf({
          subBuilding: `${unit} ${number}`,
          buildingNumber: '12',
          thoroughfare: 'High Street',
        }),
      )
    }
    now.push(lineOf({ buildingName: `${unit}s 7-8`, thoroughfare: 'High Street' }))
    now.push(lineOf({ buildingName: `${unit} of 18A`, thoroughfare: 'High Street' }))
  }
  for (const buildingName of NUMBERED_NAMES) {
    now.push(lineOf({ buildingName, thoroughfare: 'High Street' }))
  }
  for (const poBox of BOXES) now.push(lineOf({ organisation: 'Acme', department: 'Sales', poBox }))
  now.push(
    lineOf({
      organisation: 'Acme',
      department: 'Sales',
      subBuilding: 'Unit 5',
      buildingName: 'Mill House',
      buildingNumber: '3',
      thoroughfare: 'High Street',
    }),
  )
  const text = `${now.join('\n')}\n`
  if (process.env.UPDATE_DOCS === '1') writeFileSync(KEPT, text)
  else assert.equal(text, readFileSync(KEPT, 'utf8'), `if it is meant: ${AGAIN}`)
})
