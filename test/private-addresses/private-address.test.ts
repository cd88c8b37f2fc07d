// A private address as its owner gave it, as rows of an index, and as an answer of either product: field by field.
// Covers: src/private-addresses/private-addresses.ts, src/private-addresses/private-index-worker.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EMPTY_NATIONAL_ROW, type NationalAddress } from '../../src/address/national.ts'
import { EMPTY_POSTAL_ROW } from '../../src/address/postal.ts'
import { EMPTY_POSTAL_ADDRESS } from '../../src/address/postal-lines.ts'
import { countryOf } from '../../src/countries/country.ts'
import {
  cleanText,
  type PrivateAddress,
  placed,
  pointGiven,
  privateLabel,
  privateNationalAddress,
  privatePostalAddress,
  privatePostcode,
} from '../../src/private-addresses/private-address.ts'
import {
  addPrivateAddresses,
  privateAddressAt,
  privateAddressesOf,
} from '../../src/private-addresses/private-addresses.ts'
import {
  privateNationalRow,
  privatePostalRow,
} from '../../src/private-addresses/private-index-worker.ts'
import type { PostalSearch } from '../../src/search/address-search.ts'
import { makePlans, newCaller } from '../support/accounts.ts'
import { eachSharedStore } from '../support/stores.ts'

const POINT = { latitude: -37.5, longitude: 144.25 }

/** Each text is another, so that none can stand in the place of another. */
const UK: PrivateAddress = {
  id: 'pa_1',
  number: 7,
  postcodeNumber: 3,
  postcode: 'SK1 1AA',
  line_1: 'Acme Ltd',
  line_2: 'Rose House',
  line_3: '12 High Street',
  line_4: 'Back Lane',
  locality: 'Inner, Outer',
  town_or_city: 'Stockport',
  county: 'Cheshire',
  residential: false,
  point: POINT,
}
const AU = { ...UK, postcode: '3121', county: 'Victoria' }
const inAustralia = (address: PrivateAddress) =>
  privateNationalAddress(address, countryOf('au')) as NationalAddress

eachSharedStore((makeStore) => {
  test('an address comes back from the store as it was given, with a point and without', async (t) => {
    const store = await makeStore(t)
    const { accountId } = await newCaller(store, makePlans(), 'trial', 1)
    const { id: _, number: __, postcodeNumber: ___, ...given } = UK
    const wanted = [given, { ...given, residential: true, point: undefined }]
    const added = await addPrivateAddresses(store, accountId, wanted)
    assert(added.kind === 'added')
    const expected = wanted.map((address, at) => {
      const id = added.addresses[at]?.id
      return { ...address, id, number: at + 1, postcodeNumber: at + 1 }
    })
    assert.deepEqual(added.addresses, expected)
    assert.deepEqual(await privateAddressesOf(store.db, accountId), expected)
    assert.deepEqual(await privateAddressAt(store.db, accountId, 'SK1 1AA', 2), expected[1])
    assert.equal(await privateAddressAt(store.db, accountId, 'SK1 1AB', 2), undefined)
    // After a replacement the numbers of the list go on, and those within the postcode begin anew.
    await addPrivateAddresses(store, accountId, [given], { replace: true })
    const [only, ...more] = await privateAddressesOf(store.db, accountId)
    assert.deepEqual([only?.number, only?.postcodeNumber, more], [3, 1, []])
  })
})

test('an answer of the UK has the owner’s texts and nothing that nobody knows', () => {
  const { line_1, line_2, line_3, line_4, locality, town_or_city, county, postcode } = UK
  assert.deepEqual(privatePostalAddress(UK), {
    ...EMPTY_POSTAL_ADDRESS,
    ...{ line_1, line_2, line_3, line_4, locality, town_or_city, county, postcode },
    ...POINT,
    formatted_address: [
      'Acme Ltd',
      'Rose House',
      '12 High Street, Back Lane',
      'Inner, Outer, Stockport',
      'Cheshire',
    ],
    residential: false,
  })
  const bare = { ...UK, point: undefined, line_4: '', locality: '', residential: true }
  const { latitude, longitude, formatted_address, residential } = privatePostalAddress(bare)
  assert.deepEqual([latitude, longitude, residential], [0, 0, true])
  assert.deepEqual(formatted_address.slice(2, 4), ['12 High Street', 'Stockport'])
})

test('an answer of Australia has the label, the town, the state and the id; the rest is unknown', () => {
  const label =
    'ACME LTD, ROSE HOUSE, 12 HIGH STREET, BACK LANE, INNER, OUTER, STOCKPORT VICTORIA 3121'
  assert.equal(privateLabel(AU), label)
  const shown = inAustralia(AU)
  const known = Object.entries(shown).filter(([, value]) => value !== '')
  assert.deepEqual(Object.fromEntries(known), {
    address_label: label,
    address_detail_pid: 'pa_1',
    address_status: 'CURRENT',
    alias_principal: 'P',
    cleaning_provenance: {},
    locality_name: 'STOCKPORT',
    state: 'VIC',
    postcode: '3121',
    coordinates: POINT,
  })
  assert.equal(Object.keys(shown).length, 28, 'every field of an address is there')
  const bare = { ...AU, town_or_city: '', locality: 'Hawthorn', county: '', point: undefined }
  assert.equal(
    privateLabel({ ...bare, line_2: '', line_3: '', line_4: '' }),
    'ACME LTD, HAWTHORN, 3121',
  )
  const { locality_name, state, coordinates } = inAustralia(bare)
  assert.deepEqual([locality_name, state], ['HAWTHORN', ''])
  assert.deepEqual(coordinates, { latitude: 0, longitude: 0 })
})

