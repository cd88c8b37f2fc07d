// A map that several owners fill. Who has more than an equal share makes room, so nobody pushes out another's entries.

/** Entries that are looked at for each new one, so that making room takes no longer the more there are. */
const LOOKED_AT_EACH = 16

interface Entry<V> {
  readonly value: V
  readonly owner: string
  wasUsed: boolean
}

/**
 * Where it is full, one goes that was not used, of an owner with more than an equal share of the room. A hand goes
 * round the entries from the oldest on, looks at a few for each new one, and what it passes counts as not used from
 * then on. Until it has found one that may go there are a few more than `max`, never more than an eighth.
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
    if (this.#entries.size >= this.#max) this.#makeRoom()
    this.#entries.set(key, { value, owner, wasUsed: false })
  }

  #makeRoom(): void {
    const key = this.#keyToGo()
    if (key !== undefined) this.#remove(key)
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
    // All of them were in use: then the first of them.
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
