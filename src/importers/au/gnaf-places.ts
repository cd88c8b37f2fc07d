// States, localities and streets of a full G-NAF distribution, and the other names they go by.

import type {
  LocalityAlias,
  LocalityNeighbour,
  NationalKnowledge,
  StreetAlias,
} from '../../index/rows/row-source.ts'
import type { Splitter } from '../../lib/delimited/splitter.ts'
import { KeyedList } from '../reading/key-table.ts'
import type { TablePass } from '../reading/table.ts'
import { type Columns, eachRecord, type GnafTables, readCodes, tidy } from './gnaf-tables.ts'

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

/** As G-NAF has always numbered them from 1, for a distribution without the STATE table. */
const STATES = ['NSW', 'VIC', 'QLD', 'SA', 'WA', 'TAS', 'NT', 'ACT', 'OT']

type Each = <Name extends string>(
  table: string,
  names: readonly Name[],
  use: (record: Splitter, at: Columns<Name>) => void,
) => Promise<void>

type StreetTypes = ReadonlyMap<string, string>

/** Reads the small tables of all states: a street or a neighbour may be named from another one. */
export async function readPlaces({ authority, standard }: GnafTables, pass: TablePass) {
  const each: Each = async (table, names, use) => {
    for (const tables of standard.values()) await eachRecord(tables.get(table), names, pass, use)
  }
  // Of this table alone CODE is the long form and NAME the abbreviation.
  const streetTypes = await readCodes(authority.get('STREET_TYPE_AUT'), pass)
  const localities = await readLocalities(each)
  const streets = await readStreets(each, streetTypes, localities)
  const knowledge = {
    localityAliases: await readLocalityAliases(each, localities),
    localityNeighbours: await readNeighbours(each, localities),
    streetAliases: await readStreetAliases(each, streetTypes, streets),
  }
  return { localities, streets, knowledge }
}

async function readLocalities(each: Each) {
  const states = new Map(STATES.map((state, at) => [`${at + 1}`, state]))
  const localities = new KeyedList<GnafLocality>()
  await each('STATE', ['STATE_PID', 'STATE_ABBREVIATION'], (record, at) => {
    states.set(record.text(at.STATE_PID), tidy(record.text(at.STATE_ABBREVIATION)))
  })
  await each('LOCALITY', ['LOCALITY_PID', 'LOCALITY_NAME', 'STATE_PID'], (record, at) => {
    const name = tidy(record.text(at.LOCALITY_NAME))
    const state = states.get(record.text(at.STATE_PID)) ?? ''
    localities.set(record, at.LOCALITY_PID, { name, state })
  })
  return localities
}

const STREET_NAMES = [
  'STREET_LOCALITY_PID',
  'STREET_NAME',
  'STREET_TYPE_CODE',
  'STREET_SUFFIX_CODE',
] as const

function streetName(
  record: Splitter,
  at: Columns<(typeof STREET_NAMES)[number]>,
  streetTypes: StreetTypes,
) {
  const typeCode = record.text(at.STREET_TYPE_CODE)
  return {
    name: tidy(record.text(at.STREET_NAME)),
    type: streetTypes.get(typeCode) ?? tidy(typeCode),
    suffix: tidy(record.text(at.STREET_SUFFIX_CODE)),
  }
}

async function readStreets(each: Each, types: StreetTypes, localities: KeyedList<GnafLocality>) {
  const streets = new KeyedList<GnafStreet>()
  await each('STREET_LOCALITY', [...STREET_NAMES, 'LOCALITY_PID'], (record, at) => {
    const locality = localities.get(record, at.LOCALITY_PID)
    const street = { ...streetName(record, at, types), locality }
    streets.set(record, at.STREET_LOCALITY_PID, street)
  })
  return streets
}

async function readLocalityAliases(each: Each, localities: KeyedList<GnafLocality>) {
  const aliases: LocalityAlias[] = []
  await each('LOCALITY_ALIAS', ['LOCALITY_PID', 'NAME', 'DATE_RETIRED'], (record, at) => {
    const locality = localities.get(record, at.LOCALITY_PID)
    const alias = tidy(record.text(at.NAME))
    if (locality === undefined || alias === '' || !record.isEmpty(at.DATE_RETIRED)) return
    if (alias === locality.name) return
    aliases.push({ state: locality.state, localityName: locality.name, alias })
  })
  return aliases
}

async function readNeighbours(each: Each, localities: KeyedList<GnafLocality>) {
  const neighbours: LocalityNeighbour[] = []
  const names = ['LOCALITY_PID', 'NEIGHBOUR_LOCALITY_PID', 'DATE_RETIRED'] as const
  await each('LOCALITY_NEIGHBOUR', names, (record, at) => {
    const locality = localities.get(record, at.LOCALITY_PID)
    const neighbour = localities.get(record, at.NEIGHBOUR_LOCALITY_PID)
    if (locality === undefined || neighbour === undefined) return
    if (!record.isEmpty(at.DATE_RETIRED)) return
    const { name: localityName, state } = locality
    neighbours.push({ state, localityName, neighbour: neighbour.name })
  })
  return neighbours
}

async function readStreetAliases(each: Each, types: StreetTypes, streets: KeyedList<GnafStreet>) {
  const aliases: StreetAlias[] = []
  await each('STREET_LOCALITY_ALIAS', [...STREET_NAMES, 'DATE_RETIRED'], (record, at) => {
    const street = streets.get(record, at.STREET_LOCALITY_PID)
    if (street?.locality === undefined || !record.isEmpty(at.DATE_RETIRED)) return
    const alias = streetName(record, at, types)
    aliases.push({
      state: street.locality.state,
      localityName: street.locality.name,
      streetName: street.name,
      streetType: street.type,
      streetSuffix: street.suffix,
      aliasName: alias.name,
      aliasType: alias.type,
      aliasSuffix: alias.suffix,
    })
  })
  return aliases
}
