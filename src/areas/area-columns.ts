// Which columns of a table have the keys, codes and names of areas: by well-known headers, or as the command says.

import { normalisePostcode } from '../address/postcode.ts'
import { printable } from '../importers/reading/rejects.ts'
import { fieldsOf, foldedName, placesIn } from '../importers/reading/table.ts'
import type { Splitter } from '../lib/delimited/splitter.ts'
import { KEY_KINDS, type KeyKind } from './keys.ts'

export interface ColumnOptions {
  readonly layer: string
  /** The names of the columns; undefined to let the header decide. */
  readonly code: string | undefined
  readonly name: string | undefined
}

export interface ShapeOptions extends ColumnOptions {
  /** The column that the addresses are joined by; undefined to let the header decide. */
  readonly by: KeyKind | undefined
}

export interface Shape {
  readonly by: KeyKind
  readonly hasHeader: boolean
  readonly key: number
  readonly code: number
  /** -1 for none. */
  readonly name: number
}

/** The columns that hold keys, by their folded names; the first kind that a header has is the key. */
const KEY_COLUMNS: Readonly<Record<KeyKind, RegExp>> = {
  uprn: /^uprn$/,
  id: /^(addressdetailpid|gnafpid|addressid|id)$/,
  'mesh-block': /^(meshblock|mb)(\d{4}|\d\d)?(code)?(\d{4}|\d\d)?$/,
  postcode: /^(pcds|pcd|pcd2|pcd7|pcd8|postcode)$/,
}

/** What the columns of well-known files call the areas of a layer, without a year. */
const KNOWN_AS: Readonly<Record<string, readonly string[]>> = {
  council: ['oslaua', 'laua', 'lad', 'lga', 'admindistrict', 'ta'],
  ward: ['osward', 'wd', 'adminward'],
  parish: ['parncp'],
  county: ['oscty', 'cty', 'admincounty'],
  constituency: ['pcon'],
  electorate: ['ced', 'pcon'],
  'state-electorate': ['sed'],
  region: ['rgn', 'gor'],
  country: ['ctry'],
  suburb: ['sal', 'ssc'],
  'mesh-block': ['mb'],
}
/** `LGA_NAME_2021` is the name of an `lga`, `lad25cd` the code of a `lad`. */
const COLUMN_END = /(?:main)?(?:code|cd|pid|name|nm)?((?:19|20)?\d\d)?(?:code|cd|pid|name|nm)?$/
/** The columns of Code-Point Open, which has no header, from the easting on. */
const CODE_POINT = ['', '', 'country', '', '', 'county', 'council', 'ward']
const CODE_POINT_EASTINGS: ReadonlyMap<number, number> = new Map([
  [10, 2],
  [19, 10],
])

/** A text says what is missing. */
export function shapeOf(first: Splitter, options: ShapeOptions): Shape | string {
  const codePoint = codePointHeader(first)
  const header = codePoint ?? fieldsOf(first)
  const names = header.map(foldedName)
  const kinds = options.by === undefined ? KINDS_BY_WEIGHT : [options.by]
  const by = kinds.find((kind) => names.some((name) => KEY_COLUMNS[kind].test(name)))
  if (by === undefined) return withColumns(`no column is a ${kinds.join(' or ')}`, header)
  const key = names.findIndex((name) => KEY_COLUMNS[by].test(name))
  const found = areaColumns(header, options, key)
  if (typeof found === 'string') return withColumns(found, header)
  return { by, hasHeader: codePoint === undefined, key, ...found }
}

/** The columns of codes and names: those asked for, or those named like the layer. A text says what is missing. */
export function areaColumns(
  header: readonly string[],
  { layer, code: codeColumn, name: nameColumn }: ColumnOptions,
  key = -1,
): { readonly code: number; readonly name: number } | string {
  const names = header.map(foldedName)
  // `code` and `name` alone will do, too.
  const ownNames = [layer, ...(KNOWN_AS[layer] ?? []), ''].map(foldedName)
  const own = (isName: boolean) => {
    const fits = ownNames.flatMap((wanted) => {
      const ofOne = names.flatMap((name, at) => {
        const [stem, year] = parted(name)
        const isOwn = (stem === wanted || stem + year === wanted) && at !== key && name !== ''
        const fitsKind = /(name|nm)(\d{2}|\d{4})?$/.test(name) === isName
        return isOwn && fitsKind ? { at, year: Number(year.padStart(4, '20')) } : []
      })
      // A file may have the columns of two censuses.
      return ofOne.sort((a, b) => b.year - a.year)
    })
    return fits[0]?.at ?? -1
  }
  const name = columnNamed(header, nameColumn) ?? own(true)
  if (name === -1 && nameColumn !== undefined) return `there is no column ${printable(nameColumn)}`
  const code = columnNamed(header, codeColumn) ?? own(false)
  if (code !== -1) return { code, name }
  if (codeColumn !== undefined) return `there is no column ${printable(codeColumn)}`
  return `no column looks like the codes of "${layer}"; name it with --code`
}

/** What a column is called without its year, and the year, which may have two digits. */
function parted(name: string): readonly [stem: string, year: string] {
  const end = COLUMN_END.exec(name)
  return [name.slice(0, end?.index), end?.[1] ?? '']
}

const KINDS_BY_WEIGHT = KEY_KINDS.toSorted((a, b) => weight(a) - weight(b))

function weight(kind: KeyKind): number {
  return Object.keys(KEY_COLUMNS).indexOf(kind)
}

/** Undefined if no column was named, -1 if there is none by that name. */
function columnNamed(header: readonly string[], name: string | undefined): number | undefined {
  return name === undefined ? undefined : (placesIn(header).get(foldedName(name)) ?? -1)
}

function codePointHeader(first: Splitter): readonly string[] | undefined {
  const easting = CODE_POINT_EASTINGS.get(first.columns)
  if (easting === undefined || normalisePostcode(first.text(0)) === undefined) return undefined
  const header = new Array<string>(first.columns).fill('')
  header[0] = 'postcode'
  for (const [at, name] of CODE_POINT.entries()) header[easting + at] = name
  return header
}

function withColumns(why: string, header: readonly string[]): string {
  return `${why}. Its columns: ${namesShown(header)}.`
}

export function namesShown(names: readonly string[]): string {
  return printable(names.slice(0, 60).join(', '))
}
