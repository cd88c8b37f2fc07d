// The address data in use: opened at the start, made from the sample where there is none, swapped while serving.

import type { AnyNationalAddress } from '../address/national.ts'
import type { PostalAddress } from '../address/postal.ts'
import { PRODUCTS, type Product } from '../address/product.ts'
import type { RetiredLookUp } from '../address/retired-id.ts'
import { ofEach } from '../countries/country.ts'
import { buildIndex, indexOver, type OpenIndex } from '../engine/engine.ts'
import type { ReleaseInfo } from '../index/file/sections.ts'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { sampleSource } from '../sample/sample.ts'
import type { AddressSearch, Found, ProductSearch, Searches } from '../search/address-search.ts'
import { loadRetired, RetiredIds } from './ledger/ledger.ts'
import { type Releases, releasesIn, SAMPLE } from './release-folder.ts'
import { inReleaseThread } from './release-thread.ts'

type AnyAddress = AnyNationalAddress | PostalAddress

/** Where in a release the examples of the start page are taken from. */
const EXAMPLE_PARTS = [0.21, 0.52, 0.83]

/** `id` and `term` are of an address that the loaded data really has. */
interface Example {
  readonly product: Product
  readonly term: string
  readonly id: string
}

/** What threads of one process share of a product. */
export interface ServedMemory {
  readonly index: SharedArrayBuffer
  readonly retired: RetiredIds['memory'] | undefined
}

export class Data {
  readonly searches: { -readonly [P in Product]: Searches[P] } = ofEach(() => undefined)
  readonly #folder: Releases
  readonly #clock: Clock
  readonly #log: Log
  readonly #indexes = new Map<Product, SharedArrayBuffer>()
  readonly #retired = new Map<Product, RetiredIds>()
  readonly #typed = new WeakMap<object, readonly string[]>()
  #refreshing: Promise<void> | undefined
  /** What became of an id that is not held. */
  readonly retired: RetiredLookUp = (product, id, isHeld) =>
    this.#retired.get(product)?.find(id, isHeld)
  /** Called with each release that is taken from now on. */
  onTake: ((memory: ServedMemory) => void) | undefined

  constructor(dataDir: string, clock: Clock, log: Log) {
    this.#folder = releasesIn(dataDir)
    this.#clock = clock
    this.#log = log
  }

  /** Opens what is in use. A product that has no release at all gets the sample, in a new data folder. */
  async ensure(tell: (line: string) => void): Promise<void> {
    const chosen = await Promise.all(PRODUCTS.map((product) => this.#folder.inUse(product)))
    const releases = await this.#folder.list()
    // What was chosen and cannot be read is refused below: nobody wants made-up addresses in its place.
    if (releases.length === 0 && chosen.every((release) => release === undefined)) {
      tell('Making sample data …')
      for (const product of PRODUCTS) await this.#makeSample(product)
    }
    for (const product of PRODUCTS) await this.#open(product)
  }

  /** Looks which release is to be used now. One that cannot be opened is left alone, and the old one serves on. */
  refresh(): Promise<void> {
    this.#refreshing ??= this.#refresh().finally(() => {
      this.#refreshing = undefined
    })
    return this.#refreshing
  }

