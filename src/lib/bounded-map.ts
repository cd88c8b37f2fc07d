// A map that forgets what was not used lately when it is full.

/**
 * Two halves, a new and an old one. What is used moves to the new half; when that is full it becomes the old one, and
 * what was not used since is forgotten. So the latest half of `max` is always there, and a use costs no more than in a
 * plain Map, which keeping the exact order of use would not.
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

  /** Forgets what was not used since it was called last. */
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
