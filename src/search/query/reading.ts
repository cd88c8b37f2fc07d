// One way in which the words of a query can be an address: which is the number, the unit, the level, a word.

import type { TermRange } from '../../index/terms/terms.ts'
import type { QueryWord } from './query-words.ts'
import type { Requirement } from './requirement.ts'

export interface Reading {
  readonly words: readonly QueryWord[]
  readonly number?: WantedNumber | undefined
  /** How many of the words stand before it. */
  readonly numberAt?: number | undefined
  readonly unit?: WantedNumber | undefined
  /** The kind of unit that was typed (`SHOP`), '' for one that means any. */
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
  /** The unit is a bare number that may be something else: `2-8`, `MILL ST 7`. */
  readonly isBareUnit?: boolean | undefined
  /** No building stands for a unit that is not held: `11-23` is a range rather than a unit that 23 lacks. */
  readonly isUnitNeeded?: boolean | undefined
  /** The place of the word that must be in the name of the unit's building: the `FALCON` of `2 FALCON HOUSE`. */
  readonly block?: number | undefined
  /** Where both are whole: terms of streets that have the unit at the number, or in a range around it. */
  readonly premises?: Premises | undefined
}

interface Premises {
  readonly at: readonly TermRange[]
  readonly around: readonly TermRange[]
}

/** What readings begin with. It has every property, so code that reads them is compiled for one form of object. */
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
  /** Numbers that are nearly this one: ranges around it, other letters. */
  readonly around: readonly TermRange[]
  readonly lettered: readonly TermRange[]
  /** The other end of a typed range. */
  readonly last?: WantedNumber | undefined
  /** `12/14`: only the range that is written this way, and not its first number alone. */
  readonly isWhole?: boolean | undefined
  /** `31C` as flat C of number 31. */
  readonly flat?: { readonly number: number; readonly unit: number } | undefined
  /** Its requirements by relaxation, kept from query to query by `requirements.ts`. */
  kept: Requirement[] | undefined
}

export function wantsUnit({ unit, level }: Reading): boolean {
  return unit !== undefined || level !== undefined
}

/** No number of any kind was typed. */
export function isOnlyWords({ number, unit, level, lot }: Reading): boolean {
  return (number ?? unit ?? level ?? lot) === undefined
}
