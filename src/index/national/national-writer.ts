// Writes a national index from the rows that were gathered.
// Unchecked: hot, goes over five columns of every address.

import { nationalShape } from '../../countries/country.ts'
import { writeLists } from '../columns/lists.ts'
import { writeFieldTexts } from '../columns/texts.ts'
import type { SectionWriter } from '../file/index-writer.ts'
import { writeBoxes } from '../geography/boxes-writer.ts'
import { pointSums, slugOf, writePlaces } from '../geography/places-writer.ts'
import { RowIds } from '../ids/id-order.ts'
import { type OtherPids, rowsNamed, writeNationalIds } from '../ids/national-ids.ts'
import {
  type Build,
  DROPPED,
  putInOrder,
  type Ranking,
  type RowComparison,
} from '../rows/final-order.ts'
import type { KnownLocality, NationalKnowledge } from '../rows/row-source.ts'
import { RECORD, writeOtherRecords, writeRecords, writeRecordTexts } from '../streets/records.ts'
import { type FinalParts, StreetParts, writeStreets } from '../streets/streets-writer.ts'
import { nameForms, partTerms, type TermNumbers, termsOf } from '../terms/name-terms.ts'
import { KIND } from '../terms/terms.ts'
import { foldedValue } from '../words/fold.ts'
import { isUnknownCode } from '../words/number-code.ts'
import { postcodeForms, regionForms, streetTypeForms, suffixForms } from '../words/written-forms.ts'
import { aliasText, type NationalName } from './national-records.ts'
import type { NationalTable } from './national-table.ts'

type NationalBuild = Build<NationalTable>

/** Each part of the table gives its memory back once it has been written. */
export async function writeNational(
  writer: SectionWriter,
  table: NationalTable,
  knowledge?: NationalKnowledge,
): Promise<{ readonly addresses: number; readonly repeated: number }> {
  const { pid, principal, primary } = table
  const ids = new RowIds(table, pid.prefix.view(), pid.number.view())
  const principalOf = rowsNamed(principal, ids, table.rows)
  const primaryOf = rowsNamed(primary, ids, table.rows)
  rankAliasesAsTheirPrincipals(table, principalOf)
  const streets = new NationalStreets(table, new KnownNames(knowledge))
  const order = putInOrder(
    table,
    ids.repeated(),
    (addresses) => rankingOf(table, addresses),
    (packed) => compareNationalRows(table, packed),
  )
  const build = { writer, table, order }
  table.release()
  const parts = await writeStreets(build, streets)
  const far = await writeRecords(build, principalOf)
  overrideOddNumbers(build)
  overrideForeignIds(build, 'principalPid', principal, principalOf)
  overrideForeignIds(build, 'primaryPid', primary, primaryOf)
  for (const record of far) {
    const row = order.rows[record]
    table.overrides.add(row, 'latitude', table.latitude.at(row))
    table.overrides.add(row, 'longitude', table.longitude.at(row))
  }
  await writeBoxes(build)
  await writeNationalPlaces(build, streets)
  table.release()
  await writeNationalIds(build, pid, table.pidPrefixes, ids)
  await writeOtherRecords(build, 'primary', primaryOf)
  table.release()
  await writeNationalTexts(build, streets, parts)
  return { addresses: order.rows.length, repeated: table.rows - order.rows.length }
}

/** Long streets in large localities are the ones most people mean. */
function rankingOf(table: NationalTable, ofStreets: Uint32Array): Ranking {
  const inPlace = new Uint32Array(table.places.count)
  ofStreets.forEach((addresses, street) => {
    inPlace[table.placeOf(street)] += addresses
  })
  return {
    wordFields: ['streetName', 'streetSuffix'],
    score: (street, addresses) => addresses * Math.floor(Math.sqrt(inPlace[table.placeOf(street)])),
    placeEnd: '',
    ties: [],
  }
}

/** `packed` has the packed form of each number's text. */
function compareNationalRows(table: NationalTable, packed: Uint32Array): RowComparison {
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
    return table.pid.text(a) < table.pid.text(b) ? -1 : 1
  }
}

