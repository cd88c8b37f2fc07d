// A thread that does one task with whole releases, and ends.

import { parentPort, workerData } from 'node:worker_threads'
import { NeedsYes, OperatorError } from '../lib/operator-error.ts'
import { Releases } from './release-folder.ts'
import type { ReleaseAnswer, ReleaseTask } from './release-thread.ts'

const task = workerData as ReleaseTask
const releases = new Releases(task.directory)
try {
  send({ kind: 'done', result: await run() })
} catch (error) {
  if (!(error instanceof OperatorError)) throw error
  send({ kind: 'refused', message: error.message, needsYes: error instanceof NeedsYes })
}

async function run(): Promise<unknown> {
  if (task.kind === 'diff') return releases.diff(task.release)
  if (task.kind === 'join') return releases.joinLayers(task.release)
  if (task.kind === 'enter') return releases.enter(task.release)
  // The whole file is checked first: nobody would notice that a release in use is refused later.
  await releases.load(task.release)
  return releases.use(task.release, task.lossPercentMax)
}

function send(answer: ReleaseAnswer): void {
  parentPort?.postMessage(answer)
}
