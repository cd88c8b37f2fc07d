// Builds the sections of a national index from gathered rows: ranks, ids, texts and details of Variant A.

import type { NationalKnowledge } from '../build/row-source.ts'
import { writeLists } from '../columns/lists-writer.ts'
import { writeSparse } from '../columns/sparse-column-writer.ts'
import { writeTexts } from '../columns/texts-writer.ts'
import type { SectionWriter } from '../file/section-writer.ts'
import { writeBoxes } from '../geography/boxes-writer.ts'
import { addAddress, PlaceGatherer, slugOf, writePlaces } from '../geography/places-writer.ts'
import {
  countWords,
  DROPPED,
  type FinalOrder,
  putInOrder,
  type RowComparison,
} from '../rows/final-order.ts'
import { countUp, GrowingBytes, kept, sortByKey, valuesOf } from '../rows/growing-arrays.ts'
import { NONE, RECORD } from '../streets/records.ts'
import { type FarRecords, writeRecords } from '../streets/records-writer.ts'
import { type CoreNumbers, type StreetParts, writeCore } from '../streets/streets-writer.ts'
import { nationalNameTerms, nationalPlaceTerms, nearTerms } from '../words/name-terms.ts'
import { CODE_UNKNOWN, NO_NUMBER } from '../words/number-code.ts'
import { stateForms } from '../words/written-forms.ts'
import { KnownNames } from './knowledge.ts'
import type { NationalTable } from './national-rows.ts'
import type { OtherPids, PidColumn } from './pids.ts'

/** Records between two known beginnings in the stream of details. */
const DETAILS_STEP = 16

export async function writeNational(
  writer: SectionWriter,
  rows: NationalTable,
  knowledge: NationalKnowledge | undefined,
): Promise<{ readonly addresses: number; readonly repeated: number }> {
  const { table } = rows
  const byId = sortByKey(
    sortByKey(countUp(table.rows), rows.pid.number.view()),
    rows.pid.prefix.view(),
  )
  const dropped = dropRepeated(rows.pid, byId)
  const principalOf = resolve(rows.principal, rows.pid, byId, dropped)
  const primaryOf = resolve(rows.primary, rows.pid, byId, dropped)
  showAliasesAtTheirPrincipalsDepth(rows, principalOf)
  const order = putInOrder(table, dropped, streetRank(rows), (packed) => compareWith(rows, packed))
  const known = new KnownNames(knowledge)
  const numbers = await writeCore(writer, table, order, partsOf(rows, known))
  const far = await writeRecords(writer, table, order, (row) => principalOf[row])
  noteOverrides(rows, order, { principalOf, primaryOf, far })
  await writeBoxes(writer, table, order)
  await writePlaces(writer, gatherPlaces(rows, order, known))
  const repeated = table.rows - order.rows.length
  table.free()
  await writeIds(writer, rows, order, byId)
  await writeSparse(writer, 'record.primary', order.rows.length, NONE, (record) => {
    const row = primaryOf[order.rows[record]]
    return row === DROPPED ? NONE : order.recordOf[row]
  })
  rows.freeIds()
  await writeFieldTexts(writer, rows, order, { numbers, known })
  rows.freeDetails()
  return { addresses: order.rows.length, repeated }
}

/** Of rows with the same id the first one of the file stays. `byId` keeps file order among equals. */
function dropRepeated(pid: PidColumn, byId: Uint32Array): Uint8Array {
  const [prefix, number] = [pid.prefix.view(), pid.number.view()]
  const dropped = new Uint8Array(byId.length)
  for (let i = 1; i < byId.length; i++) {
    const [before, row] = [byId[i - 1], byId[i]]
    if (prefix[before] === prefix[row] && number[before] === number[row]) dropped[row] = 1
  }
  return dropped
}

