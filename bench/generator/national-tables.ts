// Shares of what G-NAF holds: states, street types, units, levels. Counted on real files, rounded.

import { Weighted } from './distributions.ts'

export interface State {
  readonly name: string
  /** Share of the nation's addresses. */
  readonly share: number
  readonly pid: string
  readonly postcodes: readonly [number, number]
  readonly digit: number
  readonly plan: string
  /** South, west, north, east. */
  readonly box: readonly [number, number, number, number]
}

export const STATES: readonly State[] = [
  state('NSW', 0.309, 'GANSW', [2000, 2599], 1, 'DP', [-36.5, 147, -29, 153.4]),
  state('VIC', 0.26, 'GAVIC', [3000, 3996], 2, 'PS', [-38.6, 141.2, -35.2, 148.5]),
  state('QLD', 0.207, 'GAQLD', [4000, 4895], 3, 'SP', [-28.5, 144, -17, 153.2]),
  state('WA', 0.101, 'GAWA_', [6000, 6770], 5, 'D', [-34.8, 115.2, -20.5, 121]),
  state('SA', 0.0755, 'GASA_', [5000, 5734], 4, 'F', [-37.5, 134, -32, 140.8]),
  state('TAS', 0.0235, 'GATAS', [7000, 7470], 6, 'SP', [-43.2, 145, -41, 148.2]),
  state('ACT', 0.0162, 'GAACT', [2600, 2620], 8, 'CANB', [-35.5, 149, -35.1, 149.3]),
  state('NT', 0.0078, 'GANT_', [800, 886], 7, 'LTO', [-23.8, 130.8, -12.4, 134]),
]

function state(
  name: string,
  share: number,
  pid: string,
  postcodes: readonly [number, number],
  digit: number,
  plan: string,
  box: readonly [number, number, number, number],
): State {
  return { name, share, pid, postcodes, digit, plan, box }
}

interface StreetType {
  readonly name: string
  /** How much longer such a street is than others. */
  readonly length: number
}

/** Abbreviated as the file has them; the weight is how many streets are of that type. */
export const STREET_TYPES = new Weighted<StreetType>([
  [{ name: 'RD', length: 0.82 }, 134_576],
  [{ name: 'ST', length: 1.36 }, 124_838],
  [{ name: 'CT', length: 0.48 }, 41_618],
  [{ name: 'AV', length: 1.44 }, 28_933],
  [{ name: 'PL', length: 0.54 }, 28_803],
  [{ name: 'DR', length: 1.5 }, 22_112],
  [{ name: 'LANE', length: 0.28 }, 19_115],
  [{ name: 'CL', length: 0.51 }, 15_771],
  [{ name: 'CR', length: 1.32 }, 13_630],
  [{ name: 'WAY', length: 0.88 }, 12_303],
  [{ name: 'HWY', length: 1.46 }, 4_558],
  [{ name: 'TCE', length: 1.33 }, 4_003],
  [{ name: 'CCT', length: 1.73 }, 3_392],
  [{ name: 'PDE', length: 2.16 }, 3_241],
  [{ name: 'GR', length: 0.86 }, 2_994],
  [{ name: '', length: 1.7 }, 2_000],
  [{ name: 'BVD', length: 2.18 }, 1_609],
  [{ name: 'RISE', length: 0.63 }, 1_442],
  [{ name: 'LOOP', length: 1.27 }, 915],
  [{ name: 'TRK', length: 0.18 }, 851],
  [{ name: 'WALK', length: 0.53 }, 806],
  [{ name: 'MEWS', length: 0.55 }, 785],
  [{ name: 'GDNS', length: 0.91 }, 573],
  [{ name: 'CIR', length: 1.53 }, 433],
  [{ name: 'LINK', length: 0.42 }, 424],
  [{ name: 'VIEW', length: 0.58 }, 390],
  [{ name: 'PWY', length: 1.28 }, 357],
  [{ name: 'RTT', length: 0.71 }, 352],
  [{ name: 'COVE', length: 0.41 }, 333],
  [{ name: 'VSTA', length: 0.68 }, 297],
  [{ name: 'PASS', length: 0.52 }, 276],
  [{ name: 'ESP', length: 2.1 }, 269],
  [{ name: 'SQ', length: 0.94 }, 265],
])

export const STREET_SUFFIXES = new Weighted([
  ['', 99_470],
  ['W', 142],
  ['S', 130],
  ['N', 129],
  ['E', 127],
  ['EX', 2],
])

export const FLAT_TYPES = new Weighted([
  ['UNIT', 2_906],
  ['SHOP', 119],
  ['APARTMENT', 31],
  ['FLAT', 27],
  ['SUITE', 25],
  ['SITE', 19],
  ['VILLA', 15],
  ['CARSPACE', 8],
  ['TOWNHOUSE', 7],
  ['FACTORY', 6],
  ['SHED', 6],
  ['OFFICE', 5],
  ['ROOM', 3],
  ['KIOSK', 2],
])

export const LEVEL_TYPES = new Weighted([
  ['LEVEL', 70],
  ['FLOOR', 30],
])

export const GEOCODE_TYPES = new Weighted([
  ['FRONTAGE CENTRE SETBACK', 70],
  ['PROPERTY CENTROID', 18],
  ['PROPERTY ACCESS POINT SETBACK', 8],
  ['BUILDING CENTROID', 3],
  ['STREET LOCALITY', 1],
])

export const BUILDING_LASTS: readonly string[] = [
  'COURT',
  'GARDENS',
  'TOWERS',
  'APARTMENTS',
  'HOUSE',
  'PLAZA',
  'LODGE',
  'VILLAGE',
  'CENTRE',
  'TERRACES',
]