  /** The memory of what is in use, for other threads to search. */
  indexes(): SharedArrayBuffer[] {
    return [...this.#indexes.values()]
  }

  /** The same with the retired ids, for other threads to take. */
  memory(): ServedMemory[] {
    return [...this.#indexes].map(([product, index]) => this.#memoryOf(product, index))
  }

  /** One assignment: a request has either the old release or the new one, whole. */
  take({ index, retired }: ServedMemory): void {
    this.#take(indexOver(index), retired && new RetiredIds(retired))
  }

  #take({ product, search, memory }: OpenIndex, retired: RetiredIds | undefined): void {
    Object.assign(this.searches, { [product]: search })
    this.#indexes.set(product, memory)
    if (retired === undefined) this.#retired.delete(product)
    else this.#retired.set(product, retired)
    this.onTake?.(this.#memoryOf(product, memory))
  }

  #memoryOf(product: Product, index: SharedArrayBuffer): ServedMemory {
    return { index, retired: this.#retired.get(product)?.memory }
  }

  releases(): ReleaseInfo[] {
    return PRODUCTS.flatMap((product) => this.searches[product]?.release ?? [])
  }

  /** A term that finds something, and what it finds, of each product. */
  examples(): Example[] {
    return PRODUCTS.flatMap((product) => {
      const first = firstOf(this.searches[product])
      return first === undefined ? [] : [example(product, first)]
    })
  }

  /** What a person could type to try a product: a street without its town, a town, part of a name. */
  typedExamples(product: Product): readonly string[] {
    const search = this.searches[product]
    if (search === undefined || search.release.addresses === 0) return []
    const known = this.#typed.get(search)
    if (known !== undefined) return known
    const typed = typedExamplesOf(search)
    this.#typed.set(search, typed)
    return typed
  }

  async #makeSample(product: Product): Promise<void> {
    const options = { directory: this.#folder.directory, now: this.#clock.now() }
    const { release } = await buildIndex(sampleSource(product), options)
    await this.#folder.use(release)
  }

  async #refresh(): Promise<void> {
    for (const product of PRODUCTS) {
      try {
        const release = await this.#open(product)
        if (release !== undefined) this.#log.info('release in use', { product, release })
      } catch (error) {
        this.#log.error('release refused', { product, error })
      }
    }
  }

  /** The release that is in use from now on, or undefined when nothing changed. */
  async #open(product: Product): Promise<string | undefined> {
    const wanted = await this.#folder.inUse(product)
    if (wanted === undefined || wanted === this.searches[product]?.release.release) return undefined
    const index = await this.#folder.load(wanted)
    if (index.product !== product) {
      throw new OperatorError(`The release ${wanted} is not of the product ${product}.`)
    }
    this.#take(index, await this.#loadRetired(index.search.release))
    return wanted
  }

  /** A damaged ledger keeps nobody from their look-ups: its ids count as unknown. */
  async #loadRetired({ product, release, source }: ReleaseInfo): Promise<RetiredIds | undefined> {
    const { directory } = this.#folder
    const load = () => loadRetired(this.#folder.ledgerPathOf(product))
    try {
      const ledger = await load()
      if (ledger?.release === release || source === SAMPLE) return ledger
      // The release came into use by hand, by an older version, or by a process that was killed.
      await inReleaseThread({ kind: 'enter', directory, release })
      return await load()
    } catch (error) {
      this.#log.error('id ledger refused', { product, error })
      return undefined
    }
  }
}

function typedExamplesOf(search: ProductSearch): string[] {
  const rows = EXAMPLE_PARTS.map((part) => Math.floor(part * search.release.addresses))
  const typed = rows.map((row) => {
    const { item } = search.at(row)
    const [line, place, code] =
      'address_label' in item
        ? [`${item.number_first} ${item.street_name}`, item.locality_name, item.postcode]
        : [item.line_1, item.town_or_city, item.postcode]
    return { line: line.toLowerCase().trim(), place: place.toLowerCase(), code }
  })
  const [first, second, third] = typed
  const town = second === undefined ? '' : `${second.line} ${second.place}`
  return [first?.line ?? '', town, third?.code ?? ''].filter((text) => text !== '')
}

/** A short list need not have a number 1. */
function firstOf(search: AddressSearch<AnyAddress, unknown> | undefined) {
  if (search === undefined || search.release.addresses === 0) return undefined
  return search.autocomplete({ term: '1', top: 1 })[0] ?? search.at(0)
}

function example(product: Product, { id, item }: Found<AnyAddress>): Example {
  const text = 'address_label' in item ? item.address_label : item.line_1
  const [term = ''] = text.toLowerCase().split(',')
  return { product, id, term: term.slice(0, Math.max(6, term.length - 3)) }
}
