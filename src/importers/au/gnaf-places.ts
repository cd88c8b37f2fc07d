// States, localities and streets of a full G-NAF distribution, and the other names they go by.

import type {
  LocalityAlias,
  LocalityNeighbour,
  NationalKnowledge,
  StreetAlias,
} from '../../index/rows/row-source.ts'
import { KeyedList } from '../reading/key-table.ts'
import type { TablePass } from '../reading/table.ts'
import { eachStateRecord, type GnafTables, readCodes, tidy } from './gnaf-tables.ts'

interface GnafLocality {
  readonly name: string
  readonly state: string
}

export interface GnafStreet {
  readonly name: string
  /** Abbreviated as in G-NAF Core: `ST`. */
  readonly type: string
  readonly suffix: string
  readonly locality: GnafLocality | undefined
}

export interface GnafPlaces {
  readonly localities: KeyedList<GnafLocality>
  readonly streets: KeyedList<GnafStreet>
  readonly knowledge: NationalKnowledge
}

/** What G-NAF has always numbered its states by, for a distribution without the STATE table. */
const STATE_PIDS: readonly (readonly [string, string])[] = [
  ['1', 'NSW'],
  ['2', 'VIC'],
  ['3', 'QLD'],
  ['4', 'SA'],
  ['5', 'WA'],
  ['6', 'TAS'],
  ['7', 'NT'],
  ['8', 'ACT'],
  ['9', 'OT'],
]

/** Reads the small tables of all states: a street or a neighbour may be named from another one. */
export async function readPlaces(tables: GnafTables, pass: TablePass): Promise<GnafPlaces> {
  // Of this table alone CODE is the long form and NAME the abbreviation.
  const streetTypes = await readCodes(tables.authority.get('STREET_TYPE_AUT'), pass)
  const localities = await readLocalities(tables, pass)
  const streets = await readStreets(tables, pass, { streetTypes, localities })
  const knowledge = {
    localityAliases: await readLocalityAliases(tables, pass, localities),
    localityNeighbours: await readNeighbours(tables, pass, localities),
    streetAliases: await readStreetAliases(tables, pass, { streetTypes, streets }),
  }
  return { localities, streets, knowledge }
}

async function readLocalities(tables: GnafTables, pass: TablePass) {
  const states = new Map(STATE_PIDS)
  const localities = new KeyedList<GnafLocality>()
  const stateNames = ['STATE_PID', 'STATE_ABBREVIATION'] as const
  await eachStateRecord(tables, 'STATE', stateNames, pass, (record, at) => {
    states.set(record.text(at.STATE_PID), tidy(record.text(at.STATE_ABBREVIATION)))
  })
  const names = ['LOCALITY_PID', 'LOCALITY_NAME', 'STATE_PID'] as const
  await eachStateRecord(tables, 'LOCALITY', names, pass, (record, at) => {
    const name = tidy(record.text(at.LOCALITY_NAME))
    const state = states.get(record.text(at.STATE_PID)) ?? ''
    localities.set(record, at.LOCALITY_PID, { name, state })
  })
  return localities
}

interface StreetContext {
  readonly streetTypes: ReadonlyMap<string, string>
  readonly localities: KeyedList<GnafLocality>
}

async function readStreets(tables: GnafTables, pass: TablePass, context: StreetContext) {
  const { streetTypes, localities } = context
  const streets = new KeyedList<GnafStreet>()
  const names = [
    'STREET_LOCALITY_PID',
    'STREET_NAME',
    'STREET_TYPE_CODE',
    'STREET_SUFFIX_CODE',
    'LOCALITY_PID',
  ] as const
  await eachStateRecord(tables, 'STREET_LOCALITY', names, pass, (record, at) => {
    const typeCode = record.text(at.STREET_TYPE_CODE)
    streets.set(record, at.STREET_LOCALITY_PID, {
      name: tidy(record.text(at.STREET_NAME)),
      type: streetTypes.get(typeCode) ?? tidy(typeCode),
      suffix: tidy(record.text(at.STREET_SUFFIX_CODE)),
      locality: localities.get(record, at.LOCALITY_PID),
    })
  })
  return streets
}

async function readLocalityAliases(
  tables: GnafTables,
  pass: TablePass,
  localities: KeyedList<GnafLocality>,
): Promise<LocalityAlias[]> {
  const aliases: LocalityAlias[] = []
  const names = ['LOCALITY_PID', 'NAME', 'DATE_RETIRED'] as const
  await eachStateRecord(tables, 'LOCALITY_ALIAS', names, pass, (record, at) => {
    const locality = localities.get(record, at.LOCALITY_PID)
    const alias = tidy(record.text(at.NAME))
    if (locality === undefined || alias === '' || !record.isEmpty(at.DATE_RETIRED)) return
    if (alias === locality.name) return
    aliases.push({ state: locality.state, localityName: locality.name, alias })
  })
  return aliases
}

async function readNeighbours(
  tables: GnafTables,
  pass: TablePass,
  localities: KeyedList<GnafLocality>,
): Promise<LocalityNeighbour[]> {
  const neighbours: LocalityNeighbour[] = []
  const names = ['LOCALITY_PID', 'NEIGHBOUR_LOCALITY_PID', 'DATE_RETIRED'] as const
  await eachStateRecord(tables, 'LOCALITY_NEIGHBOUR', names, pass, (record, at) => {
    const locality = localities.get(record, at.LOCALITY_PID)
    const neighbour = localities.get(record, at.NEIGHBOUR_LOCALITY_PID)
    if (locality === undefined || neighbour === undefined) return
    if (!record.isEmpty(at.DATE_RETIRED)) return
    const { name: localityName, state } = locality
    const isAbroad = neighbour.state !== state
    neighbours.push({
      state,
      localityName,
      neighbour: neighbour.name,
      ...(isAbroad && { neighbourState: neighbour.state }),
    })
  })
  return neighbours
}

interface StreetAliasContext {
  readonly streetTypes: ReadonlyMap<string, string>
  readonly streets: KeyedList<GnafStreet>
}

async function readStreetAliases(
  tables: GnafTables,
  pass: TablePass,
  { streetTypes, streets }: StreetAliasContext,
): Promise<StreetAlias[]> {
  const aliases: StreetAlias[] = []
  const names = [
    'STREET_LOCALITY_PID',
    'STREET_NAME',
    'STREET_TYPE_CODE',
    'STREET_SUFFIX_CODE',
    'DATE_RETIRED',
  ] as const
  await eachStateRecord(tables, 'STREET_LOCALITY_ALIAS', names, pass, (record, at) => {
    const street = streets.get(record, at.STREET_LOCALITY_PID)
    if (street?.locality === undefined || !record.isEmpty(at.DATE_RETIRED)) return
    const typeCode = record.text(at.STREET_TYPE_CODE)
    aliases.push({
      state: street.locality.state,
      localityName: street.locality.name,
      streetName: street.name,
      streetType: street.type,
      streetSuffix: street.suffix,
      aliasName: tidy(record.text(at.STREET_NAME)),
      aliasType: streetTypes.get(typeCode) ?? tidy(typeCode),
      aliasSuffix: tidy(record.text(at.STREET_SUFFIX_CODE)),
    })
  })
  return aliases
}
