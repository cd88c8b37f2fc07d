// The layers in a folder: which there are, and how one is added, joined again and removed.

import { readdir, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { LayerInfo } from '../address/area.ts'
import { isProduct, type Product } from '../address/product.ts'
import { makeFolder, syncFolder } from '../lib/files/folder.ts'
import { errorCode, ifMissing, OperatorError } from '../lib/operator-error.ts'
import { joinRelease } from './join.ts'
import { fullName, type LayerSource } from './layer.ts'
import { loadLayer, readLayerInfo, readLayerSource, writeLayer } from './layer-file.ts'

const SUFFIX = '.areas'
/** For one product. */
const LAYERS_MAX = 100
/** What a layer of the sample says it was read from: no name of a file has a slash. */
export const SAMPLE_SOURCE = 'doorplate/sample'
const LAYER_NAME = /^[a-z][a-z0-9-]{0,39}$/
const LAYER_FILE = /^([a-z]+)\.([a-z0-9-]+)(?:@\d{4}-\d{2}-\d{2})?\.areas$/
/** In the data folder. */
export const AREAS_FOLDER = 'areas'

export interface StoredLayer extends LayerInfo {
  readonly path: string
  readonly bytes: number
}

export function layersIn(dataDir: string): Layers {
  return new Layers(join(dataDir, AREAS_FOLDER))
}

export function requireLayerName(name: string): string {
  if (LAYER_NAME.test(name) && name !== 'all') return name
  throw new OperatorError(
    `A layer cannot be called "${name}": a name can have up to 40 lowercase letters, digits and hyphens, begins with a letter, ` +
      'and is not "all".',
  )
}

/** Whether a file of the folder can have that name. */
export function isLayerFile(name: string): boolean {
  const [, product, layer = ''] = LAYER_FILE.exec(name) ?? []
  return isProduct(product) && LAYER_NAME.test(layer)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

/** A layer is one file, `<product>.<layer>.areas`. */
export class Layers {
  readonly directory: string

  constructor(directory: string) {
    this.directory = directory
  }

  /** All files that can be read, by product and name. Damaged and foreign ones are passed to `refuse`. */
  async list(refuse: (error: Error) => void = () => {}): Promise<readonly StoredLayer[]> {
    const layers: StoredLayer[] = []
    for (const name of await this.#fileNames()) {
      const path = join(this.directory, name)
      try {
        const { size } = await stat(path)
        layers.push({ ...(await readLayerInfo(path)), path, bytes: size })
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error)
        // One that was removed in the meantime is not missed.
        if (errorCode(error) !== 'ENOENT')
          refuse(new OperatorError(`${path} cannot be used: ${why}`))
      }
    }
    return layers
  }

  /** Changes with every change of a product's layers, and on the day from which one holds. */
  async stamp(product: Product, today: string): Promise<string> {
    const names = (await this.#fileNames()).filter((name) => name.startsWith(`${product}.`))
    const stamps = names.map(async (name) => {
      const { size, mtimeMs, ino } = await stat(join(this.directory, name))
      const [from = ''] = /(?<=@).{10}/.exec(name) ?? []
      return `${name} ${size} ${mtimeMs} ${ino} ${from <= today}`
    })
    // One that was removed in the meantime is seen the next time.
    return (await Promise.allSettled(stamps)).map((each) => JSON.stringify(each)).join()
  }

  /** What look-ups read of a product's layers. Of layers with one name, the one that holds today comes first. */
  async load(product: Product, today: string, refuse: (error: Error) => void) {
    const layers = (await this.list(refuse)).filter((layer) => layer.product === product)
    const holds = ({ from }: LayerInfo) => from <= today
    const byName = (a: LayerInfo, b: LayerInfo) =>
      compare(a.layer, b.layer) || Number(holds(b)) - Number(holds(a)) || compare(b.from, a.from)
    const loaded = await Promise.all(
      layers.sort(byName).map(({ path }) => loadLayer(path).catch(refuse)),
    )
    return loaded.filter((layer) => layer !== undefined)
  }

  async of(product: Product): Promise<readonly StoredLayer[]> {
    return (await this.list()).filter((layer) => layer.product === product)
  }

  /** Joins it with the release whose file is given. It replaces a layer of its name and date, if it has addresses. */
  async add(layer: LayerSource, releasePath: string): Promise<LayerInfo> {
    requireLayerName(layer.layer)
    const others = (await this.of(layer.product)).filter((one) => fullName(one) !== fullName(layer))
    if (others.length >= LAYERS_MAX) {
      throw new OperatorError(
        `${layer.product} has ${LAYERS_MAX} layers already; remove one first.`,
      )
    }
    await makeFolder(this.directory)
    const joined = await joinRelease(layer, releasePath)
    if (joined.joined === 0) {
      throw new OperatorError(
        `No address of ${layer.product} is in an area of ${layer.source}, so nothing was changed. Is it of another ` +
          'country, or joined by another key?',
      )
    }
    return writeLayer(this.#pathOf(layer), layer, joined)
  }

  /** Joins all layers of the release's product with it that are not joined with it yet. */
  async join(product: Product, releasePath: string): Promise<readonly LayerInfo[]> {
    const joined: LayerInfo[] = []
    for (const { path, release, source } of await this.of(product)) {
      if (release === basename(releasePath, '.idx')) continue
      // A made-up layer goes with its made-up addresses.
      if (source === SAMPLE_SOURCE) {
        await rm(path)
        continue
      }
      const layer = await readLayerSource(path)
      joined.push(await writeLayer(path, layer, await joinRelease(layer, releasePath)))
    }
    return joined
  }

  /** The layer by its full name. */
  async remove(product: Product, name: string): Promise<void> {
    const layers = await this.of(product)
    const found = layers.find((layer) => fullName(layer) === name)
    if (found === undefined) {
      const names = layers.map(fullName).join(', ') || 'none'
      throw new OperatorError(`${product} has no layer "${name}". Its layers: ${names}.`)
    }
    await rm(found.path)
    await syncFolder(this.directory)
  }

  async #fileNames(): Promise<readonly string[]> {
    const names = await readdir(this.directory).catch(ifMissing<string[]>([]))
    return names.filter((file) => file.endsWith(SUFFIX)).sort()
  }

  #pathOf(layer: Pick<LayerInfo, 'product' | 'layer' | 'from'>): string {
    return join(this.directory, `${layer.product}.${fullName(layer)}${SUFFIX}`)
  }
}
