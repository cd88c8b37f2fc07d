// `match FILE`: finds the address of every row of a list, and writes the list back with what was found.

import { once } from 'node:events'
import { availableParallelism, homedir } from 'node:os'
import { extname, join } from 'node:path'
import { PRODUCT_CODES, PRODUCTS, type Product } from '../address/product.ts'
import { ReleaseAreas } from '../areas/release-areas.ts'
import { indexOver, type OpenIndex } from '../engine/engine.ts'
import { makeProgress } from '../importers/reading/progress.ts'
import { loadIndex } from '../index/file/index-file.ts'
import { errorCode, OperatorError } from '../lib/operator-error.ts'
import { layoutText, previewOf, previewText, summaryText } from '../lists/matching/list-text.ts'
import { matchFile, matchPipe } from '../lists/matching/match-file.ts'
import {
  type ListOptions,
  type MatchList,
  matchListOf,
  openMatchList,
} from '../lists/matching/match-list.ts'
import { MatchThreads } from '../lists/matching/match-threads.ts'
import { PipedInput } from '../lists/matching/piped-input.ts'
import { fetchedIndex, isIndexUrl } from '../releases/fetched-index.ts'
import { type Releases, releasesIn } from '../releases/release-folder.ts'
import {
  type Command,
  type Given,
  numberOption,
  PRODUCT_OPTION,
  type Printed,
  productOption,
  UsageError,
} from './shared/command.ts'

const THREADS_MAX = 64

export const matchCommand: Command = {
  name: 'match',
  usage: `FILE [--product ${PRODUCT_CODES}] [--output FILE] [--columns MAP] [--areas LAYERS] [--index FILE|URL] [--cache FOLDER] [--threads N] [--lines] [--no-header] [--show]`,
  summary:
    'Find the address of every row of a list (CSV, TSV or NDJSON, optionally .gz, or Parquet) and write the list with the results. - for FILE reads standard input and writes standard output.',
  example: 'customers.csv --output customers-matched.csv',
  options: {
    ...PRODUCT_OPTION,
    output: 'the output file; default FILE-matched beside the list',
    columns: 'how columns are read: address=COLUMN,postcode=COLUMN, by name or number',
    areas: 'layers whose code and name are added for each address: council,ward or all',
    index: 'the index file to compare with, or URL#sha256=HEX; default the release in use',
    cache: 'where an index from a URL is kept; default .cache/doorplate in your home folder',
    threads: 'number of threads; default one per core',
  },
  flags: {
    lines: 'every line is one address',
    'no-header': 'the first record is a row: give columns by number',
    show: 'show how the list is read and its first matches, without writing',
  },
  run: (given) => {
    if (given.word === '-') return filter(given)
    return given.flags.has('show') ? show(given) : run(given)
  },
}

/** From standard input to standard output, as a part of a pipe. */
async function filter(given: Given): Promise<Printed> {
  for (const name of ['output', 'show', 'json']) {
    if (given.options[name] === undefined && !given.flags.has(name)) continue
    throw new UsageError(`--${name} cannot be used with standard input.`)
  }
  const input = await PipedInput.open(process.stdin)
  // A part of a divided list may be empty.
  if (input.isEmpty) return { json: {}, text: '' }
  const { list, layers, index } = await opened(given, (options) => matchListOf(input, options))
  input.takeWhole()
  given.tell(layoutText(list.layout))
  const { memory } = await index()
  await using threads = new MatchThreads(threadsOf(given), memory, layers)
  const summary = await matchPipe({ list, threads }, writerTo(process.stdout))
  process.stdin.destroy()
  given.tell(summaryText(summary))
  return { json: summary, text: '' }
}

/** Answers once there is room for more; false when the reader is gone. */
function writerTo(output: NodeJS.WriteStream): (bytes: Uint8Array) => Promise<boolean> {
  let isGone = false
  output.on('error', () => {
    isGone = true
  })
  return async (bytes) => {
    const hasRoom = isGone || output.write(bytes)
    if (!hasRoom) await once(output, 'drain').catch(() => undefined)
    return !isGone
  }
}

