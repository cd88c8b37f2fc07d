// A map of bounded size that evicts what was not used recently.

/**
 * Entries move to the new half when they are used. When the new half is full it becomes the old one, and the old one is
 * dropped. So the last `max / 2` entries used are always there, at little more than the cost of a plain Map.
 */
export class BoundedMap<K, V> {
  readonly #half: number
  #fresh = new Map<K, V>()
  #old = new Map<K, V>()

  constructor(max: number) {
    this.#half = Math.max(1, Math.floor(max / 2))
  }

  get size(): number {
    return this.#fresh.size + this.#old.size
  }

  get(key: K): V | undefined {
    const value = this.#fresh.get(key)
    if (value !== undefined) return value
    const old = this.#old.get(key)
    if (old !== undefined) this.set(key, old)
    return old
  }

  set(key: K, value: V): void {
    this.#old.delete(key)
    this.#fresh.set(key, value)
    if (this.#fresh.size >= this.#half) this.age()
  }

  /** Drops what was not used since the last call. */
  age(): void {
    this.#old = this.#fresh
    this.#fresh = new Map()
  }

  *entries(): IterableIterator<[K, V]> {
    yield* this.#fresh
    yield* this.#old
  }

  delete(key: K): void {
    this.#fresh.delete(key)
    this.#old.delete(key)
  }
}
