// One way in which the words of a query can be an address: which is the number, the unit, the level, a word.

import type { TermRange } from '../../index/terms/terms.ts'
import type { QueryWord } from './query-words.ts'

export interface Reading {
  readonly words: readonly QueryWord[]
  readonly number?: WantedNumber
  /** How many of the words stand before it. */
  readonly numberAt?: number
  readonly unit?: WantedNumber
  /** The kind of unit that was typed (`SHOP`), '' for one that stands for any. */
  readonly unitKind?: string
  /** The word before its number, as it was typed. */
  readonly unitWord?: string
  /** No unit of another kind will do: `REAR 12` is more likely number 12 than flat 12. */
  readonly isKindNeeded?: boolean
  /** The terms of the typed kinds of unit and level. */
  readonly kinds?: readonly TermRange[]
  readonly level?: WantedNumber
  /** The kind of level that was typed (`LEVEL`, `BASEMENT`). */
  readonly levelKind?: string
  readonly lot?: WantedNumber
  /** The unit is a bare number that is something else where the index has that: `2-8`, `MILL ST 7`. */
  readonly isBareUnit?: boolean
  /** The place of the word that must be in the name of the unit's building: the `FALCON` of `2 FALCON HOUSE`. */
  readonly block?: number
  /** Where both are whole: the terms of the streets that have the unit at the number, or in a range around it. */
  readonly premises?: {
    readonly at: readonly TermRange[]
    readonly around: readonly TermRange[]
  }
}

/** A number that the address must have, in the role that the reading gives it. */
export interface WantedNumber {
  readonly text: string
  readonly open: boolean
  readonly packed: number
  readonly value: number
  /** The text as a number where it is digits only, else 0. */
  readonly digits: number
  readonly ranges: readonly TermRange[]
  /** What else a street may have that is nearly this number: a range around it, or other letters. */
  readonly around: readonly TermRange[]
  readonly lettered: readonly TermRange[]
  /** The other end of a typed range. */
  readonly last?: WantedNumber
  /** `12/14`: only the range that is written so, and not its first number alone. */
  readonly isWhole?: boolean
  /** `31C` as flat C of number 31. */
  readonly flat?: { readonly number: number; readonly unit: number }
}

export function wantsUnit({ unit, level }: Reading): boolean {
  return unit !== undefined || level !== undefined
}

/** No number of any kind was typed. */
export function isOnlyWords({ number, unit, level, lot }: Reading): boolean {
  return (number ?? unit ?? level ?? lot) === undefined
}
