// Further threads that answer look-ups: on the same port as the first thread, from the same index in memory.

import { on, once } from 'node:events'
import { type MessagePort, Worker } from 'node:worker_threads'
import type { Grace } from '../http/listener.ts'
import { newId } from '../lib/ids.ts'
import { newCountersMemory } from '../rate-limits/memory-counters.ts'
import { newShareMemory } from '../rate-limits/share-table.ts'
import type { ServedMemory } from '../releases/served-data.ts'
import type { Service, SharedByThreads } from '../service.ts'
import type { Config } from '../settings/config.ts'

export interface ThreadStart {
  readonly config: Config
  readonly shared: SharedByThreads
  readonly thread: number
  /** To the thread of the SQLite file; undefined on PostgreSQL. */
  readonly storeLine: MessagePort | undefined
  readonly memory: readonly ServedMemory[]
  readonly demoKeys: Service['status']['demoKeys']
}

export type ToThread =
  | { readonly kind: 'data'; readonly memory: ServedMemory }
  | { readonly kind: 'stop'; readonly grace: Grace }

export type FromThread =
  | { readonly kind: 'listening' }
  | { readonly kind: 'log'; readonly line: string }

interface ThreadsParts {
  readonly service: Service
  readonly shared: SharedByThreads
  readonly print: (line: string) => void
}

export function newSharedByThreads(threads: number): SharedByThreads {
  return {
    counts: newCountersMemory(),
    shares: newShareMemory(),
    channel: newId('doorplate-'),
    threads,
  }
}

/** Resolves when all of them answer. */
export async function startThreads(count: number, parts: ThreadsParts) {
  const workers = Array.from({ length: count }, (_, at) => startThread(parts, at + 1))
  const send = (message: ToThread) => {
    for (const worker of workers) worker.postMessage(message, [])
  }
  parts.service.data.onTake = (memory) => send({ kind: 'data', memory })
  await Promise.all(workers.map(listening))
  return {
    async stop(grace: Grace): Promise<void> {
      const ends = workers.map((worker) => once(worker, 'exit'))
      send({ kind: 'stop', grace })
      await Promise.all(ends)
    },
  }
}

// Its errors are not listened for, on purpose: a fault that ends one thread must end the process, as it does with one
// thread. Otherwise the service would go on and answer only some of the callers.
function startThread({ service, shared, print }: ThreadsParts, thread: number): Worker {
  const storeLine = service.store.share()
  const start: ThreadStart = {
    config: service.config,
    shared,
    thread,
    storeLine,
    memory: service.data.memory(),
    demoKeys: service.status.demoKeys,
  }
  const worker = new Worker(new URL('./look-up-thread.ts', import.meta.url), {
    workerData: start,
    transferList: storeLine === undefined ? [] : [storeLine],
    name: 'look-up',
  })
  worker.on('message', (message: FromThread) => {
    if (message.kind === 'log') print(message.line)
  })
  return worker
}

async function listening(worker: Worker): Promise<void> {
  for await (const [message] of on(worker, 'message')) {
    if ((message as FromThread).kind === 'listening') return
  }
}
