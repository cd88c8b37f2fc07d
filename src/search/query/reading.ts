// One way in which the words of a query can be an address: which is the number, the unit, the level, a word.

import type { TermRange } from '../../index/terms/terms.ts'
import type { QueryWord } from './query-words.ts'
import type { KeptRequirements } from './requirement.ts'

export interface Reading {
  readonly words: readonly QueryWord[]
  readonly number?: WantedNumber | undefined
  /** How many of the words stand before it. */
  readonly numberAt?: number | undefined
  readonly unit?: WantedNumber | undefined
  /** The kind of unit that was typed (`SHOP`), '' for one that stands for any. */
  readonly unitKind?: string | undefined
  /** The word before its number, as it was typed. */
  readonly unitWord?: string | undefined
  /** No unit of another kind will do: `REAR 12` is more likely number 12 than flat 12. */
  readonly isKindNeeded?: boolean | undefined
  /** The terms of the typed kinds of unit and level. */
  readonly kinds?: readonly TermRange[] | undefined
  readonly level?: WantedNumber | undefined
  /** The kind of level that was typed (`LEVEL`, `BASEMENT`). */
  readonly levelKind?: string | undefined
  readonly lot?: WantedNumber | undefined
  /** The unit is a bare number that is something else where the index has that: `2-8`, `MILL ST 7`. */
  readonly isBareUnit?: boolean | undefined
  /** No building stands for it where it is not held: `11-23` is a range rather than a unit that 23 lacks. */
  readonly isUnitNeeded?: boolean | undefined
  /** The place of the word that must be in the name of the unit's building: the `FALCON` of `2 FALCON HOUSE`. */
  readonly block?: number | undefined
  /** Where both are whole: the terms of the streets that have the unit at the number, or in a range around it. */
  readonly premises?: Premises | undefined
}

interface Premises {
  readonly at: readonly TermRange[]
  readonly around: readonly TermRange[]
}

/** What readings begin with. It has every property, so that code that reads them is compiled for one form of object. */
export const NOTHING_READ: Reading = {
  words: [],
  number: undefined,
  numberAt: undefined,
  unit: undefined,
  unitKind: undefined,
  unitWord: undefined,
  isKindNeeded: undefined,
  kinds: undefined,
  level: undefined,
  levelKind: undefined,
  lot: undefined,
  isBareUnit: undefined,
  isUnitNeeded: undefined,
  block: undefined,
  premises: undefined,
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
  readonly last?: WantedNumber | undefined
  /** `12/14`: only the range that is written so, and not its first number alone. */
  readonly isWhole?: boolean | undefined
  /** `31C` as flat C of number 31. */
  readonly flat?: { readonly number: number; readonly unit: number } | undefined
  /** What streets need for it, kept from query to query by `requirements.ts`. */
  kept: KeptRequirements | undefined
}

export function wantsUnit({ unit, level }: Reading): boolean {
  return unit !== undefined || level !== undefined
}

/** No number of any kind was typed. */
export function isOnlyWords({ number, unit, level, lot }: Reading): boolean {
  return (number ?? unit ?? level ?? lot) === undefined
}
