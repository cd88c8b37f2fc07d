// Creates folders, and opens files that only the service may read.

import { type FileHandle, mkdir, open, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { errorCode } from '../operator-error.ts'

const PRIVATE_FOLDER = 0o700

/** With its parents. Node's recursive `mkdir` never returns below /proc, where a folder cannot be created. */
export async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: PRIVATE_FOLDER })
  } catch (error) {
    const parent = dirname(path)
    if (errorCode(error) === 'ENOENT' && parent !== path) {
      await makeFolder(parent)
      await mkdir(path, { mode: PRIVATE_FOLDER })
    } else if (errorCode(error) !== 'EEXIST' || !(await isFolder(path))) throw error
  }
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() === true
}

const PRIVATE_FILE = 0o600

/** A file that root creates for a service of another user belongs to the owner of its folder. */
export async function openPrivate(path: string, flags: 'w' | 'wx' | 'a'): Promise<FileHandle> {
  const file = await open(path, flags, PRIVATE_FILE)
  if (process.getuid?.() === 0) {
    const { uid, gid } = await stat(dirname(path))
    await file.chown(uid, gid)
  }
  return file
}

/** It is on disk when this resolves. */
export async function writePrivate(
  path: string,
  content: string | Buffer,
  flags: 'w' | 'wx' | 'a' = 'w',
) {
  await using file = await openPrivate(path, flags)
  await file.writeFile(content)
  await file.sync()
}

/** A new file survives a power cut only when the folder that names it is on disk too. */
export async function syncFolder(path: string): Promise<void> {
  await using folder = await open(path, 'r')
  await folder.sync()
}
