// Where the United Kingdom is, its countries, and its districts by their ONS code under the county that people write.

import type { Point } from '../../address/geo.ts'
import { list, words } from '../../countries/tables.ts'
import DISTRICTS from './districts.json' with { type: 'json' }

/** With the Channel Islands and Shetland. */
const BOX = { latitudeMin: 48.9, latitudeMax: 61.2, longitudeMin: -9, longitudeMax: 2.2 }

export function inUnitedKingdom({ latitude, longitude }: Point): boolean {
  return (
    latitude >= BOX.latitudeMin &&
    latitude <= BOX.latitudeMax &&
    longitude >= BOX.longitudeMin &&
    longitude <= BOX.longitudeMax
  )
}

/** The first three characters of an ONS country code (`E92000001`) and what people call it. */
export const ONS_COUNTRIES: ReadonlyMap<string, string> = new Map([
  ['E92', 'England'],
  ['W92', 'Wales'],
  ['S92', 'Scotland'],
  ['N92', 'Northern Ireland'],
  ['L93', 'Channel Islands'],
  ['M83', 'Isle of Man'],
])

/** Areas that lie in one country; those along a border are in none of these lists. */
const AREA_COUNTRIES: ReadonlyMap<string, string> = new Map([
  ...areas('Scotland', 'AB DD EH FK G HS IV KA KW KY ML PA PH ZE'),
  ...areas('Wales', 'CF SA'),
  ...areas('Northern Ireland', 'BT'),
  ...areas('Isle of Man', 'IM'),
  ...areas('Channel Islands', 'GY JE'),
  ...areas(
    'England',
    `AL B BA BB BD BH BL BN BR BS CB CM CO CR CT CV CW DA DE DH DL DN DT DY E EC EN EX FY GU HA HD
     HG HP HU HX IG IP KT L LA LE LN LS LU M ME MK N NE NG NN NR NW OL OX PE PL PO PR RG RH RM S SE
     SG SK SL SM SN SO SP SR SS ST SW TA TF TN TQ TR TS TW UB W WA WC WD WF WN WR WS WV YO`,
  ),
])

/** Those of today and those that sales before 1996 name. */
const WELSH_COUNTIES: ReadonlySet<string> = new Set(
  list(`
CLWYD|DYFED|GWENT|MID GLAMORGAN|SOUTH GLAMORGAN|WEST GLAMORGAN|BLAENAU GWENT|BRIDGEND|CAERPHILLY|CARDIFF
CARMARTHENSHIRE|CEREDIGION|CONWY|DENBIGHSHIRE|FLINTSHIRE|GWYNEDD|ISLE OF ANGLESEY|MERTHYR TYDFIL|MONMOUTHSHIRE
NEATH PORT TALBOT|NEWPORT|PEMBROKESHIRE|POWYS|RHONDDA CYNON TAFF|RHONDDA CYNON TAF|SWANSEA|THE VALE OF GLAMORGAN
TORFAEN|WREXHAM`),
)

/** '' for an area along a border. */
export function countryOfPostcode(postcode: string): string {
  const area = /^[A-Z]{1,2}/.exec(postcode)?.[0] ?? ''
  return AREA_COUNTRIES.get(area) ?? ''
}

export function isWelshCounty(county: string): boolean {
  return WELSH_COUNTIES.has(county.toUpperCase())
}

function areas(country: string, names: string): [string, string][] {
  return words(names).map((area) => [area, country])
}

/**
 * By county and ONS code; a council that is its own county stands under ''. Districts that no longer are stay: files
 * and postcodes older than their end name them.
 */
const districts = new Map(
  Object.entries(DISTRICTS).flatMap(([county, byCode]) =>
    Object.entries<string>(byCode).map(([code, district]) => {
      return [code, { district, county: county || district }] as const
    }),
  ),
)

/** All codes, in an order that does not change while a file is read. */
export const DISTRICT_CODES: readonly string[] = [...districts.keys()]

/** Undefined for a code that no district has, such as those that stand for "none". */
export function districtOf(code: string) {
  return districts.get(code)
}
