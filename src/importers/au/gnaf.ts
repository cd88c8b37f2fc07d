// Imports the full G-NAF distribution: the Authority Code and Standard tables of any set of states.

import type { NationalRow } from '../../address/national.ts'
import { GNAF_ATTRIBUTION } from '../attributions.ts'
import { type Input, listInputs } from '../reading/archive.ts'
import {
  type ImportOptions,
  importedRows,
  type NationalImport,
  newPass,
} from '../reading/imported-rows.ts'
import { Tally } from '../reading/rejects.ts'
import { readTables, type TablePass } from '../reading/table.ts'
import { detailLayout, type GnafCodes, type GnafContext } from './gnaf-detail.ts'
import { GnafFacts } from './gnaf-facts.ts'
import { readPlaces } from './gnaf-places.ts'
import { gnafTables, readCodes, TABLE_NAME } from './gnaf-tables.ts'

/**
 * The paths are the distribution's folder, any folder above it, or its zip file. Places and other
 * names are read now, addresses by each call of `rows`, which may be called several times.
 */
export async function openGnaf(
  paths: readonly string[],
  options: ImportOptions = {},
): Promise<NationalImport> {
  const inputs = await listInputs(paths, (name) => TABLE_NAME.test(name), options.limits)
  const tables = gnafTables(inputs, paths.join(', '))
  const tally = new Tally()
  const opening = newPass(tally, { ...(options.limits && { limits: options.limits }) })
  const places = await readPlaces(tables, opening)
  const codes: GnafCodes = {
    flatTypes: await readCodes(tables.authority.get('FLAT_TYPE_AUT'), opening),
    levelTypes: await readCodes(tables.authority.get('LEVEL_TYPE_AUT'), opening),
    geocodeTypes: await readCodes(tables.authority.get('GEOCODE_TYPE_AUT'), opening),
  }
  const states = [...tables.standard.values()]
  const source = importedRows({
    product: 'au',
    format: 'gnaf',
    attribution: GNAF_ATTRIBUTION,
    inputs: states.flatMap((state) => ADDRESS_TABLES.flatMap((name) => state.get(name) ?? [])),
    options,
    tally,
    async *read(pass) {
      for (const state of states) yield* stateRows(state, { places, codes }, pass)
    },
  })
  return { ...source, knowledge: places.knowledge }
}

/** What each reading of the rows goes through. */
const ADDRESS_TABLES = [
  'ADDRESS_SITE',
  'ADDRESS_DEFAULT_GEOCODE',
  'MB_2021',
  'ADDRESS_MESH_BLOCK_2021',
  'ADDRESS_ALIAS',
  'PRIMARY_SECONDARY',
  'ADDRESS_DETAIL',
]

async function* stateRows(
  tables: ReadonlyMap<string, Input>,
  context: GnafContext,
  pass: TablePass,
): AsyncGenerator<NationalRow[]> {
  const details = tables.get('ADDRESS_DETAIL')
  if (details === undefined) return
  const facts = await GnafFacts.read(tables, pass)
  yield* readTables([details], detailLayout(facts, context, pass.tally), pass)
}
