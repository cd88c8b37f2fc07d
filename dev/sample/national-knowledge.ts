// Other names by which people know sample suburbs and streets of product `au`.

import type {
  LocalityAlias,
  NationalKnowledge,
  StreetAlias,
} from '../../src/index/rows/row-source.ts'
import { readStreetTitle } from './names-au.ts'
import { neighboursOf } from './national-streets.ts'
import { SAMPLE_SUBURBS } from './places-au.ts'

export function sampleKnowledge(): NationalKnowledge {
  return {
    localityAliases: LOCALITY_ALIASES.map(readLocalityAlias),
    localityNeighbours: SAMPLE_SUBURBS.flatMap((suburb) =>
      neighboursOf(suburb).map((neighbour) => ({
        state: suburb.state,
        localityName: suburb.localityName,
        neighbour: neighbour.localityName,
      })),
    ),
    streetAliases: STREET_ALIASES.map(readStreetAlias),
  }
}

/** State, suburb, its other name. */
const LOCALITY_ALIASES = [
  'VIC|MELBOURNE|MELBOURNE CITY',
  'VIC|ST KILDA|SAINT KILDA',
  'VIC|FITZROY NORTH|NORTH FITZROY',
  'VIC|BALLARAT CENTRAL|BALLARAT',
  'NSW|SYDNEY|SYDNEY CITY',
  'NSW|SURRY HILLS|STRAWBERRY HILLS',
  'QLD|BRISBANE CITY|BRISBANE',
  'QLD|CAIRNS CITY|CAIRNS',
  'QLD|TOWNSVILLE CITY|TOWNSVILLE',
  'QLD|TOOWOOMBA CITY|TOOWOOMBA',
  'QLD|ROCKHAMPTON CITY|ROCKHAMPTON',
  'QLD|MOUNT ISA CITY|MOUNT ISA',
  'WA|PERTH|PERTH CITY',
  'SA|MOUNT BARKER|MT BARKER',
  'SA|MOUNT GAMBIER|MT GAMBIER',
  'ACT|CITY|CANBERRA CITY',
  'ACT|CITY|CANBERRA',
  'NT|DARWIN CITY|DARWIN',
  'NT|PALMERSTON CITY|PALMERSTON',
]

/** State, suburb, street, its other name. Every one of them is a street that the suburb has. */
const STREET_ALIASES = [
  'VIC|MOONEE PONDS|MT ALEXANDER RD|MOUNT ALEXANDER RD',
  'VIC|ESSENDON|MT ALEXANDER RD|MOUNT ALEXANDER RD',
  'VIC|FITZROY NORTH|ST GEORGES RD|SAINT GEORGES RD',
  'VIC|ST KILDA|THE ESPLANADE|UPPER ESP',
  'VIC|DANDENONG|PRINCES HWY|DANDENONG RD',
  'NSW|NORTH SYDNEY|PACIFIC HWY|LANE COVE RD',
  'NSW|GLEBE|ST JOHNS RD|SAINT JOHNS RD',
  'QLD|BURLEIGH HEADS|1ST AV|FIRST AV',
  'QLD|MAROOCHYDORE|1ST AV|FIRST AV',
  'QLD|MAROOCHYDORE|2ND AV|SECOND AV',
  'WA|PERTH|ST GEORGES TCE|SAINT GEORGES TCE',
  'NT|STUART PARK|STUART HWY|DALY ST',
]

function readLocalityAlias(line: string): LocalityAlias {
  const [state = '', localityName = '', alias = ''] = line.split('|')
  return { state, localityName, alias }
}

function readStreetAlias(line: string): StreetAlias {
  const [state = '', localityName = '', street = '', other = ''] = line.split('|')
  const alias = readStreetTitle(other)
  return {
    state,
    localityName,
    ...readStreetTitle(street),
    aliasName: alias.streetName,
    aliasType: alias.streetType,
    aliasSuffix: alias.streetSuffix,
  }
}
