// The names of files while a build writes them, and the removal of those that a killed build has left behind.

import { readdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { errorCode } from '../../lib/operator-error.ts'

const NAME = /^unfinished-(?:\w+)-(?<host>.+)-(?<pid>\d+)-\d+$/
/** No build takes so long: what is older was left by a host that is gone. */
const AGE_MAX_MS = 86_400_000

/** The name says which process of which host writes the file. */
export function unfinishedPath(directory: string, product: string, now: number): string {
  return join(directory, `unfinished-${product}-${host()}-${process.pid}-${now}`)
}

export async function removeLeftFiles(directory: string, now: number): Promise<void> {
  const names = await readdir(directory)
  for (const name of names.filter((name) => name.startsWith('unfinished-'))) {
    const path = join(directory, name)
    if (await isLeft(path, name, now)) await rm(path, { force: true })
  }
}

async function isLeft(path: string, name: string, now: number): Promise<boolean> {
  const { host: writtenBy, pid } = NAME.exec(name)?.groups ?? {}
  if (writtenBy === host() && !isRunning(Number(pid))) return true
  const status = await stat(path).catch(() => undefined)
  return status !== undefined && status.mtimeMs < now - AGE_MAX_MS
}

/** A process of another user runs too, though it may not be signalled. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errorCode(error) !== 'ESRCH'
  }
}

function host(): string {
  return hostname().replaceAll(/[^\w.-]/g, '_')
}
