// Which streets can have all requirements of a walk, as their signatures say.
// Unchecked: hot, runs for every posting of the lists that are walked.

import { popCount } from '../../index/terms/bit-maps.ts'
import type { Postings } from '../../index/terms/postings.ts'
import { POSTINGS_PER_STEP, STEPS } from '../steps.ts'

/** How many of all streets have one of so many bits; each of them is set in about a quarter. */
const SHARES = Float64Array.from({ length: 33 }, (_, bits) => 1 - 0.76 ** bits)

/** How many of all streets are expected to have a bit of each mask. */
export function shareOf(masks: readonly number[]): number {
  let share = 1
  for (let i = 0; i < masks.length; i++) share *= SHARES[popCount(masks[i])]
  return share
}

/** What it takes to read a street and to compare its signature with the masks. */
export function stepsToFit(masks: readonly number[]): number {
  return masks.length === 0 ? 1 / POSTINGS_PER_STEP : STEPS.signed
}

/**
 * Adds to a batch of `count` streets those from `from` to `end` whose signatures have a bit of each of the first four
 * masks: more rule hardly any out. Each is put behind those before it and stays there where it fits: a branch would be
 * guessed wrong too often, and a loop over the masks takes three times as long.
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
