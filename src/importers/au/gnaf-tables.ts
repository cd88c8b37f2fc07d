// Finds the tables of a full G-NAF distribution by their names and reads them column by name.

import type { Splitter } from '../../lib/delimited/splitter.ts'
import { ImportRefused } from '../../lib/operator-error.ts'
import type { Input } from '../reading/archive.ts'
import {
  columnsOf,
  fieldsOf,
  type Layout,
  PIPE_SEPARATED,
  scanTables,
  type TablePass,
} from '../reading/table.ts'

export const GNAF_ATTRIBUTION =
  'Incorporates or developed using G-NAF © Geoscape Australia licensed by the Commonwealth of ' +
  'Australia under the Open Geo-coded National Address File (G-NAF) End User Licence Agreement.'

export const TABLE_NAME = /_psv\.psv$/i

/** `VIC_ADDRESS_DETAIL_psv.psv`, `Authority_Code_FLAT_TYPE_AUT_psv.psv`. */
const STANDARD = /(?:^|[/\\ ])([A-Z]{2,3})_([A-Z0-9_]+)_PSV\.PSV(?:\.GZ)?$/
const AUTHORITY = /(?:^|[/\\ ])AUTHORITY_CODE_([A-Z0-9_]+)_PSV\.PSV(?:\.GZ)?$/

export interface GnafTables {
  /** By name without prefix: `FLAT_TYPE_AUT`. */
  readonly authority: ReadonlyMap<string, Input>
  /** By state, then by name: `ADDRESS_DETAIL`. */
  readonly standard: ReadonlyMap<string, ReadonlyMap<string, Input>>
}

/** Without these there are no addresses. */
const NEEDED = ['ADDRESS_DETAIL', 'ADDRESS_DEFAULT_GEOCODE', 'STREET_LOCALITY', 'LOCALITY']
const NEEDED_AUTHORITY = ['FLAT_TYPE_AUT', 'LEVEL_TYPE_AUT', 'STREET_TYPE_AUT', 'GEOCODE_TYPE_AUT']

export function gnafTables(inputs: readonly Input[], where: string): GnafTables {
  const authority = new Map<string, Input>()
  const standard = new Map<string, Map<string, Input>>()
  for (const input of inputs) {
    const [, code] = AUTHORITY.exec(input.name.toUpperCase()) ?? []
    if (code !== undefined) {
      authority.set(code, input)
      continue
    }
    const [, state, table] = STANDARD.exec(input.name.toUpperCase()) ?? []
    if (state === undefined || table === undefined) continue
    const tables = standard.get(state) ?? new Map<string, Input>()
    standard.set(state, tables.set(table, input))
  }
  // A distribution may hold a table or two for a state that has no addresses in it.
  for (const [state, tables] of standard) {
    if (!tables.has('ADDRESS_DETAIL')) standard.delete(state)
  }
  if (standard.size === 0) throw missing(where, 'no ADDRESS_DETAIL table')
  for (const [state, tables] of standard) {
    const lacking = NEEDED.find((name) => !tables.has(name))
    if (lacking !== undefined) throw missing(where, `no ${state}_${lacking}_psv.psv`)
  }
  const lacking = NEEDED_AUTHORITY.find((name) => !authority.has(name))
  if (lacking !== undefined) throw missing(where, `no Authority_Code_${lacking}_psv.psv`)
  return { authority, standard }
}

function missing(where: string, what: string): ImportRefused {
  return new ImportRefused(
    `${where} is refused: the folders "Authority Code" and "Standard" of a full G-NAF ` +
      `distribution were expected, and there is ${what}. G-NAF Core is loaded by import gnaf-core.`,
  )
}

export type Columns<Name extends string> = Readonly<Record<Name, number>>

/** A layout whose rows `read` makes; its columns are found by name. */
export function gnafLayout<Name extends string, Row>(
  table: string,
  names: readonly Name[],
  read: (record: Splitter, at: Columns<Name>) => Row | undefined,
): Layout<Row> {
  return {
    expected: `the G-NAF table ${table} (pipe-separated, with the header ${names[0]}|…)`,
    ...PIPE_SEPARATED,
    begin(first) {
      const at = columnsOf(fieldsOf(first), names)
      if (at === undefined) return undefined
      return { columns: first.columns, hasHeader: true, read: (record) => read(record, at) }
    },
  }
}

/** Goes through a table that only tells something about addresses. A missing one tells nothing. */
export async function eachRecord<Name extends string>(
  input: Input | undefined,
  names: readonly Name[],
  pass: TablePass,
  use: (record: Splitter, at: Columns<Name>) => void,
): Promise<void> {
  if (input === undefined) return
  const layout = gnafLayout(input.name, names, (record, at: Columns<Name>): undefined => {
    use(record, at)
  })
  await scanTables([input], layout, pass)
}

/** Code to name of an authority table. */
export async function readCodes(input: Input | undefined, pass: TablePass) {
  const codes = new Map<string, string>()
  await eachRecord(input, ['CODE', 'NAME'], pass, (record, at) => {
    codes.set(record.text(at.CODE).trim(), record.text(at.NAME).trim())
  })
  return codes
}

/** Names as Variant A has them; what the tables around ADDRESS_DETAIL need is not noted per row. */
export function tidy(text: string): string {
  return text.trim().replace(/\s+/g, ' ').toUpperCase()
}
