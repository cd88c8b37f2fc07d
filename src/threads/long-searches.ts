// Requests that take too long for the event loop: a thread answers them, by the same endpoints over the same memory.

import type { MessagePort } from 'node:worker_threads'
import type { Caller } from '../access/caller.ts'
import type { Product } from '../address/product.ts'
import type { Endpoint, Input, Outcome } from '../endpoints/endpoint.ts'
import { Problem } from '../http/problem.ts'
import { AskedThread } from '../lib/thread/asked-thread.ts'
import type { Data } from '../releases/served-data.ts'
import { ENDPOINTS } from '../routes.ts'
import type { Work } from '../search/work.ts'
import type { Store } from '../store/store.ts'

export interface LongSearchStart {
  readonly databaseUrl: string
  readonly dataDir: string
  /** To the thread of the SQLite file; undefined on PostgreSQL. */
  readonly storeLine: MessagePort | undefined
}

export interface LongQuestion {
  readonly endpoint: number
  readonly input: Input
  readonly product: Product | undefined
  readonly accountId: string
  readonly isTest: boolean
  readonly privateVersion: number | undefined
}

/** `steps` is what it took. */
export type LongAnswer = { readonly steps: number } & (
  | { readonly kind: 'answered'; readonly outcome: Outcome }
  | { readonly kind: 'refused'; readonly problem: Pick<Problem, 'code' | 'detail' | 'extra'> }
  | { readonly kind: 'failed'; readonly message: string }
)

interface LongSearchParts {
  readonly databaseUrl: string
  readonly dataDir: string
  readonly store: Pick<Store, 'share'>
  readonly data: Pick<Data, 'indexes'>
}

const PLACES: ReadonlyMap<Endpoint, number> = new Map(ENDPOINTS.map((each, at) => [each, at]))

export class LongSearches extends AskedThread<LongQuestion, LongAnswer> {
  constructor({ databaseUrl, dataDir, store, data }: LongSearchParts) {
    super({
      module: new URL('./long-search-thread.ts', import.meta.url),
      name: 'long searches',
      memory: () => data.indexes(),
      workerData: (): LongSearchStart => ({ databaseUrl, dataDir, storeLine: store.share() }),
    })
  }

  /** Adds what it took to `work`, also where it is refused. */
  async answer(
    endpoint: Endpoint,
    input: Input,
    { accountId, isTest = false, privateVersion, subscription }: Caller,
    work: Work,
  ): Promise<Outcome> {
    const { product = subscription?.product } = endpoint
    const who = { product, accountId, isTest, privateVersion }
    const question = { endpoint: PLACES.get(endpoint) ?? -1, input, ...who }
    const answer = await this.ask(question)
    work.add(answer.steps)
    if (answer.kind === 'answered') return answer.outcome
    if (answer.kind === 'failed') throw new Error(answer.message)
    const { code, detail, extra } = answer.problem
    throw new Problem(code, detail, extra)
  }
}
