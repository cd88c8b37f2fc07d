// A connection to the thread that owns the SQLite file: one request at a time, as the store's lock sees to.

import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import { StoreError } from '../store-error.ts'

interface Waiting {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: Error) => void
}

export class WorkerConnection {
  readonly #end: Worker | MessagePort
  #waiting: Waiting | undefined
  #hasStopped = false

  private constructor(end: Worker | MessagePort) {
    this.#end = end
    end.on('message', (message: FromWorker) => this.#receive(message))
    end.on('error', (error: unknown) => this.#stop(String(error)))
    end.on(closeEvent(end), () => this.#stop('it has been closed'))
  }

  /** Starts the thread and waits until it has the file open. */
  static async start(path: string): Promise<WorkerConnection> {
    const module = new URL('./sqlite-worker.ts', import.meta.url)
    const connection = new WorkerConnection(new Worker(module, { workerData: path, name: 'store' }))
    await new Promise((resolve, reject) => {
      connection.#waiting = { resolve, reject }
    })
    return connection
  }

  /** Over what `share` gave in another thread. */
  static over(port: MessagePort): WorkerConnection {
    return new WorkerConnection(port)
  }

  share(): MessagePort {
    const { port1, port2 } = new MessageChannel()
    const message: ToWorker = { kind: 'connect', port: port1 }
    this.#end.postMessage(message, [port1])
    return port2
  }

  ask(message: ToWorker): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#hasStopped) {
        reject(new StoreError('The store has stopped.'))
        return
      }
      this.#waiting = { resolve, reject }
      this.#end.postMessage(message, [])
    })
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

/** What the serving thread and the thread of the SQLite file say to each other. */
export type ToWorker =
  | { readonly kind: 'query'; readonly sql: string; readonly parameters: readonly unknown[] }
  /** The arguments as JSON, and so the answer. */
  | { readonly kind: 'procedure'; readonly module: string; readonly args: string }
  /** Another thread of the process asks here too. */
  | { readonly kind: 'connect'; readonly port: MessagePort }
  | { readonly kind: 'close' }

/** The answer to the one message that is under way; the first one says that the file is open. */
export type FromWorker =
  | { readonly kind: 'done'; readonly value: unknown }
  | { readonly kind: 'failed'; readonly error: SentError }

/** An error loses its class and its code between threads, so both travel by name. */
interface SentError {
  readonly name: string
  readonly message: string
  readonly errcode: number | undefined
}

export function sentError(error: unknown): SentError {
  if (!(error instanceof Error))
    return { name: 'Error', message: String(error), errcode: undefined }
  const errcode = 'errcode' in error ? Number(error.errcode) : undefined
  return { name: error.name, message: error.message, errcode }
}

export function receivedError(sent: SentError): Error {
  if (sent.name === 'StoreError') return new StoreError(sent.message)
  const error = new Error(sent.message)
  error.name = sent.name
  return sent.errcode === undefined ? error : Object.assign(error, { errcode: sent.errcode })
}
