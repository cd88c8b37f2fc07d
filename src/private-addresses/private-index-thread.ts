// Builds indexes of private addresses in a thread of its own, one after the other.

import { setImmediate as nextTurn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { Lock } from '../store/lock.ts'
import type { BuildAnswer, BuildMessage, BuildRequest } from './private-index-worker.ts'

type BuiltIndex = Extract<BuildAnswer, { kind: 'built' }>

/** Addresses of one message: copying more of them would hold up requests. */
const MESSAGE_ADDRESSES = 200

/** The thread starts with the first build: most services have no private addresses. */
export class PrivateIndexThread {
  readonly #lock = new Lock()
  #worker: Worker | undefined

  async build(request: BuildRequest): Promise<BuiltIndex> {
    const release = await this.#lock.acquire()
    try {
      const answer = await this.#ask(request)
      if (answer.kind === 'failed') throw new Error(answer.message)
      return answer
    } finally {
      release()
    }
  }

  async close(): Promise<void> {
    await this.#worker?.terminate()
    this.#worker = undefined
  }

  #ask(request: BuildRequest): Promise<BuildAnswer> {
    this.#worker ??= this.#start()
    const worker = this.#worker
    return new Promise((resolve, reject) => {
      const finish = () => {
        worker.off('message', receive)
        worker.off('error', fail)
        worker.off('exit', end)
        worker.unref()
      }
      const receive = (answer: BuildAnswer) => {
        finish()
        resolve(answer)
      }
      const fail = (error: unknown) => {
        finish()
        reject(error)
      }
      const end = () => fail(new Error('The thread for private addresses has stopped.'))
      worker.on('message', receive)
      worker.on('error', fail)
      worker.on('exit', end)
      worker.ref()
      send(worker, request).catch(fail)
    })
  }

  #start(): Worker {
    const worker = new Worker(new URL('./private-index-worker.ts', import.meta.url), {
      name: 'private addresses',
    })
    // A failed build is reported to its caller; a thread that fails while idle is replaced at the next build.
    worker.on('error', () => {})
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = undefined
    })
    return worker
  }
}

async function send(worker: Worker, { product, addresses }: BuildRequest): Promise<void> {
  for (let at = 0; at < addresses.length; at += MESSAGE_ADDRESSES) {
    const some = addresses.slice(at, at + MESSAGE_ADDRESSES)
    const message: BuildMessage = { product, addresses: some, total: addresses.length }
    worker.postMessage(message)
    await nextTurn()
  }
}
