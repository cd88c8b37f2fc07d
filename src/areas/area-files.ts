// Reads which key is in which area from tables: ONSPD, NSPL, ONSUD, Code-Point Open, ABS, G-NAF, or any CSV.

import { basename } from 'node:path'
import type { Area } from '../address/area.ts'
import { normalisePostcode } from '../address/postcode.ts'
import type { Product } from '../address/product.ts'
import { type Input, listInputs, sizeOf } from '../importers/reading/archive.ts'
import type { Progress } from '../importers/reading/progress.ts'
import { printable, Tally } from '../importers/reading/rejects.ts'
import {
  CSV,
  fieldsOf,
  firstRecord,
  foldedName,
  type Layout,
  newPass,
  PIPE_SEPARATED,
  placesIn,
  scanTables,
} from '../importers/reading/table.ts'
import type { Splitter } from '../lib/delimited/splitter.ts'
import { ImportRefused } from '../lib/operator-error.ts'
import { KEY_KINDS, KeyAreas, type KeyKind, keyReader } from './keys.ts'

/** Numbers of areas are counted from 1. */
const AREAS_MAX = 500_000

export interface AreaFilesRequest {
  readonly product: Product
  readonly layer: string
  /** By which column the addresses are joined; undefined if the header tells. */
  readonly by: KeyKind | undefined
  /** The names of the columns; undefined if the header tells. */
  readonly code: string | undefined
  readonly name: string | undefined
  /** A table of codes and their names, for files that have codes only. */
  readonly names: string | undefined
  readonly progress?: Progress
}

interface AreaFiles {
  readonly by: KeyKind
  readonly keys: KeyAreas
  readonly areas: readonly Area[]
  readonly notes: readonly string[]
}

/** Files, zip files or folders. */
export async function readAreaFiles(
  paths: readonly string[],
  request: AreaFilesRequest,
): Promise<AreaFiles> {
  const inputs = await listInputs(paths, (name) => /\.(csv|txt|psv)$/i.test(name))
  const wanted: Input[] = []
  let shape: Shape | undefined
  let refused: ImportRefused | undefined
  for (const input of inputs) {
    const found = await shapeIn(input, request)
    if (found instanceof ImportRefused) refused ??= found
    else {
      shape ??= found
      // Archives and folders bring other tables along.
      if (found.by === shape.by) wanted.push(input)
    }
  }
  if (shape === undefined)
    throw refused ?? new ImportRefused(`${paths.join(', ')} holds no tables.`)
  const numbers = new AreaNumbers(await namesIn(request.names))
  const keys = new KeyAreas()
  const tally = new Tally()
  request.progress?.begin(request.layer, sizeOf(wanted))
  const pass = newPass(tally, request)
  for (const input of wanted) {
    await scanTables([input], layoutOf(input, request, { keys, numbers, tally }), pass)
  }
  request.progress?.end()
  if (keys.count === 0) throw new ImportRefused(`${paths.join(', ')} names no area of any address.`)
  const { by } = shape
  return { by, keys, areas: numbers.areas, notes: notesOf(tally, numbers, by) }
}

function notesOf(tally: Tally, { conflicts }: AreaNumbers, by: KeyKind): readonly string[] {
  const count = (rows: number) => rows.toLocaleString('en-GB')
  const rejected = Object.entries(tally.rejectedBy).map(
    ([why, n]) => `rejected, ${why}: ${count(n)}`,
  )
  if (conflicts === 0) return rejected
  return [
    ...rejected,
    `${count(conflicts)} rows name another area for a ${by} that has one; the first counts.`,
  ]
}

/** Gives areas their numbers. Of several names of a code the first counts. */
export class AreaNumbers {
  readonly areas: Area[] = []
  conflicts = 0
  readonly #names: ReadonlyMap<string, string>
  readonly #numbers = new Map<string, number>()

  constructor(names: ReadonlyMap<string, string> = new Map()) {
    this.#names = names
  }

