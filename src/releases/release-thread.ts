// Asks a thread of its own for work on whole releases: it takes seconds, and no request may wait for it.

import { Worker } from 'node:worker_threads'
import type { LayerInfo } from '../address/area.ts'
import { NeedsYes, OperatorError } from '../lib/operator-error.ts'
import type { ReleaseDiff } from './release-diff.ts'

/**
 * `use` verifies a release and puts it into use, `enter` only brings the id ledger up to it, `join` joins the layers of
 * areas with it.
 */
export type ReleaseTask = { readonly directory: string; readonly release: string } & (
  | { readonly kind: 'use'; readonly lossPercentMax: number }
  | { readonly kind: 'enter' }
  | { readonly kind: 'join' }
  | { readonly kind: 'diff' }
)

export type ReleaseAnswer =
  | { readonly kind: 'done'; readonly result: unknown }
  | { readonly kind: 'refused'; readonly message: string; readonly needsYes: boolean }

/** From the release in use. */
export function diffInThread(directory: string, release: string): Promise<ReleaseDiff> {
  return inReleaseThread({ kind: 'diff', directory, release }) as Promise<ReleaseDiff>
}

export function joinInThread(directory: string, release: string): Promise<readonly LayerInfo[]> {
  return inReleaseThread({ kind: 'join', directory, release }) as Promise<readonly LayerInfo[]>
}

/** A refusal is thrown as an OperatorError. */
export function inReleaseThread(task: ReleaseTask): Promise<unknown> {
  const worker = new Worker(new URL('./release-worker.ts', import.meta.url), {
    name: 'releases',
    workerData: task,
  })
  return new Promise((resolve, reject) => {
    worker.once('message', (answer: ReleaseAnswer) => {
      if (answer.kind === 'done') resolve(answer.result)
      else reject(new (answer.needsYes ? NeedsYes : OperatorError)(answer.message))
    })
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('The thread for releases has stopped.')))
  })
}
