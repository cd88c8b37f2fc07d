// Streets that are checked together: which of them fit by their signatures, and how several lists become one batch.
// Unchecked: hot, runs for every posting of the lists that are walked.

import { firstMarked } from '../../index/terms/bit-maps.ts'
import type { Postings } from '../../index/terms/postings.ts'
import { STEPS } from '../work.ts'

/** How many streets of each list are read at once, and the most lists that are read together. */
export const BATCH_MAX = 128
export const LISTS_MAX = 6

/** What it takes to read a street and compare its signature with the masks. */
export function stepsToFit(masks: readonly number[]): number {
  return masks.length === 0 ? STEPS.read : STEPS.check
}

/**
 * Adds to a batch of `count` streets those from `from` to `end` whose signatures have a bit of each of the first four
 * masks: more rule hardly any out. Each is written after the batch and stays if it fits: a branch would often be
 * guessed wrong, and a loop over the masks takes three times as long.
 */
export function addFitting(
  { lists, signatures }: Pick<Postings, 'lists' | 'signatures'>,
  from: number,
  end: number,
  masks: readonly number[],
  batch: Uint32Array,
  count: number,
): number {
  let to = count
  if (masks.length === 0) {
    for (let at = from; at < end; at++) batch[to++] = lists[at]
    return to
  }
  const first = masks[0]
  const second = masks.length > 1 ? masks[1] : first
  if (masks.length <= 2) {
    for (let at = from; at < end; at++) {
      const signature = signatures[at]
      batch[to] = lists[at]
      to += hasAny(signature & first) & hasAny(signature & second)
    }
    return to
  }
  const third = masks[2]
  const fourth = masks.length > 3 ? masks[3] : third
  for (let at = from; at < end; at++) {
    const signature = signatures[at]
    const isHalf = hasAny(signature & first) & hasAny(signature & second)
    batch[to] = lists[at]
    to += isHalf & hasAny(signature & third) & hasAny(signature & fourth)
  }
  return to
}

/** 1 where a bit is set, else 0. */
function hasAny(bits: number): number {
  return Number(bits !== 0)
}

/** Merges the sorted streets from `from` to `end` into the sorted ones before them. A branch would be mispredicted. */
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

/** Keeps each of the first `count` streets, which are sorted, once; returns how many are left. */
export function eachOnce(batch: Uint32Array, count: number): number {
  let kept = Math.min(count, 1)
  for (let i = 1; i < count; i++) {
    const isNew = Number(batch[i] !== batch[kept - 1])
    batch[kept] = batch[i]
    kept += isNew
  }
  return kept
}

/** Sorts streets and drops repeats, by marking them in bit maps. */
export class StreetSorter {
  /** A bit for each street, and one for each word of these: both empty between two uses. */
  readonly #marked: Uint32Array
  readonly #markedWords: Uint32Array

  constructor(mapWords: number) {
    this.#marked = new Uint32Array(mapWords)
    this.#markedWords = new Uint32Array((mapWords + 31) >>> 5)
  }

  stepsFor(count: number): number {
    return count * STEPS.candidate + this.#markedWords.length * STEPS.read
  }

  /** Sorts the first `count` streets; how many are left. */
  sort(streets: Uint32Array, count: number): number {
    const [marked, markedWords] = [this.#marked, this.#markedWords]
    for (let i = 0; i < count; i++) {
      const street = streets[i]
      marked[street >>> 5] |= 1 << (street & 31)
      markedWords[street >>> 10] |= 1 << ((street >>> 5) & 31)
    }
    const blocks = markedWords.length
    let kept = 0
    let block = firstMarked(markedWords, 0, blocks)
    for (; block < blocks; block = firstMarked(markedWords, block + 1, blocks)) {
      for (let words = markedWords[block]; words !== 0; words &= words - 1) {
        const word = block * 32 + 31 - Math.clz32(words & -words)
        for (let bits = marked[word]; bits !== 0; bits &= bits - 1) {
          streets[kept++] = word * 32 + 31 - Math.clz32(bits & -bits)
        }
        marked[word] = 0
      }
      markedWords[block] = 0
    }
    return kept
  }
}
