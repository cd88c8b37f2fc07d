// What became of addresses when another release came into use.

import type { Successor } from './retired-id.ts'

/** An address that has both changed and moved has changed. */
export const CHANGE_KINDS = ['added', 'retired', 'changed', 'moved'] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]

export interface Change {
  readonly id: string
  readonly kind: ChangeKind
  /** What a retired id continues as. */
  readonly successors: readonly Successor[]
}

/** From one release in use to the next. The changes of all steps of a product are numbered without gaps, from 1. */
export interface ChangeStep {
  readonly number: number
  readonly from: string
  readonly release: string
  /** When the release came into use, in milliseconds. */
  readonly at: number
  /** How many changes came before this step, and how many it has. */
  readonly before: number
  readonly count: number
}
