// Turns a delivery point into the Address of Variant B by Royal Mail's rules for premises.

import { EMPTY_POSTAL_ROW, type PostalAddress, type PostalRow } from './postal.ts'

/** The lines hold premises and streets; localities and the town have fields of their own. */
export function postalAddress(row: PostalRow): PostalAddress {
  const premises = readPremises(row)
  const localities = localitiesOf(row)
  const { lines, hasLocality } = linesOf(row, premises, localities)
  const [line1 = '', line2 = '', line3 = ''] = lines
  // Four lines is all an Address has, so what is left over shares the last one.
  const line4 = lines.slice(3).join(', ')
  // A text that already follows the number is not written again.
  const below = hasLocality ? localities.slice(1) : localities
  return {
    postcode: row.postcode,
    latitude: row.latitude,
    longitude: row.longitude,
    formatted_address: [
      line1,
      line2,
      joined([line3, line4]),
      joined([...below, row.townOrCity]),
      row.county,
    ],
    thoroughfare: row.thoroughfare === '' ? row.dependentThoroughfare : row.thoroughfare,
    building_name: premises.buildingName,
    ...subBuildingFields(premises.subBuilding),
    building_number: premises.buildingNumber,
    line_1: line1,
    line_2: line2,
    line_3: line3,
    line_4: line4,
    locality: joined(localities),
    town_or_city: row.townOrCity,
    county: row.county,
    district: row.district,
    country: row.country,
    residential: row.residential,
    ...(row.uprn !== '' && { uprn: row.uprn }),
  }
}

/** What the template field `formatted_address` prints: everything but the postcode, on one line. */
export function formattedAddressText(address: PostalAddress): string {
  return joined(address.formatted_address)
}

export type Premises = Pick<PostalRow, 'subBuilding' | 'buildingName' | 'buildingNumber'>

export type LineFields = Premises &
  Pick<
    PostalRow,
    | 'organisation'
    | 'department'
    | 'poBox'
    | 'dependentThoroughfare'
    | 'thoroughfare'
    | 'doubleDependentLocality'
    | 'dependentLocality'
  >

/** `line_1` to `line_4` on one line, without the rest of the address. */
export function linesText(row: LineFields): string {
  return linesOf(row, readPremises(row), localitiesOf(row)).lines.join(' ')
}

function localitiesOf({ doubleDependentLocality, dependentLocality }: LineFields): string[] {
  return [doubleDependentLocality, dependentLocality].filter(isFilled)
}

/** Royal Mail's number field holds digits only: `12A`, `1-3` and that of `Mill House 18A` are in the name. */
export function readPremises(row: Premises): Premises {
  const { subBuilding, buildingName } = row
  // Some files write 0 for "no number".
  const buildingNumber = row.buildingNumber === '0' ? '' : row.buildingNumber
  if (buildingNumber !== '' || buildingName === '') {
    return { subBuilding, buildingName, buildingNumber }
  }
  if (isNumberLike(buildingName)) {
    return { subBuilding, buildingName: '', buildingNumber: buildingName }
  }
  const space = buildingName.lastIndexOf(' ')
  const last = buildingName.slice(space + 1)
  // `Studio 54` is a name as it stands: only a letter or a range proves a street number.
  const endsInNumber = space > 0 && isNumberLike(last) && !/^\d+$/.test(last)
  if (!endsInNumber || UNIT_WORD_FIRST.test(buildingName)) {
    return { subBuilding, buildingName, buildingNumber: '' }
  }
  const name = buildingName.slice(0, space).replace(/,$/, '')
  return { subBuilding, buildingName: name, buildingNumber: last }
}

/** `Units 1-3` and `Rear of 12A` are not a name followed by a number in the street. */
const UNIT_WORD_FIRST = new RegExp(
  '^(?:(?:apartment|block|building|flat|maisonette|office|room|shop|stall|studio|suite|unit)s?|' +
    'back of|rear of)(?= )',
  'i',
)

