// The releases in a folder: which there are, which one a product uses, and how that is changed.

import { existsSync } from 'node:fs'
import { readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { LayerInfo } from '../address/area.ts'
import { isProduct, type Product } from '../address/product.ts'
import type { LayerMemory } from '../areas/layer.ts'
import { type Layers, layersIn } from '../areas/layer-folder.ts'
import { type OpenIndex, openIndex } from '../engine/engine.ts'
import { loadIndex, readRelease } from '../index/file/index-file.ts'
import type { ReleaseInfo } from '../index/file/sections.ts'
import { utcDay } from '../lib/clock.ts'
import { count } from '../lib/columns.ts'
import { syncFolder, writePrivate } from '../lib/files/folder.ts'
import { errorCode, ifMissing, NeedsYes, OperatorError } from '../lib/operator-error.ts'
import { CALL } from '../lib/program.ts'
import { nextSteps, removeOldSteps, stepPath } from './ledger/change-log.ts'
import type { ChangedId } from './ledger/changed-ids.ts'
import { loadLedger, readLedgerHead, writeLedger } from './ledger/ledger.ts'
import { ledgerAfterSet, nextLedger } from './ledger/next-ledger.ts'
import { diffReleases, type ReleaseDiff } from './release-diff.ts'
import { lockReleases } from './release-lock.ts'

const SUFFIX = '.idx'
const RECORDS_SUFFIX = '.records'
export const SAMPLE = 'sample'
const RELEASE_NAME = /^([a-z]{2})-\d{4}-\d{2}-\d{2}-[0-9a-f]{6}$/

interface StoredRelease extends ReleaseInfo {
  readonly path: string
  readonly bytes: number
  /** The one that its product serves. */
  readonly inUse: boolean
}

/** The release that a change set was merged into, and what that does to its ids, in their order. */
interface MadeOf {
  readonly release: string
  readonly changed: readonly ChangedId[]
}

type Entered = Pick<ReleaseInfo, 'product' | 'release'>

/** In the data folder. */
export const RELEASES_FOLDER = 'releases'

export function releasesIn(dataDir: string): Releases {
  return new Releases(join(dataDir, RELEASES_FOLDER))
}

/** A release is one file, `<release>.idx`; the file `<product>.current` names the one in use. */
export class Releases {
  readonly directory: string
  readonly layers: Layers

  constructor(directory: string) {
    this.directory = directory
    this.layers = layersIn(dirname(directory))
  }

  pathOf(release: string): string {
    return join(this.directory, `${release}${SUFFIX}`)
  }

  /** All releases that can be read, newest first. What is damaged or foreign is left out. */
  async list(): Promise<readonly StoredRelease[]> {
    const names = await readdir(this.directory).catch(ifMissing<string[]>([]))
    const releases: StoredRelease[] = []
    for (const name of names.filter((file) => file.endsWith(SUFFIX))) {
      const release = await this.#read(name.slice(0, -SUFFIX.length)).catch(() => undefined)
      if (release !== undefined) releases.push(release)
    }
    return releases.sort(newestFirst)
  }

  /** The name of the release that a product uses, or undefined when none was chosen yet. */
  async inUse(product: Product): Promise<string | undefined> {
    const pointer = this.#pointerOf(product)
    const release = (await readFile(pointer, 'utf8').catch(ifMissing(''))).trim()
    if (release === '') return undefined
    if (productNamed(release) === undefined)
      throw new OperatorError(`${pointer} does not name a release.`)
    return release
  }

  /** Other as soon as a product's pointer or the file that it names changes. */
  async stamp(product: Product): Promise<string> {
    const pointed = await readFile(this.#pointerOf(product), 'utf8').catch(() => '')
    const release = pointed.trim()
    if (productNamed(release) === undefined) return pointed
    const file = await stat(this.pathOf(release)).catch(() => undefined)
    return [release, file?.ino, file?.size, file?.mtimeMs].join(' ')
  }

  async load(release: string): Promise<OpenIndex> {
    const index = await openIndex(this.pathOf(release), productOf(release)).catch(
      refuse(release, 'read'),
    )
    checkName(release, index.search.release)
    return index
  }

  /** Its bytes, read and checked. */
  async memory(release: string): Promise<SharedArrayBuffer> {
    return loadIndex(this.pathOf(release)).catch(refuse(release, 'read'))
  }

  /** The one that a product uses, which must be there. */
  async loadInUse(product: Product): Promise<OpenIndex> {
    return this.load(await this.requireInUse(product))
  }

  async requireInUse(product: Product): Promise<string> {
    const release = await this.inUse(product)
    if (release !== undefined) return release
    throw new OperatorError(`No release of ${product} is in use. Import one first.`)
  }

  /**
   * Makes a release the one that its product uses. The pointer changes at once or not at all, after the id ledger: no
   * id is served that it does not know. A release that lacks more of the ids in use is refused, and so is one that a
   * change set made of another than is in use by now.
   */
  async use(release: string, lossPercentMax = 100, made?: MadeOf): Promise<void> {
    const { product } = await this.#read(release)
    using _ = await lockReleases(this.directory)
    if (made !== undefined && (await this.inUse(product)) !== made.release) {
      throw new OperatorError(
        `${made.release} is no longer in use, so its changes are not either. Run the import again.`,
      )
    }
    await this.#enter(release, lossPercentMax, made)
    const pointer = this.#pointerOf(product)
    const unfinished = `${pointer}.${process.pid}.new`
    await writePrivate(unfinished, `${release}\n`)
    await rename(unfinished, pointer)
    await syncFolder(this.directory)
  }

  /** What changes from one release of a product, by default the one in use, to another. */
  async diff(to: string, from?: string): Promise<ReleaseDiff> {
    const missing = [from ?? to, to].filter(
      (name) => productNamed(name) === undefined || !existsSync(this.pathOf(name)),
    )
    if (missing.length > 0) throw noSuchRelease([...new Set(missing)].join(' and no release '))
    const next = await this.#read(to)
    const old = await this.#read(from ?? (await this.inUse(next.product)) ?? to)
    if (old.product !== next.product) {
      throw new OperatorError(`${old.release} and ${to} are of different products.`)
    }
    return diffReleases(old.path, next.path).catch((error: Error) => {
      throw new OperatorError(`${old.release} and ${to} cannot be compared: ${error.message}`)
    })
  }

  /** Deletes a release's file. The one in use is kept. */
  async remove(release: string): Promise<void> {
    const product = productOf(release)
    using _ = await lockReleases(this.directory)
    if ((await this.inUse(product)) === release) {
      throw new OperatorError(`The release ${release} is in use, so it cannot be removed.`)
    }
    await rm(this.pathOf(release)).catch(refuse(release, 'removed'))
    await rm(this.recordsPathOf(release), { force: true })
  }

  /** The records that its addresses were joined of, where they are kept. */
  recordsPathOf(release: string): string {
    return join(this.directory, `${release}${RECORDS_SUFFIX}`)
  }

  /** Joins the layers of areas with a release that are joined with another one. */
  async joinLayers(release: string): Promise<readonly LayerInfo[]> {
    return this.layers.join(productOf(release), this.pathOf(release))
  }

  /** What look-ups read of them, after the join. One that cannot be read is refused. */
  loadLayers(release: string, now: number): Promise<readonly LayerMemory[]> {
    return this.layers.load(productOf(release), utcDay(now), (error) => {
      throw error
    })
  }

  ledgerPathOf(product: Product): string {
    return join(this.directory, `${product}.ledger`)
  }

  /** Brings the id ledger up to a release, and before that to the one in use, if it does not have that yet. */
  async enter(release: string): Promise<void> {
    using _ = await lockReleases(this.directory)
    await this.#enter(release)
  }

  async #enter(release: string, lossPercentMax = 100, made?: MadeOf): Promise<void> {
    const { product, source } = await this.#read(release)
    // Made-up addresses have no history.
    if (source === SAMPLE) return
    // A process that was killed before it wrote the pointer has done this already.
    const head = await readLedgerHead(this.ledgerPathOf(product))
    if (head?.release === release) return
    const inUse = await this.inUse(product).catch(() => undefined)
    const served = inUse === undefined ? undefined : await this.#read(inUse).catch(() => undefined)
    if (served !== undefined && served.source !== SAMPLE) await this.#follow(served)
    await this.#follow({ product, release }, lossPercentMax, made)
  }

  /** The ledger names the steps of the change log that count, so both change at once. */
  async #follow({ product, release }: Entered, lossPercentMax = 100, made?: MadeOf): Promise<void> {
    const path = this.ledgerPathOf(product)
    const ledger = await loadLedger(path)
    if (ledger?.head.release === release) return
    const next =
      ledger !== undefined && ledger.head.release === made?.release
        ? await ledgerAfterSet(ledger, release, this.pathOf(release), made.changed)
        : await nextLedger(ledger, release, (each) => this.pathOf(each))
    if (ledger !== undefined && 100 * next.gone > lossPercentMax * next.before) {
      throw heldBack(release, ledger.head.release, next, lossPercentMax)
    }
    const steps = ledger === undefined ? [] : nextSteps(ledger.head, release, next.changes.count)
    const step = steps.at(-1)
    const { prefixes } = next.head
    if (step !== undefined) {
      await next.changes.write(stepPath(this.directory, product, step.number), product, prefixes)
    }
    await writeLedger(path, product, { ...next, head: { ...next.head, steps } })
    await removeOldSteps(this.directory, product, steps)
  }

  async #read(release: string): Promise<StoredRelease> {
    const product = productOf(release)
    const path = this.pathOf(release)
    const stored = await readRelease(path).catch(refuse(release, 'read'))
    checkName(release, stored.release)
    const inUse = (await this.inUse(product).catch(() => undefined)) === release
    return { ...stored.release, path, bytes: stored.bytes, inUse }
  }

  #pointerOf(product: Product): string {
    return join(this.directory, `${product}.current`)
  }
}

