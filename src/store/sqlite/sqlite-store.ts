// The store as a SQLite file, seen from the thread that serves.

import {
  chmodSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmdirSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { MessagePort } from 'node:worker_threads'
import { type Kysely, sql, type Transaction } from 'kysely'
import { Lock } from '../lock.ts'
import type { Procedure } from '../procedure.ts'
import { StoreError } from '../store-error.ts'
import { type Executed, sqliteKysely } from './sqlite-dialect.ts'
import { SqliteLine } from './sqlite-line.ts'

const FILE_NAME = 'doorplate.sqlite'

export async function openSqlite(dataDir: string): Promise<SqliteStore> {
  const path = join(dataDir, FILE_NAME)
  const prepared = prepareFile(dataDir, path)
  try {
    const line = await SqliteLine.start(path)
    if (prepared.isNew) syncFolder(dirname(path))
    return new SqliteStore(line)
  } catch (error) {
    discard(prepared, path)
    throw error
  }
}

/** The store of another thread of this process: the same file, by a line of its own to the thread that has it. */
export function joinSqlite(port: MessagePort): SqliteStore {
  return new SqliteStore(SqliteLine.over(port))
}

/** A procedure without an answer has none as text either. */
function parsed(answer: unknown): unknown {
  return typeof answer === 'string' ? JSON.parse(answer) : undefined
}

class SqliteStore {
  readonly kind = 'sqlite'
  readonly db: Kysely<unknown>
  readonly #line: SqliteLine
  readonly #lock = new Lock()

  constructor(line: SqliteLine) {
    this.#line = line
    // The thread answers a query with what the file's run() gave.
    const execute = (text: string, parameters: readonly unknown[]) =>
      line.ask({ kind: 'query', sql: text, parameters }) as Promise<Executed>
    this.db = sqliteKysely(execute, this.#lock)
  }

  transaction<T>(work: (tx: Transaction<unknown>) => Promise<T>): Promise<T> {
    return this.db.transaction().execute(work)
  }

  async procedure<P extends Procedure>(
    module: URL,
    args: Parameters<P>[1],
  ): Promise<Awaited<ReturnType<P>>> {
    const release = await this.#lock.acquire()
    try {
      // As text, which crosses between threads far cheaper than many small objects do.
      const text = JSON.stringify(args)
      const answer = await this.#line.ask({ kind: 'procedure', module: module.href, args: text })
      return parsed(answer) as Awaited<ReturnType<P>>
    } finally {
      release()
    }
  }

  /** A line for another thread of this process. Without a thread of its own the file would be fought over. */
  share(): MessagePort {
    return this.#line.share()
  }

  async ping(): Promise<void> {
    await sql`select 1`.execute(this.db)
  }

  async close(): Promise<void> {
    // What came before is finished first; what comes after waits for ever nowhere, the thread refuses it.
    const release = await this.#lock.acquire()
    await this.#line.close()
    release()
  }
}

interface Prepared {
  readonly isNew: boolean
  /** The outermost folder that was made for it. */
  readonly madeFolder: string | undefined
}

// The file is made here and not by SQLite, so that it is never readable by others, not even for a moment.
function prepareFile(dataDir: string, path: string): Prepared {
  const madeFolder = withSentence(`The data folder ${dataDir} cannot be made`, () =>
    mkdirSync(dataDir, { recursive: true, mode: 0o700 }),
  )
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) {
    throw new StoreError(`The store ${path} is a folder and should be a file.`)
  }
  return withSentence(`The store ${path} cannot be written`, () => {
    const isNew = createPrivately(path)
    if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o600)
    closeSync(openSync(path, 'r+'))
    return { isNew, madeFolder }
  })
}

function createPrivately(path: string): boolean {
  try {
    closeSync(openSync(path, 'wx', 0o600))
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

function withSentence<T>(what: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    throw new StoreError(`${what} (${REASONS.get(code) ?? code}).`)
  }
}

const REASONS = new Map([
  ['EACCES', 'permission denied'],
  ['EPERM', 'permission denied'],
  ['EROFS', 'the disk is read-only'],
  ['ENOSPC', 'the disk is full'],
  ['ENOTDIR', 'a part of the path is not a folder'],
  ['EEXIST', 'there is a file of that name'],
])

// Only while it is empty: another process that started at the same time may already be using it.
function discard({ isNew, madeFolder }: Prepared, path: string): void {
  if (!isNew || statSync(path, { throwIfNoEntry: false })?.size !== 0) return
  for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true })
  if (madeFolder !== undefined) removeEmptyFolders(dirname(path), madeFolder)
}

function removeEmptyFolders(from: string, outermost: string): void {
  for (let folder = from; folder.startsWith(outermost); folder = dirname(folder)) {
    if (readdirSync(folder).length > 0) return
    rmdirSync(folder)
  }
}

// A new file survives a power cut only when the folder that names it is on disk too.
function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
