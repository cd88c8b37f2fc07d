// Mail without a server: each mail is a file in a folder that any mail program can open.

import { readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder, syncFolder, writePrivate } from '../lib/files/folder.ts'
import { newId } from '../lib/ids.ts'
import { systemReason } from '../lib/operator-error.ts'
import type { Delivery, Envelope, Transport } from './transport.ts'

const LOOKED_AT_MAX = 10_000
const DEADLINE_MS = 30_000
const OURS = /^[0-9a-f]{12,64}\.eml(\.\w+\.new)?$/

export class Outbox implements Transport {
  readonly name: string
  readonly deadlineMs = DEADLINE_MS
  readonly #now: () => number

  constructor(folder: string, now: () => number) {
    this.name = folder
    this.#now = now
  }

  /** Written aside, synced, then renamed: nobody reads half a file, and another attempt does not add a second one. */
  async deliver({ mailId, recipients, bytes }: Envelope): Promise<Delivery> {
    const path = join(this.name, `${mailId}.eml`)
    const aside = `${path}.${newId('')}.new`
    try {
      await makeFolder(this.name)
      await writePrivate(aside, bytes)
      // By the service's clock, which also decides when the file is deleted.
      const seconds = this.#now() / 1000
      await utimes(aside, seconds, seconds)
      await rename(aside, path)
      await syncFolder(this.name)
      return { kind: 'taken', deferred: [], refused: [], note: '' }
    } catch (error) {
      await rm(aside, { force: true }).catch(() => {})
      const note = `The folder ${this.name} cannot be written: ${systemReason(error)}.`
      return { kind: 'deferred', recipients, isServer: true, note }
    }
  }

  async tidy(before: number): Promise<void> {
    const names = await readdir(this.name).catch(() => [])
    // A mail's id begins with the time at which it was queued, so the oldest come first.
    const oldest = names
      .filter((name) => OURS.test(name))
      .sort()
      .slice(0, LOOKED_AT_MAX)
    for (const name of oldest) {
      const path = join(this.name, name)
      const found = await stat(path).catch(() => undefined)
      if (found !== undefined && found.mtimeMs < before) await rm(path, { force: true })
    }
  }
}
