// The columns of the AddressBase products stand where Ordnance Survey's specifications put them.
// Covers: src/importers/uk/addressbase.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ADDRESSBASE_COLUMNS } from '../../../src/importers/uk/addressbase.ts'

/** Counted from 1, as the specifications do. */
const PLACES = {
  basic: {
    uprn: 1,
    organisation_name: 4,
    sub_building_name: 7,
    building_name: 8,
    building_number: 9,
    dependent_thoroughfare: 10,
    thoroughfare: 11,
    post_town: 12,
    postcode: 15,
    latitude: 19,
    longitude: 20,
    class: 27,
  },
  core: {
    uprn: 1,
    classification_code: 6,
    easting: 7,
    northing: 8,
    latitude: 9,
    longitude: 10,
    organisation: 15,
    sub_building: 16,
    building_name: 17,
    building_number: 18,
    street_name: 19,
    locality: 20,
    town_name: 21,
    post_town: 22,
    postcode: 24,
    change_code: 27,
  },
  plus: {
    uprn: 1,
    change_type: 3,
    state: 4,
    class: 6,
    x_coordinate: 8,
    y_coordinate: 9,
    latitude: 10,
    longitude: 11,
    country: 14,
    rm_organisation_name: 18,
    la_organisation: 19,
    sub_building_name: 22,
    building_name: 23,
    building_number: 24,
    sao_start_number: 25,
    sao_start_suffix: 26,
    sao_end_number: 27,
    sao_end_suffix: 28,
    sao_text: 29,
    pao_start_number: 31,
    pao_start_suffix: 32,
    pao_end_number: 33,
    pao_end_suffix: 34,
    pao_text: 35,
    street_description: 50,
    dependent_thoroughfare: 52,
    thoroughfare: 53,
    post_town: 63,
    postcode: 65,
    postcode_locator: 66,
    addressbase_postal: 69,
  },
} as const

for (const [kind, places] of Object.entries(PLACES)) {
  test(`the columns of AddressBase ${kind} are in their places`, () => {
    const columns = ADDRESSBASE_COLUMNS[kind as keyof typeof PLACES]
    const found = Object.keys(places).map((name) => [name, columns.indexOf(name) + 1])
    assert.deepEqual(Object.fromEntries(found), places)
    assert.equal(columns.length, kind === 'plus' ? 77 : 27)
  })
}
