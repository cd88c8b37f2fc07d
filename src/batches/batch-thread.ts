// The service's side of the thread for batches: what it is asked, and what it answers.

import type { MessagePort } from 'node:worker_threads'
import type { AccountParts } from '../account/account-parts.ts'
import type { Plans } from '../account/plans/plans.ts'
import { systemClock } from '../lib/clock.ts'
import { AskedThread } from '../lib/thread/asked-thread.ts'
import { YOUNG_MB } from '../lists/matching/match-threads.ts'
import { StoreError } from '../store/store-error.ts'
import type { Batch } from './batch.ts'
import type { ReviewPage, ReviewQuestion, ReviewRow } from './review.ts'
import type { Intake, Upload } from './uploads/intake.ts'
import type { PreviewUpload, ShownPreview } from './uploads/preview.ts'

/** What the thread is started with. */
export interface WorkerStart {
  readonly databaseUrl: string
  readonly dataDir: string
  /** To the thread of the SQLite file; undefined on PostgreSQL. */
  readonly storeLine: MessagePort | undefined
  readonly plans: Plans
  readonly upgradeLink: string
}

/** What a person chooses for a row: an address by its id, none, or again what was found. */
export type Asked =
  | { readonly kind: 'address'; readonly id: string }
  | { readonly kind: 'none' | 'undo' }

export interface Suggestion {
  readonly id: string
  readonly address: string
}

/** `offsetMs` is by how much the service's clock is ahead of the machine's. */
export type Question =
  | { readonly kind: 'take-in'; readonly upload: Upload; readonly now: number }
  | { readonly kind: 'work'; readonly offsetMs: number }
  | { readonly kind: 'result'; readonly batch: Batch; readonly chunk: number }
  | { readonly kind: 'preview'; readonly upload: PreviewUpload }
  | { readonly kind: 'review'; readonly batch: Batch; readonly page: ReviewQuestion }
  | { readonly kind: 'choose'; readonly batch: Batch; readonly row: number; readonly choice: Asked }
  | { readonly kind: 'suggest'; readonly batch: Batch; readonly term: string }

export type FromWorker =
  | { readonly kind: 'answer'; readonly id: number; readonly answer: unknown }
  /** An error loses its class between threads. */
  | {
      readonly kind: 'failed'
      readonly id: number
      readonly message: string
      readonly isStoreAway: boolean
    }

export interface ThreadParts extends AccountParts {
  readonly databaseUrl: string
  readonly dataDir: string
  readonly upgradeLink: string
  /** The memory of the releases in use. */
  indexes(): readonly SharedArrayBuffer[]
}

export class BatchThread {
  readonly #parts: ThreadParts
  readonly #thread: AskedThread<Question, FromWorker>

  constructor(parts: ThreadParts) {
    this.#parts = parts
    const { store, databaseUrl, dataDir, plans, upgradeLink } = parts
    const settings = { databaseUrl, dataDir, plans, upgradeLink }
    this.#thread = new AskedThread({
      module: new URL('./batch-worker.ts', import.meta.url),
      name: 'batches',
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
      indexes: () => parts.indexes(),
      workerData: (): WorkerStart => ({ ...settings, storeLine: store.share() }),
    })
  }

  takeIn(upload: Upload): Promise<Intake> {
    const now = this.#parts.clock.now()
    return this.#ask({ kind: 'take-in', upload, now }) as Promise<Intake>
  }

  /** Works on one chunk; false if there was nothing to do. */
  work(): Promise<boolean> {
    return this.#ask({ kind: 'work', offsetMs: this.#offsetMs() }) as Promise<boolean>
  }

  /** Undefined if the chunk is gone. */
  result(batch: Batch, chunk: number): Promise<string | undefined> {
    return this.#ask({ kind: 'result', batch, chunk }) as Promise<string | undefined>
  }

  preview(upload: PreviewUpload): Promise<ShownPreview> {
    return this.#ask({ kind: 'preview', upload }) as Promise<ShownPreview>
  }

  review(batch: Batch, page: ReviewQuestion): Promise<ReviewPage> {
    return this.#ask({ kind: 'review', batch, page }) as Promise<ReviewPage>
  }

  /** Undefined if there is no such row, `no-address` where the id is of none. */
  choose(batch: Batch, row: number, choice: Asked): Promise<ReviewRow | 'no-address' | undefined> {
    const asked = this.#ask({ kind: 'choose', batch, row, choice })
    return asked as Promise<ReviewRow | 'no-address' | undefined>
  }

  suggest(batch: Batch, term: string): Promise<readonly Suggestion[]> {
    return this.#ask({ kind: 'suggest', batch, term }) as Promise<readonly Suggestion[]>
  }

  /** What it is asked now is answered first. */
  close(): Promise<void> {
    return this.#thread.close()
  }

  #offsetMs(): number {
    return this.#parts.clock.now() - systemClock.now()
  }

  async #ask(question: Question): Promise<unknown> {
    const answer = await this.#thread.ask(question)
    if (answer.kind === 'answer') return answer.answer
    throw answer.isStoreAway ? new StoreError(answer.message) : new Error(answer.message)
  }
}
