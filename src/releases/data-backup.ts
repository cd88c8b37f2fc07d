// The id ledgers, change logs and layers of areas as lines of a backup, and back.

import { existsSync } from 'node:fs'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isProduct, PRODUCTS, type Product } from '../address/product.ts'
import { isLayerFile, SAMPLE_SOURCE } from '../areas/layer-folder.ts'
import { unfinishedPath } from '../index/build/build.ts'
import { checkIndexFile } from '../index/file/index-file.ts'
import { systemClock } from '../lib/clock.ts'
import { makeFolder, openPrivate, syncFolder } from '../lib/files/folder.ts'
import { ifMissing, OperatorError } from '../lib/operator-error.ts'
import { stepPath } from './ledger/change-log.ts'
import { readLedgerHead } from './ledger/ledger.ts'
import type { Releases } from './release-folder.ts'

const LINE_BYTES = 48 * 1024
const LINE =
  /^(\{"ledger":"(\w+)"(?:,"step":(\d+))?|\{"layer":"([\w.@-]+)"),"base64":"([\w+/=]*)"\}$/

/** Which file a line is a part of: a ledger, with its number a step of the change log, or a layer of areas. */
type DataFile = { readonly ledger: Product; readonly step?: number } | { readonly layer: string }

/** Each file as it is at the moment that it is opened: a new one is another file. */
export async function* dataFileLines(releases: Releases): AsyncGenerator<string> {
  for (const ledger of PRODUCTS) {
    // A damaged one keeps nobody from a backup of the accounts.
    const head = await readLedgerHead(releases.ledgerPathOf(ledger)).catch(() => undefined)
    yield* fileLines(releases, { ledger })
    for (const { number: step } of head?.steps ?? []) yield* fileLines(releases, { ledger, step })
  }
  for (const { path, source } of await releases.layers.list()) {
    if (source !== SAMPLE_SOURCE) yield* fileLines(releases, { layer: basename(path) })
  }
}

async function* fileLines(releases: Releases, which: DataFile) {
  const opened = await open(aboutFile(releases, which).path).catch(ifMissing(undefined))
  if (opened === undefined) return
  await using file = opened
  const bytes = Buffer.alloc(LINE_BYTES)
  for (;;) {
    const { bytesRead } = await file.read(bytes, 0, LINE_BYTES)
    if (bytesRead === 0) return
    yield JSON.stringify({ ...which, base64: bytes.toString('base64', 0, bytesRead) })
  }
}

function aboutFile(releases: Releases, which: DataFile) {
  const { directory, layers } = releases
  if ('layer' in which) {
    const { layer } = which
    return {
      path: join(layers.directory, layer),
      kind: 'layer',
      what: `The layer ${layer}`,
    } as const
  }
  const { ledger, step } = which
  if (step === undefined) {
    const path = releases.ledgerPathOf(ledger)
    return { path, kind: 'ledger', what: `The id ledger of ${ledger}` } as const
  }
  const what = `Step ${step} of the change log of ${ledger}`
  return { path: stepPath(directory, ledger, step), kind: 'changes', what } as const
}

/** Passes on the lines of a backup except those that become files. A ledger or layer that exists is kept. */
export async function* restoreDataFiles(
  releases: Releases,
  lines: AsyncIterable<string>,
  tell: (line: string) => void,
): AsyncGenerator<string> {
  /** The steps of a ledger that was kept have nothing to do with it. */
  const kept = new Set<Product>()
  let part: UnfinishedFile | undefined
  try {
    for await (const line of lines) {
      const given = readLine(line)
      if (part !== undefined && part.start !== given?.start) {
        await finish(part, releases, kept, tell)
        part = undefined
      }
      if (given === undefined) yield line
      else {
        part ??= await begin(releases, given)
        await part.file.writeFile(given.bytes)
      }
    }
  } finally {
    await part?.file.close().catch(() => undefined)
    if (part !== undefined) await rm(part.unfinished, { force: true })
  }
}

interface GivenLine {
  /** The same in all lines of a file. */
  readonly start: string
  readonly which: DataFile
  readonly bytes: Buffer
}

/** Undefined for any other line. */
function readLine(line: string): GivenLine | undefined {
  const [, start = '', ledger, step, layer = '', base64 = ''] = LINE.exec(line) ?? []
  const bytes = Buffer.from(base64, 'base64')
  if (isLayerFile(layer)) return { start, which: { layer }, bytes }
  if (!isProduct(ledger)) return undefined
  return { start, which: { ledger, ...(step !== undefined && { step: Number(step) }) }, bytes }
}

interface UnfinishedFile extends Pick<GivenLine, 'start' | 'which'> {
  readonly unfinished: string
  readonly file: FileHandle
}

async function begin(releases: Releases, { start, which }: GivenLine): Promise<UnfinishedFile> {
  const { path, kind } = aboutFile(releases, which)
  const directory = dirname(path)
  await makeFolder(directory)
  const unfinished = unfinishedPath(directory, kind, systemClock.now())
  return { start, which, unfinished, file: await openPrivate(unfinished, 'wx') }
}

async function finish(
  { which, unfinished, file }: UnfinishedFile,
  releases: Releases,
  kept: Set<Product>,
  tell: (line: string) => void,
): Promise<void> {
  const { path, kind, what } = aboutFile(releases, which)
  await file.sync()
  await file.close()
  await checkIndexFile(unfinished, undefined, kind).catch(() => {
    throw new OperatorError(`${what} in the backup is damaged.`)
  })
  if (kind !== 'changes' && existsSync(path)) {
    tell(`${path} is there already and is kept; that of the backup is left out.`)
    if ('ledger' in which) kept.add(which.ledger)
    return rm(unfinished)
  }
  if ('ledger' in which && kept.has(which.ledger)) return rm(unfinished)
  await rename(unfinished, path)
  await syncFolder(dirname(path))
}
