// Imports OS AddressBase Premium: records of twelve kinds in one file or many, joined by UPRN in any order.

import { EMPTY_POSTAL_ROW, type PostalRow } from '../../address/postal.ts'
import { normaliseUprn } from '../../address/uprn.ts'
import { NamedSuccessors, postalIdOf } from '../../index/ids/postal-id.ts'
import { Splitter } from '../../lib/delimited/splitter.ts'
import { ImportRefused } from '../../lib/operator-error.ts'
import { type Input, requireInputs } from '../reading/archive.ts'
import type { ChangedRows } from '../reading/changed-rows.ts'
import { Tally } from '../reading/rejects.ts'
import {
  CSV,
  foldedName,
  importedRows,
  type Layout,
  requireBeginning,
  scanTables,
  type TablePass,
} from '../reading/table.ts'
import { isDataFile, osAttribution, postalRow, skipReason } from './addressbase.ts'
import { changedKey, type KeptRecords, piecesOf } from './kept-records.ts'
import { RowPlacer } from './postal-fields.ts'
import { postcodesGiven } from './postcode-files.ts'
import {
  BLPU,
  CLASSIFICATION,
  KEPT_STREET,
  KEPT_STREETS_FROM,
  KEY_COLUMNS,
  KINDS,
  type Kind,
  LPI,
  ROLES,
  STREET,
  STREET_COLUMNS,
  STREET_KEPT,
  SUCCESSOR,
  UNUSED,
} from './premium-kinds.ts'
import { type JoinedFields, type JoinOptions, joinedRows } from './uprn-join.ts'
import {
  FIRST_COLUMN,
  ORIGIN_COLUMNS,
  ROLE_COLUMN,
  UPRN_COLUMN,
  UprnRecords,
  uprnIn,
} from './uprn-records.ts'

/** Files, zip files or a folder, by volumes or by tiles: a full supply, or with kept records a change-only update. */
export async function openAddressBasePremium(paths: readonly string[], options: JoinOptions = {}) {
  const inputs = await requireInputs(paths, '.csv file', isDataFile)
  for (const input of inputs) {
    const layout = layoutOf(input.name, new Tally(), () => undefined, options.changed)
    await requireBeginning(input, layout)
  }
  const postcodes = await postcodesGiven(options)
  const { successors } = options.changed ?? { successors: new NamedSuccessors() }
  return importedRows({
    product: 'uk',
    format: 'addressbase-premium',
    attribution: osAttribution('AddressBase Premium'),
    inputs,
    options,
    successors,
    changes: options.keep && { flags: [], sets: [], until: '', hasRecords: true },
    async *read(pass) {
      using records = new UprnRecords(options.workFolder)
      const streets = await gather(inputs, records, pass, options)
      const placer = new RowPlacer(pass.tally, postcodes)
      const make = (fields: JoinedFields) => {
        const row = rowOf(fields, streets, pass.tally, placer)
        options.changed?.say({ uprn: fields.key('uprn') }, '', row)
        return row
      }
      const files = inputs.map(({ name }) => name)
      const more = [...STREET_COLUMNS, ...OTHER_FIELDS]
      const label = 'addressbase-premium, joining'
      const note = (fields: JoinedFields) => tellSuccessors(fields, successors)
      const join = { roles: ROLES, files, more, label, note }
      const { bytes } = records
      yield* joinedRows({ bytes, pieces: () => piecesOf(records, options) }, join, make, pass)
    },
  })
}

