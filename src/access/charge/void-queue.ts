// Batches of unknown outcome whose look-ups were refused. Each is taken back once the store answers.

import type { Store } from '../../store/store.ts'
import { startTimer } from './timer.ts'
import type { run as voidBatch } from './void-batch.ts'

/** With more than this, no look-up is charged until the store has answered. */
const BATCHES_MAX = 1000
const RETRY_FIRST_MS = 50
const RETRY_LONGEST_MS = 1000

const VOID_BATCH = new URL('./void-batch.ts', import.meta.url)

export class VoidQueue {
  readonly #store: Pick<Store, 'procedure'>
  readonly #onFault: (error: unknown) => void
  readonly #batchIds: string[] = []
  #working: Promise<void> | undefined
  #isClosed = false

  constructor(store: Pick<Store, 'procedure'>, onFault: (error: unknown) => void) {
    this.#store = store
    this.#onFault = onFault
  }

  get isFull(): boolean {
    return this.#batchIds.length >= BATCHES_MAX
  }

  add(batchId: string): void {
    this.#batchIds.push(batchId)
    this.#working ??= this.#work()
  }

  /** How long work in progress may take to finish. The rest stays counted, like look-ups in flight at a crash. */
  async close(timeoutMs: number): Promise<void> {
    const timeout = startTimer(timeoutMs)
    await Promise.race([this.#working, timeout])
    timeout.cancel()
    this.#isClosed = true
  }

  async #work(): Promise<void> {
    let waitMs = RETRY_FIRST_MS
    while (!this.#isClosed) {
      const [batchId] = this.#batchIds
      if (batchId === undefined) break
      try {
        await this.#store.procedure<typeof voidBatch>(VOID_BATCH, { batchId })
        this.#batchIds.shift()
        waitMs = RETRY_FIRST_MS
      } catch (error) {
        this.#onFault(error)
        await startTimer(waitMs)
        waitMs = Math.min(waitMs * 2, RETRY_LONGEST_MS)
      }
    }
    this.#working = undefined
  }
}
