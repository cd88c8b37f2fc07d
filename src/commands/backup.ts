// `backup`, `restore` and `drill`: the rows of either kind of store, the id ledgers and layers of areas, in one file.

import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdtemp, open, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { eraseAgain } from '../account/data/erasure.ts'
import { type AuditHead, auditHead } from '../account/operators/audit-entries.ts'
import { AuditAnchors } from '../account/operators/audit-log.ts'
import { loadPlans } from '../account/plans/plans-file.ts'
import { examine } from '../billing/doctor/doctor.ts'
import { count } from '../lib/columns.ts'
import { OperatorError, systemReason } from '../lib/operator-error.ts'
import { dataFileLines, restoreDataFiles } from '../releases/data-backup.ts'
import { releasesIn } from '../releases/release-folder.ts'
import { backupLines } from '../store/backup.ts'
import { openStore } from '../store/open-store.ts'
import { restoreLines } from '../store/restore.ts'
import type { Store } from '../store/store.ts'
import { StoreError } from '../store/store-error.ts'
import type { Command } from './shared/command.ts'
import { recordDone, withAudit, withStore } from './shared/store-access.ts'

const backupCommand: Command = {
  name: 'backup',
  usage: 'FILE',
  summary:
    'Write the store, the id ledgers and the layers of areas to FILE, even while the service is running.',
  example: 'doorplate.backup',
  run(given) {
    const path = resolve(given.word)
    // The last good backup is not given up for one that may fail.
    if (existsSync(path)) {
      throw new OperatorError(`${path} already exists; move it away or name another file.`)
    }
    return withAudit(given, async (store) => {
      const files = dataFileLines(releasesIn(given.config.dataDir))
      await writeWhole(path, withLineEnds(backupLines(store, given.clock.now(), files)))
      return { json: { file: path }, text: `Wrote ${path}.` }
    })
  },
}

const restoreCommand: Command = {
  name: 'restore',
  usage: 'FILE',
  summary: 'Fill an empty store, SQLite or PostgreSQL, from a backup.',
  example: 'doorplate.backup',
  async run(given) {
    const path = resolve(given.word)
    await checkReadable(path)
    return withStore(given, async (store) => {
      const lines = restoreDataFiles(releasesIn(given.config.dataDir), fileLines(path), given.tell)
      const rows = await restoreLines(store, lines)
      const erased = await eraseAgain(store, given.config.dataDir, given.clock.now())
      await recordDone(store, given)
      const more = erased === 0 ? '' : ` Accounts that had to be erased again: ${erased}.`
      const text = `Restored ${count(rows)} rows.${more}`
      return { json: { rows, erased_again: erased }, text }
    })
  },
}

/** Shows what a restore would give, and how long it takes, without touching the store in use. */
const drillCommand: Command = {
  name: 'drill',
  usage: 'FILE',
  summary: 'Restore a backup into a temporary store, check its books, and say how long it took.',
  example: 'doorplate.backup',
  async run({ word, config, clock, tell }) {
    const path = resolve(word)
    await checkReadable(path)
    const plans = await loadPlans(config.dataDir)
    const startMs = clock.monotonicMs()
    const dataDir = await mkdtemp(join(tmpdir(), 'doorplate-drill-'))
    try {
      await using store = closing(await openStore({ databaseUrl: '', dataDir }))
      const lines = restoreDataFiles(releasesIn(dataDir), fileLines(path), tell)
      const rows = await restoreLines(store, lines)
      const { number: head } = await auditHead(store.db)
      const auditAnchors = () => anchorsUpTo(head, config.dataDir)
      const results = await examine({ store, plans, clock, auditAnchors }, () => {})
      const faults = results.flatMap((one) => one.faults)
      const seconds = Math.round((clock.monotonicMs() - startMs) / 100) / 10
      const ok = faults.length === 0
      const sums = `${count(rows)} rows restored and checked in ${seconds} s.`
      const text = [...faults, ok ? `The books add up: ${sums}` : sums].join('\n')
      return { json: { ok, rows, seconds, audit_entries: head, faults }, text, isFault: !ok }
    } finally {
      await rm(dataDir, { recursive: true, force: true })
    }
  },
}

export const backupCommands: readonly Command[] = [backupCommand, restoreCommand, drillCommand]

function closing(store: Store): Store & AsyncDisposable {
  return Object.assign(store, { [Symbol.asyncDispose]: () => store.close() })
}

/** Later ones belong to entries that came after the backup. */
async function* anchorsUpTo(number: number, dataDir: string): AsyncGenerator<AuditHead> {
  for await (const anchor of new AuditAnchors(dataDir).read()) {
    if (anchor.number <= number) yield anchor
  }
}

async function* withLineEnds(lines: AsyncIterable<string>) {
  for await (const line of lines) {
    yield `${line}\n`
  }
}

// For its owner only: it holds hashes of keys and addresses of customers. Written whole or not at all.
async function writeWhole(path: string, lines: AsyncIterable<string>): Promise<void> {
  const temporary = `${path}.${randomBytes(4).toString('hex')}.part`
  try {
    const file = createWriteStream(temporary, { mode: 0o600, flags: 'wx', flush: true })
    await pipeline(Readable.from(lines), createGzip(), file)
    await rename(temporary, path)
    const folder = await open(dirname(path))
    await folder.sync().finally(() => folder.close())
  } catch (error) {
    await rm(temporary, { force: true })
    if (error instanceof StoreError) throw error
    throw new OperatorError(`The backup cannot be written to ${path}: ${systemReason(error)}.`)
  }
}

async function checkReadable(path: string): Promise<void> {
  try {
    const file = await open(path)
    await file.close()
  } catch (error) {
    throw new OperatorError(`The backup ${path} cannot be read: ${systemReason(error)}.`)
  }
}

async function* fileLines(path: string): AsyncGenerator<string> {
  const unzipped = createGunzip()
  const reading = pipeline(createReadStream(path), unzipped)
  // The loop below reads the same stream and reports the error.
  reading.catch(() => {})
  let rest = ''
  try {
    for await (const part of unzipped.setEncoding('utf8')) {
      const lines = (rest + part).split('\n')
      rest = lines.pop() ?? ''
      yield* lines
    }
  } catch (error) {
    if (error instanceof OperatorError) throw error
    throw new StoreError('The file is not a backup of Doorplate, or is damaged.')
  }
}