test('a state is known by its code and by its name, in any letters', () => {
  const states: Readonly<Record<string, string>> = {
    NSW: 'New South Wales',
    VIC: 'Victoria',
    QLD: 'Queensland',
    SA: 'South Australia',
    WA: 'Western Australia',
    TAS: 'Tasmania',
    NT: 'Northern Territory',
    ACT: 'Australian Capital Territory',
    OT: 'Other Territories',
  }
  for (const [code, name] of Object.entries(states)) {
    for (const county of [code, code.toLowerCase(), name, name.toUpperCase()]) {
      assert.equal(inAustralia({ ...AU, county }).state, code, county)
    }
  }
  assert.equal(inAustralia({ ...AU, county: 'Cheshire' }).state, '')
})

test('in an index every word of an address has a place in which it is searched', () => {
  assert.deepEqual(privatePostalRow(UK, 'k'), {
    ...EMPTY_POSTAL_ROW,
    ...privatePostalRow({ ...UK, county: '', locality: '', town_or_city: '' }, ''),
    sourceKey: 'k',
    doubleDependentLocality: 'Inner',
    dependentLocality: 'Outer',
    townOrCity: 'Stockport',
    county: 'Cheshire',
    postcode: 'SK1 1AA',
    residential: false,
    ...POINT,
  })
  const { organisation, buildingName, department } = privatePostalRow(UK, 'k')
  assert.deepEqual([organisation, department, buildingName].join(' ').trim().split(/\s+/).sort(), [
    'Acme',
    'House',
    'Ltd',
    'Rose',
  ])
  const lines = { line_1: 'Acme Ltd', line_2: 'Sales', line_3: 'North Wing', line_4: 'Rose House' }
  const long = privatePostalRow({ ...UK, ...lines, locality: 'One, Two, Three' }, 'k')
  assert.deepEqual(
    [long.organisation, long.department, long.buildingName],
    ['Acme Ltd', 'Sales North Wing', 'Rose House'],
  )
  assert.deepEqual([long.doubleDependentLocality, long.dependentLocality], ['One Two', 'Three'])
  const national = privateNationalRow(AU, 'P1', countryOf('au'))
  const { localityName, state, postcode, addressDetailPid, latitude, longitude } = national
  assert.deepEqual(
    [localityName, state, postcode, addressDetailPid, latitude, longitude],
    ['STOCKPORT', 'VIC', '3121', 'P1', -37.5, 144.25],
  )
  const names = (address: PrivateAddress) => {
    const { buildingName: name, addressSiteName } = privateNationalRow(
      address,
      'P1',
      countryOf('au'),
    )
    return `${name} ${addressSiteName}`
  }
  assert.match(names(AU), /INNER/, 'a locality beside the town')
  assert.match(names({ ...AU, county: 'Shire of Yarra' }), /SHIRE OF YARRA/, 'what is no state')
  assert.doesNotMatch(names(AU), /VICTORIA/)
  const { latitude: none } = privateNationalRow({ ...AU, point: undefined }, 'P1', countryOf('au'))
  assert.equal(none, EMPTY_NATIONAL_ROW.latitude)
})

test('an address without a point stands where its UK postcode is; the owner’s own point wins', () => {
  const at = { latitude: 1, longitude: 2 }
  const uk = { locate: (id: string) => (id === 'SK1 1AA' ? at : undefined) }
  const data = { au: undefined, uk: uk as unknown as PostalSearch }
  const bare = { ...UK, point: undefined }
  assert.deepEqual(placed(bare, data).point, at)
  assert.deepEqual(placed(UK, data).point, POINT)
  assert.equal(placed({ ...bare, postcode: 'SK9 9ZZ' }, data).point, undefined)
  assert.equal(placed({ ...bare, postcode: '3121' }, data).point, undefined)
  assert.equal(placed(bare, { au: undefined, uk: undefined }).point, undefined)
})

test('a postcode is one of the account’s product, and of either where it has none', () => {
  const read = (text: string) =>
    (['uk', 'au', undefined] as const).map((product) => privatePostcode(product, text))
  assert.deepEqual(read(' sk11aa '), ['SK1 1AA', undefined, 'SK1 1AA'])
  assert.deepEqual(read(' 3121 '), [undefined, '3121', '3121'])
  for (const text of ['', '312', '31210', 'SK1', '3121 x']) {
    assert.deepEqual(read(text), [undefined, undefined, undefined], text)
  }
})

test('texts lose invisible characters and repeated spaces, and the point 0, 0 is not a position', () => {
  const marks = ['\u0000', '\n', '\u00ad', '\u200b', '\u200e', '\u202e', '\u2066', '\ufeff']
  for (const mark of marks)
    assert.equal(cleanText(` a${mark}${mark}b `), 'a b', JSON.stringify(mark))
  assert.equal(cleanText('a\ud800b'), 'a\ufffdb')
  assert.deepEqual(pointGiven(0, 1), { latitude: 0, longitude: 1 })
  assert.deepEqual(pointGiven(1, 0), { latitude: 1, longitude: 0 })
  assert.equal(pointGiven(0, -0), undefined)
})
