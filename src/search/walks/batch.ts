// Streets that are checked together: how many, and how those of several lists become one batch.
// Unchecked: runs for every street of a list, and never beyond those that are there.

/** How many streets of each list are read at once, so few that no step with them is long; and of how many lists. */
export const BATCH_MAX = 256
export const LISTS_MAX = 6

/** Copies streets behind the first `count` of a batch; how many it then has. */
export function copied(
  streets: Uint32Array,
  from: number,
  end: number,
  batch: Uint32Array,
  count: number,
): number {
  let to = count
  for (let at = from; at < end; at++) batch[to++] = streets[at]
  return to
}

/** Puts the sorted streets from `from` to `end` among the sorted ones before them. A branch would be guessed wrong. */
export function merge(batch: Uint32Array, from: number, end: number, run: Uint32Array): void {
  const count = end - from
  for (let i = 0; i < count; i++) run[i] = batch[from + i]
  let before = from - 1
  let added = count - 1
  let to = end - 1
  while (before >= 0 && added >= 0) {
    const isBefore = Number(batch[before] > run[added])
    batch[to--] = Math.max(batch[before], run[added])
    before -= isBefore
    added -= 1 - isBefore
  }
  while (added >= 0) batch[to--] = run[added--]
}

/** Leaves each of the first `count` streets, which are sorted, once; how many these are. */
export function eachOnce(batch: Uint32Array, count: number): number {
  let kept = Math.min(count, 1)
  for (let i = 1; i < count; i++) {
    const isNew = Number(batch[i] !== batch[kept - 1])
    batch[kept] = batch[i]
    kept += isNew
  }
  return kept
}

/**
 * Leaves in a batch, from `from` up to `end`, the streets of a bit map that begins at `start`; where they end. `mask`
 * has the bits of a word's number that say where it is.
 */
export function keepInMap(
  maps: Uint32Array,
  start: number,
  mask: number,
  batch: Uint32Array,
  from: number,
  end: number,
): number {
  let kept = from
  for (let at = from; at < end; at++) {
    const street = batch[at]
    batch[kept] = street
    kept += (maps[start + ((street >>> 5) & mask)] >>> (street & 31)) & 1
  }
  return kept
}
