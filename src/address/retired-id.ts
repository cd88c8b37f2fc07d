// What became of an id that the release in use no longer has.

import type { Product } from './product.ts'

/** An address that a retired id lives on as. Inferred: the source does not say so, but its text is the same. */
export interface Successor {
  readonly id: string
  readonly inferred: boolean
}

export interface RetiredId {
  /** The last release that had it. */
  readonly release: string
  readonly successors: readonly Successor[]
}

/** By product and id; `isHeld` says which successors the data has. Undefined for an id that it has never had. */
export type RetiredLookUp = (
  product: Product,
  id: string,
  isHeld: (id: string) => boolean,
) => RetiredId | undefined

/** What a caller is told about it. */
export function retiredText({ release, successors }: RetiredId): string {
  const ids = successors.map(({ id }) => id).join(', ')
  const next = ids === '' ? 'No successor is known' : `It continues as ${ids}`
  return `This ID is retired: ${release} was the last release with it. ${next}.`
}
