// The fields of a postal address: what a delivery point is made of, and what Get sends.

import type { AddressField } from './fields.ts'

/** Royal Mail's elements of a delivery point, and what lies around it. */
export const POSTAL_ROW_FIELDS = {
  /** The source's own stable key (a UDPRN or UPRN), or '' where it has none: then the text decides the id. */
  source_key: { columns: 'sourcekey udprn' },
  /** Its digits without leading zeros. It is the key of an address that has one. */
  uprn: { columns: 'uprn' },
  /** Not a bare `name`: in a list of taxpayers that is a person's. */
  organisation: {
    columns:
      'organisation organisationname organization company companyname businessname tradingname premisesname ' +
      'establishmentname tradingas',
  },
  department: { columns: 'department departmentname' },
  po_box: { columns: 'pobox poboxnumber' },
  sub_building: {
    columns:
      'subbuilding subbuildingname flat flatnumber flatno unit unitnumber apartment saon sao saotext saostartnumber',
  },
  building_name: { columns: 'buildingname housename building propertyname premises paotext' },
  /** With its letter, or a range: `12`, `12A`, `12-14`. */
  building_number: {
    columns:
      'buildingnumber housenumber houseno streetnumber streetno number no paon pao house doornumber doorno ' +
      'propertynumber propertyno paostartnumber housenamenumber housenumbername housenameornumber housenumberorname',
  },
  dependent_thoroughfare: { columns: 'dependentthoroughfare' },
  thoroughfare: {
    columns:
      'thoroughfare street streetname streetdesc streetdescription streetdescriptor road roadname stras',
  },
  double_dependent_locality: { columns: 'doubledependentlocality', stored: 'place' },
  dependent_locality: { columns: 'dependentlocality locality village suburb', stored: 'place' },
  town_or_city: {
    columns: 'townorcity town posttown city towncity townname ort01',
    stored: 'place',
  },
  county: { columns: 'county', stored: 'place' },
  district: { columns: 'district localauthority localauthorityname council', stored: 'place' },
  country: { columns: 'country', stored: 'place' },
  /** Upper case with one space: `SK1 1AA`. */
  postcode: { columns: 'postcode postcodelocator postalcode pcode zip zipcode pstlz' },
  residential: { columns: '', kind: 'flag' },
  coordinates: { kind: 'point' },
} as const satisfies Readonly<Record<string, AddressField>>

/** In the order of Get. */
export const POSTAL_FIELDS = {
  postcode: {},
  latitude: { kind: 'number' },
  longitude: { kind: 'number' },
  formatted_address: {
    about: 'line_1; line_2; line_3 and line_4; locality and town; county. Entries may be empty.',
    kind: 'lines',
  },
  thoroughfare: {},
  building_name: {},
  sub_building_name: {},
  sub_building_number: {},
  building_number: {},
  line_1: {},
  line_2: {},
  line_3: {},
  line_4: {},
  locality: {},
  town_or_city: {},
  county: {},
  district: {},
  country: {},
  residential: { kind: 'flag' },
  uprn: { about: 'The UPRN of the address. Only where the data has it.', kind: 'optional' },
} as const satisfies Readonly<Record<string, AddressField>>
