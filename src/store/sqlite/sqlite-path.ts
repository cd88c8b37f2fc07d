// The place of the SQLite file: made private before SQLite opens it, and removed again when that fails.

import {
  chmodSync,
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmdirSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { errorCode } from '../../lib/operator-error.ts'
import { StoreError } from '../store-error.ts'

export function sqlitePath(dataDir: string): string {
  return join(dataDir, 'doorplate.sqlite')
}

interface Prepared {
  readonly isNew: boolean
  readonly madeFolder: string | undefined
}

// The file is made here and not by SQLite, so that it is never readable by others, not even for a moment.
export function prepareFile(dataDir: string, path: string): Prepared {
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
    if (errorCode(error) === 'EEXIST') return false
    throw error
  }
}

function withSentence<T>(what: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    const code = errorCode(error)
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
export function discardNewFile({ isNew, madeFolder }: Prepared, path: string): void {
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
