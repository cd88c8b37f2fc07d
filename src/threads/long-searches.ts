// Requests that take too long for the event loop: a thread answers them, by the same endpoints over the same memory.

import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Caller } from '../access/caller.ts'
import type { Endpoint, Input, Outcome } from '../endpoints/endpoint.ts'
import { Problem } from '../http/problem.ts'
import type { Data } from '../releases/served-data.ts'
import { ENDPOINTS } from '../routes.ts'
import type { Work } from '../search/work.ts'
import type { Store } from '../store/store.ts'
import type { FromLongSearches, LongSearchStart, ToLongSearches } from './long-search-messages.ts'

interface LongSearchParts {
  readonly databaseUrl: string
  readonly dataDir: string
  readonly store: Pick<Store, 'share'>
  readonly data: Pick<Data, 'indexes'>
}

interface Waiting {
  readonly work: Work
  resolve(outcome: Outcome): void
  reject(error: unknown): void
}

const PLACES: ReadonlyMap<Endpoint, number> = new Map(ENDPOINTS.map((each, at) => [each, at]))

/** The thread starts with the first such request, or before. */
export class LongSearches {
  readonly #parts: LongSearchParts
  readonly #waiting = new Map<number, Waiting>()
  #worker: Worker | undefined
  #sent = new WeakSet<SharedArrayBuffer>()
  #last = 0

  constructor(parts: LongSearchParts) {
    this.#parts = parts
  }

  /** Before the first such request, which would else wait for it. */
  start(): void {
    this.#started().unref()
  }

  /** Adds what it took to `work`, also where it is refused. */
  answer(
    endpoint: Endpoint,
    input: Input,
    { accountId, isTest = false, privateVersion, subscription }: Caller,
    work: Work,
  ): Promise<Outcome> {
    const { product = subscription?.product } = endpoint
    const worker = this.#started()
    this.#last += 1
    const id = this.#last
    const who = { product, accountId, isTest, privateVersion }
    const question = { endpoint: PLACES.get(endpoint) ?? -1, input, ...who }
    send(worker, { kind: 'question', id, question })
    return new Promise((resolve, reject) => this.#waiting.set(id, { work, resolve, reject }))
  }

  /** What is asked now is answered first. */
  async close(): Promise<void> {
    const worker = this.#worker
    if (worker === undefined) return
    const ended = once(worker, 'exit')
    send(worker, { kind: 'close' })
    await ended
  }

  #started(): Worker {
    this.#worker ??= this.#start()
    const worker = this.#worker
    for (const index of this.#parts.data.indexes()) {
      if (this.#sent.has(index)) continue
      this.#sent.add(index)
      send(worker, { kind: 'index', index })
    }
    worker.ref()
    return worker
  }

  #start(): Worker {
    const { store, databaseUrl, dataDir } = this.#parts
    const storeLine = store.share()
    const workerData: LongSearchStart = { databaseUrl, dataDir, storeLine }
    const worker = new Worker(new URL('./long-search-thread.ts', import.meta.url), {
      workerData,
      transferList: storeLine === undefined ? [] : [storeLine],
      name: 'long searches',
    })
    this.#sent = new WeakSet()
    let fault: unknown = new Error('The thread for long searches has stopped.')
    worker.on('message', (message: FromLongSearches) => this.#receive(worker, message))
    worker.on('error', (error) => {
      fault = error
    })
    // Whoever waits is told, and the next question starts another.
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = undefined
      for (const { reject } of this.#waiting.values()) reject(fault)
      this.#waiting.clear()
    })
    return worker
  }

  #receive(worker: Worker, message: FromLongSearches): void {
    const waiting = this.#waiting.get(message.id)
    this.#waiting.delete(message.id)
    if (this.#waiting.size === 0) worker.unref()
    if (waiting === undefined) return
    waiting.work.add(message.steps)
    if (message.kind === 'answered') waiting.resolve(message.outcome)
    else if (message.kind === 'failed') waiting.reject(new Error(message.message))
    else {
      const { code, detail, extra } = message.problem
      waiting.reject(new Problem(code, detail, extra))
    }
  }
}

function send(worker: Worker, message: ToLongSearches): void {
  worker.postMessage(message)
}