/** An alias of a unit is ranked as a unit. `principalOf` has the row that each row is an alias of. */
function rankAliasesAsTheirPrincipals(table: NationalTable, principalOf: Uint32Array): void {
  const flags = table.flags.view()
  for (let row = 0; row < flags.length; row++) {
    const principal = principalOf[row]
    if ((flags[row] & RECORD.alias) === 0 || principal === DROPPED) continue
    flags[row] |= flags[principal] & (RECORD.deep | RECORD.hidden)
  }
}

/** Names, places, other names of both, details, and what is kept word for word. */
async function writeNationalTexts(
  build: NationalBuild,
  streets: NationalStreets,
  parts: FinalParts,
): Promise<void> {
  const { writer, table, order } = build
  const add = (text: string) => table.texts.add(text)
  const otherNames = parts.names.map((name) => streets.otherNames(name).map(aliasText).map(add))
  const localityNames = parts.places.map((place) => streets.localityNames(place).map(add))
  table.overrides.addTexts(table.texts, order)
  const final = await writeRecordTexts(build)
  const shared = parts.names.map((name) => streets.sharedName(name))
  await writeFieldTexts(writer, 'name.texts', table.names, shared, final)
  await writeLists(writer, 'name.aliases', otherNames, final.places)
  await writeFieldTexts(writer, 'place.texts', table.places, parts.places, final)
  await writeLists(writer, 'place.names', localityNames, final.places)
  await table.overrides.write(build, final)
  await table.details.write(build, final.places)
}

/** Writes the places of a national index: each locality with its postcode is one. */
async function writeNationalPlaces(build: NationalBuild, streets: NationalStreets): Promise<void> {
  const { writer, table, order } = build
  const groupOf = (at: number) => streets.placeOf(order.streets[at])
  await writePlaces(writer, order.streetStart, pointSums(build), groupOf, (place, gather) => [
    gather(String(place), () => {
      const fields = table.places.textsOf(place)
      const { strong: outer, weak } = streets.outerNames(place)
      const strong = [...streets.localityNames(place), ...outer, table.places.at(place).postcode]
      return { id: slugOf(...fields), fields, strong, weak }
    }),
  ])
}

/** Numbers whose form is too rare for a template are kept word for word. */
function overrideOddNumbers({ table, order }: NationalBuild): void {
  for (const [field, column] of [
    ['numberFirst', table.number],
    ['numberLast', table.last],
    ['flatNumber', table.unit],
    ['levelNumber', table.level],
    ['lotNumber', table.lot],
  ] as const) {
    const values = column.view()
    for (const row of order.rows) {
      if (!isUnknownCode(order.packed[values[row]])) continue
      table.overrides.add(row, field, table.numberTexts.at(values[row]))
    }
    column.release()
  }
}

/** Ids of addresses that the file does not have. `named` has the row that each row's other id names. */
function overrideForeignIds(
  { table, order }: NationalBuild,
  field: 'principalPid' | 'primaryPid',
  ids: OtherPids,
  named: Uint32Array,
): void {
  ids.each((row, _prefix, _number, at) => {
    if (order.recordOf[row] === DROPPED || named[row] !== DROPPED) return
    table.overrides.add(row, field, ids.text(at))
  })
}

class NationalStreets extends StreetParts<NationalName, NationalTable> {
  override readonly hasPostcodes = false
  readonly #known: KnownNames

  constructor(table: NationalTable, known: KnownNames) {
    super(table)
    this.#known = known
  }

  postcodeOf(): string {
    return ''
  }

  isSearchedName(): boolean {
    return true
  }

  nameTerms(terms: TermNumbers, name: number) {
    const names = [this.table.names.at(this.sharedName(name)), ...this.otherNames(name)]
    const weak = names.flatMap(({ streetType, streetSuffix }) => [
      ...streetTypeForms(foldedValue(streetType)),
      ...suffixForms(foldedValue(streetSuffix)),
    ])
    const strong = names.flatMap(({ streetName }) => nameForms(streetName))
    return partTerms(terms, strong, weak)
  }

