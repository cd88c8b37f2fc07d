// The names that people give to the columns of their lists, and the field of an address that each is read as.
// Covers: src/lists/importing/column-map.ts, src/importers/reading/table.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PRODUCTS, type Product } from '../../src/address/product.ts'
import { columnsOf, placesIn } from '../../src/importers/reading/table.ts'
import { fieldNamed, isHeader } from '../../src/lists/column-names.ts'
import { readColumnMap } from '../../src/lists/importing/column-map.ts'

const PLACE = { latitude: 'Lat, LATITUDE, y_lat', longitude: 'lon, Long, LNG, longitude, X long' }

/** As headers are written; the way of writing does not matter. */
const HEADERS: Readonly<Record<Product, Readonly<Record<string, string>>>> = {
  uk: {
    ...PLACE,
    address:
      'Address, Full Address, address_full, Single-line address, Address (single line), Street Address, ' +
      'addr, Property Address, Premises address, Full property address, The address of the store',
    source_key: 'source_key, UDPRN',
    uprn: 'UPRN, Property UPRN',
    organisation:
      'Organisation, Organisation name, ORGANIZATION, Company, company_name, Business Name, Trading name, ' +
      'Premises Name, Establishment name, Trading as',
    department: 'Department, Department Name',
    po_box: 'PO Box, PO_BOX_NUMBER',
    sub_building:
      'Sub building, Sub-building name, Flat, flat_number, Flat No., Unit, Unit Number, Apartment, SAON, sao, SAO_TEXT',
    building_name: 'Building name, House Name, Building, PAO_TEXT',
    building_number:
      'Building Number, House number, HouseNo, Street number, Street no., Number, No, PAON, PAO, House, Door No, ' +
      'House name / number, House number or name, HOUSE_NUM, HOUSE_NUM1, Property Number, PAO_START_NUMBER',
    dependent_thoroughfare: 'Dependent thoroughfare',
    thoroughfare:
      'Thoroughfare, Street, Street Name, Road, Road name, STREET_NM, STRAS, STREET_DESC, Street Description, STREET_DESCRIPTOR',
    double_dependent_locality: 'Double dependent locality',
    dependent_locality: 'Dependent locality, Locality, Village, Suburb',
    town_or_city:
      'town_or_city, Town, Post Town, City, Town/City, City / Town, Town (or city), CITY1, ORT01, Town name',
    county: 'County',
    district: 'District, Local Authority, Local authority name, Council',
    country: 'Country',
    postcode:
      'Postcode, Post Code, POSTAL_CODE, pcode, Zip, ZIP code, Current postcode, Site postal code, POST_CODE1, ' +
      'PSTLZ, POSTAL_CD, POSTCODE_LOCATOR',
    easting: 'Easting, Eastings, X coordinate, x_coord, GeoX, X',
    northing: 'Northing, Northings, Y coordinate, y_coord, GeoY, Y',
    line_1:
      'Address 1, Address line 1, addr1, Add 1, Line 1, add_line_1, AddrLine1, Site Address 1',
    line_8: 'Address 8, Address line 8, addr8, Add 8, Line 8, add_line_8, AddrLine8',
  },
  au: {
    ...PLACE,
    address:
      'Address, Full address, Address full, Single line address, Address label, Street Address, Addr',
    address_detail_pid: 'ADDRESS_DETAIL_PID, GNAF PID, pid',
    building_name: 'Building name, Building',
    flat_type: 'Flat type, Unit Type',
    flat_number: 'Flat number, Flat no, Unit, Unit number, Unit No., Flat',
    level_number: 'Level number, Level, Floor',
    number_first: 'NUMBER_FIRST, Number, House Number, House no, Street number, Street no, No',
    number_last: 'Number last',
    lot_number: 'Lot number, Lot, Lot no',
    street_name: 'Street name, Street, Road, Road name',
    street_type: 'Street type, Road Type',
    street_suffix: 'Street suffix',
    locality_name: 'Locality name, Locality, Suburb, Town, City',
    state: 'State, State/Province, State/Territory, Province',
    postcode: 'Postcode, Postal code, PCode, Zip',
    legal_parcel_id: 'Legal parcel ID',
    mb_code: 'MB_CODE, Mesh block',
    line_2: 'Address 2, Address line 2',
  },
  nz: {
    ...PLACE,
    address: 'Address, Full address, full_address',
    flat_number: 'Unit, Flat number, Flat',
    number_first: 'Number, House number, Street number',
    street_name: 'Street name, Street, Road, Road name',
    street_type: 'Street type, Road Type',
    locality_name: 'Locality name, Locality, Suburb, suburb_locality',
    town_city: 'Town, City, town_city',
    territorial_authority: 'territorial_authority, Council',
    postcode: 'Postcode, Postal code, PCode, Zip',
    line_2: 'Address 2, Address line 2',
  },
}

