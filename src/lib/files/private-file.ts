// Files that only the service may read.

import { type FileHandle, open, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

const PRIVATE = 0o600

/** What root writes for a service that runs as another user belongs to that user, as the folder does. */
export async function openPrivate(path: string, flags: 'w' | 'wx' | 'a'): Promise<FileHandle> {
  const file = await open(path, flags, PRIVATE)
  if (process.getuid?.() === 0) {
    const { uid, gid } = await stat(dirname(path))
    await file.chown(uid, gid)
  }
  return file
}