  /** By words of neighbouring localities a street is found below all that have the word themselves. */
  placeTerms(terms: TermNumbers, place: number) {
    const { country, places } = this.table
    const locality = places.at(place)
    const { strong: outer, weak: region } = this.outerNames(place)
    const strong = [
      ...this.localityNames(place).flatMap(nameForms),
      ...outer.flatMap(nameForms),
      ...postcodeForms(country, locality.postcode),
    ]
    const weak = [...region, foldedValue(country.name)]
    const near = this.#known.neighbours(locality).flatMap(nameForms)
    return { ...partTerms(terms, strong, weak), near: termsOf(terms, KIND.near, near) }
  }

  protected override othersOf(street: number): readonly NationalName[] {
    const { table } = this
    if (!this.#known.hasStreetAliases) return []
    const own = table.names.at(table.nameOf(street))
    return this.#known.streetAliases(own, table.places.at(table.placeOf(street)))
  }

  /** A town is a name as the locality's is; a state in any of its forms says little. */
  outerNames(place: number): { strong: readonly string[]; weak: readonly string[] } {
    const { places, country } = this.table
    const { state = '', townCity = '' } = places.at(place)
    if (nationalShape(country).outer === 'town_city') return { strong: [townCity], weak: [] }
    return { strong: [], weak: regionForms(country, foldedValue(state)) }
  }

  localityNames(place: number): readonly string[] {
    return this.#known.localityNames(this.table.places.at(place))
  }
}

const NOTHING: NationalKnowledge = {
  localityAliases: [],
  localityNeighbours: [],
  streetAliases: [],
}

/** Other names of streets and localities, and which localities are neighbours, by the names that rows have. */
export class KnownNames {
  readonly #localityAliases: ReadonlyMap<string, NationalKnowledge['localityAliases']>
  readonly #neighbours: ReadonlyMap<string, NationalKnowledge['localityNeighbours']>
  readonly #streetAliases: ReadonlyMap<string, NationalKnowledge['streetAliases']>

  constructor({ localityAliases, localityNeighbours, streetAliases } = NOTHING) {
    this.#localityAliases = Map.groupBy(localityAliases, localityKey)
    this.#neighbours = Map.groupBy(localityNeighbours, localityKey)
    this.#streetAliases = Map.groupBy(streetAliases, (street) => streetKey(street, street))
  }

  get hasStreetAliases(): boolean {
    return this.#streetAliases.size > 0
  }

  localityNames(locality: KnownLocality): readonly string[] {
    const aliases = this.#localityAliases.get(localityKey(locality)) ?? []
    return [locality.localityName, ...aliases.map(({ alias }) => alias)]
  }

  neighbours(locality: KnownLocality): readonly string[] {
    const neighbours = this.#neighbours.get(localityKey(locality)) ?? []
    return neighbours.map(({ neighbour }) => neighbour)
  }

  streetAliases(name: NationalName, locality: KnownLocality): readonly NationalName[] {
    const aliases = this.#streetAliases.get(streetKey(name, locality)) ?? []
    return aliases.map(({ aliasName, aliasType, aliasSuffix }) => ({
      streetName: aliasName,
      streetType: aliasType,
      streetSuffix: aliasSuffix,
    }))
  }
}

/** Files abbreviate types or write them out, so both are taken as the full word. */
function streetKey({ streetName, streetType, streetSuffix }: NationalName, place: KnownLocality) {
  const [fullType = ''] = streetTypeForms(foldedValue(streetType))
  const [fullSuffix = ''] = suffixForms(foldedValue(streetSuffix))
  return [foldedValue(streetName), fullType, fullSuffix, localityKey(place)].join('|')
}

function localityKey({ localityName, state, townCity }: KnownLocality): string {
  return `${foldedValue(localityName)}|${foldedValue(state ?? townCity ?? '')}`
}