/** The row that each row's other id names, DROPPED where it names none of this file. */
function resolve(
  wanted: OtherPids,
  pid: PidColumn,
  byId: Uint32Array,
  dropped: Uint8Array,
): Uint32Array {
  const [prefix, number] = [pid.prefix.view(), pid.number.view()]
  const wantedRows = wanted.rows.view()
  const rows = new Uint32Array(byId.length).fill(DROPPED)
  for (let i = 0; i < wantedRows.length; i++) {
    const [wantedPrefix, wantedNumber] = [wanted.prefix.at(i), wanted.number.at(i)]
    // The units of a building follow each other and name the same address.
    if (
      i > 0 &&
      wanted.prefix.at(i - 1) === wantedPrefix &&
      wanted.number.at(i - 1) === wantedNumber
    ) {
      rows[wantedRows[i]] = rows[wantedRows[i - 1]]
      continue
    }
    let low = 0
    let high = byId.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const at = byId[middle]
      const order = prefix[at] - wantedPrefix || number[at] - wantedNumber
      if (order < 0) low = middle + 1
      else high = middle
    }
    const found = byId[low]
    if (found === undefined || dropped[found] === 1) continue
    if (prefix[found] === wantedPrefix && number[found] === wantedNumber) {
      rows[wantedRows[i]] = found
    }
  }
  return rows
}

/** An alias that shows a unit is ranked as a unit, or a unit would come before a building. */
function showAliasesAtTheirPrincipalsDepth(rows: NationalTable, principalOf: Uint32Array): void {
  const flags = rows.table.flags.view()
  for (let row = 0; row < flags.length; row++) {
    const principal = principalOf[row]
    if ((flags[row] & RECORD.alias) === 0 || principal === DROPPED) continue
    flags[row] |= flags[principal] & (RECORD.deep | RECORD.hidden)
  }
}

/** Long streets in large localities are the ones most people mean. */
function streetRank(rows: NationalTable) {
  const { table } = rows
  const streetOf = table.street.view()
  const inPlace = new Uint32Array(rows.places.count)
  for (let row = 0; row < streetOf.length; row++) inPlace[table.streets.second[streetOf[row]]]++
  return (street: number, addresses: number) => {
    const [name, type, suffix] = nameTextsOf(rows, table.streets.first[street])
    const place = table.streets.second[street]
    return {
      words: countWords(name, suffix),
      score: addresses * Math.floor(Math.sqrt(inPlace[place])),
      tie: [name, type, suffix, ...placeTextsOf(rows, place)].join('|'),
    }
  }
}

function compareWith(rows: NationalTable, packed: Uint32Array): RowComparison {
  const { table, pid } = rows
  const last = table.last.view()
  const [level, unit] = [table.level.view(), table.unit.view()]
  // Past the largest number comes 0: a level stands before its suites, a unit on no level before one on a level.
  const noneFirst = (number: number) => (packed[number] + 1) >>> 0
  const [number, lot, kind] = [table.number.view(), table.lot.view(), table.unitKind.view()]
  const flags = table.flags.view()
  const kinds = table.kindTexts.texts
  return (a, b) => {
    const lots = number[a] === 0 ? packed[lot[a]] - packed[lot[b]] : 0
    if (lots !== 0) return lots
    const deeper = (flags[a] & RECORD.deep) - (flags[b] & RECORD.deep)
    if (deeper !== 0) return deeper
    if (last[a] !== last[b]) return packed[last[a]] - packed[last[b]]
    if (level[a] !== level[b]) return noneFirst(level[a]) - noneFirst(level[b])
    if (unit[a] !== unit[b]) return noneFirst(unit[a]) - noneFirst(unit[b])
    if (kind[a] !== kind[b]) return kinds[kind[a]] < kinds[kind[b]] ? -1 : 1
    return pid.text(a) < pid.text(b) ? -1 : 1
  }
}