  numberOf(code: string, name: string): number {
    const known = this.#numbers.get(code)
    if (known !== undefined) return known
    if (this.areas.length >= AREAS_MAX) {
      throw new ImportRefused(`A layer has at most ${AREAS_MAX.toLocaleString('en-GB')} areas.`)
    }
    const number = this.areas.push({ code, name: name || (this.#names.get(code) ?? '') })
    this.#numbers.set(code, number)
    return number
  }
}

interface Shape {
  readonly by: KeyKind
  readonly hasHeader: boolean
  readonly key: number
  readonly code: number
  /** -1 for none. */
  readonly name: number
}

interface Reading {
  readonly keys: KeyAreas
  readonly numbers: AreaNumbers
  readonly tally: Tally
}

/** What stands for "no such area" in files of the Office for National Statistics. */
const PSEUDO_CODE = /^[A-Z]?9{8}$/

function layoutOf(input: Input, request: AreaFilesRequest, reading: Reading): Layout<undefined> {
  const { keys, numbers, tally } = reading
  return {
    expected: 'a table of areas',
    ...formatOf(input),
    begin(first) {
      const shape = shapeOf(first, input, request)
      if (shape instanceof ImportRefused) throw shape
      const keyOf = keyReader(shape.by, request.product, keys)
      const read = (): undefined => {
        const code = first.text(shape.code).trim()
        if (code === '' || PSEUDO_CODE.test(code)) return
        const key = keyOf(first.uniqueText(shape.key))
        if (key === undefined) return tally.reject('key-missing', first) as undefined
        const name = shape.name === -1 ? '' : first.text(shape.name).trim()
        if (!keys.add(key, numbers.numberOf(plainCode(code), name))) numbers.conflicts += 1
      }
      return { columns: first.columns, hasHeader: shape.hasHeader, read }
    },
  }
}

/** G-NAF names mesh blocks by their code behind `MB21`. */
function plainCode(code: string): string {
  return code.replace(/^MB\d\d(?=\d{11}$)/, '')
}

function formatOf({ name }: Input) {
  return /\.psv(\.gz)?$/i.test(name) ? PIPE_SEPARATED : CSV
}

async function shapeIn(input: Input, request: AreaFilesRequest): Promise<Shape | ImportRefused> {
  const first = await firstRecord(input, formatOf(input))
  const isText = first !== undefined && first.fault === undefined && first.isEncodedWell()
  if (isText) return shapeOf(first, input, request)
  return new ImportRefused(`${input.name} is refused: it is not a table with a header.`)
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
const COLUMN_END = /(main)?(code|cd|pid|name|nm)?((19|20)?\d\d)?(code|cd|pid|name|nm)?$/
/** The columns of Code-Point Open, which has no header, from the easting on. */
const CODE_POINT = ['', '', 'country', '', '', 'county', 'council', 'ward']
const CODE_POINT_EASTINGS: ReadonlyMap<number, number> = new Map([
  [10, 2],
  [19, 10],
])

function shapeOf(first: Splitter, input: Input, request: AreaFilesRequest): Shape | ImportRefused {
  const codePoint = codePointHeader(first)
  const header = codePoint ?? fieldsOf(first)
  const names = header.map(foldedName)
  const kinds = request.by === undefined ? KINDS_BY_WEIGHT : [request.by]
  const by = kinds.find((kind) => names.some((name) => KEY_COLUMNS[kind].test(name)))
  if (by === undefined) return refusal(input, header, `no column is a ${kinds.join(' or ')}`)
  const key = names.findIndex((name) => KEY_COLUMNS[by].test(name))
  const found = areaColumns(header, request, key)
  if (typeof found === 'string') return refusal(input, header, found)
  return { by, hasHeader: codePoint === undefined, key, ...found }
}

export type ColumnsAsked = Pick<AreaFilesRequest, 'layer' | 'code' | 'name'>

/** Where codes and names are: as asked, or called as the layer is. A text says what is missing. */
export function areaColumns(
  header: readonly string[],
  { layer, code: codeAsked, name: nameAsked }: ColumnsAsked,
  key = -1,
): { readonly code: number; readonly name: number } | string {
  const names = header.map(foldedName)
  // `code` and `name` alone will do, too.
  const ownNames = [layer, ...(KNOWN_AS[layer] ?? []), ''].map(foldedName)
  const own = (isName: boolean) => {
    const fits = ownNames.flatMap((wanted) =>
      names.flatMap((name, at) => {
        const isOwn = name.replace(COLUMN_END, '') === wanted && at !== key && name !== ''
        return isOwn && /(name|nm)(\d{2}|\d{4})?$/.test(name) === isName ? at : []
      }),
    )
    return fits[0] ?? -1
  }
  const name = columnNamed(header, nameAsked) ?? own(true)
  if (name === -1 && nameAsked !== undefined) return `there is no ${printable(nameAsked)}`
  const code = columnNamed(header, codeAsked) ?? own(false)
  if (code !== -1) return { code, name }
  if (codeAsked !== undefined) return `there is no ${printable(codeAsked)}`
  return `nothing is called as the codes of "${layer}" are; name it with --code`
}

const KINDS_BY_WEIGHT = KEY_KINDS.toSorted((a, b) => weight(a) - weight(b))

function weight(kind: KeyKind): number {
  return Object.keys(KEY_COLUMNS).indexOf(kind)
}

/** Undefined if none was named, -1 if there is no such column. */
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

function refusal(input: Input, header: readonly string[], why: string): ImportRefused {
  const columns = printable(header.slice(0, 60).join(', '))
  return new ImportRefused(`${basename(input.name)} is refused: ${why}. Its columns: ${columns}.`)
}

/** The first column has the codes, the second the names. */
async function namesIn(path: string | undefined): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>()
  if (path === undefined) return names
  const inputs = await listInputs([path], () => true)
  const tally = new Tally()
  const layout: Layout<undefined> = {
    expected: 'a table of codes and names',
    ...CSV,
    begin: (first) => ({
      columns: first.columns,
      hasHeader: true,
      read: () => {
        if (names.size < AREAS_MAX)
          names.set(first.uniqueText(0).trim(), first.uniqueText(1).trim())
      },
    }),
  }
  await scanTables(inputs, layout, newPass(tally))
  return names
}
