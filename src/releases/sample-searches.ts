// The sample data for test keys, whatever data is in use: made once beside the releases, when it is first asked for.

import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Product } from '../address/product.ts'
import { ofEach } from '../countries/country.ts'
import type { Searches } from '../search/address-search.ts'
import { Releases } from './release-folder.ts'

export class SampleSearches {
  readonly #data: Searches
  readonly #folder: Releases
  readonly #opened = new Map<Product, Promise<Searches>>()

  constructor(dataDir: string, data: Searches) {
    this.#data = data
    this.#folder = new Releases(join(dataDir, 'sample'))
  }

  /** The data in use where that is the sample itself. */
  of(product: Product): Searches | Promise<Searches> {
    if (this.#data[product]?.release.source === 'sample') return this.#data
    const known = this.#opened.get(product)
    if (known !== undefined) return known
    const opening = this.#open(product)
    this.#opened.set(product, opening)
    // A failed try is not remembered: the next request tries again.
    opening.catch(() => this.#opened.delete(product))
    return opening
  }

  async #open(product: Product): Promise<Searches> {
    const releases = await this.#folder.list()
    const there = releases.find((release) => release.product === product)
    const release = there?.release ?? (await makeSample(product, this.#folder.directory))
    const { search } = await this.#folder.load(release)
    return { ...ofEach(() => undefined), [product]: search }
  }
}

/** In a thread of its own, so that nobody waits for it but who asked. */
function makeSample(product: Product, directory: string): Promise<string> {
  const worker = new Worker(new URL('./sample-worker.ts', import.meta.url), {
    name: 'sample data',
    workerData: { product, directory },
  })
  return new Promise((resolve, reject) => {
    worker.once('message', (release: string) => resolve(release))
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('The sample data was not made.')))
  })
}