/** How many change sets were merged into a release that was imported whole, and up to when. */
export function mergedSets(changes: ReleaseInfo['changes']) {
  if (changes?.since === undefined) return {}
  const { since, sets, until } = changes
  return { changes: { since, sets: sets.length, until } }
}

function heldBack(
  release: string,
  inUse: string,
  { gone, before }: { readonly gone: number; readonly before: number },
  percentMax: number,
): NeedsYes {
  const percent = ((100 * gone) / before).toFixed(1)
  return new NeedsYes(
    `${release} is not in use: it lacks ${count(gone)} of the ${count(before)} addresses of ${inUse}, ${percent}% ` +
      `where RELEASE_LOSS_PERCENT_MAX allows ${percentMax}%. Compare them with "${CALL} data diff ${inUse} ` +
      `${release}"; to use it all the same, run "${CALL} data use ${release} --yes".`,
  )
}

function productOf(release: string): Product {
  const product = productNamed(release)
  if (product === undefined) throw noSuchRelease(release)
  return product
}

/** Undefined if the text is not the name of a release. */
function productNamed(release: string): Product | undefined {
  const product = RELEASE_NAME.exec(release)?.[1]
  return isProduct(product) ? product : undefined
}

/** A service would open a renamed file again whenever it looks which release is in use. */
function checkName(name: string, { release }: ReleaseInfo): void {
  if (release === name) return
  throw new OperatorError(
    `The file of the release ${name} holds ${release}: name it ${release}${SUFFIX} again.`,
  )
}

function noSuchRelease(release: string): OperatorError {
  return new OperatorError(`There is no release ${release}.`)
}

function newestFirst(a: ReleaseInfo, b: ReleaseInfo): number {
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? 1 : -1
  return a.release < b.release ? -1 : 1
}

function refuse(release: string, what: 'read' | 'removed'): (error: unknown) => never {
  return (error) => {
    if (errorCode(error) === 'ENOENT') throw noSuchRelease(release)
    const why = error instanceof Error ? error.message : String(error)
    throw new OperatorError(`The release ${release} cannot be ${what}: ${why}`)
  }
}