/** Gathers the records about addresses, and answers the streets. */
async function gather(
  inputs: readonly Input[],
  records: UprnRecords,
  pass: TablePass,
  { changed, keep, kept }: JoinOptions,
): Promise<Streets> {
  const { tally } = pass
  const streets: Streets = new Map()
  for (const [file, input] of inputs.entries()) {
    const use = (record: Splitter, { role, places, columns }: Kind) => {
      if (role === UNUSED) return
      const text = (column: string) => record.text(places.get(column) ?? -1)
      const isDeleted = text('changetype') === 'D'
      if (isDeleted) tally.skip('deleted')
      if (isDeleted && changed === undefined) return
      const at = changed?.nextPlace() ?? ''
      const keyOf = (key: string, isThere: boolean) =>
        changed === undefined ? key : changedKey(key, at, isThere)
      if (role === STREET) {
        addStreet(streets, text, changed !== undefined, isDeleted)
        const street = KEPT_STREETS_FROM + Number(text('usrn'))
        const key = keyOf(text('language'), !isDeleted)
        if (keep !== undefined) records.add(street, KEPT_STREET, record, columns, file, key)
      }
      const rank = ROLES[role] === undefined ? undefined : rankOf(role, text)
      if (ROLES[role] === undefined || (rank === undefined && changed === undefined)) return
      const uprn = uprnIn(record, places.get('uprn') ?? -1)
      if (uprn === 0) return tally.reject('key-missing', record, `UPRN is "${text('uprn')}"`)
      changed?.say({ uprn: String(uprn) }, '', undefined, text('lastupdatedate'))
      if (role === SUCCESSOR && !isDeleted && normaliseUprn(text('successor')) === undefined) {
        return tally.reject('key-missing', record, `SUCCESSOR is "${text('successor')}"`)
      }
      const column = KEY_COLUMNS[role]
      const own = keep === undefined || column === undefined ? '' : text(column)
      const isThere = rank !== undefined && !isDeleted
      records.add(uprn, role + (rank ?? ''), record, columns, file, keyOf(own, isThere))
    }
    await scanTables([input], layoutOf(input.name, tally, use, changed), pass)
  }
  if (kept !== undefined) addKeptStreets(kept, streets, records, changed)
  return streets
}

/** Adds the streets that a change set leaves out, and all addresses on those that it has. */
function addKeptStreets(
  kept: KeptRecords,
  streets: Streets,
  records: UprnRecords,
  changed: ChangedRows | undefined,
): void {
  const isChanged = new Set(streets.keys())
  const splitter = new Splitter(CSV)
  for (const lines of kept.parts()) {
    splitter.feed(lines)
    while (splitter.next()) {
      const role = splitter.text(ROLE_COLUMN).charAt(0)
      const last = splitter.columns - 1 - ORIGIN_COLUMNS
      if (role === KEPT_STREET) {
        const texts = STREET_KEPT.map(
          (name, at) => [name, splitter.text(FIRST_COLUMN + at)] as const,
        )
        const text = new Map(texts)
        const { own, other } = streets.get(text.get('usrn') ?? '') ?? {}
        const isKnown = text.get('language') === 'ENG' ? own : other
        if (isKnown === undefined) addStreet(streets, (name) => text.get(name) ?? '')
      } else if (role === LPI && isChanged.has(splitter.text(last))) {
        const uprn = splitter.text(UPRN_COLUMN)
        changed?.say({ uprn }, '', undefined)
        records.add(Number(uprn), TOUCHED, splitter, new Int32Array(), 0, changedKey('', '', false))
      }
    }
  }
}

/** In place of a role: nothing is new but the name of the street. */
const TOUCHED = 'z'

/** A UPRN may have several: a house that became flats. */
function tellSuccessors(fields: JoinedFields, successors: NamedSuccessors): void {
  const idOf = (uprn: string) => postalIdOf({ ...EMPTY_POSTAL_ROW, uprn })
  const own = fields.key('uprn')
  for (const [text = ''] of fields.repeated) {
    const uprn = normaliseUprn(text)
    if (uprn !== undefined && uprn !== own) successors.add(idOf(own), idOf(uprn))
  }
}

/** Which record of a role comes first; undefined for one that no longer counts. A BLPU says itself what it is. */
function rankOf(role: string, text: (column: string) => string): string | undefined {
  if (role === BLPU) return ''
  if (text('enddate') !== '') return undefined
  // The Valuation Office has classes of its own.
  if (role === CLASSIFICATION) return /addressbase/i.test(text('classscheme')) ? '' : undefined
  if (role !== LPI) return ''
  if (text('logicalstatus') !== LPI_APPROVED) return undefined
  if (text('language') !== 'ENG') return '3'
  return text('officialflag') === 'Y' ? '1' : '2'
}

