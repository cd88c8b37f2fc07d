// Binary search: the first place of a sorted list that is not below what is wanted.
// Unchecked: both bounds stay within the list, and lists of numbers are searched for every keystroke.

/** Among the places from `from` up to, but not including, `to`; `to` itself when all are below. */
export function lowerBound(
  sorted: ArrayLike<number>,
  wanted: number,
  from = 0,
  to = sorted.length,
): number {
  let low = from
  let high = to
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sorted[middle] < wanted) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * The same for arrays of one type only, for hot code. Code that sees several types of arrays is slower: `lowerBound`
 * takes 190 to 230 ns for a place among 350,000, this one 155 ns.
 */
export function lowerBoundU32(
  sorted: Uint32Array,
  wanted: number,
  from: number,
  to: number,
): number {
  let low = from
  let high = to
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sorted[middle] < wanted) low = middle + 1
    else high = middle
  }
  return low
}

/** The same for a list of anything: `isBelow` is true for the first places and false for all after them. */
export function lowerBoundBy(
  from: number,
  to: number,
  isBelow: (place: number) => boolean,
): number {
  let low = from
  let high = to
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBelow(middle)) low = middle + 1
    else high = middle
  }
  return low
}
