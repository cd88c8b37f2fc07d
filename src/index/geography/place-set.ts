// A set of places as bits, in their order: the best known first.
// Unchecked: hot, a word such as `ST` marks thousands of places, and all its words are gone over.

export class PlaceSet {
  readonly #bits: Uint32Array

  /** Empty, for places below `count`. */
  constructor(count: number) {
    this.#bits = new Uint32Array((count + 31) >>> 5)
  }

  get isEmpty(): boolean {
    return this.#bits.every((word) => word === 0)
  }

  has(place: number): boolean {
    return ((this.#bits[place >>> 5] >>> (place & 31)) & 1) === 1
  }

  add(places: Uint32Array): void {
    for (let i = 0; i < places.length; i++) this.#bits[places[i] >>> 5] |= 1 << (places[i] & 31)
  }

  addSet(other: PlaceSet): void {
    for (let word = 0; word < this.#bits.length; word++) this.#bits[word] |= other.#bits[word]
  }

  /** Keeps the places that the other set has too. */
  keep(other: PlaceSet): void {
    for (let word = 0; word < this.#bits.length; word++) this.#bits[word] &= other.#bits[word]
  }

  *[Symbol.iterator](): Iterator<number> {
    for (let word = 0; word < this.#bits.length; word++) {
      for (let rest = this.#bits[word]; rest !== 0; rest &= rest - 1) {
        yield word * 32 + 31 - Math.clz32(rest & -rest)
      }
    }
  }
}
