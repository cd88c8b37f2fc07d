// What judging the words of a reading on a street found. Its owner keeps one, and each street overwrites it.

/** Neither the street nor any of its addresses can answer the words. */
export const NO_MATCH = -1

const NO_COLUMNS: readonly Uint32Array[] = []

export class StreetVerdict {
  /** What the street's own words lose, or NO_MATCH. */
  penalty = NO_MATCH
  /** Words that the street lacks and each of its addresses must therefore carry in its own names. */
  missing = 0
  /** Only weak words are the street's: an address must have a name or kind of its own that answers a word. */
  needsName = false
  /** Bit maps of columns in one of which an address must have a value to add what it must; none if it must not. */
  columns = NO_COLUMNS

  clear(): void {
    this.penalty = NO_MATCH
    this.missing = 0
    this.needsName = false
    this.columns = NO_COLUMNS
  }
}
