// Which field of an address a column is, by the name that people give it.

import type { Product } from '../../address/product.ts'
import { foldedName } from '../reading/header.ts'

/** Lines of an address that a list may have: `line_1` to `line_8`. */
export const LINES_MAX = 8

const COORDINATES = {
  latitude: 'lat latitude ylat',
  longitude: 'lon long lng longitude xlong',
}

/** Not a bare `name`: in a list of taxpayers that is a person's. */
const ORGANISATIONS =
  'organisation organisationname organization company companyname businessname tradingname premisesname ' +
  'establishmentname tradingas'

/** The names of each field, folded; the first that a header has is taken. */
const NAMES: Readonly<Record<Product, Readonly<Record<string, string>>>> = {
  uk: {
    address:
      'address fulladdress addressfull singlelineaddress addresssingleline streetaddress addr',
    source_key: 'sourcekey udprn',
    uprn: 'uprn',
    organisation: ORGANISATIONS,
    department: 'department departmentname',
    po_box: 'pobox poboxnumber',
    sub_building:
      'subbuilding subbuildingname flat flatnumber flatno unit unitnumber apartment saon sao',
    building_name: 'buildingname housename building',
    building_number: 'buildingnumber housenumber houseno streetnumber streetno number no paon pao',
    dependent_thoroughfare: 'dependentthoroughfare',
    thoroughfare: 'thoroughfare street streetname road roadname',
    double_dependent_locality: 'doubledependentlocality',
    dependent_locality: 'dependentlocality locality village suburb',
    town_or_city: 'townorcity town posttown city towncity',
    county: 'county',
    district: 'district localauthority localauthorityname council',
    country: 'country',
    postcode: 'postcode postalcode pcode zip zipcode',
    ...COORDINATES,
    easting: 'easting eastings xcoordinate xcoord geox x',
    northing: 'northing northings ycoordinate ycoord geoy y',
  },
  au: {
    address: 'address fulladdress addressfull singlelineaddress addresslabel streetaddress addr',
    address_detail_pid: 'addressdetailpid gnafpid pid',
    building_name: 'buildingname building',
    flat_type: 'flattype unittype',
    flat_number: 'flatnumber flatno unit unitnumber unitno flat',
    level_number: 'levelnumber level floor',
    number_first: 'numberfirst number housenumber houseno streetnumber streetno no',
    number_last: 'numberlast',
    lot_number: 'lotnumber lot lotno',
    street_name: 'streetname street road roadname',
    street_type: 'streettype roadtype',
    street_suffix: 'streetsuffix',
    locality_name: 'localityname locality suburb town city',
    state: 'state stateprovince stateterritory province',
    postcode: 'postcode postalcode pcode zip',
    legal_parcel_id: 'legalparcelid',
    mb_code: 'mbcode meshblock',
    ...COORDINATES,
  },
}

const FIELDS = { uk: fieldsByName(NAMES.uk), au: fieldsByName(NAMES.au) }

/** The field of each folded name; where two fields share a name, the first has it. */
function fieldsByName(names: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  const fields = new Map<string, string>()
  for (const [field, texts] of Object.entries(names)) {
    for (const text of texts.split(' ')) if (!fields.has(text)) fields.set(text, field)
  }
  return fields
}

/** Words that say whose or which address it is, and nothing of its parts. */
const NOISE = new Set(
  'PROPERTY PREMISES PREMISE SITE FULL BUSINESS TRADING ESTABLISHMENT CURRENT MAIN THE OF TEXT SERVICE STORE'.split(
    ' ',
  ),
)
const LINE = /^(?:address|addr|add|line|addressline|addline|addrline)([1-8])$/

/** The field that the column's name says, or undefined. */
export function fieldNamed(name: string, product: Product): string | undefined {
  const whole = fieldOf(foldedName(name), product)
  if (whole !== undefined) return whole
  const telling = wordsOf(name).filter((word) => !NOISE.has(word))
  return fieldOf(telling.join('').toLowerCase(), product)
}

/** Whether a record is a header: some of its fields are names of columns, and none is part of an address. */
export function isHeader(fields: readonly string[]): boolean {
  const isData = fields.some((field) => field.length > NAME_LENGTH_MAX || /^\d/.test(field))
  return !isData && fields.some((name) => fieldNamed(name, 'uk') ?? fieldNamed(name, 'au'))
}

const NAME_LENGTH_MAX = 60

function fieldOf(folded: string, product: Product): string | undefined {
  const [, line] = LINE.exec(folded) ?? []
  if (line !== undefined) return `line_${line}`
  return FIELDS[product].get(folded)
}

/** `AddressLine1` is `ADDRESS`, `LINE`, `1`. */
function wordsOf(name: string): string[] {
  const spaced = name.replace(/([a-z])([A-Z0-9])/g, '$1 $2')
  return spaced.toUpperCase().match(/[A-Z0-9]+/g) ?? []
}
