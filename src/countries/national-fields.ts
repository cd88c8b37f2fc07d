// The fields of a national address: those of a file with states, and those of one with towns.

import { type AddressField, COORDINATE_COLUMNS, columnsOf } from './fields.ts'

/** G-NAF Core's 27 columns, in the order of the parts of an address. */
export const NATIONAL_FIELDS = {
  address_detail_pid: { about: 'The ID to pass to Get.', columns: 'addressdetailpid gnafpid pid' },
  date_created: { about: '`YYYY-MM-DD`.', columns: '', stored: 'detail' },
  address_label: { about: 'The address on one line.', columns: '' },
  address_site_name: { columns: '' },
  building_name: { columns: 'buildingname building' },
  flat_type: { columns: 'flattype unittype' },
  flat_number: { columns: 'flatnumber flatno unit unitnumber unitno flat' },
  level_type: { columns: '' },
  level_number: { columns: 'levelnumber level floor' },
  number_first: {
    about: 'With its suffix letter: `6C`.',
    columns: 'numberfirst number housenumber houseno streetnumber streetno no house',
  },
  number_last: { about: 'The end of a range.', columns: 'numberlast' },
  lot_number: { columns: 'lotnumber lot lotno' },
  street_name: { columns: 'streetname street road roadname stras' },
  /** As the file has it; Core files abbreviate: `ST`. */
  street_type: { columns: 'streettype roadtype' },
  street_suffix: { columns: 'streetsuffix' },
  locality_name: { columns: 'localityname locality suburb town city ort01' },
  state: { columns: 'state stateprovince stateterritory province regio' },
  postcode: { columns: 'postcode postalcode pcode zip pstlz' },
  // The index keeps its pattern and its numbers apart.
  legal_parcel_id: { columns: 'legalparcelid' },
  mb_code: { about: 'Mesh block.', columns: 'mbcode meshblock', stored: 'detail' },
  alias_principal: {
    about: '`P`, or `A` for another name of the address in `principal_pid`.',
    columns: '',
    empty: 'P',
  },
  principal_pid: { columns: '' },
  primary_secondary: { about: '`P`, `S` or empty.', columns: '' },
  primary_pid: { columns: '' },
  geocode_type: { columns: '', stored: 'detail' },
  coordinates: { kind: 'point' },
  address_status: { about: '`CURRENT` or `RETIRED`.', columns: '', empty: 'CURRENT' },
  cleaning_provenance: { about: 'What the import changed, by field name.', kind: 'notes' },
} as const satisfies Readonly<Record<string, AddressField>>

const {
  date_created: _created,
  state: _state,
  legal_parcel_id: _parcel,
  mb_code: _block,
  alias_principal: _alias,
  principal_pid: _principal,
  primary_secondary: _secondary,
  primary_pid: _primary,
  geocode_type: _geocode,
  ...SHARED_FIELDS
} = NATIONAL_FIELDS

/** Where localities are parts of towns, and not of states. */
export const TOWN_FIELDS = {
  ...SHARED_FIELDS,
  locality_name: { columns: 'localityname locality suburb suburblocality' },
  town_city: { about: 'The town or city.', columns: 'towncity town city' },
  territorial_authority: {
    about: 'The district or city that has the council.',
    columns: 'territorialauthority council district',
    stored: 'detail',
  },
} as const satisfies Readonly<Record<string, AddressField>>

/** What lists of national addresses share, whatever their country. */
export function nationalLists(fields: Readonly<Record<string, AddressField>>) {
  return {
    columns: {
      address: 'address fulladdress addressfull singlelineaddress addresslabel streetaddress addr',
      ...columnsOf(fields),
      ...COORDINATE_COLUMNS,
    },
    key: 'address_detail_pid',
    place: 'locality_name',
    street: 'street_name',
    house: ['number_first'],
    unplacedHint:
      'No row has a position: without columns for latitude and longitude, all positions are 0.',
  } as const
}

/** Postcodes of four digits. */
export const FOUR_DIGITS = {
  isNumber: true,
  whole: /^\d{4}$/,
  inLine: /\b\d{4}\s*$/,
  strict: /^\d{4}$/,
  description: 'four digits',
} as const
