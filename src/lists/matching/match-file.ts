// Matches a whole file on all cores, in order and in constant memory, and continues where it was stopped.

import { createHash } from 'node:crypto'
import { open, stat } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import type { Progress } from '../../importers/reading/progress.ts'
import { count } from '../../lib/columns.ts'
import { ImportRefused, OperatorError } from '../../lib/operator-error.ts'
import { VERSION } from '../../lib/program.ts'
import { isParquetName, type MatchList } from './match-list.ts'
import type { MatchedBlock } from './match-thread.ts'
import type { MatchThreads } from './match-threads.ts'
import { ParquetFile } from './parquet-file.ts'
import { PARQUET_MAGIC, ParquetOutput } from './parquet-output.ts'
import { headerText } from './result-columns.ts'
import { BLOCK_ROWS, type ListRow, rowsOf } from './rows.ts'
import { joinSummary, type MatchSummary, newSummary } from './summary.ts'
import { refuseExisting, UnfinishedFile } from './unfinished-file.ts'

const CHECKPOINT_EVERY_MS = 1000
const FINGERPRINT_BYTES = 1024 * 1024

export interface MatchFileRun {
  readonly path: string
  readonly list: MatchList
  readonly output: string
  readonly release: string
  readonly threads: MatchThreads
  readonly progress: Progress
  readonly monotonicMs: () => number
  tell(line: string): void
}

/** Gives the summary of all rows, those from before a kill included. */
export async function matchFile(run: MatchFileRun): Promise<MatchSummary> {
  const { path, list, output, release } = run
  await refuseExisting(output)
  if (isParquetName(output) !== list.input instanceof ParquetFile) {
    const wanted = isParquetName(output)
      ? 'a list of text is written as text'
      : 'Parquet is written as Parquet'
    throw new OperatorError(
      `${output} cannot be written: ${wanted}; give another name with --output.`,
    )
  }
  const of = {
    'the list': await fingerprint(path),
    'the release': release,
    'the way its columns are read': JSON.stringify(list.layout),
    'the version of this program': VERSION,
  }
  await using unfinished = await UnfinishedFile.open(output, of, (what) =>
    run.tell(`${output} was begun before, but ${what} has changed since: it begins again.`),
  )
  try {
    const summary = await matchRest(run, unfinished)
    await unfinished.finish()
    return summary
  } catch (error) {
    // The list itself is bad further on: going on would not help.
    if (error instanceof ImportRefused) await unfinished.discard()
    throw error
  }
}

/** Matches a list from a pipe to a pipe. `write` ends it by returning false: nobody reads any more. */
export async function matchPipe(
  { list, threads }: Pick<MatchFileRun, 'list' | 'threads'>,
  write: (bytes: Uint8Array) => Promise<boolean>,
): Promise<MatchSummary> {
  const summary = newSummary()
  const header = packed(headerText(list.layout), false)
  if (header.length > 0 && !(await write(header))) return summary
  for await (const block of inOrder(blocksOf(list, 0), false, threads, list)) {
    joinSummary(summary, block.summary)
    if (!(await write(block.bytes))) break
  }
  return summary
}

async function matchRest(run: MatchFileRun, unfinished: UnfinishedFile): Promise<MatchSummary> {
  const { list, output, progress } = run
  const { layout, input } = list
  const { summary, rows: skip } = unfinished.from
  const isPacked = /\.gz$/i.test(output)
  const append = (bytes: Uint8Array) => unfinished.append(bytes)
  const parquet =
    input instanceof ParquetFile
      ? new ParquetOutput(input, layout, unfinished.from.groups ?? [], append)
      : undefined
  if (skip > 0) run.tell(`Continuing after row ${count(skip)}.`)
  else await append(parquet ? PARQUET_MAGIC : packed(headerText(layout), isPacked))
  let keptMs = run.monotonicMs()
  let begun: { readonly bytes: number } | undefined
  const blocks = inOrder(blocksOf(list, skip), isPacked, run.threads, list)
  for await (const { bytesRead, ...block } of blocks) {
    if (begun === undefined) {
      begun = { bytes: skip === 0 ? 0 : bytesRead }
      progress.begin(layout.file, input.sizeBytes - begun.bytes)
    }
    await (parquet?.add(block, block.summary.rows) ?? append(block.bytes))
    // Given back at once: until V8 tidies up there would be tens of megabytes of it.
    if (parquet === undefined) block.bytes.buffer.transfer(0)
    joinSummary(summary, block.summary)
    progress.advance(bytesRead - begun.bytes, summary.rows - skip)
    if (run.monotonicMs() - keptMs < CHECKPOINT_EVERY_MS || parquet?.isBetweenGroups === false) {
      continue
    }
    await unfinished.keep({
      rows: summary.rows,
      summary,
      ...(parquet && { groups: parquet.groups }),
    })
    keptMs = run.monotonicMs()
  }
  await parquet?.end()
  if (begun !== undefined) progress.end()
  return summary
}

interface Block {
  readonly rows: readonly ListRow[]
  /** How much of the file was read with the last of its rows. */
  readonly bytesRead: number
}

async function* blocksOf(list: MatchList, skip: number): AsyncGenerator<Block> {
  let bytesRead = 0
  let rows: ListRow[] = []
  const onBytes = (bytes: number) => {
    bytesRead = bytes
  }
  let before = 0
  for await (const some of rowsOf(list, { skip, onBytes })) {
    for (const [at, row] of some.entries()) {
      rows.push(row)
      if (rows.length < BLOCK_ROWS) continue
      // A chunk of the file is read at once, and has thousands of rows.
      yield { rows, bytesRead: before + ((bytesRead - before) * (at + 1)) / some.length }
      rows = []
    }
    before = bytesRead
    if (!(list.input instanceof ParquetFile) || rows.length === 0) continue
    yield { rows, bytesRead }
    rows = []
  }
  if (rows.length > 0) yield { rows, bytesRead }
}

/** Reads just far enough ahead of the match that no thread waits. */
async function* inOrder(
  blocks: AsyncIterable<Block>,
  isPacked: boolean,
  threads: MatchThreads,
  { layout }: MatchList,
): AsyncGenerator<MatchedBlock & Pick<Block, 'bytesRead'>> {
  const pending: (Pick<Block, 'bytesRead'> & { readonly block: Promise<MatchedBlock> })[] = []
  const finished = async function* (pendingMax: number) {
    for (const { bytesRead, block } of pending.splice(0, pending.length - pendingMax)) {
      yield { bytesRead, ...(await block) }
    }
  }
  for await (const { rows, bytesRead } of blocks) {
    pending.push({ bytesRead, block: threads.match({ rows, layout, isPacked }) })
    if (pending.length >= threads.blocksMax) yield* finished(threads.blocksMax - 1)
  }
  yield* finished(0)
}

function packed(text: string, isPacked: boolean): Uint8Array {
  if (text === '') return new Uint8Array()
  return isPacked ? gzipSync(text) : Buffer.from(text)
}

/** From its size, its time and its first bytes: an edit changes one of them. */
async function fingerprint(path: string): Promise<string> {
  const { size, mtimeMs } = await stat(path)
  await using file = await open(path, 'r')
  const bytes = Buffer.alloc(FINGERPRINT_BYTES)
  const { bytesRead } = await file.read(bytes, 0, FINGERPRINT_BYTES, 0)
  const hash = createHash('sha256').update(bytes.subarray(0, bytesRead)).digest('hex')
  return `${size} ${mtimeMs} ${hash}`
}
