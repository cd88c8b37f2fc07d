// One sorted list of the streets of many lists.
// Unchecked: runs for every posting of the lists.

import { firstMarked } from '../../index/terms/bit-maps.ts'
import type { Postings } from '../../index/terms/postings.ts'
import type { TermRange } from '../../index/terms/terms.ts'
import { STEPS, WORDS_PER_STEP } from '../steps.ts'
import type { Work } from '../work.ts'
import { eachOnce } from './batch.ts'
import type { CommonTerms } from './common-terms.ts'
import { addFitting, stepsToFit } from './fitting.ts'
import type { WalkBuffers } from './walk-buffers.ts'

/** Up to so many are sorted, which takes less than to look through the words of a bit map. */
const SORTED_MAX = 512

/**
 * Gathers the streets of the terms' lists whose signatures fit and that have the common terms, sorted and without
 * repeats; how many they are, none where the work is spent.
 */
export function gatherList(
  postings: Postings,
  ranges: readonly TermRange[],
  masks: readonly number[],
  common: CommonTerms,
  buffers: WalkBuffers,
  work: Work,
): number {
  const { gathered, markedWords } = buffers
  let read = 0
  for (const { from, to } of ranges) read += postings.start(to) - postings.start(from)
  if (!work.affords(read * stepsToFit(masks))) return 0
  let fitting = 0
  for (const { from, to } of ranges) {
    const [start, end] = [postings.start(from), postings.start(to)]
    fitting = addFitting(postings, start, end, masks, gathered, fitting)
  }
  if (!work.affords(fitting * STEPS.mapped * common.count)) return 0
  fitting = common.keepStreets(gathered, 0, fitting)
  const isSorted = fitting <= SORTED_MAX
  const passed = isSorted ? 0 : markedWords.length / WORDS_PER_STEP
  if (!work.affords(fitting * (isSorted ? STEPS.sorted : STEPS.gathered) + passed)) return 0
  if (!isSorted) return inOrderOfMarks(fitting, buffers)
  gathered.subarray(0, fitting).sort()
  return eachOnce(gathered, fitting)
}

/** Marks the first `count` in an empty bit map, of which only the words that have any are read, and emptied, again. */
function inOrderOfMarks(count: number, { marked, markedWords, gathered }: WalkBuffers): number {
  for (let i = 0; i < count; i++) {
    const street = gathered[i]
    marked[street >>> 5] |= 1 << (street & 31)
    markedWords[street >>> 10] |= 1 << ((street >>> 5) & 31)
  }
  const blocks = markedWords.length
  let kept = 0
  for (
    let block = firstMarked(markedWords, 0, blocks);
    block < blocks;
    block = firstMarked(markedWords, block + 1, blocks)
  ) {
    for (let words = markedWords[block]; words !== 0; words &= words - 1) {
      const word = block * 32 + 31 - Math.clz32(words & -words)
      for (let bits = marked[word]; bits !== 0; bits &= bits - 1) {
        gathered[kept++] = word * 32 + 31 - Math.clz32(bits & -bits)
      }
      marked[word] = 0
    }
    markedWords[block] = 0
  }
  return kept
}
