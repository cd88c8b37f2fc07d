// What people type for an address: in many forms and orders, with and without what can be left out.

import type { SeededRandom } from '../../dev/seeded-random.ts'
import type { NationalRow } from '../../src/address/national.ts'
import type { PostalRow } from '../../src/address/postal.ts'
import { AU } from '../../src/countries/au.ts'
import { regionForms, streetTypeForms } from '../../src/index/words/written-forms.ts'

/** A right way to write the address: name before type, components in several orders. */
export function typedNational(row: NationalRow, random: SeededRandom): string {
  const type = row.streetType === '' ? '' : random.pick(streetTypeForms(row.streetType))
  const street = words(row.streetName, type, row.streetSuffix)
  const state = random.pick(regionForms(AU, row.state))
  const place = words(
    row.localityName,
    random.chance(0.7) ? state : '',
    random.chance(0.6) ? row.postcode : '',
  )
  const building = random.chance(0.3) ? row.buildingName : ''
  const number = numberOf(row, random)
  const unit = unitOf(row, random)
  const front = unit === '' ? number : number === '' ? unit : `${unit}${number}`
  const after = random.chance(0.2) && row.flatNumber !== '' ? `unit ${row.flatNumber}` : ''
  const orders = [
    [building, front, street, place],
    [front, street, place],
    [place, front, street],
    [street, place, front],
    [number, street, after, place],
    [front, street],
  ]
  return recase(words(...random.pick(orders)), random)
}

export function typedPostal(row: PostalRow, random: SeededRandom): string {
  const postcode = random.chance(0.5) ? row.postcode : row.postcode.replace(' ', '')
  const number = row.buildingNumber
  const premises = words(
    random.chance(0.5) ? row.organisation : '',
    row.subBuilding,
    row.buildingName,
  )
  const street = words(row.dependentThoroughfare, row.thoroughfare)
  const place = words(row.doubleDependentLocality, row.dependentLocality, row.townOrCity)
  const orders = [
    [premises, number, street, place, postcode],
    [number, street, place],
    [number, street, postcode],
    [postcode, number, street],
    [postcode],
    [place, street, number],
  ]
  return recase(words(...random.pick(orders)), random)
}

function numberOf(row: NationalRow, random: SeededRandom): string {
  if (row.numberFirst === '') return row.lotNumber === '' ? '' : `lot ${row.lotNumber}`
  if (row.numberLast === '') return row.numberFirst
  return random.pick([`${row.numberFirst}-${row.numberLast}`, row.numberFirst, row.numberLast])
}

/** With the separator that leads on to the number. */
function unitOf(row: NationalRow, random: SeededRandom): string {
  const words = row.levelType === 'BASEMENT' ? ['basement '] : ['level ', 'L', 'floor ', 'fl ']
  const level = row.levelNumber === '' ? '' : `${random.pick(words)}${row.levelNumber} `
  if (row.flatNumber === '') return level
  const flat = row.flatNumber
  // A bare unit stands before a number; before a lot people say what it is.
  const isPlain = /^\d+[A-Z]?$/.test(flat) && row.numberFirst !== ''
  const forms = [
    `${row.flatType} ${flat} ${level}`,
    ...(isPlain && level === '' ? [`${flat}/`, `${flat} `] : []),
  ]
  return random.pick(forms)
}

function words(...parts: readonly string[]): string {
  return parts
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(' ')
    .replaceAll('/ ', '/')
}

function recase(text: string, random: SeededRandom): string {
  return random.chance(0.5) ? text.toLowerCase() : text
}
