// A worker thread that is asked many questions at once. It starts with the first question, and again after a failure.

import { once } from 'node:events'
import { type MessagePort, type ResourceLimits, Worker } from 'node:worker_threads'

export type ToThread<Question> =
  | { readonly kind: 'question'; readonly id: number; readonly question: Question }
  | { readonly kind: 'index'; readonly index: SharedArrayBuffer }
  | { readonly kind: 'close' }

interface AskedThreadParts {
  readonly module: URL
  readonly name: string
  readonly resourceLimits?: ResourceLimits
  /** The memory of the releases in use, for a thread that searches them. */
  indexes?(): readonly SharedArrayBuffer[]
  /** What the thread is started with; its line to the thread of the SQLite file is handed over. */
  workerData?(): { readonly storeLine: MessagePort | undefined }
}

export class AskedThread<Question, Answer extends { readonly id: number }> {
  readonly #parts: AskedThreadParts
  readonly #waiting = new Map<number, PromiseWithResolvers<Answer>>()
  #worker: Worker | undefined
  #sent = new WeakSet<SharedArrayBuffer>()
  #last = 0

  constructor(parts: AskedThreadParts) {
    this.#parts = parts
  }

  /** Optional: saves the first question the wait. */
  start(): void {
    this.#started().unref()
  }

  ask(question: Question): Promise<Answer> {
    const worker = this.#started()
    this.#last += 1
    const id = this.#last
    worker.ref()
    post(worker, { kind: 'question', id, question })
    const waiting = Promise.withResolvers<Answer>()
    this.#waiting.set(id, waiting)
    return waiting.promise
  }

  /** Answers what was asked before. */
  async close(): Promise<void> {
    const worker = this.#worker
    if (worker === undefined) return
    await Promise.allSettled([...this.#waiting.values()].map(({ promise }) => promise))
    const ended = once(worker, 'exit')
    worker.ref()
    post(worker, { kind: 'close' })
    await ended
  }

  #started(): Worker {
    this.#worker ??= this.#start()
    for (const index of this.#parts.indexes?.() ?? []) {
      if (this.#sent.has(index)) continue
      this.#sent.add(index)
      post(this.#worker, { kind: 'index', index })
    }
    return this.#worker
  }

  #start(): Worker {
    const { module, name, resourceLimits = {} } = this.#parts
    const workerData = this.#parts.workerData?.()
    const transferList = workerData?.storeLine === undefined ? [] : [workerData.storeLine]
    const worker = new Worker(module, { workerData, transferList, name, resourceLimits })
    this.#sent = new WeakSet()
    let fault: unknown = new Error(`The thread for ${name} has stopped.`)
    worker.on('message', (answer: Answer) => this.#receive(worker, answer))
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

  #receive(worker: Worker, answer: Answer): void {
    const waiting = this.#waiting.get(answer.id)
    this.#waiting.delete(answer.id)
    if (this.#waiting.size === 0) worker.unref()
    waiting?.resolve(answer)
  }
}

function post(worker: Worker, message: ToThread<unknown>): void {
  worker.postMessage(message)
}
