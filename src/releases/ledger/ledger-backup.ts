// The id ledgers and change logs as lines of a backup, and back.

import { existsSync } from 'node:fs'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { isProduct, PRODUCTS, type Product } from '../../address/product.ts'
import { unfinishedPath } from '../../index/build/build.ts'
import { checkIndexFile } from '../../index/file/index-file.ts'
import { systemClock } from '../../lib/clock.ts'
import { makeFolder, openPrivate, syncFolder } from '../../lib/files/folder.ts'
import { ifMissing, OperatorError } from '../../lib/operator-error.ts'
import type { Releases } from '../release-folder.ts'
import { stepPath } from './change-log.ts'
import { readLedgerHead } from './ledger.ts'

const LINE_BYTES = 48 * 1024
const LINE = /^\{"ledger":"(\w+)",(?:"step":(\d+),)?"base64":"([\w+/=]*)"\}$/

/** Part of a ledger or, with its number, of a step of the change log. */
interface LedgerLine {
  readonly ledger: Product
  readonly step?: number
  readonly base64: string
}

/** Each ledger as it is at the moment that it is opened: a new one is another file. Its steps follow. */
export async function* ledgerLines(releases: Releases): AsyncGenerator<string> {
  for (const ledger of PRODUCTS) {
    const path = releases.ledgerPathOf(ledger)
    // A damaged one keeps nobody from a backup of the accounts.
    const head = await readLedgerHead(path).catch(() => undefined)
    yield* fileLines(path, { ledger })
    for (const { number: step } of head?.steps ?? []) {
      yield* fileLines(stepPath(releases.directory, ledger, step), { ledger, step })
    }
  }
}

async function* fileLines(path: string, which: Omit<LedgerLine, 'base64'>) {
  const opened = await open(path).catch(ifMissing(undefined))
  if (opened === undefined) return
  await using file = opened
  const bytes = Buffer.alloc(LINE_BYTES)
  for (;;) {
    const { bytesRead } = await file.read(bytes, 0, LINE_BYTES)
    if (bytesRead === 0) return
    const base64 = bytes.toString('base64', 0, bytesRead)
    yield JSON.stringify({ ...which, base64 } satisfies LedgerLine)
  }
}

/** Passes on the lines of a backup, but for those of ledgers, which become files; one that is there is kept. */
export async function* restoreLedgers(
  releases: Releases,
  lines: AsyncIterable<string>,
  tell: (line: string) => void,
): AsyncGenerator<string> {
  await makeFolder(releases.directory)
  /** The steps of a ledger that was kept have nothing to do with it. */
  const kept = new Set<Product>()
  let part: UnfinishedFile | undefined
  try {
    for await (const line of lines) {
      const given = readLine(line)
      if (part !== undefined && (part.ledger !== given?.ledger || part.step !== given.step)) {
        await finish(part, releases, kept, tell)
        part = undefined
      }
      if (given === undefined) yield line
      else {
        part ??= await begin(releases, given)
        await part.file.writeFile(Buffer.from(given.base64, 'base64'))
      }
    }
  } finally {
    await part?.file.close().catch(() => undefined)
    if (part !== undefined) await rm(part.unfinished, { force: true })
  }
}

/** Undefined for any other line. */
function readLine(line: string): LedgerLine | undefined {
  const [, ledger, step, base64 = ''] = LINE.exec(line) ?? []
  if (!isProduct(ledger)) return undefined
  return { ledger, base64, ...(step !== undefined && { step: Number(step) }) }
}

interface UnfinishedFile extends Pick<LedgerLine, 'ledger' | 'step'> {
  readonly unfinished: string
  readonly file: FileHandle
}

async function begin(
  { directory }: Releases,
  { ledger, step }: LedgerLine,
): Promise<UnfinishedFile> {
  const unfinished = unfinishedPath(directory, `${ledger}_ledger`, systemClock.now())
  const file = await openPrivate(unfinished, 'wx')
  return { ledger, ...(step !== undefined && { step }), unfinished, file }
}

async function finish(
  { ledger, step, unfinished, file }: UnfinishedFile,
  releases: Releases,
  kept: Set<Product>,
  tell: (line: string) => void,
): Promise<void> {
  const isStep = step !== undefined
  const { directory } = releases
  const path = isStep ? stepPath(directory, ledger, step) : releases.ledgerPathOf(ledger)
  const what = isStep ? `Step ${step} of the change log` : 'The id ledger'
  await file.sync()
  await file.close()
  await checkIndexFile(unfinished, undefined, isStep ? 'changes' : 'ledger').catch(() => {
    throw new OperatorError(`${what} of ${ledger} in the backup is damaged.`)
  })
  if (!isStep && existsSync(path)) {
    tell(`${path} is there already and is kept; the id ledger of the backup is left out.`)
    kept.add(ledger)
  }
  if (kept.has(ledger)) return rm(unfinished)
  await rename(unfinished, path)
  await syncFolder(directory)
}
