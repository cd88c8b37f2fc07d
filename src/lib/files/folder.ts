// Makes a folder and those above it.

import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { errorCode } from '../operator-error.ts'

const PRIVATE = 0o700

/**
 * Node's own recursive form never returns where the system answers that a folder cannot be made although the one above
 * it is there, as below /proc.
 */
export async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: PRIVATE })
  } catch (error) {
    const parent = dirname(path)
    if (errorCode(error) === 'ENOENT' && parent !== path) {
      await makeFolder(parent)
      await mkdir(path, { mode: PRIVATE })
    } else if (errorCode(error) !== 'EEXIST' || !(await isFolder(path))) throw error
  }
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() === true
}
