// A worker thread that answers one question at a time. It starts with the first question, and again after a failure.

import { Worker } from 'node:worker_threads'

/** Whoever asks waits for the answer before asking again. */
export class AskedThread<Question, Answer> {
  readonly #module: URL
  readonly #options: { readonly name: string; readonly workerData?: unknown }
  #worker: Worker | undefined

  constructor(module: URL, options: { readonly name: string; readonly workerData?: unknown }) {
    this.#module = module
    this.#options = options
  }

  /** The question is all of the messages, posted in turns of the event loop of their own. */
  ask(messages: Iterable<Question>): Promise<Answer> {
    this.#worker ??= this.#start()
    const worker = this.#worker
    return new Promise((resolve, reject) => {
      const finish = () => {
        worker.off('message', receive)
        worker.off('error', fail)
        worker.off('exit', end)
        worker.unref()
      }
      const receive = (answer: Answer) => {
        finish()
        resolve(answer)
      }
      const fail = (error: unknown) => {
        finish()
        reject(error)
      }
      const end = () => fail(new Error(`The thread for ${this.#options.name} has stopped.`))
      worker.on('message', receive)
      worker.on('error', fail)
      worker.on('exit', end)
      worker.ref()
      post(worker, messages[Symbol.iterator]())
    })
  }

  async close(): Promise<void> {
    await this.#worker?.terminate()
    this.#worker = undefined
  }

  #start(): Worker {
    const worker = new Worker(this.#module, this.#options)
    // A failure is told to whoever asked. The next question has a new thread, even before this one has ended.
    const forget = () => {
      if (this.#worker === worker) this.#worker = undefined
    }
    worker.on('error', forget)
    worker.on('exit', forget)
    return worker
  }
}

/** Copying a message takes time on this side too. */
function post<Question>(worker: Worker, messages: Iterator<Question>): void {
  const { done, value } = messages.next()
  if (done === true) return
  worker.postMessage(value)
  setImmediate(() => post(worker, messages))
}