for (const product of PRODUCTS) {
  test(`a column of a list of ${product} is known by every name that people give it`, () => {
    for (const [field, headers] of Object.entries(HEADERS[product])) {
      for (const header of headers.split(', ')) {
        assert.equal(fieldNamed(header, product), field, header)
        assert.ok(isHeader(['Ref', header]), header)
      }
    }
  })
}

test('columns of other things, or of another address, are not read', () => {
  const words =
    'Holder Applicant Owner Contact Correspondence Agent Billing Mailing Ratepayer Liable Licensee Supervisor ' +
    'Previous Former Email Mail Web Website Phone Telephone Date Code Ref Reference Type ID URL'
  for (const word of words.split(' ')) {
    for (const header of [`${word} address`, `${word} postcode`, `${word} Address Line 1`]) {
      assert.equal(fieldNamed(header, 'uk'), undefined, header)
    }
  }
  for (const header of ['Name', 'Band', 'Address 9', 'Address 0', 'Postcode2', '']) {
    assert.equal(fieldNamed(header, 'uk'), undefined, header)
  }
})

test('a record that starts with a number or has a long text is not a header', () => {
  assert.equal(isHeader(['Address', '12 Oak Road']), false)
  assert.equal(isHeader(['Address', 'x'.repeat(60)]), true)
  assert.equal(isHeader(['Address', 'x'.repeat(61)]), false)
  assert.equal(isHeader(['Colour', 'Size']), false)
})

/** What a map may call a field beside its own name. */
const OTHER_NAMES: Readonly<Record<Product, string>> = {
  nz:
    'lat=latitude lon=longitude pid=address_detail_pid id=address_detail_pid suburb=locality_name ' +
    'town=town_city city=town_city state=town_city street=street_name number=number_first',
  au:
    'lat=latitude lon=longitude lng=longitude long=longitude pid=address_detail_pid id=address_detail_pid ' +
    'locality=locality_name suburb=locality_name street=street_name number=number_first Street-Name=street_name place=locality_name type=street_type',
  uk:
    'place=town_or_city building=building_name lat=latitude lon=longitude lng=longitude long=longitude id=source_key udprn=source_key ' +
    'organisationname=organisation departmentname=department poboxnumber=po_box subbuildingname=sub_building ' +
    'saon=sub_building paon=building_number number=building_number street=thoroughfare ' +
    'locality=dependent_locality town=town_or_city posttown=town_or_city Post_Town=town_or_city',
}

test('a map may name a field by each of its other names', () => {
  for (const product of PRODUCTS) {
    for (const pair of OTHER_NAMES[product].split(' ')) {
      const [name = '', field = ''] = pair.split('=')
      const { columns } = readColumnMap({ address: 'Whole', [name]: 'X' }, product)
      assert.deepEqual([...columns], [...Object.entries({ address: 'Whole', [field]: 'X' })], pair)
    }
  }
})

test('a field that a map names twice is refused, by a column or by a text for every row', () => {
  const twice = /the field town_or_city is named twice/
  for (const [one, other] of [
    ['A', 'B'],
    ['=A', 'B'],
    ['A', '=B'],
    ['=A', '=B'],
  ]) {
    const map = { address: 'X', town_or_city: one, town: other }
    assert.throws(() => readColumnMap(map, 'uk'), twice)
  }
})

test('a column is named by a text or a number from 1, and by nothing else', () => {
  for (const column of ['', 0, -1, 1.5, true, null, ['A'], {}]) {
    assert.throws(
      () => readColumnMap({ address: 'A', postcode: column }, 'uk'),
      /postcode must name a column, or give its number from 1/,
    )
  }
  assert.equal(readColumnMap({ address: 1 }, 'uk').columns.get('address'), 1)
})

test('a map says what divides the columns and whether there is a header, and names need one', () => {
  const read = (columns: object, more: object) => {
    const { hasHeader, delimiter } = readColumnMap({ columns, ...more }, 'uk')
    return [hasHeader, delimiter]
  }
  assert.deepEqual(read({ address: 1 }, {}), [false, undefined])
  assert.deepEqual(read({ address: 1 }, { header: true, delimiter: ';' }), [true, ';'])
  assert.deepEqual(read({ address: 'A' }, { header: false, delimiter: '\\t' }), [true, '\t'])
  for (const delimiter of [',', ';', '|', '\t']) {
    assert.deepEqual(read({ address: 1 }, { delimiter }), [false, delimiter])
  }
})

test('of two columns of one name the first counts, and a name that is missing finds nothing', () => {
  assert.deepEqual(
    [...placesIn(['Street Name', 'x', 'street_name', 'X'])],
    [
      ['streetname', 0],
      ['x', 1],
    ],
  )
  assert.deepEqual(columnsOf(['b', 'A', 'a'], ['A', 'B']), { A: 1, B: 0 })
  assert.equal(columnsOf(['A'], ['A', 'B']), undefined)
})