function partsOf(rows: NationalTable, known: KnownNames): StreetParts {
  const { table } = rows
  const place = (at: number) => placeTextsOf(rows, at)
  // A street with other names is found by more terms than its namesakes, so it has a name part of its own.
  return {
    nameOf: (street) => {
      const own = rows.names.count + street
      return aliasesOfName(rows, known, own).length === 0 ? table.streets.first[street] : own
    },
    placeOf: (street) => table.streets.second[street],
    postcodeOf: () => '',
    isSearchedName: () => true,
    nameTerms: (book, name) => {
      const [own, type, suffix] = nameTextsOf(rows, ownName(rows, name))
      const aliases = aliasesOfName(rows, known, name)
      return nationalNameTerms(book, [{ name: own, type, suffix }, ...aliases])
    },
    placeTerms: (book, at) => {
      const [locality, state, postcode] = place(at)
      const localities = [locality, ...known.localityAliases(locality, state)]
      const near = nearTerms(book, known.neighbours(locality, state))
      return { ...nationalPlaceTerms(book, { localities, state, postcode }), near }
    },
  }
}

/** The other names of a name part, which only that of a street with aliases has. */
function aliasesOfName(rows: NationalTable, known: KnownNames, name: number) {
  if (name < rows.names.count) return []
  const { first, second } = rows.table.streets
  const street = name - rows.names.count
  return known.streetAliases(nameTextsOf(rows, first[street]), placeTextsOf(rows, second[street]))
}

/** The name of first use behind a name part, which for a street with aliases is its own. */
function ownName(rows: NationalTable, name: number): number {
  return name < rows.names.count ? name : rows.table.streets.first[name - rows.names.count]
}

function nameTextsOf(rows: NationalTable, name: number): [string, string, string] {
  const { texts } = rows.table.texts
  const typed = rows.names.first[name]
  return [
    texts[rows.typedNames.first[typed]],
    texts[rows.typedNames.second[typed]],
    texts[rows.names.second[name]],
  ]
}

function placeTextsOf(rows: NationalTable, place: number): [string, string, string] {
  const { texts } = rows.table.texts
  const locality = rows.places.first[place]
  return [
    texts[rows.localities.first[locality]],
    texts[rows.localities.second[locality]],
    texts[rows.places.second[place]],
  ]
}

/** Each locality with its postcode is a place. */
function gatherPlaces(rows: NationalTable, order: FinalOrder, known: KnownNames) {
  const gatherer = new PlaceGatherer()
  const { table } = rows
  const [latitude, longitude] = [table.latitude.view(), table.longitude.view()]
  order.streets.forEach((street, at) => {
    const fields = placeTextsOf(rows, table.streets.second[street])
    const [locality, state, postcode] = fields
    const place = gatherer.place(fields.join('|'), () => ({
      id: slugOf(...fields),
      fields,
      strong: [locality, ...known.localityAliases(locality, state), postcode],
      weak: stateForms(state),
    }))
    for (let record = order.streetStart[at]; record < order.streetStart[at + 1]; record++) {
      addAddress(place, latitude[order.rows[record]], longitude[order.rows[record]])
    }
  })
  return gatherer.finish()
}

async function writeIds(
  writer: SectionWriter,
  rows: NationalTable,
  order: FinalOrder,
  byId: Uint32Array,
): Promise<void> {
  const { sorted, places } = rows.pidPrefixes.sortedPlaces()
  const prefix = rows.pid.prefix.view()
  const number = rows.pid.number.view()
  const finalPrefix = valuesOf(order.rows, prefix)
  for (let record = 0; record < finalPrefix.length; record++) {
    finalPrefix[record] = places[finalPrefix[record]]
  }
  await writer.add('pid.prefixes', sorted)
  await writer.add('record.pidPrefix', finalPrefix)
  await writer.add('record.pidNumber', valuesOf(order.rows, number))
  const byNumber = kept(valuesOf(byId, order.recordOf), (record) => record !== DROPPED)
  await writer.add('ids.order', sortByKey(byNumber, finalPrefix))
}

interface Others {
  readonly principalOf: Uint32Array
  readonly primaryOf: Uint32Array
  readonly far: FarRecords
}

