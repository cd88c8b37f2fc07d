// A connection to the thread that owns the SQLite file: one request at a time, as the store's lock sees to.

import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import { StoreError } from '../store-error.ts'

export class WorkerConnection {
  readonly #end: Worker | MessagePort
  #waiting: PromiseWithResolvers<unknown> | undefined
  #hasStopped = false

  /** Over the worker itself, or over what `share` gave in another thread. */
  constructor(end: Worker | MessagePort) {
    this.#end = end
    end.on('message', (message: FromWorker) => this.#receive(message))
    end.on('error', (error: unknown) => this.#stop(String(error)))
    end.on(closeEvent(end), () => this.#stop('it has been closed'))
  }

  /** Starts the thread and waits until it has the file open. */
  static async start(workerData: StoreThread): Promise<WorkerConnection> {
    const module = new URL('./sqlite-worker.ts', import.meta.url)
    const name = workerData.isReader ? 'store reader' : 'store'
    const connection = new WorkerConnection(new Worker(module, { workerData, name }))
    connection.#waiting = Promise.withResolvers()
    await connection.#waiting.promise
    return connection
  }

  share(): MessagePort {
    const { port1, port2 } = new MessageChannel()
    this.#end.postMessage({ kind: 'connect', port: port1 } satisfies ToWorker, [port1])
    return port2
  }

  async ask(message: ToWorker): Promise<unknown> {
    if (this.#hasStopped) throw new StoreError('The store has stopped.')
    this.#end.postMessage(message, [])
    this.#waiting = Promise.withResolvers()
    return this.#waiting.promise
  }

  /** The first connection ends the thread with it. */
  async close(): Promise<void> {
    if (this.#hasStopped) return
    const closed = new Promise((resolve) => this.#end.once(closeEvent(this.#end), resolve))
    if (this.#end instanceof Worker) this.#end.postMessage({ kind: 'close' } satisfies ToWorker)
    else this.#end.close()
    await closed
  }

  #receive(message: FromWorker): void {
    const waiting = this.#waiting
    this.#waiting = undefined
    if (message.kind === 'done') waiting?.resolve(message.value)
    else waiting?.reject(receivedError(message.error))
  }

  #stop(why: string): void {
    this.#hasStopped = true
    this.#waiting?.reject(new StoreError(`The store has stopped: ${why}.`))
    this.#waiting = undefined
  }
}

function closeEvent(end: Worker | MessagePort): 'exit' | 'close' {
  return end instanceof Worker ? 'exit' : 'close'
}

export interface StoreThread {
  readonly path: string
  /** It only reads, beside the thread that writes. */
  readonly isReader: boolean
}

/** What the serving thread and the thread of the SQLite file say to each other. */
export type ToWorker =
  | { readonly kind: 'query'; readonly sql: string; readonly parameters: readonly unknown[] }
  /** The arguments as JSON, and so the answer. `same` are those that the call before had too. */
  | (Readonly<Record<'module' | 'args' | 'same', string>> & { readonly kind: 'procedure' })
  /** Another thread of the process asks here too. */
  | { readonly kind: 'connect'; readonly port: MessagePort }
  | { readonly kind: 'close' }

/** The answer to the one message that is under way; the first one says that the file is open. */
export type FromWorker =
  | { readonly kind: 'done'; readonly value: unknown }
  | { readonly kind: 'failed'; readonly error: SentError }

type SentError = ReturnType<typeof sentError>

/** An error loses its class and its code between threads, so both travel by name. */
export function sentError(error: unknown) {
  const { name, message } = error instanceof Error ? error : new Error(String(error))
  const hasCode = error instanceof Error && 'errcode' in error
  return { name, message, ...(hasCode && { errcode: Number(error.errcode) }) }
}

export function receivedError({ message, ...facts }: SentError): Error {
  if (facts.name === 'StoreError') return new StoreError(message)
  return Object.assign(new Error(message), facts)
}
