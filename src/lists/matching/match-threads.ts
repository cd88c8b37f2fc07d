// Matches blocks of rows on several threads, and gives the results in the order of the blocks.

import { Worker } from 'node:worker_threads'
import type { BlockToMatch, MatchedBlock, MatchMemory } from './match-thread.ts'

/** Blocks that wait beside the one that is matched, so that no thread ever waits for rows. */
const BLOCKS_AHEAD = 2
/** What a match allocates is garbage at once: more would only be more memory, 50 MB a thread with what V8 takes. */
export const YOUNG_MB = 6
/** Many times what a thread keeps: with less room to grow V8 tidies up earlier. */
const OLD_MB = 256

export class MatchThreads implements AsyncDisposable {
  readonly #threads: readonly MatchThread[]
  #next = 0

  /** Over the memory of an open index and of its layers of areas. */
  constructor(count: number, index: SharedArrayBuffer, layers: MatchMemory['layers'] = []) {
    this.#threads = Array.from({ length: count }, () => new MatchThread({ index, layers }))
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
    return thread.match(block)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()))
  }
}

class MatchThread {
  readonly #worker: Worker
  /** For the blocks that it was given, first come first. */
  readonly #waiting: PromiseWithResolvers<MatchedBlock>[] = []

  constructor(memory: MatchMemory) {
    this.#worker = new Worker(new URL('./match-thread.ts', import.meta.url), {
      workerData: memory,
      name: 'match',
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB, maxOldGenerationSizeMb: OLD_MB },
    })
    this.#worker.on('message', (block: MatchedBlock) => this.#waiting.shift()?.resolve(block))
    this.#worker.on('error', (error) => this.#fail(error))
    this.#worker.on('exit', () => this.#fail(new Error('A thread of the match has stopped.')))
  }

  match(block: BlockToMatch): Promise<MatchedBlock> {
    const waiting = Promise.withResolvers<MatchedBlock>()
    this.#waiting.push(waiting)
    // Whoever awaits it is told; until then it is nobody's error.
    waiting.promise.catch(() => undefined)
    this.#worker.postMessage(block)
    return waiting.promise
  }

  async close(): Promise<void> {
    await this.#worker.terminate()
  }

  #fail(error: unknown): void {
    for (const { reject } of this.#waiting.splice(0)) reject(error)
  }
}
