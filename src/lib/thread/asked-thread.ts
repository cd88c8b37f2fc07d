// A worker thread that is asked many questions at once, and its own end, which answers them.

import { once } from 'node:events'
import { setPriority } from 'node:os'
import { type MessagePort, parentPort, type ResourceLimits, Worker } from 'node:worker_threads'

type ToThread<Question> =
  | { readonly kind: 'question'; readonly id: number; readonly question: Question }
  | { readonly kind: 'memory'; readonly memory: object }
  | { readonly kind: 'close' }

/** An error loses its class between threads, so its name goes along. */
type FromThread<Answer> = { readonly id: number } & (
  | { readonly answer: Answer }
  | { readonly fault: { readonly name: string; readonly message: string } }
)

interface AskedThreadParts {
  readonly module: URL
  readonly name: string
  readonly resourceLimits?: ResourceLimits
  /** What the thread shares with others, such as the releases in use; each is sent once. */
  memory?(): readonly object[]
  /** What the thread is started with; its line to the thread of the SQLite file is handed over. */
  workerData?(): { readonly storeLine: MessagePort | undefined }
}

/** Starts with the first question, and again after a failure. */
export class AskedThread<Question, Answer> implements AsyncDisposable {
  readonly #parts: AskedThreadParts
  readonly #waiting = new Map<number, PromiseWithResolvers<Answer>>()
  #worker: Worker | undefined
  #sent = new WeakSet<object>()
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

  /** Ends it at once: what it is still asked fails. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#worker?.terminate()
  }

  #started(): Worker {
    this.#worker ??= this.#start()
    for (const memory of this.#parts.memory?.() ?? []) {
      if (this.#sent.has(memory)) continue
      this.#sent.add(memory)
      post(this.#worker, { kind: 'memory', memory })
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
    worker.on('message', (reply: FromThread<Answer>) => this.#receive(worker, reply))
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

  #receive(worker: Worker, reply: FromThread<Answer>): void {
    const waiting = this.#waiting.get(reply.id)
    this.#waiting.delete(reply.id)
    if (this.#waiting.size === 0) worker.unref()
    if ('answer' in reply) waiting?.resolve(reply.answer)
    else waiting?.reject(Object.assign(new Error(reply.fault.message), { name: reply.fault.name }))
  }
}

function post(worker: Worker, message: ToThread<unknown>): void {
  worker.postMessage(message)
}

interface AnsweringParts<Question, Answer, Memory> {
  /** How far it stands back where the cores are busy, up to 19. */
  readonly niceness?: number
  answer(question: Question): Answer | Promise<Answer>
  /** Memory that is handed over with an answer, not copied. */
  handsOver?(answer: Answer): ArrayBuffer[]
  onMemory?(memory: Memory): void
  /** Closes what would keep the thread running. */
  close?(): Promise<void>
}

/** The end of an AskedThread in the thread itself; does nothing outside of one. */
export function answerQuestions<Question, Answer, Memory = never>(
  parts: AnsweringParts<Question, Answer, Memory>,
): void {
  const port = parentPort
  if (port === null) return
  // On Linux the priority is that of the thread; elsewhere it would be that of the whole process.
  if (process.platform === 'linux' && parts.niceness !== undefined) setPriority(0, parts.niceness)
  port.on('message', async (message: ToThread<Question>) => {
    if (message.kind === 'question') {
      const reply = await replyTo(message, parts)
      port.postMessage(reply, 'answer' in reply ? (parts.handsOver?.(reply.answer) ?? []) : [])
    }
    // The other end sends what this one takes.
    else if (message.kind === 'memory') parts.onMemory?.(message.memory as Memory)
    else {
      await parts.close?.()
      port.close()
    }
  })
}

async function replyTo<Question, Answer>(
  { id, question }: { readonly id: number; readonly question: Question },
  parts: Pick<AnsweringParts<Question, Answer, never>, 'answer'>,
): Promise<FromThread<Answer>> {
  try {
    return { id, answer: await parts.answer(question) }
  } catch (error) {
    const { name, stack, message } = error instanceof Error ? error : new Error(String(error))
    return { id, fault: { name, message: stack ?? message } }
  }
}
