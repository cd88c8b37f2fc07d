// Builds an index file from the rows of any importer: gathers them, orders them, writes, checks, renames.

import { readdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { countryOf } from '../../countries/country.ts'
import { makeFolder } from '../../lib/files/folder.ts'
import { errorCode, OperatorError } from '../../lib/operator-error.ts'
import { changedParts, type PostalChanges } from '../changes/changed-streets.ts'
import { writeMerged } from '../changes/merge.ts'
import type { MergedPart } from '../changes/merged-streets.ts'
import { IndexSections } from '../file/index-sections.ts'
import { IndexWriter, type SectionWriter } from '../file/index-writer.ts'
import type { ReleaseChanges, ReleaseInfo } from '../file/sections.ts'
import { NamedSuccessors, postalIdText } from '../ids/postal-id.ts'
import { NationalTable } from '../national/national-table.ts'
import { writeNational } from '../national/national-writer.ts'
import { PostalTable } from '../postal/postal-table.ts'
import { writePostal } from '../postal/postal-writer.ts'
import { SpillFile } from '../rows/growing-arrays.ts'
import {
  type ImportSource,
  isNationalSource,
  type PostalSource,
  type RowSource,
} from '../rows/row-source.ts'

export interface BuildOptions {
  /** The folder that the file goes to; it is created if it does not exist. */
  readonly directory: string
  /** UTC milliseconds: goes into the release's name and nowhere else. */
  readonly now: number
  /** How many rows are held in memory as they are read; most others wait in a temporary file in the folder. */
  readonly rowsInMemory?: number
  /** Called now and then with how many rows have been read. */
  readonly onRows?: (rows: number) => void
  /** Called when all rows are read and whenever something else begins that may take long. */
  readonly onStep?: (step: BuildStep) => void
}

export type BuildStep = 'building' | 'checking'

export interface BuiltIndex extends ReleaseInfo {
  readonly path: string
  readonly bytes: number
  /** Rows that were left out because an earlier row has the same id. */
  readonly repeated: number
}

type Written = Pick<BuiltIndex, 'addresses' | 'repeated'>

const ROWS_PER_BATCH = 4096

/** The file's name is its release: product, day and a fingerprint of the content. */
export async function buildIndex(source: ImportSource, options: BuildOptions): Promise<BuiltIndex> {
  const { product, format, attribution, changes } = source
  const about = { product, source: format, attribution, ...(changes && { changes }) }
  return writeRelease(about, options, async (writer, path) => {
    using spill = new SpillFile(`${path}-rows`, options.rowsInMemory)
    return await writeRows(source, writer, spill, options)
  })
}

/** What a release becomes by a change set: the same answers as a build of all addresses, in a fraction of the time. */
export async function buildChanged(
  memory: ArrayBufferLike,
  changes: PostalChanges,
  history: ReleaseChanges,
  options: BuildOptions,
): Promise<BuiltIndex & { readonly parts: readonly MergedPart[] }> {
  const base = new IndexSections(memory)
  const { product, source, attribution } = base.get('release')
  options.onStep?.('building')
  const parts = await changedParts(base, changes)
  const about = { product, source, attribution, changes: history }
  const built = await writeRelease(about, options, async (writer) => {
    const addresses = await writeMerged(writer, parts)
    const successors = new NamedSuccessors()
    successors.addAll(base.find('successors'), (id) => !changes.ids.has(postalIdText(id)))
    successors.addAll(changes.successors?.sorted())
    await writeSuccessors(writer, successors)
    return { addresses, repeated: 0 }
  })
  return { ...built, parts }
}

type About = Omit<ReleaseInfo, 'release' | 'addresses' | 'createdAt'>

/** `write` gets the file's path until it is finished. */
async function writeRelease(
  about: About,
  options: BuildOptions,
  write: (writer: SectionWriter, path: string) => Promise<Written>,
): Promise<BuiltIndex> {
  await makeFolder(options.directory)
  await removeLeftFiles(options.directory, options.now)
  const unfinished = unfinishedPath(options.directory, about.product, options.now)
  await using writer = await IndexWriter.create(unfinished)
  try {
    const { addresses, repeated } = await write(writer, unfinished)
    if (addresses === 0) throw new Error('The source has no addresses, so no index was made.')
    const day = new Date(options.now).toISOString()
    const release = `${about.product}-${day.slice(0, 10)}-${writer.fingerprint()}`
    const info: ReleaseInfo = { release, ...about, addresses, createdAt: day }
    await writer.add('release', info)
    const path = join(options.directory, `${info.release}.idx`)
    options.onStep?.('checking')
    const bytes = await writer.finish(path)
    return { ...info, path, bytes, repeated }
  } catch (error) {
    throw explained(error, options.directory)
  }
}

/** Why nothing more can be written, as the system calls it. */
const NO_ROOM: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of the user is used up',
  EFBIG: 'files may not become that large here',
}

