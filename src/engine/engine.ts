// doorplate/engine: builds an index from rows or files, opens it, and answers from it. The service works with it too.

import { EMPTY_NATIONAL_ROW, type NationalRow } from '../address/national.ts'
import { EMPTY_POSTAL_ROW, type PostalRow } from '../address/postal.ts'
import type { Product } from '../address/product.ts'
import type { LayerMemory } from '../areas/layer.ts'
import { Layers } from '../areas/layer-folder.ts'
import { areasOver } from '../areas/release-areas.ts'
import { isNational, ofEach, type ProductOf } from '../countries/country.ts'
import type { Imported } from '../importers/reading/table.ts'
import {
  type BuildOptions,
  type BuiltIndex,
  buildIndex as writeIndex,
} from '../index/build/build.ts'
import { loadIndex } from '../index/file/index-file.ts'
import type { ImportSource } from '../index/rows/row-source.ts'
import { systemClock, utcDay } from '../lib/clock.ts'
import type { MatchInput } from '../match/input-line.ts'
import { matchAddress } from '../match/match.ts'
import type { Match } from '../match/verdict.ts'
import type { ProductSearch, Searches } from '../search/address-search.ts'
import { searchOver } from '../search/open-index.ts'
import type { ImportRequest } from './formats.ts'

export interface OpenIndex<P extends Product = Product> {
  readonly product: P
  /** Autocomplete, get, validate, nearest, places and more. */
  readonly search: NonNullable<Searches[P]>
  /** The address that a messy line or the parts of a row mean, with how sure that is. */
  readonly match: (input: MatchInput) => Match
  /** Post it to another thread and call `indexOver` there: all threads answer from one memory. */
  readonly memory: SharedArrayBuffer
}

type GivenRow<P extends Product> =
  P extends ProductOf<'national'>
    ? Partial<NationalRow> & Pick<NationalRow, 'addressDetailPid' | 'localityName'>
    : Partial<PostalRow> & Pick<PostalRow, 'townOrCity' | 'postcode'>

type Rows<Row> = Iterable<Row> | AsyncIterable<Row>

/** Addresses that a program has. What a row leaves out is empty; the rows are read once. */
export function sourceOfRows<P extends Product>(
  product: P,
  rows: Rows<GivenRow<P>>,
  attribution = '',
): ImportSource {
  const about = { format: 'rows', attribution }
  const given: Rows<Partial<NationalRow & PostalRow>> = rows
  const of: Product = product
  return isNational(of)
    ? { ...about, product: of, rows: () => nationalRows(given) }
    : { ...about, product: of, rows: () => postalRows(given) }
}

async function* nationalRows(rows: Rows<Partial<NationalRow>>): AsyncGenerator<NationalRow> {
  for await (const row of rows) yield { ...EMPTY_NATIONAL_ROW, ...row }
}

async function* postalRows(rows: Rows<Partial<PostalRow>>): AsyncGenerator<PostalRow> {
  for await (const row of rows) yield { ...EMPTY_POSTAL_ROW, ...row }
}

/** Files in one of the formats of the command `import`; its `report` says afterwards what was left out. */
export async function sourceOfFiles(format: string, request: ImportRequest): Promise<Imported> {
  // A service and its threads never read files, and the formats are a fifth of what they would load.
  const { IMPORT_FORMATS } = await import('./formats.ts')
  const found = IMPORT_FORMATS.find(({ name }) => name === format)
  if (found !== undefined) return found.open(request)
  const names = IMPORT_FORMATS.map(({ name }) => name).join(', ')
  throw new Error(`There is no format "${format}"; there are ${names}.`)
}

/** Writes the index to the folder and reads it back; its `path` is what `openIndex` takes. */
export async function buildIndex(
  source: ImportSource,
  options: Omit<BuildOptions, 'now'> & Partial<Pick<BuildOptions, 'now'>>,
): Promise<BuiltIndex> {
  const built = await writeIndex(source, { now: systemClock.now(), ...options })
  await openIndex(built.path, source.product)
  return built
}

/** Reads the file and checks every byte; one that is damaged, foreign or of another version is refused. */
export async function openIndex<P extends Product>(path: string, product: P) {
  const index = indexOver(await loadIndex(path))
  if (isOf(index, product)) return index
  throw new Error(`it is of the product ${index.product}, not of ${product}.`)
}

/** An index over the memory of one that is open, for another thread of the process; `known` is a search of it. */
export function indexOver(
  memory: SharedArrayBuffer,
  layers: readonly LayerMemory[] = [],
  known?: ProductSearch,
): OpenIndex {
  const search = {
    ...(known ?? searchOver(memory)),
    areas: areasOver(memory, layers),
  } as ProductSearch
  const match = (input: MatchInput) => matchAddress(search, input)
  return { product: search.product, search, match, memory }
}

/** The index with the layers of areas that are joined with it, in a folder such as `areas` of the data folder. */
export async function withLayers(index: OpenIndex, directory: string): Promise<OpenIndex> {
  const today = utcDay(systemClock.now())
  const layers = await new Layers(directory).load(index.product, today, (error) => {
    throw error
  })
  return indexOver(index.memory, layers, index.search)
}

/** What threads of one process share of an index. */
export interface IndexMemory {
  readonly index: SharedArrayBuffer
  readonly layers: readonly LayerMemory[]
}

/** The searches of one thread. An index whose layers alone change is not opened again. */
export class ThreadSearches {
  readonly searches: { -readonly [P in Product]: Searches[P] } = ofEach(() => undefined)
  readonly #memory = new Map<Product, IndexMemory>()

  take(memory: IndexMemory): OpenIndex {
    const { index, layers } = memory
    const same = [...this.#memory].find(([, before]) => before.index === index)
    const open = indexOver(index, layers, same && this.searches[same[0]])
    Object.assign(this.searches, { [open.product]: open.search })
    this.#memory.set(open.product, memory)
    return open
  }

  memoryOf(product: Product): IndexMemory | undefined {
    return this.#memory.get(product)
  }

  memory(): readonly IndexMemory[] {
    return [...this.#memory.values()]
  }
}

function isOf<P extends Product>(index: OpenIndex, product: P): index is OpenIndex<P> {
  return index.product === product
}
