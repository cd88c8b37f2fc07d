// Puts the rows of a source into the order of their streets, as the oracle wants them.

import type { NationalRow } from '../../src/address/national.ts'
import type { PostalRow } from '../../src/address/postal.ts'
import { AU } from '../../src/countries/au.ts'
import { UK } from '../../src/countries/uk.ts'
import { postalIdOf, postalIdText } from '../../src/index/ids/postal-id.ts'
import type { NationalSource, PostalSource } from '../../src/index/rows/row-source.ts'
import { wordsOf } from '../../src/index/words/fold.ts'
import {
  isFullStreetType,
  regionForms,
  streetTypeForms,
  suffixForms,
} from '../../src/index/words/written-forms.ts'
import { formsOfName, type Plain } from './oracle.ts'
import { rowsOf } from './synthetic.ts'

export function nationalOracleRows(source: NationalSource): readonly Plain[] {
  const rows = rowsOf(source)
  const byPid = new Map(rows.map((row) => [row.addressDetailPid, row]))
  const inPlace = countBy(rows, (row) => [row.localityName, row.state, row.postcode].join('|'))
  const streets = groupBy(rows, (row) =>
    [
      row.streetName,
      row.streetType,
      row.streetSuffix,
      row.localityName,
      row.state,
      row.postcode,
    ].join('|'),
  )
  const score = (group: readonly NationalRow[]) => {
    const [row] = group
    const place = inPlace.get([row.localityName, row.state, row.postcode].join('|')) ?? 0
    return group.length * Math.floor(Math.sqrt(place))
  }
  return [...streets]
    .sort(([a, one], [b, other]) => {
      const words = ([row]: readonly NationalRow[]) => lengthOf(row.streetName, row.streetSuffix)
      return words(one) - words(other) || score(other) - score(one) || (a < b ? -1 : 1)
    })
    .map(([, group]) => [...group].sort(compareNational))
    .flatMap((group) => plainFirst(group.map((row) => nationalPlain(row, byPid, source))))
}

/** Of one street: its plain numbers before its ranges. */
function plainFirst(street: readonly Plain[]): Plain[] {
  return [...street.filter(({ last }) => last === ''), ...street.filter(({ last }) => last !== '')]
}

/** How many words names have together. */
function lengthOf(...names: readonly string[]): number {
  return names.flatMap((name) => name.split(' ')).filter((word) => word !== '').length || 100
}

function nationalPlain(
  row: NationalRow,
  byPid: ReadonlyMap<string, NationalRow>,
  { knowledge }: NationalSource,
): Plain {
  const principal = row.aliasPrincipal === 'A' ? byPid.get(row.principalPid) : undefined
  const aliases = (knowledge?.streetAliases ?? []).filter(
    (alias) =>
      alias.streetName === row.streetName &&
      alias.streetType === row.streetType &&
      alias.streetSuffix === row.streetSuffix &&
      alias.localityName === row.localityName &&
      alias.state === row.state,
  )
  const localities = (knowledge?.localityAliases ?? [])
    .filter((alias) => alias.localityName === row.localityName && alias.state === row.state)
    .map((alias) => alias.alias)
  const types = [row.streetType, ...aliases.map((alias) => alias.aliasType)]
  const isDeep = (of: NationalRow) =>
    of.flatType + of.flatNumber + of.levelType + of.levelNumber !== ''
  return {
    id: row.addressDetailPid,
    shownId: principal?.addressDetailPid ?? row.addressDetailPid,
    isHidden: row.addressStatus === 'RETIRED' || principal?.addressStatus === 'RETIRED',
    isDeep: isDeep(row) || (principal !== undefined && isDeep(principal)),
    unitKind: row.flatType,
    levelKind: row.levelType,
    first: row.numberFirst,
    last: row.numberLast,
    unit: row.flatNumber,
    level: row.levelNumber,
    lot: row.lotNumber,
    name: new Set(
      [row.streetName, ...aliases.map((alias) => alias.aliasName)].flatMap(formsOfName),
    ),
    type: new Set(
      [...types.flatMap(streetTypeForms), ...suffixForms(row.streetSuffix)].filter(
        (form) => form !== '',
      ),
    ),
    place: new Set([...[row.localityName, ...localities].flatMap(formsOfName), row.postcode]),
    region: new Set([...regionForms(AU, row.state), 'AUSTRALIA']),
    own: new Set([row.buildingName, row.addressSiteName].flatMap(formsOfName)),
    postcode: '',
  }
}