function explained(error: unknown, directory: string): unknown {
  const reason = NO_ROOM[errorCode(error)]
  if (reason === undefined) return error
  return new OperatorError(
    `The index cannot be written to ${directory}: ${reason}. A build needs 200 to 500 bytes there ` +
      'for each address, by its source; nothing has changed.',
  )
}

async function writeRows(
  source: ImportSource,
  writer: SectionWriter,
  spill: SpillFile,
  options: BuildOptions,
) {
  if (isNationalSource(source)) {
    const table = new NationalTable(countryOf(source.product), spill)
    await gather(source, table, options)
    return writeNational(writer, table, source.knowledge)
  }
  const table = new PostalTable(spill)
  await gather(source, table, options)
  const written = await writePostal(writer, table)
  await writeSuccessors(writer, source.successors)
  return written
}

async function writeSuccessors(writer: SectionWriter, named: PostalSource['successors']) {
  const sorted = named?.sorted() ?? new Uint32Array()
  if (sorted.length > 0) await writer.add('successors', sorted)
}

async function gather<Row>(
  source: RowSource<Row>,
  table: { readonly rows: number; add(row: Row): void },
  { onRows, onStep }: BuildOptions,
): Promise<void> {
  for await (const batch of source.batches?.() ?? inBatches(source.rows())) {
    for (const row of batch) table.add(row)
    onRows?.(table.rows)
  }
  onStep?.('building')
}

/** A source that has millions of rows to wait for gives batches itself. */
async function* inBatches<Row>(rows: Iterable<Row> | AsyncIterable<Row>): AsyncGenerator<Row[]> {
  let batch: Row[] = []
  for await (const row of rows) {
    batch.push(row)
    if (batch.length < ROWS_PER_BATCH) continue
    yield batch
    batch = []
  }
  yield batch
}

const NAME = /^unfinished-(?:\w+)-(?<host>.+)-(?<pid>\d+)-\d+$/
/** No build takes so long: what is older was left by a host that is gone. */
const AGE_MAX_MS = 86_400_000

/** The name says which process of which host writes the file. */
export function unfinishedPath(directory: string, product: string, now: number): string {
  return join(directory, `unfinished-${product}-${host()}-${process.pid}-${now}`)
}

export async function removeLeftFiles(directory: string, now: number): Promise<void> {
  const names = await readdir(directory)
  for (const name of names.filter((name) => name.startsWith('unfinished-'))) {
    const path = join(directory, name)
    if (await isLeft(path, name, now)) await rm(path, { force: true })
  }
}

async function isLeft(path: string, name: string, now: number): Promise<boolean> {
  const { host: writtenBy, pid } = NAME.exec(name)?.groups ?? {}
  if (writtenBy === host() && !isRunning(Number(pid))) return true
  const status = await stat(path).catch(() => undefined)
  return status !== undefined && status.mtimeMs < now - AGE_MAX_MS
}

/** A process of another user runs too, though it may not be signalled. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errorCode(error) !== 'ESRCH'
  }
}

function host(): string {
  return hostname().replaceAll(/[^\w.-]/g, '_')
}