/** Royal Mail's exception: `12`, `12A`, `1-3`, `12A-14B`, `1to3`, `100:1`; not `1st Floor 2`. */
function isNumberLike(text: string): boolean {
  if (!/^\d/.test(text) || !/(?:\d|\d[a-z])$/i.test(text)) return false
  for (const word of text.match(/[a-z]{2,}/gi) ?? []) {
    if (word.toLowerCase() !== 'to') return false
  }
  return true
}

function isLetter(text: string): boolean {
  return /^[a-z]$/i.test(text)
}

/** `hasLocality`: the first locality stands on them, after the number. */
function linesOf(row: LineFields, premises: Premises, localities: readonly string[]) {
  const { above, street } = premisesLines(premises)
  const streets = [row.dependentThoroughfare, row.thoroughfare].filter(isFilled)
  // The number goes before the first street, and where there is none before the first locality.
  const hasLocality = street !== '' && streets.length === 0 && localities.length > 0
  const [first, ...rest] = hasLocality ? localities.slice(0, 1) : streets
  const numbered = first === undefined ? street.replace(/,$/, '') : spaced(street, first)
  const names = [row.organisation, row.department, poBoxText(row.poBox), ...above]
  return { lines: [...names, numbered, ...rest].filter(isFilled), hasLocality }
}

/** Sources write `1234`, `PO BOX 1234` or `P.O. Box 1234`. */
export function poBoxText(poBox: string): string {
  return poBox === '' ? '' : `PO Box ${poBox.replace(/^p\.? *o\.? *box */i, '')}`
}

/** The lines above the street, and what stands before its name: one case for each combination that is filled. */
function premisesLines({ subBuilding, buildingName, buildingNumber }: Premises) {
  const name = isLetter(buildingName) ? `${buildingName},` : buildingName
  if (subBuilding === '') {
    if (buildingNumber !== '') return { above: [buildingName], street: buildingNumber }
    return isLetter(buildingName) ? { above: [], street: name } : { above: [name], street: '' }
  }
  const sub = isLetter(subBuilding) ? `${subBuilding},` : subBuilding
  const subIsShort = isLetter(subBuilding) || isNumberLike(subBuilding)
  if (buildingName !== '') {
    // A flat's bare number or letter says nothing alone, so it stands before the building's name.
    const above = subIsShort ? [spaced(sub, buildingName)] : [subBuilding, buildingName]
    return { above, street: buildingNumber }
  }
  if (buildingNumber === '') {
    return subIsShort ? { above: [], street: sub } : { above: [subBuilding], street: '' }
  }
  if (isLetter(subBuilding) && /^\d+$/.test(buildingNumber)) {
    return { above: [], street: buildingNumber + subBuilding }
  }
  // Two numbers side by side need the comma: `3, 12-14 High Street`.
  if (subIsShort) return { above: [], street: `${subBuilding}, ${buildingNumber}` }
  return { above: [subBuilding], street: buildingNumber }
}

const NUMBERED_UNIT = new RegExp(
  '^(?:apartment|apt|flat|maisonette|office|plot|room|shop|studio|suite|unit) (?:no[.]? ?)?' +
    '([a-z]?[0-9]+[a-z]?(?:[-/.][0-9]*[a-z]?)?|[a-z])$',
  'i',
)

/** `Apartment 32` and a bare `32` are a number without a name; `Ground Floor Flat` is a name. */
function subBuildingFields(subBuilding: string) {
  const number = NUMBERED_UNIT.exec(subBuilding)?.[1]
  if (number !== undefined) return { sub_building_name: '', sub_building_number: number }
  if (isLetter(subBuilding) || isNumberLike(subBuilding)) {
    return { sub_building_name: '', sub_building_number: subBuilding }
  }
  return { sub_building_name: subBuilding, sub_building_number: '' }
}

function joined(parts: readonly string[]): string {
  return parts.filter(isFilled).join(', ')
}

function isFilled(part: string): boolean {
  return part !== ''
}

function spaced(before: string, after: string): string {
  return before === '' ? after : `${before} ${after}`
}

export const EMPTY_POSTAL_ADDRESS: PostalAddress = postalAddress({
  ...EMPTY_POSTAL_ROW,
  residential: false,
})