function compareNational(a: NationalRow, b: NationalRow): number {
  const lots = a.numberFirst === '' && b.numberFirst === '' ? byNumber(a.lotNumber, b.lotNumber) : 0
  const deep = (row: NationalRow) =>
    row.flatType + row.flatNumber + row.levelType + row.levelNumber === '' ? 0 : 1
  return (
    byNumber(a.numberFirst, b.numberFirst) ||
    lots ||
    deep(a) - deep(b) ||
    byNumber(a.numberLast, b.numberLast) ||
    Number(a.levelNumber !== '') - Number(b.levelNumber !== '') ||
    byNumber(a.levelNumber, b.levelNumber) ||
    Number(a.flatNumber !== '') - Number(b.flatNumber !== '') ||
    byNumber(a.flatNumber, b.flatNumber) ||
    byText(a.flatType, b.flatType) ||
    byText(a.addressDetailPid, b.addressDetailPid)
  )
}

/** What tells a street of the UK from another, but for its postcode. Streets of equal rank stand in this order. */
const STREET_FIELDS = [
  'dependentThoroughfare',
  'thoroughfare',
  'doubleDependentLocality',
  'dependentLocality',
  'townOrCity',
  'county',
  'district',
  'country',
] as const

export function postalOracleRows(source: PostalSource): readonly Plain[] {
  const seen = new Set<string>()
  const rows = rowsOf(source).filter((row) => {
    const id = postalIdText(postalIdOf(row))
    const isNew = !seen.has(id)
    seen.add(id)
    return isNew
  })
  const wholeOf = (row: PostalRow) => STREET_FIELDS.map((field) => row[field]).join('|')
  const inWhole = countBy(rows, wholeOf)
  const inTown = countBy(rows, (row) => row.townOrCity)
  const lowest = new Map<string, number>()
  const streetOf = (row: PostalRow) => `${wholeOf(row)}|${row.postcode}`
  for (const row of rows) {
    const number = Number.parseInt(numbersOf(row).first, 10) || 1e6
    lowest.set(streetOf(row), Math.min(lowest.get(streetOf(row)) ?? 1e6, number))
  }
  const score = ([row]: readonly PostalRow[]) =>
    (inWhole.get(wholeOf(row)) ?? 0) * Math.floor(Math.sqrt(inTown.get(row.townOrCity) ?? 0))
  const tie = ([row]: readonly PostalRow[]) =>
    [wholeOf(row), String(lowest.get(streetOf(row))).padStart(7, '0'), row.postcode].join('|')
  return [...groupBy(rows, streetOf).values()]
    .sort((one, other) => {
      const words = ([row]: readonly PostalRow[]) =>
        lengthOf(row.thoroughfare, row.dependentThoroughfare)
      return words(one) - words(other) || score(other) - score(one) || byText(tie(one), tie(other))
    })
    .flatMap((group) => plainFirst([...group].sort(comparePostal).map(postalPlain)))
}

function postalPlain(row: PostalRow): Plain {
  const id = postalIdText(postalIdOf(row))
  const { first, last } = numbersOf(row)
  const unit = unitOf(row.subBuilding)
  const streets = [row.dependentThoroughfare, row.thoroughfare].map(typedStreet)
  const own = [
    row.organisation,
    row.department,
    row.poBox,
    row.subBuilding,
    row.buildingName,
  ].filter((name) => unitOf(name) === undefined && numberOf(name) === undefined)
  const regions = [row.county, row.district, row.country]
  return {
    id,
    shownId: id,
    isHidden: false,
    isDeep: row.subBuilding !== '',
    first,
    last,
    unit: unit?.number ?? '',
    unitKind: unit?.kind ?? '',
    level: '',
    levelKind: '',
    lot: '',
    name: new Set(streets.flatMap((street) => street.name)),
    type: new Set(streets.flatMap((street) => street.type)),
    place: new Set(
      [row.doubleDependentLocality, row.dependentLocality, row.townOrCity].flatMap(formsOfName),
    ),
    region: new Set(
      [
        ...regions.flatMap((name) => [
          ...regionForms(UK, wordsOf(name).join(' ')),
          ...wordsOf(name),
        ]),
        'UK',
        'UNITED KINGDOM',
        'GREAT BRITAIN',
        'GB',
      ].filter((form) => form !== ''),
    ),
    own: new Set(own.flatMap(formsOfName)),
    postcode: row.postcode,
  }
}

