// The search of an account: the release in use, with its private addresses if it has any.

import type { Caller } from '../access/caller.ts'
import { storeUnavailable } from '../access/refusals.ts'
import { formattedAddressText } from '../address/postal-lines.ts'
import type { Product } from '../address/product.ts'
import { PolygonIndex } from '../areas/polygons/polygon-index.ts'
import { countryOf, isNational } from '../countries/country.ts'
import { elementAt } from '../lib/element-at.ts'
import { AskedThread } from '../lib/thread/asked-thread.ts'
import { type Sliced, Turns } from '../lib/turns/turns.ts'
import type { AddressSearch, Searches } from '../search/address-search.ts'
import { searchOver } from '../search/open-index.ts'
import { type OwnAddress, type OwnIndex, overlaySearch } from '../search/product/overlay.ts'
import type { Work } from '../search/work.ts'
import { Lock } from '../store/lock.ts'
import type { Store } from '../store/store.ts'
import { isStoreUnavailable } from '../store/store-error.ts'
import { type OwnLayer, ownAreas } from '../territories/own-areas.ts'
import { territoriesOf, territorySource } from '../territories/territories.ts'
import { STEPS_PER_CHARACTER, TerritoryThread } from '../territories/territory-thread.ts'
import {
  type PrivateAddress,
  placed,
  privateLabel,
  privateNationalAddress,
  privatePostalAddress,
} from './private-address.ts'
import { type NumberRun, numberRuns, privateAddressPagesIn } from './private-addresses.ts'
import type { BuildMessage, BuildRequest, BuiltIndex } from './private-index-worker.ts'

/** Addresses of one index. When one of them changes, all are indexed again. */
const INDEX_ADDRESSES_MAX = 2000
/** The length of runs that are merged, which keeps the number of indexes small. */
const RUN_NUMBERS = 500
/** For all accounts. The least recently used are evicted first and rebuilt when searched again. */
const BYTES_MAX = 256 * 1024 * 1024
/** The cost of indexing an address, charged to the first request. */
const STEPS_PER_ADDRESS = 6_000
/** About what an address takes in addition to its index. */
const ADDRESS_BYTES = 1024
/** How much larger an index of polygons is than their corners, with its slabs and grid. */
const BYTES_PER_POINT_BYTE = 5

interface Loaded {
  /** At least the version of the list that was read. */
  readonly version: number
  readonly product: Product
  /** The release that it lies over. */
  readonly base: Searches[Product]
  readonly parts: readonly LoadedPart[]
  readonly territories: readonly LoadedTerritory[]
  readonly searches: Searches
  readonly bytes: number
}

/** `version` is the version of what was sent. */
interface LoadedTerritory extends OwnLayer {
  readonly version: number
  readonly bytes: number
  readonly characters: number
}

interface LoadedPart {
  /** Equal keys mean equal addresses. */
  readonly key: string
  readonly addresses: number
  readonly indexes: readonly OwnIndex<unknown, unknown>[]
  readonly bytes: number
}

export class PrivateSearches {
  readonly #store: Pick<Store, 'db'>
  readonly #data: Searches
  readonly #thread = new PrivateIndexThread()
  readonly #territories = new TerritoryThread()
  readonly #loaded = new Map<string, Loaded>()
  readonly #underWay = new Map<string, Promise<Searches>>()
  readonly #bytesMax: number
  readonly #turns: Turns
  #bytes = 0

  constructor(
    store: Pick<Store, 'db'>,
    data: Searches,
    { bytesMax = BYTES_MAX, turns = new Turns() } = {},
  ) {
    this.#store = store
    this.#data = data
    this.#bytesMax = bytesMax
    this.#turns = turns
  }

  /** Costs nothing unless the account's list has changed; then `payer` pays for what has to be indexed. */
  of(caller: Caller, product: Product | undefined, payer?: { readonly work: Work }) {
    const version = caller.privateVersion
    if (version === undefined || product === undefined) return this.#data
    const base = this.#data[product]
    if (base === undefined) return this.#data
    const { accountId } = caller
    const loaded = this.#loaded.get(accountId)
    if (loaded !== undefined && loaded.version >= version && loaded.base === base) {
      this.#loaded.delete(accountId)
      this.#loaded.set(accountId, loaded)
      return loaded.searches
    }
    return this.#load(accountId, product, version, payer)
  }

