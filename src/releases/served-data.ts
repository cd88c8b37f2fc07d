// The address data in use: opened at the start, made from the sample where there is none, swapped while serving.

import type { ChangeStep } from '../address/change.ts'
import type { AnyNationalAddress } from '../address/national.ts'
import type { PostalAddress } from '../address/postal.ts'
import { PRODUCTS, type Product } from '../address/product.ts'
import type { RetiredLookUp } from '../address/retired-id.ts'
import { buildIndex, type IndexMemory, ThreadSearches } from '../engine/engine.ts'
import type { ReleaseInfo } from '../index/file/sections.ts'
import { type Clock, utcDay } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { sampleSource } from '../sample/sample.ts'
import type { AddressSearch, Found, ProductSearch, Searches } from '../search/address-search.ts'
import { loadRetired, RetiredIds } from './ledger/ledger.ts'
import { type Releases, releasesIn, SAMPLE } from './release-folder.ts'
import { inReleaseThread, joinInThread } from './release-thread.ts'
import { sampleLayer } from './sample-layer.ts'

type AnyAddress = AnyNationalAddress | PostalAddress

/** Where in a release the examples of the start page are taken from. */
const EXAMPLE_PARTS = [0.21, 0.52, 0.83]

/** A file that has not changed may be readable later, where memory or open files were short. */
const REFUSED_MS = 60_000

/** `id` and `term` are of an address that the loaded data really has. */
interface Example {
  readonly product: Product
  readonly term: string
  readonly id: string
}

/** What threads of one process share of a product. */
export interface ServedMemory {
  readonly index: IndexMemory
  readonly retired: RetiredIds['memory'] | undefined
}

export class Data {
  readonly #served = new ThreadSearches()
  readonly searches: Searches = this.#served.searches
  /** Where the releases are. */
  readonly directory: string
  readonly #folder: Releases
  readonly #clock: Clock
  readonly #log: Log
  /** What the layers of areas of each product were when they were read. */
  readonly #layerStamps = new Map<Product, string>()
  readonly #retired = new Map<Product, RetiredIds>()
  readonly #typed = new WeakMap<object, readonly string[]>()
  /** What was refused, as it was then and until when it is left alone: reading it takes seconds of a core. */
  readonly #refused = new Map<Product, { readonly stamp: string; readonly untilMs: number }>()
  #refreshing: Promise<void> | undefined
  /** What happened to an id that is not held. */
  readonly retired: RetiredLookUp = (product, id, isHeld) =>
    this.#retired.get(product)?.find(id, isHeld)
  /** The steps of the change log that led to what is in use, oldest first. */
  readonly stepsOf = (product: Product): readonly ChangeStep[] =>
    this.#retired.get(product)?.steps ?? []
  /** Called with each release that is taken from now on. */
  onTake: ((memory: ServedMemory) => void) | undefined

  constructor(dataDir: string, clock: Clock, log: Log) {
    this.#folder = releasesIn(dataDir)
    this.directory = this.#folder.directory
    this.#clock = clock
    this.#log = log
  }

  /** Opens what is in use. A product that has no release at all gets the sample, in a new data folder. */
  async ensure(tell: (line: string) => void): Promise<void> {
    const chosen = await Promise.all(PRODUCTS.map((product) => this.#folder.inUse(product)))
    const releases = await this.#folder.list()
    // What was chosen and cannot be read is refused below: nobody wants made-up addresses in its place.
    if (releases.length === 0 && chosen.every((release) => release === undefined)) {
      tell('Creating sample data …')
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
  indexes(): readonly IndexMemory[] {
    return this.#served.memory()
  }

  /** The same with the retired ids, for other threads to take. */
  memory(): ServedMemory[] {
    return PRODUCTS.flatMap((product) => {
      const index = this.#served.memoryOf(product)
      return index === undefined ? [] : { index, retired: this.#retired.get(product)?.memory }
    })
  }

  /** One assignment: a request has either the old release or the new one, whole. */
  take({ index, retired }: ServedMemory): void {
    this.#take(index, retired && new RetiredIds(retired))
  }

  #take(index: IndexMemory, retired: RetiredIds | undefined): void {
    const { product } = this.#served.take(index)
    if (retired === undefined) this.#retired.delete(product)
    else this.#retired.set(product, retired)
    this.onTake?.({ index, retired: retired?.memory })
  }

  releases(): ReleaseInfo[] {
    return PRODUCTS.flatMap((product) => this.searches[product]?.release ?? [])
  }

  /** The attributions of the releases and of their layers of areas. */
  attributions(): string[] {
    const layers = PRODUCTS.flatMap((product) => this.searches[product]?.areas?.attributions ?? [])
    return [...this.releases().map(({ attribution }) => attribution), ...new Set(layers)]
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
    const { release, path } = await buildIndex(sampleSource(product), options)
    const addedAt = new Date(this.#clock.now()).toISOString()
    await this.#folder.layers.add(await sampleLayer(product, addedAt), path)
    await this.#folder.use(release)
  }

  async #refresh(): Promise<void> {
    for (const product of PRODUCTS) {
      const stamp = await this.#folder.stamp(product)
      const refused = this.#refused.get(product)
      const nowMs = this.#clock.monotonicMs()
      if (refused?.stamp === stamp && nowMs < refused.untilMs) continue
      try {
        const release = await this.#open(product)
        if (release !== undefined) this.#log.info('release in use', { product, release })
        this.#refused.delete(product)
      } catch (error) {
        this.#refused.set(product, { stamp, untilMs: nowMs + REFUSED_MS })
        this.#log.error('release refused', { product, error })
      }
    }
  }

  /** The release that is in use from now on, or undefined if nothing changed. */
  async #open(product: Product): Promise<string | undefined> {
    const wanted = await this.#folder.inUse(product)
    if (wanted === undefined) return undefined
    if (wanted === this.searches[product]?.release.release) {
      await this.#refreshLayers(product, wanted)
      return undefined
    }
    const index = await this.#folder.load(wanted)
    if (index.product !== product) {
      throw new OperatorError(`The release ${wanted} is not of the product ${product}.`)
    }
    const layers = (await this.#loadLayers(product, wanted)) ?? []
    this.#take({ index: index.memory, layers }, await this.#loadRetired(index.search.release))
    return wanted
  }

  /** Layers that were added, replaced or removed are taken with the index that is in use. */
  async #refreshLayers(product: Product, release: string): Promise<void> {
    const memory = this.#served.memoryOf(product)
    const layers = await this.#loadLayers(product, release)
    if (memory === undefined || layers === undefined) return
    this.#take({ ...memory, layers }, this.#retired.get(product))
    const names = this.searches[product]?.areas?.names
    this.#log.info('areas in use', { product, layers: names?.join(' ') })
  }

  /** Undefined when they are what they were. Damaged layers keep nobody from their look-ups. */
  async #loadLayers(product: Product, release: string) {
    const { layers, directory } = this.#folder
    const today = utcDay(this.#clock.now())
    const refuse = (error: unknown) => this.#log.error('areas refused', { product, error })
    const stamp = async () => `${release} ${await layers.stamp(product, today)}`
    if ((await stamp()) === this.#layerStamps.get(product)) return undefined
    const all = await layers.of(product)
    if (all.some((layer) => layer.release !== release)) {
      const joined = await joinInThread(directory, release).catch(refuse)
      for (const { layer, addresses, joined: inAreas } of joined ?? []) {
        const outside = addresses - inAreas
        this.#log.info('areas joined', { product, layer, release, addresses, outside })
      }
    }
    this.#layerStamps.set(product, await stamp())
    return layers.load(product, today, refuse)
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
