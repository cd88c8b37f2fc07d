// Bit maps over streets. Each loop is a function of its own, so that it is compiled as one.
// Unchecked: hot, each loop goes over thousands of words for one keystroke.

/** Leaves in the words from `from` to `to` only what the other map, which begins at `start`, has too. */
export function keepCommon(
  map: Uint32Array,
  other: Uint32Array,
  start: number,
  from: number,
  to: number,
): void {
  for (let i = from; i < to; i++) map[i] &= other[start + i]
}

/** The same of several maps that begin at `starts`. */
export function keepAllCommon(
  map: Uint32Array,
  others: Uint32Array,
  starts: readonly number[],
  from: number,
  to: number,
): void {
  for (let i = from; i < to; i++) {
    let bits = map[i]
    for (let at = 0; at < starts.length && bits !== 0; at++) bits &= others[starts[at] + i]
    map[i] = bits
  }
}

/** Adds what the other map, which begins at `start`, has in the words from `from` to `to`. */
export function addMap(
  map: Uint32Array,
  other: Uint32Array,
  start: number,
  from: number,
  to: number,
): void {
  for (let i = from; i < to; i++) map[i] |= other[start + i]
}

/** The words of a bit map that has one for every 32 streets. */
export const EVERY_WORD = -1

/** Adds the streets that stand in `list` from `from` to `to`; `mask` has the bits that say where their words are. */
export function addList(
  map: Uint32Array,
  mask: number,
  list: Uint32Array,
  from: number,
  to: number,
): void {
  for (let i = from; i < to; i++) {
    const street = list[i]
    map[(street >>> 5) & mask] |= 1 << (street & 31)
  }
}
