// Walks one sorted list of streets.
// Unchecked: `next` runs for every street, and never reads past the end of the list.

import type { Postings } from '../../index/terms/postings.ts'
import type { TermRange } from '../../index/terms/terms.ts'
import { END, type ListedWalk } from './walk.ts'

export class ListWalk implements ListedWalk {
  readonly #list: Uint32Array
  readonly #end: number
  #at: number

  constructor(list: Uint32Array, from: number, end: number) {
    this.#list = list
    this.#at = from
    this.#end = end
  }

  next(): number {
    return this.#at < this.#end ? this.#list[this.#at++] : END
  }

  left(): number {
    return this.#end - this.#at
  }
}

/** Copies the lists of the terms into `buffer`, and walks them sorted and without repeats. */
export function gatheredWalk(
  postings: Postings,
  ranges: readonly TermRange[],
  buffer: Uint32Array,
): ListWalk {
  const { data } = postings
  let count = 0
  for (const { from, to } of ranges) {
    for (let term = from; term < to; term++) {
      const end = postings.end(term)
      for (let i = postings.start(term); i < end; i++) buffer[count++] = data[i]
    }
  }
  buffer.subarray(0, count).sort()
  let kept = 0
  for (let i = 0; i < count; i++) {
    if (i === 0 || buffer[i] !== buffer[i - 1]) buffer[kept++] = buffer[i]
  }
  return new ListWalk(buffer, 0, kept)
}
