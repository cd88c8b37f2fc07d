// The change log of a product: its steps from release to release, numbered, and how long they are kept.

import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ChangeStep } from '../../address/change.ts'
import type { Product } from '../../address/product.ts'
import { DAY_MS, systemClock } from '../../lib/clock.ts'

/** Longer than a year, so that nobody who asks once a year finds a gap. */
const STEPS_KEPT_MS = 400 * DAY_MS
const STEPS_KEPT_MAX = 1000

/** A step is one file; the ledger of the product says which of them count. */
export function stepPath(directory: string, product: Product, number: number): string {
  return join(directory, `${product}.${number}.changes`)
}

interface Known {
  readonly release: string
  readonly steps?: readonly ChangeStep[]
}

/** Those that are still kept, with one more to another release. */
export function nextSteps(
  { release: from, steps = [] }: Known,
  release: string,
  count: number,
): readonly ChangeStep[] {
  const at = systemClock.now()
  const last = steps.at(-1)
  const before = last === undefined ? 0 : last.before + last.count
  const step = { number: (last?.number ?? 0) + 1, from, release, at, before, count }
  const kept = steps.filter((each) => each.at > at - STEPS_KEPT_MS)
  return [...kept.slice(1 - STEPS_KEPT_MAX), step]
}

/** Also those of a process that was killed before it wrote the ledger. */
export async function removeOldSteps(
  directory: string,
  product: Product,
  steps: readonly ChangeStep[],
): Promise<void> {
  const kept = new Set(steps.map(({ number }) => stepPath(directory, product, number)))
  for (const name of await readdir(directory)) {
    const path = join(directory, name)
    const isStep = name.startsWith(`${product}.`) && name.endsWith('.changes')
    if (isStep && !kept.has(path)) await rm(path, { force: true })
  }
}
