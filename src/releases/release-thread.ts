// Asks a thread of its own for work on whole releases: it takes seconds, and no request may wait for it.

import { Worker } from 'node:worker_threads'
import { OperatorError } from '../lib/operator-error.ts'

/** `use` verifies a release and puts it into use; `enter` only brings the id ledger up to it. */
export type ReleaseTask = { readonly directory: string; readonly release: string } & (
  | { readonly kind: 'use'; readonly lossPercentMax: number }
  | { readonly kind: 'enter' }
)

export type ReleaseAnswer =
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly message: string }

/** A refusal is thrown as an OperatorError. */
export function inReleaseThread(task: ReleaseTask): Promise<void> {
  const worker = new Worker(new URL('./release-worker.ts', import.meta.url), {
    name: 'releases',
    workerData: task,
  })
  return new Promise((resolve, reject) => {
    worker.once('message', (answer: ReleaseAnswer) => {
      if (answer.kind === 'refused') reject(new OperatorError(answer.message))
      else resolve()
    })
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('The thread for releases has stopped.')))
  })
}
