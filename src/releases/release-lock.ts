// One process at a time changes what a folder of releases serves: ledger, change log and pointer agree.

import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { makeFolder, openPrivate } from '../lib/files/folder.ts'
import { OperatorError } from '../lib/operator-error.ts'

const LOCK_FILE = 'lock'
const ATTEMPT_MS = 100
/** Far longer than another release takes to come into use. */
const WAIT_MS_MAX = 15 * 60_000
/** SQLite's code for a file that another one has locked. */
const BUSY = 5

/**
 * Held until it is disposed of. It is the lock of an empty SQLite file, so the system lets go of it when a process is
 * killed, and it also holds between threads.
 */
export async function lockReleases(directory: string): Promise<Disposable> {
  await makeFolder(directory)
  const path = join(directory, LOCK_FILE)
  await using _made = await openPrivate(path, 'a')
  const lock = new DatabaseSync(path)
  for (let waited = 0; waited < WAIT_MS_MAX; waited += ATTEMPT_MS) {
    if (isLocked(lock)) return { [Symbol.dispose]: () => lock.close() }
    await wait(ATTEMPT_MS)
  }
  lock.close()
  throw new OperatorError(`Another process is changing the release in ${directory}. Try again.`)
}

function isLocked(lock: DatabaseSync): boolean {
  try {
    lock.exec('begin exclusive')
    return true
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === BUSY) return false
    lock.close()
    throw error
  }
}