/** What the columns cannot hold is kept as it was, field by field. */
function noteOverrides(rows: NationalTable, order: FinalOrder, others: Others): void {
  const { table } = rows
  const columns = {
    numberFirst: table.number,
    numberLast: table.last,
    flatNumber: table.unit,
    levelNumber: table.level,
    lotNumber: table.lot,
  }
  for (const [field, column] of Object.entries(columns)) {
    const values = column.view()
    for (const row of order.rows) {
      const packed = order.packed[values[row]]
      if (packed === NO_NUMBER || (packed & CODE_UNKNOWN) !== CODE_UNKNOWN) continue
      rows.override(row, field, table.numberTexts.texts[values[row]])
    }
  }
  const { recordOf } = order
  rows.principal.rows.view().forEach((row, at) => {
    if (recordOf[row] === DROPPED || others.principalOf[row] !== DROPPED) return
    rows.override(row, 'principalPid', rows.principal.text(at))
  })
  rows.primary.rows.view().forEach((row, at) => {
    if (recordOf[row] === DROPPED || others.primaryOf[row] !== DROPPED) return
    rows.override(row, 'primaryPid', rows.primary.text(at))
  })
  for (const record of others.far) {
    const row = order.rows[record]
    rows.override(row, 'latitude', table.latitude.view()[row])
    rows.override(row, 'longitude', table.longitude.view()[row])
  }
}

async function writeFieldTexts(
  writer: SectionWriter,
  rows: NationalTable,
  order: FinalOrder,
  { numbers, known }: { readonly numbers: CoreNumbers; readonly known: KnownNames },
): Promise<void> {
  const { texts } = rows.table
  const overrides = new Map<number, number>()
  for (const [row, fields] of rows.overrides) {
    if (order.recordOf[row] === DROPPED) continue
    overrides.set(order.recordOf[row], texts.add(JSON.stringify(fields)))
  }
  const nameTexts = rows.table.nameTexts.texts.map((text) => texts.add(text))
  const placeNames = numbers.places.map((place) => {
    const [locality, state] = placeTextsOf(rows, place)
    return [locality, ...known.localityAliases(locality, state)].map((name) => texts.add(name))
  })
  const aliases = numbers.names.map((name) =>
    aliasesOfName(rows, known, name).map(({ name, type, suffix }) =>
      texts.add([name, type, suffix].join('|')),
    ),
  )
  const { sorted, places } = texts.sortedPlaces()
  const final = (text: string) => places[texts.add(text)]
  await writeTexts(writer, sorted)
  await writer.add('kinds.texts', rows.table.kindTexts.texts)
  await writer.add(
    'names.text',
    Uint32Array.from(nameTexts, (text) => places[text]),
  )
  const names = numbers.names.flatMap((name) => nameTextsOf(rows, ownName(rows, name)).map(final))
  await writer.add('name.texts', Uint32Array.from(names))
  await writeLists(writer, 'name.aliases', aliases, places)
  const placeTexts = numbers.places.flatMap((place) => placeTextsOf(rows, place).map(final))
  await writer.add('place.texts', Uint32Array.from(placeTexts))
  await writeLists(writer, 'place.names', placeNames, places)
  await writeSparse(writer, 'record.overrides', order.rows.length, NONE, (record) => {
    const text = overrides.get(record)
    return text === undefined ? NONE : places[text]
  })
  await writeDetails(writer, rows, order, places)
}

/** Copies each row's details in final order; the first five numbers are texts and change theirs. */
async function writeDetails(
  writer: SectionWriter,
  rows: NationalTable,
  order: FinalOrder,
  places: Uint32Array,
): Promise<void> {
  const from = rows.details.view()
  const starts = rows.detailStart.view()
  const out = new GrowingBytes()
  const offset = new Uint32Array(Math.ceil(order.rows.length / DETAILS_STEP) + 1)
  for (let record = 0; record < order.rows.length; record++) {
    if (record % DETAILS_STEP === 0) offset[record / DETAILS_STEP] = out.length
    const row = order.rows[record]
    const end = row + 1 < starts.length ? starts[row + 1] : from.length
    for (let at = starts[row], field = 0; at < end; field++) {
      let value = 0
      let factor = 1
      while (from[at] > 127) {
        value += (from[at++] & 127) * factor
        factor *= 128
      }
      value += from[at++] * factor
      out.pushVarint(field < 5 ? places[value] : value)
    }
  }
  await writer.add('details.bytes', out.view())
  await writer.add('details.offset', offset)
}