const LPI_APPROVED = '1'
const BLPU_PROVISIONAL = '6'
const BLPU_HISTORICAL = '8'

/** The names of a street in English, and in another language. A nation has 1.5 million of them. */
type Streets = Map<string, { own?: readonly string[]; other?: readonly string[] }>
/** In place of the names of a street: a change set deletes them. */
const NO_NAMES: readonly string[] = []

const OTHER_FIELDS = STREET_COLUMNS.map((name) => `altlanguage${name}`)

function addStreet(
  streets: Streets,
  text: (column: string) => string,
  isChange = false,
  isDeleted = false,
): void {
  const names = isDeleted ? NO_NAMES : STREET_COLUMNS.map(text)
  const language = text('language') === 'ENG' ? 'own' : 'other'
  const known = streets.get(text('usrn'))
  const before = known?.[language]
  // Of two names the lesser, whatever order they come in.
  if (!isChange && before !== undefined && String(before) <= String(names)) return
  streets.set(text('usrn'), { ...known, [language]: names })
}

function rowOf(
  fields: JoinedFields,
  streets: Streets,
  tally: Tally,
  placer: RowPlacer,
): PostalRow | undefined {
  const usrn = fields.raw('usrn')
  const hasDelivery = fields.raw('postcode') !== ''
  const status = fields.raw('logicalstatus')
  const isGone = status === BLPU_HISTORICAL || (usrn === '' && !hasDelivery)
  const isPlanned = status === BLPU_PROVISIONAL
  const skip = isGone ? 'retired' : isPlanned ? 'not-standing' : skipReason(fields)
  if (skip !== undefined) return tally.skip(skip)
  const point = fields.point('xcoordinate', 'ycoordinate')
  const known = streets.get(usrn)
  const [own, other] = [known?.own, known?.other].map((names) =>
    names === NO_NAMES ? undefined : names,
  )
  const names = own ?? other
  if (Number.isNaN(point.latitude)) return tally.reject('coordinates-missing', fields.origin)
  if (names === undefined && !hasDelivery) {
    return tally.reject('street-unknown', fields.origin, `USRN is "${usrn}"`)
  }
  fields.setAll(STREET_COLUMNS, names)
  if (own !== undefined) fields.setAll(OTHER_FIELDS, other)
  return placer.place(fields, postalRow(fields, point))
}

function layoutOf(
  file: string,
  tally: Tally,
  use: (record: Splitter, kind: Kind) => void,
  changed: ChangedRows | undefined,
): Layout<undefined> {
  const refuseChanges = (record: Splitter) => {
    const isHeader = record.text(0) === '10'
    const isSet = record.text(record.columns - 1) === 'C'
    if (!isHeader || isSet === (changed !== undefined)) return
    throw new ImportRefused(
      isSet
        ? `${file} has changes alone; import a full supply of AddressBase Premium, or add --changes.`
        : `${file} has a full supply of AddressBase Premium; import it without --changes.`,
    )
  }
  return {
    expected: 'OS AddressBase Premium (CSV without a header, each line with its record identifier)',
    ...CSV,
    begin(first) {
      if (!KINDS.has(first.text(0)) && !isNames(first)) return undefined
      refuseChanges(first)
      return {
        // Asked for each record: kinds differ in their columns.
        get columns() {
          return KINDS.get(first.text(0))?.places.size || first.columns
        },
        hasHeader: false,
        read(record): undefined {
          const kind = KINDS.get(record.text(0))
          refuseChanges(record)
          if (kind !== undefined) use(record, kind)
          else if (!isNames(record)) {
            tally.reject('code-unknown', record, `RECORD_IDENTIFIER is "${record.text(0)}"`)
          }
        },
      }
    },
  }
}

/** Who splits the file by kinds puts the names of columns at the top of each. */
function isNames(record: Splitter): boolean {
  return foldedName(record.text(0)) === 'recordidentifier'
}
