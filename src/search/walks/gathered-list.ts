// One sorted list of the streets of many lists.
// Unchecked: runs for every posting of the lists.

import type { Postings } from '../../index/terms/postings.ts'
import type { TermRange } from '../../index/terms/terms.ts'
import { POSTINGS_PER_STEP, STEPS, WORDS_PER_STEP } from '../steps.ts'
import type { Work } from '../work.ts'
import { addFitting } from './fitting.ts'
import type { WalkBuffers } from './walk-buffers.ts'

/**
 * Gathers the streets of the terms' lists whose signatures fit, sorted and without repeats; how many they are, none
 * where the work is spent. They are marked in an empty bit map, of which only the words that were marked are read, and
 * emptied, again.
 */
export function gatherList(
  postings: Postings,
  ranges: readonly TermRange[],
  masks: readonly number[],
  { marked, markedWords, gathered }: WalkBuffers,
  work: Work,
): number {
  let read = 0
  for (const { from, to } of ranges) read += postings.start(to) - postings.start(from)
  if (!work.affords((read * Math.max(1, masks.length)) / POSTINGS_PER_STEP)) return 0
  let fitting = 0
  for (const { from, to } of ranges) {
    fitting = addFitting(
      postings,
      postings.start(from),
      postings.start(to),
      masks,
      gathered,
      fitting,
    )
  }
  if (!work.affords(fitting * STEPS.gathered + markedWords.length / WORDS_PER_STEP)) return 0
  for (let i = 0; i < fitting; i++) {
    const street = gathered[i]
    marked[street >>> 5] |= 1 << (street & 31)
    markedWords[street >>> 10] |= 1 << ((street >>> 5) & 31)
  }
  let count = 0
  for (let block = 0; block < markedWords.length; block++) {
    for (let words = markedWords[block]; words !== 0; words &= words - 1) {
      const word = block * 32 + 31 - Math.clz32(words & -words)
      for (let bits = marked[word]; bits !== 0; bits &= bits - 1) {
        gathered[count++] = word * 32 + 31 - Math.clz32(bits & -bits)
      }
      marked[word] = 0
    }
    markedWords[block] = 0
  }
  return count
}
