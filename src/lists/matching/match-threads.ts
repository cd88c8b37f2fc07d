// Matches blocks of rows on several threads, and gives the results in the order of the blocks.

import { setFlagsFromString } from 'node:v8'
import { AskedThread } from '../../lib/thread/asked-thread.ts'
import type { BlockToMatch, MatchedBlock, MatchMemory } from './match-thread.ts'

/** Blocks that wait behind the one being matched, so that no thread ever waits for rows. */
const BLOCKS_AHEAD = 2
/** What a match allocates is garbage at once. With 6 to tidy up takes a tenth of the time; more is only more memory. */
export const YOUNG_MB = 15
/** Many times what a thread keeps: with less room to grow V8 tidies up earlier. */
const OLD_MB = 256

export class MatchThreads implements AsyncDisposable {
  readonly #threads: readonly AskedThread<BlockToMatch, MatchedBlock>[]
  #next = 0

  /** Over the memory of an open index and of its layers of areas. */
  constructor(count: number, index: SharedArrayBuffer, layers: MatchMemory['layers'] = []) {
    // Rows live until they are matched, so V8 would give the thread that reads them 128 MB for young objects.
    setFlagsFromString('--semi-space-growth-factor=1')
    setFlagsFromString(`--min-semi-space-size=${YOUNG_MB / 3}`)
    const memory: MatchMemory = { index, layers }
    this.#threads = Array.from({ length: count }, () => {
      const thread = new AskedThread<BlockToMatch, MatchedBlock>({
        module: new URL('./match-thread.ts', import.meta.url),
        name: 'match',
        resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB, maxOldGenerationSizeMb: OLD_MB },
        memory: () => [memory],
      })
      thread.start()
      return thread
    })
  }

  /** How many blocks may be given before the first of them is awaited. */
  get blocksMax(): number {
    return this.#threads.length * (1 + BLOCKS_AHEAD)
  }

  /** The threads take blocks in turn. */
  match(block: BlockToMatch): Promise<MatchedBlock> {
    const thread = this.#threads[this.#next]
    this.#next = (this.#next + 1) % this.#threads.length
    if (thread === undefined) throw new Error('There is a thread.')
    const matched = thread.ask(block)
    // Whoever awaits it is told; until then it is nobody's error.
    matched.catch(() => undefined)
    return matched
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread[Symbol.asyncDispose]()))
  }
}
