// A binary heap of boxes and records: nearest first, boxes before records at the same distance, then the lower number.
// Unchecked: hot, a search for the nearest pushes every box and record that it comes by.

export class NearQueue {
  count = 0
  readonly #metres: number[] = []
  /** Boxes are below zero: -1 - box. */
  readonly #items: number[] = []

  metres(): number {
    return this.#metres[0]
  }

  isRecord(): boolean {
    return this.#items[0] >= 0
  }

  item(): number {
    return this.#items[0] >= 0 ? this.#items[0] : -1 - this.#items[0]
  }

  push(metres: number, item: number, isRecord: boolean): void {
    let at = this.count++
    const value = isRecord ? item : -1 - item
    while (at > 0) {
      const parent = (at - 1) >>> 1
      if (!before(metres, value, this.#metres[parent], this.#items[parent])) break
      this.#metres[at] = this.#metres[parent]
      this.#items[at] = this.#items[parent]
      at = parent
    }
    this.#metres[at] = metres
    this.#items[at] = value
  }

  pop(): void {
    const last = --this.count
    const metres = this.#metres[last]
    const value = this.#items[last]
    let at = 0
    for (let child = 1; child < last; child = at * 2 + 1) {
      const right = child + 1
      if (
        right < last &&
        before(this.#metres[right], this.#items[right], this.#metres[child], this.#items[child])
      ) {
        child = right
      }
      if (!before(this.#metres[child], this.#items[child], metres, value)) break
      this.#metres[at] = this.#metres[child]
      this.#items[at] = this.#items[child]
      at = child
    }
    this.#metres[at] = metres
    this.#items[at] = value
  }
}

function before(metres: number, item: number, otherMetres: number, other: number): boolean {
  return metres === otherMetres ? item < other : metres < otherMetres
}
