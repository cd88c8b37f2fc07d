// Caches: entries that were used recently, and the results of functions.

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

/** Remembers the results of a function for a limited number of texts, then starts over. */
export function remembering<T>(read: (text: string) => T, max: number): (text: string) => T {
  const known = new Map<string, { readonly value: T }>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before.value
    const value = read(text)
    if (known.size >= max) known.clear()
    known.set(text, { value })
    return value
  }
}

/** The results of a function, made once for each key. */
export function oncePer<From, T>(
  keyOf: (from: From) => unknown,
  make: (from: From) => T,
): (from: From) => T {
  const made = new Map<unknown, T>()
  return (from) => {
    const key = keyOf(from)
    const known = made.get(key)
    if (known !== undefined) return known
    const first = make(from)
    made.set(key, first)
    return first
  }
}
