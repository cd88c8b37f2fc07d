// Australia: addresses of the national file, as Variant A answers them.

import type { Declaration } from './declaration.ts'
import { ENGLISH } from './english.ts'
import { NATIONAL_GIVES_UP } from './giving-up.ts'
import { FOUR_DIGITS, NATIONAL_FIELDS, nationalLists } from './national-fields.ts'
import { formsTable, pairs, wordSet } from './tables.ts'

const STATES = `
NSW NEW_SOUTH_WALES|VIC VICTORIA|QLD QUEENSLAND|SA SOUTH_AUSTRALIA|WA WESTERN_AUSTRALIA
TAS TASMANIA|NT NORTHERN_TERRITORY|ACT AUSTRALIAN_CAPITAL_TERRITORY|OT OTHER_TERRITORIES`

const OTHER_STATES = `
WEST AUST=WA|WESTERN AUST=WA|WEST AUSTRALIA=WA|W AUSTRALIA=WA|W AUST=WA|SOUTH AUST=SA|STH AUSTRALIA=SA|STH AUST=SA
S AUSTRALIA=SA|S AUST=SA|NTH TERRITORY=NT|N TERRITORY=NT|N T=NT|S A=SA|W A=WA|N S W=NSW|A C T=ACT|TASSIE=TAS`

const LISTS = nationalLists(NATIONAL_FIELDS)

export const AU = {
  product: 'au',
  form: 'national',
  name: 'Australia',
  nameInText: 'Australia',
  adjective: 'Australian',
  fields: NATIONAL_FIELDS,
  national: {
    outer: 'state',
    outerGap: ' ',
    unitGap: ' ',
    // With the external territories: Cocos and Norfolk Island, the Torres Strait, Macquarie Island.
    latitudes: [-55, -8],
    longitudes: [96, 169],
  },
  words: {
    deliveredElsewhere: ENGLISH.deliveredElsewhere,
    country: wordSet('AUSTRALIA AUS AU AUST'),
    regions: formsTable(STATES),
    otherRegions: pairs(OTHER_STATES, '='),
    counties: new Set<string>(),
    countyTowns: new Set<string>(),
    knownTowns: new Set<string>(),
    townsInEnglish: new Map<string, string>(),
  },
  postcode: { ...FOUR_DIGITS, zeroRegion: 'NT', hint: 'four digits, such as 3121' },
  phone: { countryCode: '61', firstDigit: '2-478', moreDigits: '8' },
  reading: {
    placeWordsMax: 3,
    partNames: { region: 'state', place: 'suburb', 'unit word': 'kind of unit' },
    placeWordNames: ['city', 'words before the suburb'],
    givesUp: NATIONAL_GIVES_UP,
  },
  lists: {
    ...LISTS,
    required: ['locality_name', 'state'],
    sign: 'region',
    signName: 'Australian states',
  },
  sources: [['G-NAF Core', 'gnaf-core GNAF_CORE.psv']],
  currency: 'AUD',
  taxName: 'GST',
  taxIdName: 'ABN',
  taxInvoiceTitle: 'Tax invoice',
  examples: {
    parameters: {
      addresses: ['8-10 taylor st melbourne 3000', '8-10 tailor st melborne'],
      term: '11 taylor',
      id: 'GAVIC413656698',
      location: 'melbourne-vic-3000',
      file: 'id\nGAVIC413656673',
      address: '8-10 Taylor St, Melbourne VIC 3000',
      postcode: '3000',
      latitude: '-37.8175',
      longitude: '144.9644',
      from: 'GAVIC413656698',
      to: 'GAVIC413656673',
      to_latitude: '-33.8688',
      to_longitude: '151.2093',
    },
    place: 'melb',
  },
} as const satisfies Declaration
