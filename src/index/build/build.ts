// Builds an index file from the rows of any importer: gathers them, orders them, writes, checks, renames.

import { join } from 'node:path'
import { makeFolder } from '../../lib/folder.ts'
import { IndexWriter } from '../file/index-writer.ts'
import type { ReleaseInfo } from '../file/release-info.ts'
import { writeNational } from '../national/build-national.ts'
import { NationalTable } from '../national/national-rows.ts'
import { writePostal } from '../postal/build-postal.ts'
import { PostalTable } from '../postal/postal-rows.ts'
import type { ImportSource, NationalSource, PostalSource } from './row-source.ts'

interface BuildOptions {
  /** The folder that the file goes to; it is made if it is not there. */
  readonly directory: string
  /** UTC milliseconds: goes into the release's name and nowhere else. */
  readonly now: number
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

const ROWS_PER_BATCH = 4096

/** The file's name is its release: product, day and a fingerprint of the content. */
export async function buildIndex(source: ImportSource, options: BuildOptions): Promise<BuiltIndex> {
  await makeFolder(options.directory)
  const unfinished = join(
    options.directory,
    `unfinished-${source.product}-${process.pid}-${options.now}`,
  )
  const writer = await IndexWriter.create(unfinished)
  try {
    const { addresses, repeated } =
      source.product === 'au'
        ? await writeNationalRows(source, writer, options)
        : await writePostalRows(source, writer, options)
    if (addresses === 0) throw new Error('The source has no addresses, so no index was made.')
    const day = new Date(options.now).toISOString()
    const info: ReleaseInfo = {
      release: `${source.product}-${day.slice(0, 10)}-${writer.fingerprint()}`,
      product: source.product,
      source: source.format,
      attribution: source.attribution,
      addresses,
      createdAt: day,
    }
    await writer.add('release', info)
    const path = join(options.directory, `${info.release}.idx`)
    options.onStep?.('checking')
    const bytes = await writer.finish(path)
    return { ...info, path, bytes, repeated }
  } catch (error) {
    await writer.abandon()
    throw error
  }
}

async function writeNationalRows(
  source: NationalSource,
  writer: IndexWriter,
  options: BuildOptions,
) {
  const rows = new NationalTable()
  for await (const batch of source.batches?.() ?? inBatches(source.rows())) {
    for (const row of batch) rows.add(row)
    options.onRows?.(rows.table.rows)
  }
  options.onStep?.('building')
  return writeNational(writer, rows, source.knowledge)
}

async function writePostalRows(source: PostalSource, writer: IndexWriter, options: BuildOptions) {
  const rows = new PostalTable()
  for await (const batch of source.batches?.() ?? inBatches(source.rows())) {
    for (const row of batch) rows.add(row)
    options.onRows?.(rows.table.rows)
  }
  options.onStep?.('building')
  return writePostal(writer, rows)
}

/** An await for each of millions of rows costs dearly, so rows are handed on many at a time. */
async function* inBatches<Row>(rows: Iterable<Row> | AsyncIterable<Row>): AsyncGenerator<Row[]> {
  let batch: Row[] = []
  const full = () => batch.length === ROWS_PER_BATCH
  if (Symbol.iterator in rows) {
    for (const row of rows) {
      batch.push(row)
      if (!full()) continue
      yield batch
      batch = []
    }
  } else {
    for await (const row of rows) {
      batch.push(row)
      if (!full()) continue
      yield batch
      batch = []
    }
  }
  yield batch
}
