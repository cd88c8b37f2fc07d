// `match FILE`: finds the address of every row of a list, and writes the list back with what was found.

import { availableParallelism } from 'node:os'
import { extname } from 'node:path'
import { PRODUCT_CODES, PRODUCTS } from '../address/product.ts'
import { makeProgress } from '../importers/reading/progress.ts'
import { layoutText, previewOf, previewText, summaryText } from '../lists/matching/list-text.ts'
import { matchFile } from '../lists/matching/match-file.ts'
import { type MatchList, openMatchList } from '../lists/matching/match-list.ts'
import { MatchThreads } from '../lists/matching/match-threads.ts'
import { releasesIn } from '../releases/release-folder.ts'
import {
  type Command,
  type Given,
  numberOption,
  PRODUCT_OPTION,
  type Printed,
  productOption,
} from './shared/command.ts'

const THREADS_MAX = 64

export const matchCommand: Command = {
  name: 'match',
  usage: `FILE [--product ${PRODUCT_CODES}] [--output FILE] [--columns MAP] [--threads N] [--show]`,
  summary:
    'Find the address of every row of a list (CSV, TSV or NDJSON, optionally .gz) and write the list with the results.',
  example: 'customers.csv --output customers-matched.csv',
  options: {
    ...PRODUCT_OPTION,
    output: 'the output file; default FILE-matched beside the list',
    columns: 'how columns are read: address=COLUMN,postcode=COLUMN, by name or number',
    threads: 'number of threads; default one per core',
  },
  flags: { show: 'show how the list is read and its first matches, without writing' },
  run: (given) => (given.flags.has('show') ? show(given) : run(given)),
}

async function show(given: Given): Promise<Printed> {
  const list = await opened(given)
  const { search } = await releasesIn(given.config.dataDir).loadInUse(list.layout.product)
  const preview = await previewOf(list, search)
  return { json: preview, text: previewText(preview) }
}

async function run(given: Given): Promise<Printed> {
  const { word: path } = given
  const { output = defaultOutput(path) } = given.options
  const cores = numberOption(given, 'threads', 1, THREADS_MAX) ?? availableParallelism()
  const list = await opened(given)
  const { layout } = list
  given.tell(layoutText(layout))
  const { memory, search } = await releasesIn(given.config.dataDir).loadInUse(layout.product)
  const { release } = search.release
  given.tell(
    `Writing ${output} using ${release}. If interrupted, run the same command to continue.`,
  )
  await using threads = new MatchThreads(cores, memory)
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

async function opened(given: Given): Promise<MatchList> {
  const { columns } = given.options
  const releases = releasesIn(given.config.dataDir)
  const isUsed = await Promise.all(PRODUCTS.map((product) => releases.inUse(product)))
  const used = PRODUCTS.filter((_, at) => isUsed[at] !== undefined)
  return openMatchList(given.word, {
    product: productOption(given),
    likelyProduct: used.length === 1 ? used[0] : undefined,
    columns,
  })
}

/** `customers-matched.csv.gz` for `customers.csv.gz`. */
function defaultOutput(path: string): string {
  const packed = extname(path).toLowerCase() === '.gz' ? path.slice(-3) : ''
  const plain = path.slice(0, path.length - packed.length)
  const kind = extname(plain)
  return `${plain.slice(0, plain.length - kind.length)}-matched${kind}${packed}`
}
