// Asks a thread of its own for work on whole releases: it takes seconds, and no request may wait for it.

import type { LayerInfo } from '../address/area.ts'
import type { Product } from '../address/product.ts'
import { NeedsYes, OperatorError } from '../lib/operator-error.ts'
import { AskedThread } from '../lib/thread/asked-thread.ts'
import type { ReleaseDiff } from './release-diff.ts'

/**
 * `use` verifies a release and puts it into use, `enter` only brings the id ledger up to it, `join` joins the layers of
 * areas with it, `sample` makes the sample data.
 */
export type ReleaseTask = { readonly directory: string } & (
  | { readonly kind: 'use'; readonly release: string; readonly lossPercentMax: number }
  | { readonly kind: 'enter' | 'join' | 'diff'; readonly release: string }
  | { readonly kind: 'sample'; readonly product: Product }
)

export type ReleaseAnswer =
  | { readonly result: unknown }
  | { readonly refusal: string; readonly needsYes: boolean }

/** From the release in use. */
export function diffInThread(directory: string, release: string): Promise<ReleaseDiff> {
  return inReleaseThread({ kind: 'diff', directory, release }) as Promise<ReleaseDiff>
}

export function joinInThread(directory: string, release: string): Promise<readonly LayerInfo[]> {
  return inReleaseThread({ kind: 'join', directory, release }) as Promise<readonly LayerInfo[]>
}

/** Answers the name of the release. */
export function sampleInThread(directory: string, product: Product): Promise<string> {
  return inReleaseThread({ kind: 'sample', directory, product }) as Promise<string>
}

/** A refusal is thrown as an OperatorError. */
export async function inReleaseThread(task: ReleaseTask): Promise<unknown> {
  await using thread = new AskedThread<ReleaseTask, ReleaseAnswer>({
    module: new URL('./release-worker.ts', import.meta.url),
    name: 'releases',
  })
  const answer = await thread.ask(task)
  if ('result' in answer) return answer.result
  throw new (answer.needsYes ? NeedsYes : OperatorError)(answer.refusal)
}
