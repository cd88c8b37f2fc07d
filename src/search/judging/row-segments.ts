// The addresses of a street that can have a wanted number: pieces of its rows, in order.
// Unchecked: `add` is called for every candidate street, at most as often as there are places.

/** A number that is being typed can have up to five more digits, and there are texts that are no number. */
const SEGMENTS_MAX = 9

/** Its owner keeps one, and each street overwrites it. */
export class RowSegments {
  count = 0
  readonly from = new Uint32Array(SEGMENTS_MAX)
  readonly to = new Uint32Array(SEGMENTS_MAX)
  /** The street has ranges like `12-18`. */
  hasRanges = false

  clear(hasRanges: boolean): void {
    this.count = 0
    this.hasRanges = hasRanges
  }

  add(from: number, to: number): void {
    this.from[this.count] = from
    this.to[this.count] = to
    this.count++
  }

  /** Where the rows after the last piece begin, of a street whose rows begin at `first`. */
  end(first: number): number {
    return this.count === 0 ? first : this.to[this.count - 1]
  }
}
