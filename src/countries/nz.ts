// New Zealand: addresses of the national file, where a suburb or locality is part of a town, as Variant A answers them.

import type { Declaration } from './declaration.ts'
import { ENGLISH } from './english.ts'
import { NATIONAL_GIVES_UP } from './giving-up.ts'
import { FOUR_DIGITS, nationalLists, TOWN_FIELDS } from './national-fields.ts'
import { list, pairs } from './tables.ts'

/** Regions, of now and before, which no address needs. `*` marks those that are also towns. */
const REGIONS = `
NORTHLAND|AUCKLAND*|WAIKATO|BAY OF PLENTY|GISBORNE*|HAWKES BAY|HAWKE S BAY|TARANAKI|MANAWATU|WHANGANUI*
MANAWATU WHANGANUI|MANAWATU WANGANUI|WELLINGTON*|WAIRARAPA|TASMAN|NELSON*|MARLBOROUGH|WEST COAST|CANTERBURY|OTAGO
SOUTHLAND|FIORDLAND|KING COUNTRY|COROMANDEL*|HAURAKI|EAST CAPE|HOROWHENUA|KAPITI|KAPITI COAST|CENTRAL OTAGO
NORTH ISLAND|SOUTH ISLAND|NTH ISLAND|STH ISLAND|NORTH SHORE|TE TAI TOKERAU|TE IKA A MAUI|TE WAIPOUNAMU`

/** Towns by their Māori names or an older spelling, and as the national file has them. */
const TOWNS = `
TAMAKI MAKAURAU=AUCKLAND|TE WHANGANUI A TARA=WELLINGTON|PONEKE=WELLINGTON|OTAUTAHI=CHRISTCHURCH|OTEPOTI=DUNEDIN
KIRIKIRIROA=HAMILTON|TE PAPAIOEA=PALMERSTON NORTH|WHAKATU=NELSON|NGAMOTU=NEW PLYMOUTH|WAIHOPAI=INVERCARGILL
TURANGANUI A KIWA=GISBORNE|TAHUNA=QUEENSTOWN|WAIHARAKEKE=BLENHEIM|HERETAUNGA=HASTINGS|WANGANUI=WHANGANUI`

/** What most lists name some of. */
const LARGEST_TOWNS = `
AUCKLAND|WELLINGTON|CHRISTCHURCH|DUNEDIN|TAURANGA|LOWER HUTT|UPPER HUTT|PORIRUA|WHANGAREI|INVERCARGILL|WHANGANUI
NEW PLYMOUTH|ROTORUA|PALMERSTON NORTH|NAPIER|GISBORNE|BLENHEIM|TIMARU|TAUPO|MASTERTON|LEVIN|QUEENSTOWN|ASHBURTON
WHAKATANE|PARAPARAUMU|OAMARU|WANAKA|KAITAIA|KERIKERI|PUKEKOHE|TOKOROA|GREYMOUTH|HAWERA|FEILDING|RANGIORA|PAPAMOA`

const LISTS = nationalLists(TOWN_FIELDS)

export const NZ = {
  product: 'nz',
  form: 'national',
  name: 'New Zealand',
  nameInText: 'New Zealand',
  adjective: 'New Zealand',
  fields: TOWN_FIELDS,
  national: {
    outer: 'town_city',
    outerGap: ', ',
    unitGap: '/',
    // From the Kermadec to the Campbell Islands, and to the Chatham Islands east of 180 degrees.
    latitudes: [-53, -28],
    longitudes: [165, 185],
  },
  words: {
    // Rural delivery has the number of its round.
    deliveredElsewhere: [
      ...ENGLISH.deliveredElsewhere,
      'R ?D(?= ?\\d{1,2}(?: |$))',
      'RURAL DELIVERY',
    ],
    country: new Set(list('NEW ZEALAND|NZ|N Z|NEWZEALAND|AOTEAROA')),
    regions: new Map<string, readonly string[]>(),
    otherRegions: new Map<string, string>(),
    counties: new Set(list(REGIONS.replaceAll('*', ''))),
    countyTowns: new Set(
      list(REGIONS).flatMap((name) => (name.endsWith('*') ? name.slice(0, -1) : [])),
    ),
    knownTowns: new Set(list(LARGEST_TOWNS)),
    townsInEnglish: pairs(TOWNS, '='),
  },
  postcode: { ...FOUR_DIGITS, zeroRegion: '', hint: 'four digits, such as 1011' },
  phone: { countryCode: '64', firstDigit: '2-9', moreDigits: '7,9' },
  reading: {
    placeWordsMax: 4,
    partNames: { place: 'suburb', 'unit word': 'kind of unit' },
    placeWordNames: ['town', 'words before the town'],
    givesUp: NATIONAL_GIVES_UP,
  },
  lists: { ...LISTS, required: ['locality_name'], sign: 'town', signName: 'towns of New Zealand' },
  sources: [['LINZ', 'linz nz-addresses.csv --postcodes roads.csv']],
  currency: 'NZD',
  taxName: 'GST',
  taxIdName: 'GST number',
  taxInvoiceTitle: 'Tax invoice',
  examples: {
    parameters: {
      addresses: ['12 ponsonby rd auckland 1011', '12 ponsonbey rd, aukland'],
      term: '12 ponsonby',
      id: '2105659',
      location: 'auckland-central-auckland-1010',
      file: 'id\n2108246',
      address: '12 Ponsonby Rd, Ponsonby, Auckland 1011',
      postcode: '1011',
      latitude: '-36.8485',
      longitude: '174.7633',
      from: '2105659',
      to: '2108246',
      to_latitude: '-41.2866',
      to_longitude: '174.7756',
    },
    place: 'auck',
  },
} as const satisfies Declaration
