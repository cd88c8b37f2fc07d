// The sample data for test keys, whatever data is in use: made once, next to the releases, when it is first asked for.

import { join } from 'node:path'
import type { Product } from '../address/product.ts'
import { ofEach } from '../countries/country.ts'
import type { Searches } from '../search/address-search.ts'
import { Releases } from './release-folder.ts'
import { sampleInThread } from './release-thread.ts'

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
    const release = there?.release ?? (await sampleInThread(this.#folder.directory, product))
    const { search } = await this.#folder.load(release)
    return { ...ofEach(() => undefined), [product]: search }
  }
}
