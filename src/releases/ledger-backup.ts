// The id ledgers as lines of a backup, and back.

import { existsSync } from 'node:fs'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { isProduct, PRODUCTS, type Product } from '../address/product.ts'
import { unfinishedPath } from '../index/build/build.ts'
import { checkIndexFile } from '../index/file/index-file.ts'
import { systemClock } from '../lib/clock.ts'
import { makeFolder, openPrivate, syncFolder } from '../lib/files/folder.ts'
import { errorCode, OperatorError } from '../lib/operator-error.ts'
import type { Releases } from './release-folder.ts'

const LINE_BYTES = 48 * 1024
const LINE = /^\{"ledger":"(\w+)","base64":"([\w+/=]*)"\}$/

interface LedgerLine {
  readonly ledger: Product
  readonly base64: string
}

/** Each ledger as it is at the moment that it is opened: a new one is another file. */
export async function* ledgerLines(releases: Releases): AsyncGenerator<string> {
  for (const ledger of PRODUCTS) {
    const opened = await open(releases.ledgerPathOf(ledger)).catch((error) => {
      if (errorCode(error) !== 'ENOENT') throw error
    })
    if (opened === undefined) continue
    await using file = opened
    const bytes = Buffer.alloc(LINE_BYTES)
    for (;;) {
      const { bytesRead } = await file.read(bytes, 0, LINE_BYTES)
      if (bytesRead === 0) break
      const base64 = bytes.toString('base64', 0, bytesRead)
      yield JSON.stringify({ ledger, base64 } satisfies LedgerLine)
    }
  }
}

/** Passes on the lines of a backup, but for those of ledgers, which become files; one that is there is kept. */
export async function* restoreLedgers(
  releases: Releases,
  lines: AsyncIterable<string>,
  tell: (line: string) => void,
): AsyncGenerator<string> {
  await makeFolder(releases.directory)
  let part: UnfinishedLedger | undefined
  try {
    for await (const line of lines) {
      const given = readLine(line)
      if (part !== undefined && part.product !== given?.ledger) {
        await finish(part, releases, tell)
        part = undefined
      }
      if (given === undefined) yield line
      else {
        part ??= await begin(releases, given.ledger)
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
  const [, ledger, base64 = ''] = LINE.exec(line) ?? []
  return isProduct(ledger) ? { ledger, base64 } : undefined
}

interface UnfinishedLedger {
  readonly product: Product
  readonly unfinished: string
  readonly file: FileHandle
}

async function begin({ directory }: Releases, product: Product): Promise<UnfinishedLedger> {
  const unfinished = unfinishedPath(directory, `${product}_ledger`, systemClock.now())
  return { product, unfinished, file: await openPrivate(unfinished, 'wx') }
}

async function finish(
  { product, unfinished, file }: UnfinishedLedger,
  releases: Releases,
  tell: (line: string) => void,
): Promise<void> {
  const path = releases.ledgerPathOf(product)
  await file.sync()
  await file.close()
  await checkIndexFile(unfinished, undefined, 'ledger').catch(() => {
    throw new OperatorError(`The id ledger of ${product} in the backup is damaged.`)
  })
  if (existsSync(path)) {
    tell(`${path} is there already and is kept; the id ledger of the backup is left out.`)
    return rm(unfinished)
  }
  await rename(unfinished, path)
  await syncFolder(releases.directory)
}
