// Makes small worlds of addresses with many collisions: names that are also localities, states, types and units.

import type { NationalRow } from '../../src/address/national.ts'
import { nationalLabel } from '../../src/address/national.ts'
import type { PostalRow } from '../../src/address/postal.ts'
import type {
  ImportSource,
  NationalKnowledge,
  NationalSource,
  PostalSource,
} from '../../src/index/build/row-source.ts'

/** A small generator of its own, so that a world is the same on every machine. */
export class Dice {
  #state: number

  constructor(seed: number) {
    this.#state = (seed ^ 0x9e3779b9) >>> 0
  }

  below(limit: number): number {
    this.#state = (Math.imul(this.#state ^ (this.#state >>> 15), 0x2c1b3c6d) + 0x3c6ef372) >>> 0
    const mixed = Math.imul(this.#state ^ (this.#state >>> 12), 0x297a2d39) >>> 0
    return Math.floor((((mixed ^ (mixed >>> 15)) >>> 0) / 4294967296) * limit)
  }

  pick<T>(values: readonly T[]): T {
    return values[this.below(values.length)]
  }

  chance(share: number): boolean {
    return this.below(1_000_000) < share * 1_000_000
  }
}

const STREETS = [
  'KING',
  'KINGSTON',
  'VICTORIA',
  'STATION',
  'ST GEORGES',
  "O'BRIEN",
  'RICHMOND',
  'MOUNT PLEASANT',
  'NORTH',
  'PARK',
  'THE ESPLANADE',
  'FIRST',
  '42ND',
  'SMITH',
  'SMYTH',
  'PYRMONT BRIDGE',
  'LEVEL',
  'OLD NORTHERN',
] as const
const TYPES = ['ST', 'RD', 'AV', 'PL', 'CT', 'PARK'] as const
const LOCALITIES: readonly (readonly [string, string, string])[] = [
  ['RICHMOND', 'VIC', '3121'],
  ['RICHMOND', 'TAS', '7025'],
  ['NORTH RICHMOND', 'VIC', '3121'],
  ['ST KILDA', 'VIC', '3182'],
  ['KINGSTON', 'TAS', '7050'],
  ['VICTORIA PARK', 'WA', '6100'],
  ['KINGS PARK', 'NSW', '2148'],
  ['PYRMONT', 'NSW', '2009'],
  ["O'CONNOR", 'ACT', '2602'],
]
const BUILDINGS = ['ROSE COURT', 'TOWER 2', 'STATION HOUSE', "ST MARY'S HALL"] as const

export function nationalWorld(seed: number, count: number): NationalSource {
  const dice = new Dice(seed)
  const rows: NationalRow[] = []
  for (let i = 0; i < count; i++) rows.push(nationalRow(dice, i, rows))
  return {
    product: 'au',
    format: 'test',
    attribution: 'made for a test',
    rows: () => rows,
    knowledge: KNOWLEDGE,
  }
}

const KNOWLEDGE: NationalKnowledge = {
  localityAliases: [{ state: 'VIC', localityName: 'ST KILDA', alias: 'SAINT KILDA BEACH' }],
  localityNeighbours: [{ state: 'VIC', localityName: 'RICHMOND', neighbour: 'ST KILDA' }],
  streetAliases: [
    {
      state: 'NSW',
      localityName: 'PYRMONT',
      streetName: 'PARK',
      streetType: 'RD',
      streetSuffix: '',
      aliasName: 'OLD COACH',
      aliasType: 'LANE',
      aliasSuffix: '',
    },
  ],
}

function nationalRow(dice: Dice, i: number, before: readonly NationalRow[]): NationalRow {
  const [localityName, state, postcode] = dice.pick(LOCALITIES)
  const streetName = dice.pick(STREETS)
  const number = dice.chance(0.95) ? dice.below(dice.chance(0.2) ? 400 : 30) + 1 : 0
  const isUnit = dice.chance(0.35)
  const isLevel = dice.chance(0.06)
  const alias = dice.chance(0.05) && before.length > 0 ? dice.pick(before) : undefined
  const row: Omit<NationalRow, 'addressLabel'> = {
    addressDetailPid: `GA${state.padEnd(3, '_')}${700_000_000 + i * 7}`,
    dateCreated: dice.chance(0.5) ? '2004-04-29' : '',
    addressSiteName: dice.chance(0.02) ? 'ROYAL PARK' : '',
    buildingName: dice.chance(0.08) ? dice.pick(BUILDINGS) : '',
    flatType: isUnit ? dice.pick(['UNIT', 'UNIT', 'SHOP', 'FLAT']) : '',
    flatNumber: isUnit ? dice.pick(['1', '2', '3', '12', '21', '3A', 'G01', 'B']) : '',
    levelType: isLevel ? dice.pick(['LEVEL', 'LEVEL', 'FLOOR', 'BASEMENT']) : '',
    levelNumber: isLevel ? dice.pick(['1', '2', '10']) : '',
    numberFirst: number === 0 ? '' : `${number}${dice.chance(0.08) ? dice.pick(['A', 'B']) : ''}`,
    numberLast: number !== 0 && dice.chance(0.1) ? String(number + 2 * (1 + dice.below(4))) : '',
    lotNumber: number === 0 || dice.chance(0.05) ? String(dice.below(40) + 1) : '',
    streetName,
    streetType: streetName.startsWith('THE') ? '' : dice.pick(TYPES),
    streetSuffix: dice.chance(0.06) ? dice.pick(['N', 'S']) : '',
    localityName,
    state,
    postcode,
    legalParcelId: dice.pick(['', '1\\TP257898', `${i}\\PS${i * 31}`, 'CP0012#', '12/34//DP755']),
    mbCode: dice.chance(0.7) ? String(20_192_490_000 + dice.below(9)) : '',
    aliasPrincipal: alias === undefined || alias.aliasPrincipal === 'A' ? 'P' : 'A',
    principalPid: alias === undefined || alias.aliasPrincipal === 'A' ? '' : alias.addressDetailPid,
    primarySecondary: isUnit ? 'S' : dice.chance(0.2) ? 'P' : '',
    primaryPid: isUnit && before.length > 0 ? dice.pick(before).addressDetailPid : '',
    geocodeType: dice.pick(['FRONTAGE CENTRE SETBACK', 'PROPERTY CENTROID', '']),
    latitude: -(3_700_000_000 + dice.below(400_000_000)) / 1e8,
    longitude: (14_400_000_000 + dice.below(500_000_000)) / 1e8,
    addressStatus: dice.chance(0.03) ? 'RETIRED' : 'CURRENT',
    cleaningProvenance: dice.chance(0.02) ? { street_name: 'trimmed' } : {},
  }
  const addressLabel = dice.chance(0.02) ? `SOMETHING ELSE ${i}` : nationalLabel(row)
  return { ...row, addressLabel }
}

const UK_STREETS = [
  'High Street',
  'Station Road',
  "King's Road",
  'The Avenue',
  'St Benedicts Street',
  'London Road',
  'Broadway',
  'Church Lane',
  'Park Road North',
  'First Avenue',
  '',
] as const
const UK_PLACES: readonly (readonly [string, string, string, string, string])[] = [
  ['', '', 'London', '', 'SK1 1AA'],
  ['', '', 'London', '', 'SK1 1AB'],
  ['', 'Heaton Moor', 'Stockport', 'Cheshire', 'SK10 1AA'],
  ['', '', 'Stockport', 'Cheshire', 'SK1 1BB'],
  ['', '', 'High Wycombe', 'Buckinghamshire', 'SK11 1AA'],
  ['Upper End', 'Kew', 'Richmond', 'Surrey', 'AB10 1ST'],
  ['', '', 'Stoke-on-Trent', 'Staffordshire', 'E1 6AN'],
]

export function postalWorld(seed: number, count: number): PostalSource {
  const dice = new Dice(seed)
  const rows: PostalRow[] = []
  for (let i = 0; i < count; i++) rows.push(postalRow(dice, i))
  return { product: 'uk', format: 'test', attribution: 'made for a test', rows: () => rows }
}

function postalRow(dice: Dice, i: number): PostalRow {
  const [double, dependent, town, county, postcode] = dice.pick(UK_PLACES)
  const thoroughfare = dice.pick(UK_STREETS)
  const number = dice.chance(0.85) ? dice.below(40) + 1 : 0
  const named = number === 0 || dice.chance(0.1)
  return {
    sourceKey: dice.chance(0.5) ? String(50_000_000 + i) : '',
    organisation: dice.chance(0.06)
      ? dice.pick(['Corner Bakery', 'Harbour Print Ltd', 'AB Motors'])
      : '',
    department: '',
    poBox: '',
    subBuilding: dice.chance(0.2)
      ? dice.pick(['Flat 1', 'Flat 2', 'Apartment 12', 'First Floor Flat', 'Flat 3a', 'Unit 2'])
      : '',
    buildingName: buildingName(dice, named, number === 0),
    buildingNumber:
      number === 0
        ? ''
        : `${number}${dice.chance(0.1) ? 'A' : dice.chance(0.05) ? `-${number + 4}` : ''}`,
    dependentThoroughfare: dice.chance(0.05) ? 'Mill Mews' : '',
    thoroughfare,
    doubleDependentLocality: double,
    dependentLocality: dependent,
    townOrCity: town,
    county,
    district: dice.pick(['', 'Southwark']),
    country: 'England',
    postcode,
    residential: dice.chance(0.8),
    latitude: (51_000_000 + dice.below(3_000_000)) / 1e6,
    longitude: (-3_000_000 + dice.below(3_000_000)) / 1e6,
  }
}

/** Royal Mail keeps some numbers as names, but never beside a number. */
function buildingName(dice: Dice, isNamed: boolean, isAlone: boolean): string {
  if (!isNamed) return ''
  return dice.pick([
    'Rose Cottage',
    'Mill House',
    'Kingston Court',
    ...(isAlone ? ['12A', '3-5'] : []),
  ])
}

export function rowsOf<Source extends ImportSource>(source: Source): readonly RowOf<Source>[] {
  return [...(source.rows() as Iterable<RowOf<Source>>)]
}

type RowOf<Source extends ImportSource> = Source extends NationalSource ? NationalRow : PostalRow