/** `Station Road` is the name STATION of the type ROAD; `Broadway` and `The Avenue` are names. */
function typedStreet(street: string): {
  readonly name: readonly string[]
  readonly type: readonly string[]
} {
  const words = street.split(' ')
  const last = wordsOf(words.at(-1) ?? '').join('')
  if (words.length < 2 || words[0] === 'The' || !isFullStreetType(last)) {
    return { name: formsOfName(street), type: [] }
  }
  return { name: formsOfName(words.slice(0, -1).join(' ')), type: streetTypeForms(last) }
}

function numbersOf(row: PostalRow): { readonly first: string; readonly last: string } {
  const own =
    numberOf(row.buildingNumber) ??
    (row.buildingNumber === '' ? numberOf(row.buildingName) : undefined)
  return own ?? { first: row.buildingNumber, last: '' }
}

function numberOf(text: string): { readonly first: string; readonly last: string } | undefined {
  const parts = /^(\d+[A-Za-z]?)(?: ?- ?(\d+[A-Za-z]?))?$/.exec(text)
  return parts === null ? undefined : { first: parts[1], last: parts[2] ?? '' }
}

function unitOf(text: string): { readonly kind: string; readonly number: string } | undefined {
  const parts = /^(?:(FLAT|APARTMENT|UNIT) )?([A-Z]?\d+[A-Z]?|[A-Z])$/.exec(text.toUpperCase())
  return parts === null ? undefined : { kind: parts[1] ?? '', number: parts[2] }
}

function comparePostal(a: PostalRow, b: PostalRow): number {
  const deep = (row: PostalRow) => (row.subBuilding === '' ? 0 : 1)
  const [one, other] = [numbersOf(a), numbersOf(b)]
  return (
    byNumber(one.first, other.first) ||
    byNumber(one.last, other.last) ||
    byText(a.buildingName, b.buildingName) ||
    deep(a) - deep(b) ||
    byNumber(unitOf(a.subBuilding)?.number ?? '', unitOf(b.subBuilding)?.number ?? '') ||
    byText(a.subBuilding, b.subBuilding) ||
    byText(a.organisation, b.organisation) ||
    byId(a, b)
  )
}

function byId(a: PostalRow, b: PostalRow): number {
  const [one, other] = [postalIdOf(a), postalIdOf(b)]
  return one.high - other.high || one.low - other.low
}

/** Plain numbers by value, then by letters; letters in front and texts come after; no number last. */
function byNumber(a: string, b: string): number {
  const [one, other] = [numberKey(a), numberKey(b)]
  return one.value - other.value || byText(one.letters, other.letters)
}

function numberKey(text: string): { readonly value: number; readonly letters: string } {
  if (text === '') return { value: 2e6, letters: '' }
  const parts = /^([^1-9]*)([1-9]\d{0,5})(\D*)$/.exec(text)
  if (parts === null) return { value: 1.9e6, letters: text }
  return { value: Number(parts[2]), letters: `${parts[1] === '' ? 0 : 1}${parts[1]}|${parts[3]}` }
}

function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function groupBy<T>(values: readonly T[], keyOf: (value: T) => string): Map<string, T[]> {
  return Map.groupBy(values, keyOf)
}

function countBy<T>(values: readonly T[], keyOf: (value: T) => string): Map<string, number> {
  return new Map([...groupBy(values, keyOf)].map(([key, group]) => [key, group.length]))
}
