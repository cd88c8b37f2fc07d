// What the service and its thread for long searches say to each other.

import type { MessagePort } from 'node:worker_threads'
import type { Product } from '../address/product.ts'
import type { Input, Outcome } from '../endpoints/endpoint.ts'
import type { Problem } from '../http/problem.ts'

/** What the thread is started with. */
export interface LongSearchStart {
  readonly databaseUrl: string
  readonly dataDir: string
  /** To the thread of the SQLite file; undefined on PostgreSQL. */
  readonly storeLine: MessagePort | undefined
}

/** A request of an endpoint that answers from the searches alone. */
export interface LongQuestion {
  /** Its place in the list of all endpoints. */
  readonly endpoint: number
  readonly input: Input
  readonly product: Product | undefined
  readonly accountId: string
  readonly isTest: boolean
  readonly privateVersion: number | undefined
}

export type ToLongSearches =
  | { readonly kind: 'question'; readonly id: number; readonly question: LongQuestion }
  | { readonly kind: 'index'; readonly index: SharedArrayBuffer }
  | { readonly kind: 'close' }

/** `steps` is what it took. */
export type FromLongSearches = { readonly id: number; readonly steps: number } & (
  | { readonly kind: 'answered'; readonly outcome: Outcome }
  | { readonly kind: 'refused'; readonly problem: Pick<Problem, 'code' | 'detail' | 'extra'> }
  | { readonly kind: 'failed'; readonly message: string }
)
