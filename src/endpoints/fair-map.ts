// A bounded map with several owners. Owners with more than an equal share lose entries first.

/** Entries checked for each new one, which bounds the time to make room. */
const LOOKED_AT_EACH = 16

interface Entry<V> {
  readonly value: V
  readonly owner: string
  wasUsed: boolean
}

/**
 * When full, evicts an unused entry of an owner with more than an equal share. A clock hand goes round the entries
 * from the oldest, checks a few for each new one, and marks those it passes as unused. The map may exceed `max` by
 * up to an eighth until the hand finds one.
 */
export class FairMap<V> {
  readonly #max: number
  readonly #entries = new Map<string, Entry<V>>()
  readonly #heldBy = new Map<string, number>()
  #hand = this.#entries.entries()

  constructor(max: number) {
    this.#max = max
  }

  get size(): number {
    return this.#entries.size
  }

  get(key: string): V | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    entry.wasUsed = true
    return entry.value
  }

  set(key: string, value: V, owner: string): void {
    this.#remove(key)
    this.#heldBy.set(owner, this.#held(owner) + 1)
    const toGo = this.#entries.size >= this.#max ? this.#keyToGo() : undefined
    if (toGo !== undefined) this.#remove(toGo)
    this.#entries.set(key, { value, owner, wasUsed: false })
  }

  #keyToGo(): string | undefined {
    const share = this.#max / this.#heldBy.size
    let used: string | undefined
    for (let looked = 0; looked < LOOKED_AT_EACH; looked += 1) {
      const { value: next } = this.#hand.next()
      if (next === undefined) {
        this.#hand = this.#entries.entries()
        continue
      }
      const [key, entry] = next
      const hasMore = this.#held(entry.owner) > share
      if (hasMore && !entry.wasUsed) return key
      if (hasMore) used ??= key
      entry.wasUsed = false
    }
    // If all were in use, the first of them.
    return used
  }

  #remove(key: string): void {
    const entry = this.#entries.get(key)
    if (entry === undefined) return
    this.#entries.delete(key)
    const held = this.#held(entry.owner) - 1
    if (held === 0) this.#heldBy.delete(entry.owner)
    else this.#heldBy.set(entry.owner, held)
  }

  #held(owner: string): number {
    return this.#heldBy.get(owner) ?? 0
  }
}
