// A folder in memory for the temporary files of tests, where there is plenty of it.

import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'

// Most of the files are databases, which wait for the disk at each commit: tests take half as long without, and a disk
// that stands still for seconds does not look like a fault of ours.
const MEMORY = '/dev/shm'
const NEEDED_BYTES = 4 * 1024 ** 3

/**
 * Sets the environment in which all processes that are started from now on put temporary files into a folder in
 * memory, which goes away with the handle. A `TMPDIR` of your own is left alone.
 */
export function useMemoryFolder(): Disposable {
  if (process.env.TMPDIR !== undefined || !isSuitable()) return { [Symbol.dispose]: () => {} }
  const folder = mkdtempSync(join(MEMORY, 'doorplate-tests-'))
  // PostgreSQL runs as another user inside.
  chmodSync(folder, 0o755)
  process.env.TMPDIR = folder
  return { [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) }
}

function isSuitable(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    const mounted = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .findLast((line) => line.includes(` ${MEMORY} tmpfs `))
    const mayRun = mounted !== undefined && !mounted.includes('noexec')
    return mayRun && Math.min(bavail * bsize, freemem()) >= NEEDED_BYTES
  } catch {
    return false
  }
}
