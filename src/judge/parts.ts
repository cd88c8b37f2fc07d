// The parts of an address, and what a line says of each.

import type { Difference } from './differences.ts'

export type PartName =
  | 'building'
  | 'unit'
  | 'level'
  | 'number'
  | 'street'
  | 'type'
  | 'place'
  | 'state'
  | 'postcode'

/**
 * `inferred`: not typed, and known from the rest. `missing`: not typed, and needed to tell this address from others.
 * `ignored`: typed, and of no use to find it.
 */
export type PartState =
  | 'confirmed'
  | 'corrected'
  | 'inferred'
  | 'missing'
  | 'contradicted'
  | 'ignored'

export interface PartMatch {
  readonly name: PartName
  readonly state: PartState
  readonly typed: string
  readonly held: string
}

interface Found {
  readonly parts: readonly PartMatch[]
  readonly differences: readonly Difference[]
}

/** Gathers what is said of parts, one after the other. */
export class Findings {
  readonly parts: PartMatch[] = []
  readonly differences: Difference[] = []

  note(
    name: PartName,
    state: PartState,
    typed: string,
    held: string,
    difference?: Difference,
  ): void {
    this.parts.push({ name, state, typed, held })
    if (difference !== undefined) this.differences.push(difference)
  }

  add({ parts, differences }: Found): void {
    this.parts.push(...parts)
    this.differences.push(...differences)
  }
}

export function spaced(...words: readonly (string | undefined)[]): string {
  return words.filter((word) => word !== undefined && word !== '').join(' ')
}
