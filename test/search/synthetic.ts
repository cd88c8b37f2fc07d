// Makes small worlds of addresses with many collisions: names that are also localities, states, types and units.

import { SeededRandom } from '../../dev/seeded-random.ts'
import { EMPTY_NATIONAL_ROW, type NationalRow, nationalLabel } from '../../src/address/national.ts'
import type { PostalRow } from '../../src/address/postal.ts'
import { AU } from '../../src/countries/au.ts'
import type {
  ImportSource,
  NationalKnowledge,
  NationalSource,
  PostalSource,
} from '../../src/index/rows/row-source.ts'

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

export function nationalWorld(
  seed: number,
  count: number,
  streets: readonly string[] = STREETS,
): NationalSource {
  const random = new SeededRandom(seed)
  const rows: NationalRow[] = []
  for (let i = 0; i < count; i++) rows.push(nationalRow(random, i, rows, streets))
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

function nationalRow(
  random: SeededRandom,
  i: number,
  before: readonly NationalRow[],
  streets: readonly string[],
): NationalRow {
  const [localityName, state, postcode] = random.pick(LOCALITIES)
  const streetName = random.pick(streets)
  const number = random.chance(0.95) ? random.below(random.chance(0.2) ? 400 : 30) + 1 : 0
  const isUnit = random.chance(0.35)
  const isLevel = random.chance(0.06)
  const alias = random.chance(0.05) && before.length > 0 ? random.pick(before) : undefined
  const row: Omit<NationalRow, 'addressLabel'> = {
    ...EMPTY_NATIONAL_ROW,
    addressDetailPid: `GA${state.padEnd(3, '_')}${700_000_000 + i * 7}`,
    dateCreated: random.chance(0.5) ? '2004-04-29' : '',
    addressSiteName: random.chance(0.02) ? 'ROYAL PARK' : '',
    buildingName: random.chance(0.08) ? random.pick(BUILDINGS) : '',
    flatType: isUnit ? random.pick(['UNIT', 'UNIT', 'SHOP', 'FLAT']) : '',
    flatNumber: isUnit ? random.pick(['1', '2', '3', '12', '21', '3A', 'G01', 'B']) : '',
    levelType: isLevel ? random.pick(['LEVEL', 'LEVEL', 'FLOOR', 'BASEMENT']) : '',
    levelNumber: isLevel ? random.pick(['1', '2', '10']) : '',
    numberFirst:
      number === 0 ? '' : `${number}${random.chance(0.08) ? random.pick(['A', 'B']) : ''}`,
    numberLast:
      number !== 0 && random.chance(0.1) ? String(number + 2 * (1 + random.below(4))) : '',
    lotNumber: number === 0 || random.chance(0.05) ? String(random.below(40) + 1) : '',
    streetName,
    streetType: streetName.startsWith('THE') ? '' : random.pick(TYPES),
    streetSuffix: random.chance(0.06) ? random.pick(['N', 'S']) : '',
    localityName,
    state,
    postcode,
    legalParcelId: random.pick(['', '1\\TP257898', `${i}\\PS${i * 31}`, 'CP0012#', '12/34//DP755']),
    mbCode: random.chance(0.7) ? String(20_192_490_000 + random.below(9)) : '',
    aliasPrincipal: alias === undefined || alias.aliasPrincipal === 'A' ? 'P' : 'A',
    principalPid: alias === undefined || alias.aliasPrincipal === 'A' ? '' : alias.addressDetailPid,
    primarySecondary: isUnit ? 'S' : random.chance(0.2) ? 'P' : '',
    primaryPid: isUnit && before.length > 0 ? random.pick(before).addressDetailPid : '',
    geocodeType: random.pick(['FRONTAGE CENTRE SETBACK', 'PROPERTY CENTROID', '']),
    latitude: -(3_700_000_000 + random.below(400_000_000)) / 1e8,
    longitude: (14_400_000_000 + random.below(500_000_000)) / 1e8,
    addressStatus: random.chance(0.03) ? 'RETIRED' : 'CURRENT',
    cleaningProvenance: random.chance(0.02) ? { street_name: 'trimmed' } : {},
  }
  const addressLabel = random.chance(0.02) ? `SOMETHING ELSE ${i}` : nationalLabel(row, AU.national)
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
  const random = new SeededRandom(seed)
  const rows: PostalRow[] = []
  for (let i = 0; i < count; i++) rows.push(postalRow(random, i))
  return { product: 'uk', format: 'test', attribution: 'made for a test', rows: () => rows }
}

function postalRow(random: SeededRandom, i: number): PostalRow {
  const [double, dependent, town, county, postcode] = random.pick(UK_PLACES)
  const thoroughfare = random.pick(UK_STREETS)
  const number = random.chance(0.85) ? random.below(40) + 1 : 0
  const named = number === 0 || random.chance(0.1)
  return {
    uprn: i % 3 === 0 ? String(100_000_000_000 + i) : '',
    sourceKey: random.chance(0.5) ? String(50_000_000 + i) : '',
    organisation: random.chance(0.06)
      ? random.pick(['Corner Bakery', 'Harbour Print Ltd', 'AB Motors'])
      : '',
    department: '',
    poBox: '',
    subBuilding: random.chance(0.2)
      ? random.pick(['Flat 1', 'Flat 2', 'Apartment 12', 'First Floor Flat', 'Flat 3a', 'Unit 2'])
      : '',
    buildingName: buildingName(random, named, number === 0),
    buildingNumber:
      number === 0
        ? ''
        : `${number}${random.chance(0.1) ? 'A' : random.chance(0.05) ? `-${number + 4}` : ''}`,
    dependentThoroughfare: random.chance(0.05) ? 'Mill Mews' : '',
    thoroughfare,
    doubleDependentLocality: double,
    dependentLocality: dependent,
    townOrCity: town,
    county,
    district: random.pick(['', 'Southwark']),
    country: 'England',
    postcode,
    residential: random.chance(0.8),
    latitude: (51_000_000 + random.below(3_000_000)) / 1e6,
    longitude: (-3_000_000 + random.below(3_000_000)) / 1e6,
  }
}

/** Royal Mail keeps some numbers as names, but never beside a number. */
function buildingName(random: SeededRandom, isNamed: boolean, isAlone: boolean): string {
  if (!isNamed) return ''
  return random.pick([
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
