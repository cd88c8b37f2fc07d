// What the service and its thread for batches say to each other.

import type { MessagePort } from 'node:worker_threads'
import type { Plans } from '../account/plans/plans.ts'
import type { Batch } from './batch.ts'
import type { ReviewQuestion } from './review.ts'
import type { Upload } from './uploads/intake.ts'
import type { PreviewUpload } from './uploads/preview.ts'

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

export type ToWorker =
  | { readonly kind: 'question'; readonly id: number; readonly question: Question }
  | { readonly kind: 'index'; readonly index: SharedArrayBuffer }
  | { readonly kind: 'close' }

export type FromWorker =
  | { readonly kind: 'answer'; readonly id: number; readonly answer: unknown }
  /** An error loses its class between threads. */
  | {
      readonly kind: 'failed'
      readonly id: number
      readonly message: string
      readonly isStoreAway: boolean
    }
