// The change log of each product as account holders read it: pages of changes after a number or a release.

import type { ChangeKind, ChangeStep } from '../address/change.ts'
import type { Product } from '../address/product.ts'
import type { Successor } from '../address/retired-id.ts'
import { stepPath } from '../releases/ledger/change-log.ts'
import { ChangeFile } from '../releases/ledger/change-step.ts'

export interface NumberedChange {
  readonly number: number
  readonly id: string
  readonly kind: ChangeKind
  readonly successors: readonly Successor[]
  readonly step: ChangeStep
}

type Page =
  /** `latest` is the number of the newest change. */
  | { readonly kind: 'page'; readonly changes: readonly NumberedChange[]; readonly latest: number }
  /** What came before `oldest` is not kept any more. */
  | { readonly kind: 'too-old'; readonly oldest: number }
  | { readonly kind: 'unknown-release' }
  | { readonly kind: 'too-high'; readonly latest: number }

interface ChangeSource {
  /** Where the files of steps are. */
  readonly directory: string
  /** Those that the ledger in use lists, oldest first. */
  readonly stepsOf: (product: Product) => readonly ChangeStep[]
}

export class ChangeLog {
  readonly #source: ChangeSource

  constructor(source: ChangeSource) {
    this.#source = source
  }

  steps(product: Product): readonly ChangeStep[] {
    return this.#source.stepsOf(product)
  }

  open(product: Product, { number }: ChangeStep): Promise<ChangeFile | undefined> {
    return ChangeFile.open(stepPath(this.#source.directory, product, number))
  }

  /** The changes after a number, or since a release came into use; undefined for the oldest that are kept. */
  async page(product: Product, since: number | string | undefined, limit: number): Promise<Page> {
    const steps = this.steps(product)
    const oldest = steps[0]?.before ?? 0
    const last = steps.at(-1)
    const latest = last === undefined ? 0 : last.before + last.count
    const after = typeof since === 'string' ? numberOf(steps, since) : (since ?? oldest)
    if (after === undefined) return { kind: 'unknown-release' }
    if (after < oldest) return { kind: 'too-old', oldest }
    if (after > latest) return { kind: 'too-high', latest }
    const changes: NumberedChange[] = []
    for (const step of steps.filter(({ before, count }) => before + count > after)) {
      if (changes.length === limit) break
      await using file = await this.open(product, step)
      if (file === undefined) return { kind: 'too-old', oldest: step.before + step.count }
      const from = Math.max(0, after - step.before)
      const page = await file.page(from, limit - changes.length)
      changes.push(
        ...page.map(({ sortable: _, ...change }, at) => {
          return { ...change, number: step.before + from + at + 1, step }
        }),
      )
    }
    return { kind: 'page', changes, latest }
  }
}

/** The number of the last change of a release; undefined if no kept step has the release. */
function numberOf(steps: readonly ChangeStep[], release: string): number | undefined {
  const own = steps.findLast((step) => step.release === release)
  if (own !== undefined) return own.before + own.count
  return steps.find(({ from }) => from === release)?.before
}