  get bytes(): number {
    return this.#bytes
  }

  async close(): Promise<void> {
    await this.#thread.close()
    await this.#territories.close()
  }

  /** One at a time for each account: a request that arrives in the meantime looks again when it is done. */
  async #load(
    accountId: string,
    product: Product,
    version: number,
    payer: { readonly work: Work } | undefined,
  ): Promise<Searches> {
    for (;;) {
      const underWay = this.#underWay.get(accountId)
      if (underWay === undefined) break
      await underWay.catch(() => undefined)
    }
    const now = this.#loaded.get(accountId)
    const base = this.#data[product]
    if (now !== undefined && now.version >= version && now.base === base) return now.searches
    const kept = new Set<unknown>([...(now?.parts ?? []), ...(now?.territories ?? [])])
    const loading = this.#read(accountId, product, version).finally(() =>
      this.#underWay.delete(accountId),
    )
    this.#underWay.set(accountId, loading)
    await loading
    const { parts = [], territories = [] } = this.#loaded.get(accountId) ?? {}
    const built = parts.filter((part) => !kept.has(part))
    const addresses = built.reduce((sum, part) => sum + part.addresses, 0)
    const read = territories.filter((layer) => !kept.has(layer))
    const characters = read.reduce((sum, layer) => sum + layer.characters, 0)
    payer?.work.add(addresses * STEPS_PER_ADDRESS + characters * STEPS_PER_CHARACTER)
    return loading
  }

  async #read(accountId: string, product: Product, version: number): Promise<Searches> {
    const before = this.#loaded.get(accountId)
    try {
      const loaded = await this.#build(accountId, product, version, before)
      if (before !== undefined) this.#bytes -= before.bytes
      this.#loaded.delete(accountId)
      this.#loaded.set(accountId, loaded)
      this.#bytes += loaded.bytes
      this.#evict(accountId)
      return loaded.searches
    } catch (error) {
      if (!isStoreUnavailable(error)) throw error
      // While the store is away, what is known is still served, as with keys.
      if (before !== undefined && before.product === product) return before.searches
      throw storeUnavailable()
    }
  }

  async #build(accountId: string, product: Product, version: number, before: Loaded | undefined) {
    const base = this.#data[product]
    const kept = before !== undefined && before.base === base ? before.parts : []
    const parts: LoadedPart[] = []
    for (const run of joinRuns(await numberRuns(this.#store.db, accountId, RUN_NUMBERS))) {
      const key = `${run.from}-${run.to}:${run.addresses}:${run.last}`
      const same = kept.find((part) => part.key === key)
      parts.push(same ?? (await this.#buildPart(accountId, product, run)))
    }
    const own = parts.flatMap(({ indexes }) => indexes)
    const territories = await this.#readTerritories(accountId, before?.territories ?? [])
    const bytes = [...parts, ...territories].reduce((sum, part) => sum + part.bytes, 0)
    const searches = overlaid(this.#data, product, own, territories)
    return { version, product, base, parts, territories, searches, bytes }
  }

  async #readTerritories(accountId: string, before: readonly LoadedTerritory[]) {
    const layers: LoadedTerritory[] = []
    for (const { name, version } of await territoriesOf(this.#store.db, accountId)) {
      const same = before.find((each) => each.name === name && each.version === version)
      const source = same === undefined && (await territorySource(this.#store.db, accountId, name))
      if (same !== undefined) layers.push(same)
      // One that was removed in the meantime is gone with the next version.
      if (!source) continue
      const read = await this.#territories.ask({ ...source, name })
      if (read.kind === 'refused') continue
      const { polygons, areas } = read
      const index = await this.#turns.run(accountId, PolygonIndex.inSlices(polygons))
      const characters = source.geojson.length
      const bytes = characters + polygons.points.byteLength * BYTES_PER_POINT_BYTE
      layers.push({ name, version, areas, index, characters, bytes })
    }
    return layers
  }

  async #buildPart(accountId: string, product: Product, run: NumberRun): Promise<LoadedPart> {
    const addresses: PrivateAddress[] = []
    for await (const page of privateAddressPagesIn(this.#store.db, accountId, run)) {
      addresses.push(...page.map((address) => placed(address, this.#data)))
    }
    const indexes: OwnIndex<unknown, unknown>[] = []
    let bytes = addresses.length * ADDRESS_BYTES
    for (const isLocated of [true, false]) {
      const some = addresses.filter(({ point }) => (point !== undefined) === isLocated)
      if (some.length === 0) continue
      const { buffer, ids } = await this.#thread.build({ product, addresses: some })
      const own = await this.#turns.run(accountId, ownAddresses(some, ids, product))
      indexes.push({ search: searchOver(buffer), isLocated, addresses: own })
      bytes += buffer.byteLength
    }
    const last = addresses.at(-1)?.number ?? 0
    const key = `${run.from}-${run.to}:${addresses.length}:${last}`
    return { key, addresses: addresses.length, indexes, bytes }
  }

  /** Never evicts the account that was just read. */
  #evict(accountId: string): void {
    for (const [id, { bytes }] of this.#loaded) {
      if (this.#bytes <= this.#bytesMax) return
      if (id === accountId) continue
      this.#loaded.delete(id)
      this.#bytes -= bytes
    }
  }
}

/** Neighbouring runs as one while they fit into one index. */
function joinRuns(runs: readonly NumberRun[]): NumberRun[] {
  const joined: NumberRun[] = []
  for (const run of runs) {
    const last = joined.at(-1)
    if (last === undefined || last.addresses + run.addresses > INDEX_ADDRESSES_MAX) joined.push(run)
    else {
      const addresses = last.addresses + run.addresses
      joined[joined.length - 1] = { from: last.from, to: run.to, addresses, last: run.last }
    }
  }
  return joined
}

function overlaid(
  data: Searches,
  product: Product,
  own: readonly OwnIndex<unknown, unknown>[],
  layers: readonly OwnLayer[],
) {
  const search: AddressSearch<unknown, unknown> | undefined = data[product]
  if (search === undefined) return data
  // Each index was built for this product, so its addresses are of the product's kind.
  const joined = own.length === 0 ? search : overlaySearch(search, own)
  return { ...data, [product]: { ...joined, areas: ownAreas(search.areas, layers) } }
}

/** By their ids in the index. */
function* ownAddresses(
  addresses: readonly PrivateAddress[],
  ids: readonly string[],
  product: Product,
): Sliced<Map<string, OwnAddress<unknown>>> {
  const own = new Map<string, OwnAddress<unknown>>()
  for (const [at, address] of addresses.entries()) {
    own.set(elementAt(ids, at), ownAddress(address, product))
    yield
  }
  return own
}

/** The address itself is made when it is asked for: most of a list are never shown. */
function ownAddress(address: PrivateAddress, product: Product): OwnAddress<unknown> {
  const { id, point } = address
  return {
    id,
    point,
    get item() {
      return isNational(product)
        ? privateNationalAddress(address, countryOf(product))
        : privatePostalAddress(address)
    },
    get label() {
      return isNational(product)
        ? privateLabel(address)
        : formattedAddressText(privatePostalAddress(address))
    },
  }
}

/** Addresses of one message: copying more would hold up requests. */
const MESSAGE_ADDRESSES = 200

/** One index after the other. An account waits for each of its own before it asks for the next: accounts take turns. */
export class PrivateIndexThread {
  readonly #lock = new Lock()
  readonly #thread = new AskedThread<BuildMessage, BuiltIndex | undefined>({
    module: new URL('./private-index-worker.ts', import.meta.url),
    name: 'private addresses',
  })

  async build({ product, addresses }: BuildRequest): Promise<BuiltIndex> {
    const total = addresses.length
    const release = await this.#lock.acquire()
    try {
      for (let at = 0; ; at += MESSAGE_ADDRESSES) {
        const some = addresses.slice(at, at + MESSAGE_ADDRESSES)
        const built = await this.#thread.ask({ product, addresses: some, total })
        if (built !== undefined) return built
      }
    } finally {
      release()
    }
  }

  close(): Promise<void> {
    return this.#thread.close()
  }
}
