// Australia: addresses of the national file, as Variant A answers them.

import type { Declaration } from './declaration.ts'
import { ENGLISH } from './english.ts'
import { formsTable, pairs, wordSet } from './tables.ts'

const STATES = `
NSW NEW_SOUTH_WALES|VIC VICTORIA|QLD QUEENSLAND|SA SOUTH_AUSTRALIA|WA WESTERN_AUSTRALIA
TAS TASMANIA|NT NORTHERN_TERRITORY|ACT AUSTRALIAN_CAPITAL_TERRITORY|OT OTHER_TERRITORIES`

const OTHER_STATES = `
WEST AUST=WA|WESTERN AUST=WA|WEST AUSTRALIA=WA|W AUSTRALIA=WA|W AUST=WA|SOUTH AUST=SA|STH AUSTRALIA=SA|STH AUST=SA
S AUSTRALIA=SA|S AUST=SA|NTH TERRITORY=NT|N TERRITORY=NT|N T=NT|S A=SA|W A=WA|N S W=NSW|A C T=ACT|TASSIE=TAS`

export const AU = {
  product: 'au',
  words: {
    ...ENGLISH,
    country: wordSet('AUSTRALIA AUS AU AUST'),
    regions: formsTable(STATES),
    otherRegions: pairs(OTHER_STATES, '='),
    counties: new Set<string>(),
    countyTowns: new Set<string>(),
    townsInEnglish: new Map<string, string>(),
  },
  postcode: { isNumber: true, whole: /^\d{4}$/, inLine: /\b\d{4}\s*$/, strict: /^\d{4}$/ },
  phone: { countryCode: '61', firstDigit: '2-478', moreDigits: '8' },
  reading: {
    placeWordsMax: 3,
    partNames: { region: 'state', place: 'suburb', 'unit word': 'kind of unit' },
    placeWordNames: ['city', 'words before the suburb'],
    givesUp: [
      { parts: ['spaces'] },
      { parts: ['region'] },
      { parts: ['postcode'], place: 'same' },
      { parts: ['some of the place'], needs: 'postcode' },
      { parts: ['place'], needs: 'postcode', street: 'same' },
      { parts: ['postcode'], street: 'same' },
      { parts: ['place'], place: 'similar', lettersMin: 7 },
      { parts: ['spelling of the street'], street: 'misspelt', lettersMin: 7 },
      { parts: ['unknown part of the place', 'postcode'] },
      { parts: ['place', 'postcode'], place: 'around', street: 'same' },
      { parts: ['place'], place: 'similar', lettersMin: 5 },
      { parts: ['spelling of the street'], street: 'misspelt', lettersMin: 5 },
      { parts: [], isLoose: true },
      { parts: ['postcode'], street: 'similar', isLoose: true },
      { parts: ['place'], needs: 'postcode', street: 'similar', isLoose: true },
      { parts: ['unit word'] },
      { parts: ['place', 'postcode'], place: 'unknown', street: 'same' },
    ],
  },
} as const satisfies Declaration
