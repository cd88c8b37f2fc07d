// What became of an id that the release in use does not have any more.

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