async function show(given: Given): Promise<Printed> {
  const { list, index } = await opened(given, (options) => openMatchList(given.word, options))
  const preview = await previewOf(list, (await index()).search)
  return { json: preview, text: previewText(preview) }
}

async function run(given: Given): Promise<Printed> {
  const { word: path } = given
  const { output = defaultOutput(path) } = given.options
  const count = threadsOf(given)
  const { list, layers, index } = await opened(given, (options) => openMatchList(path, options))
  const { layout } = list
  given.tell(layoutText(layout))
  const { memory, search } = await index()
  const { release } = search.release
  given.tell(
    `Writing ${output} using ${release}. If interrupted, run the same command to continue.`,
  )
  await using threads = new MatchThreads(count, memory, layers)
  const summary = await matchFile({
    path,
    list,
    output,
    release,
    threads,
    progress: makeProgress({ write: given.draw, isTerminal: given.isTerminal }, given.clock),
    monotonicMs: () => given.clock.monotonicMs(),
    tell: given.tell,
  })
  return {
    json: { output, release, layout, ...summary },
    text: `${summaryText(summary)}\n\nWritten: ${output}`,
  }
}

function threadsOf(given: Given): number {
  return numberOption(given, 'threads', 1, THREADS_MAX) ?? availableParallelism()
}

/** The list, and the index that it is compared with. */
async function opened(given: Given, open: (options: ListOptions) => Promise<MatchList>) {
  const { columns, index } = given.options
  const { flags } = given
  const releases = releasesIn(given.config.dataDir)
  const isUsed = await Promise.all(PRODUCTS.map((product) => releases.inUse(product)))
  const used = PRODUCTS.filter((_, at) => isUsed[at] !== undefined)
  const named =
    index === undefined ? undefined : await openIndexFile(await localIndex(given, index))
  const product = productOption(given) ?? named?.product
  if (named !== undefined && product !== named.product) {
    throw new UsageError(`--product is ${product}, but ${index} is an index for ${named.product}.`)
  }
  const read = await open({
    product,
    likelyProduct: used.length === 1 ? used[0] : undefined,
    columns,
    isLines: flags.has('lines'),
    isHeaderless: flags.has('no-header'),
  })
  const { layers, areas } = await layersFor(given, releases, read.layout.product)
  const layout = areas.length === 0 ? read.layout : { ...read.layout, areas }
  const list = { ...read, layout }
  return { list, layers, index: async () => named ?? (await releases.loadInUse(layout.product)) }
}

/** Layers are read only if they are asked for. */
async function layersFor({ options, clock }: Given, releases: Releases, product: Product) {
  const { areas: asked, index } = options
  if (asked === undefined) return { layers: [], areas: [] }
  if (index !== undefined) throw new UsageError('--areas cannot be combined with --index.')
  const release = await releases.requireInUse(product)
  await releases.joinLayers(release)
  const layers = await releases.loadLayers(release, clock.now())
  const known = new ReleaseAreas(release, new Uint32Array(1), layers)
  const areas = known.named(asked)
  const unknown = areas.find((name) => !known.names.includes(name))
  if (unknown === undefined) return { layers, areas }
  const names = known.names.join(', ') || 'none'
  throw new UsageError(`Unknown area layer "${unknown}". Choose from: ${names}.`)
}

async function localIndex({ options, tell }: Given, index: string): Promise<string> {
  const { cache = join(homedir(), '.cache', 'doorplate') } = options
  return isIndexUrl(index) ? fetchedIndex(index, cache, tell) : index
}

async function openIndexFile(path: string): Promise<OpenIndex> {
  try {
    return indexOver(await loadIndex(path))
  } catch (error) {
    if (errorCode(error) === 'ENOENT') throw new OperatorError(`There is no index ${path}.`)
    throw new OperatorError(error instanceof Error ? error.message : String(error))
  }
}

/** `customers-matched.csv.gz` for `customers.csv.gz`. */
function defaultOutput(path: string): string {
  const packed = extname(path).toLowerCase() === '.gz' ? path.slice(-3) : ''
  const plain = path.slice(0, path.length - packed.length)
  const kind = extname(plain)
  return `${plain.slice(0, plain.length - kind.length)}-matched${kind}${packed}`
}
