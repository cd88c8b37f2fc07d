// Reads which key is in which area from tables: ONSPD, NSPL, ONSUD, Code-Point Open, ABS, G-NAF, or any CSV.

import { basename } from 'node:path'
import type { Area } from '../address/area.ts'
import type { Product } from '../address/product.ts'
import { type Input, listInputs, sizeOf } from '../importers/reading/archive.ts'
import type { Progress } from '../importers/reading/progress.ts'
import { Tally } from '../importers/reading/rejects.ts'
import {
  CSV,
  firstRecord,
  type Layout,
  newPass,
  PIPE_SEPARATED,
  scanTables,
} from '../importers/reading/table.ts'
import { count, counted } from '../lib/columns.ts'
import type { Splitter } from '../lib/delimited/splitter.ts'
import { ImportRefused } from '../lib/operator-error.ts'
import { type Shape, type ShapeOptions, shapeOf } from './area-columns.ts'
import { KeyAreas, type KeyKind, keyReader } from './keys.ts'

/** The length of a code or a name: they are in each answer. */
export const TEXT_CHARACTERS_MAX = 200
/** Numbers of areas are counted from 1. */
const AREAS_MAX = 500_000

export interface AreaFilesRequest extends ShapeOptions {
  readonly product: Product
  /** A table of codes and their names, for files that have codes only. */
  readonly names: string | undefined
  readonly progress?: Progress
}

/** Files, zip files or folders. */
export async function readAreaFiles(paths: readonly string[], request: AreaFilesRequest) {
  const inputs = await listInputs(paths, (name) => /\.(csv|txt|psv)$/i.test(name))
  const wanted: Input[] = []
  let shape: Shape | undefined
  let refused: unknown = new ImportRefused(`${paths.join(', ')} has no tables.`)
  for (const input of inputs) {
    const first = await firstRecord(input, formatOf(input))
    try {
      const found = requireShape(first, input, request)
      shape ??= found
      // Archives and folders bring other tables along.
      if (found.by === shape.by) wanted.push(input)
    } catch (error) {
      refused = error
    }
  }
  if (shape === undefined) throw refused
  const numbers = new AreaNumbers(await namesIn(request.names))
  const keys = new KeyAreas()
  const tally = new Tally()
  request.progress?.begin(request.layer, sizeOf(wanted))
  const pass = newPass(tally, request)
  for (const input of wanted) {
    await scanTables([input], layoutOf(input, request, { keys, numbers, tally }), pass)
  }
  request.progress?.end()
  if (keys.count === 0) throw new ImportRefused(`${paths.join(', ')} gives no address an area.`)
  const { by } = shape
  return { by, keys, areas: numbers.areas, notes: notesOf(tally, numbers, by) }
}

function notesOf(tally: Tally, { conflicts }: AreaNumbers, by: KeyKind): readonly string[] {
  const rejected = Object.entries(tally.rejectedBy).map(
    ([why, n]) => `rejected, ${why}: ${count(n)}`,
  )
  if (conflicts === 0) return rejected
  return [
    ...rejected,
    `${counted(conflicts, 'row')} with a second area for the same ${by}; the first is used.`,
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
      throw new ImportRefused(`A layer has at most ${count(AREAS_MAX)} areas.`)
    }
    const number = this.areas.push({ code, name: name || (this.#names.get(code) ?? '') })
    this.#numbers.set(code, number)
    return number
  }
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
      const shape = requireShape(first, input, request)
      const keyOf = keyReader(shape.by, request.product, keys)
      const read = (): undefined => {
        const code = first.text(shape.code).trim()
        if (code === '' || PSEUDO_CODE.test(code)) return
        const key = keyOf(first.uniqueText(shape.key))
        if (key === undefined) return tally.reject('key-missing', first) as undefined
        const name = shape.name === -1 ? '' : first.text(shape.name).trim()
        if (Math.max(code.length, name.length) > TEXT_CHARACTERS_MAX) {
          return tally.reject('too-long', first) as undefined
        }
        if (!keys.add(key, numbers.numberOf(plainCode(code), name))) numbers.conflicts += 1
      }
      return { columns: first.columns, hasHeader: shape.hasHeader, read }
    },
  }
}

/** G-NAF names mesh blocks by their code after `MB21`. */
function plainCode(code: string): string {
  return code.replace(/^MB\d\d(?=\d{11}$)/, '')
}

function formatOf({ name }: Input) {
  return /\.psv(\.gz)?$/i.test(name) ? PIPE_SEPARATED : CSV
}

function requireShape(first: Splitter | undefined, { name }: Input, options: AreaFilesRequest) {
  const isText = first !== undefined && first.fault === undefined && first.isEncodedWell()
  const shape = isText ? shapeOf(first, options) : 'it is not a table with a header.'
  if (typeof shape !== 'string') return shape
  throw new ImportRefused(`${basename(name)} is refused: ${shape}`)
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
