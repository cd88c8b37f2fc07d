// One look-up thread: the same service behind the same port, over the memory and the store of the first thread.

import { parentPort, workerData } from 'node:worker_threads'
import { type Grace, Listener } from '../http/listener.ts'
import { systemClock } from '../lib/clock.ts'
import { makeLog } from '../lib/log.ts'
import { makePipeline } from '../pipeline.ts'
import { openService } from '../service.ts'
import type { FromThread, ThreadStart, ToThread } from './threads.ts'

if (parentPort === null) throw new Error('look-up-thread.ts runs as a worker thread only.')
const first = parentPort
const { config, shared, thread, storeLine, memory, demoKeys } = workerData as ThreadStart

const clock = systemClock
const log = makeLog(
  config.logLevel,
  () => clock.now(),
  (line) => send({ kind: 'log', line }),
)
const service = await openService({ config, clock, log, shared, thread, storeLine })
service.status.demoKeys = demoKeys
for (const each of memory) service.data.take(each)
// With the first message of an agent it would hold up everybody.
await import('../agents/http.ts')
const listener = await Listener.open(config, true, log)
listener.serve(makePipeline(service), service.admission)
listener.watch(service.metrics.registry)

first.on('message', (message: ToThread) => {
  if (message.kind === 'data') service.data.take(message.memory)
  else void stop(message.grace)
})
send({ kind: 'listening' })

async function stop(grace: Grace): Promise<void> {
  service.status.isStopping = true
  await listener.drain(grace)
  await service.close()
  first.close()
}

function send(message: FromThread): void {
  first.postMessage(message)
}
