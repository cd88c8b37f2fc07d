// The service's side of the thread for batches: starts it with the first question, and asks it.

import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { AccountParts } from '../account/account-parts.ts'
import { systemClock } from '../lib/clock.ts'
import { YOUNG_MB } from '../match/files/match-threads.ts'
import { StoreError } from '../store/store-error.ts'
import type { Batch } from './batch.ts'
import type {
  Asked,
  FromWorker,
  Question,
  Suggestion,
  ToWorker,
  WorkerStart,
} from './batch-messages.ts'
import type { ReviewPage, ReviewQuestion, ReviewRow } from './review.ts'
import type { Intake, Upload } from './uploads/intake.ts'
import type { PreviewUpload, ShownPreview } from './uploads/preview.ts'

export interface ThreadParts extends AccountParts {
  readonly databaseUrl: string
  readonly dataDir: string
  readonly upgradeLink: string
  /** The memory of the releases in use. */
  indexes(): readonly SharedArrayBuffer[]
}

interface Waiting {
  resolve(answer: unknown): void
  reject(error: unknown): void
}

export class BatchThread {
  readonly #parts: ThreadParts
  readonly #waiting = new Map<number, Waiting>()
  readonly #asked = new Set<Promise<unknown>>()
  #worker: Worker | undefined
  #sent = new WeakSet<SharedArrayBuffer>()
  #last = 0

  constructor(parts: ThreadParts) {
    this.#parts = parts
  }

  takeIn(upload: Upload): Promise<Intake> {
    const now = this.#parts.clock.now()
    return this.#ask({ kind: 'take-in', upload, now }) as Promise<Intake>
  }

  /** Works on one chunk; false where there was nothing to do. */
  work(): Promise<boolean> {
    return this.#ask({ kind: 'work', offsetMs: this.#offsetMs() }) as Promise<boolean>
  }

  /** Undefined where the chunk is gone. */
  result(batch: Batch, chunk: number): Promise<string | undefined> {
    return this.#ask({ kind: 'result', batch, chunk }) as Promise<string | undefined>
  }

  preview(upload: PreviewUpload): Promise<ShownPreview> {
    return this.#ask({ kind: 'preview', upload }) as Promise<ShownPreview>
  }

  review(batch: Batch, page: ReviewQuestion): Promise<ReviewPage> {
    return this.#ask({ kind: 'review', batch, page }) as Promise<ReviewPage>
  }

  /** Undefined where there is no such row, `no-address` where the id is of none. */
  choose(batch: Batch, row: number, choice: Asked): Promise<ReviewRow | 'no-address' | undefined> {
    const asked = this.#ask({ kind: 'choose', batch, row, choice })
    return asked as Promise<ReviewRow | 'no-address' | undefined>
  }

  suggest(batch: Batch, term: string): Promise<readonly Suggestion[]> {
    return this.#ask({ kind: 'suggest', batch, term }) as Promise<readonly Suggestion[]>
  }

  /** What it is asked now is answered first. */
  async close(): Promise<void> {
    const worker = this.#worker
    if (worker === undefined) return
    await Promise.allSettled(this.#asked)
    const ended = once(worker, 'exit')
    worker.ref()
    worker.postMessage({ kind: 'close' } satisfies ToWorker)
    await ended
  }

  #offsetMs(): number {
    return this.#parts.clock.now() - systemClock.now()
  }

  #ask(question: Question): Promise<unknown> {
    this.#worker ??= this.#start()
    const worker = this.#worker
    for (const index of this.#parts.indexes()) {
      if (this.#sent.has(index)) continue
      this.#sent.add(index)
      worker.postMessage({ kind: 'index', index } satisfies ToWorker)
    }
    this.#last += 1
    const id = this.#last
    worker.ref()
    worker.postMessage({ kind: 'question', id, question } satisfies ToWorker)
    const asked = new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }))
    this.#asked.add(asked)
    return asked.finally(() => this.#asked.delete(asked))
  }

  #start(): Worker {
    const { store, databaseUrl, dataDir, plans, upgradeLink } = this.#parts
    const storeLine = store.share()
    const workerData: WorkerStart = { databaseUrl, dataDir, storeLine, plans, upgradeLink }
    const worker = new Worker(new URL('./batch-worker.ts', import.meta.url), {
      workerData,
      transferList: storeLine === undefined ? [] : [storeLine],
      name: 'batches',
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    })
    this.#sent = new WeakSet()
    let fault: unknown = new Error('The thread for batches has stopped.')
    worker.on('message', (message: FromWorker) => this.#receive(worker, message))
    worker.on('error', (error) => {
      fault = error
    })
    // Whoever waits is told, and the next question starts another.
    worker.on('exit', () => {
      this.#worker = undefined
      for (const { reject } of this.#waiting.values()) reject(fault)
      this.#waiting.clear()
    })
    return worker
  }

  #receive(worker: Worker, message: FromWorker): void {
    const waiting = this.#waiting.get(message.id)
    this.#waiting.delete(message.id)
    if (this.#waiting.size === 0) worker.unref()
    if (message.kind === 'answer') waiting?.resolve(message.answer)
    else if (message.isStoreAway) waiting?.reject(new StoreError(message.message))
    else waiting?.reject(new Error(message.message))
  }
}
