// Makes folders, and opens files that only the service may read.

import { type FileHandle, mkdir, open, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { errorCode } from '../operator-error.ts'

const PRIVATE_FOLDER = 0o700

/**
 * Node's own recursive form never returns where the system answers that a folder cannot be made although the one above
 * it is there, as below /proc.
 */
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

/** What root writes for a service that runs as another user belongs to that user, as the folder does. */
export async function openPrivate(path: string, flags: 'w' | 'wx' | 'a'): Promise<FileHandle> {
  const file = await open(path, flags, PRIVATE_FILE)
  if (process.getuid?.() === 0) {
    const { uid, gid } = await stat(dirname(path))
    await file.chown(uid, gid)
  }
  return file
}
