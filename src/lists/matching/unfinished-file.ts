// The output of a match while it is being written: a file and a checkpoint, from which it continues after a kill.

import { type FileHandle, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { errorCode, OperatorError } from '../../lib/operator-error.ts'
import { isObject } from '../../lib/record-of.ts'
import type { ParquetOutput } from './parquet-output.ts'
import { type MatchSummary, newSummary } from './summary.ts'

interface Checkpoint {
  /** What is being matched: only the same match may continue. */
  readonly of: Readonly<Record<string, string>>
  readonly rows: number
  readonly bytes: number
  readonly summary: MatchSummary
  /** For Parquet, the sizes of what was added to each row group. */
  readonly groups?: ParquetOutput['groups']
}

export class UnfinishedFile implements AsyncDisposable {
  readonly path: string
  /** Where it was when it was opened. */
  readonly from: Checkpoint
  readonly #file: FileHandle
  readonly #checkpointPath: string
  #bytes: number

  private constructor(path: string, file: FileHandle, from: Checkpoint) {
    this.path = path
    this.from = from
    this.#file = file
    this.#checkpointPath = checkpointPath(path)
    this.#bytes = from.bytes
  }

  /** Continues where an earlier match of the same stopped, or begins; `onOther` is told what has changed since. */
  static async open(path: string, of: Checkpoint['of'], onOther: (what: string) => void) {
    const found = await readCheckpoint(path)
    const other = Object.keys(of).find((name) => found !== undefined && found.of[name] !== of[name])
    if (other !== undefined) onOther(other)
    const begin: Checkpoint = { of, rows: 0, bytes: 0, summary: newSummary() }
    const from = found === undefined || other !== undefined ? begin : found
    const file = await written(path, () =>
      open(unfinishedPath(path), from.bytes === 0 ? 'w' : 'r+'),
    )
    // What was written after the checkpoint is written again.
    if (from.bytes > 0) await written(path, () => file.truncate(from.bytes))
    return new UnfinishedFile(path, file, from)
  }

  async append(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length; ) {
      const { bytesWritten } = await written(this.path, () =>
        this.#file.write(bytes, at, bytes.length - at, this.#bytes),
      )
      at += bytesWritten
      this.#bytes += bytesWritten
    }
  }

  /** All that was appended is on disk before the checkpoint says so. */
  async keep(now: Omit<Checkpoint, 'of' | 'bytes'>): Promise<void> {
    const checkpoint: Checkpoint = { of: this.from.of, bytes: this.#bytes, ...now }
    await written(this.path, async () => {
      await this.#file.datasync()
      const next = `${this.#checkpointPath}.new`
      await using file = await open(next, 'w')
      await file.writeFile(`${JSON.stringify(checkpoint)}\n`)
      await file.datasync()
      await rename(next, this.#checkpointPath)
    })
  }

  /** It becomes the output, at once and whole. */
  async finish(): Promise<void> {
    await written(this.path, async () => {
      await this.#file.sync()
      await rename(unfinishedPath(this.path), this.path)
      await rm(this.#checkpointPath, { force: true })
    })
  }

  /** Nothing of it is kept, because it can never be finished. */
  async discard(): Promise<void> {
    await rm(unfinishedPath(this.path), { force: true })
    await rm(this.#checkpointPath, { force: true })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file.close()
  }
}

/** Refused if the output exists: it may be somebody's only copy. */
export async function refuseExisting(path: string): Promise<void> {
  try {
    await stat(path)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return
    throw unwritable(path, error)
  }
  throw new OperatorError(`${path} already exists; move it away or give another with --output.`)
}

function unfinishedPath(path: string): string {
  return `${path}.unfinished`
}

function checkpointPath(path: string): string {
  return `${path}.checkpoint`
}

async function readCheckpoint(path: string): Promise<Checkpoint | undefined> {
  try {
    const checkpoint: unknown = JSON.parse(await readFile(checkpointPath(path), 'utf8'))
    const { size } = await stat(unfinishedPath(path))
    return isCheckpoint(checkpoint) && size >= checkpoint.bytes ? checkpoint : undefined
  } catch (error) {
    if (error instanceof SyntaxError || errorCode(error) === 'ENOENT') return undefined
    throw unwritable(path, error)
  }
}

function isCheckpoint(value: unknown): value is Checkpoint {
  return isObject(value) && ['of', 'rows', 'bytes', 'summary'].every((name) => name in value)
}

async function written<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw unwritable(path, error)
  }
}

function unwritable(path: string, error: unknown): unknown {
  const code = errorCode(error)
  if (code === '') return error
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new OperatorError(
      `There is no room left to write ${path}; free some space and run the same command again: it continues where it stopped.`,
      { cause: error },
    )
  }
  const why = code === 'ENOENT' ? 'its folder does not exist' : `the system says ${code}`
  return new OperatorError(`${path} cannot be written: ${why}.`, { cause: error })
}
