// What is counted of a class of lines.

import type { Mean, Share } from '../interval.ts'

/** Shares of lines, and of keystroke walks, each with its interval; of 0 where the class does not try it. */
export interface ClassScore {
  readonly name: string
  readonly lines: number
  readonly first: Share
  readonly within_six: Share
  readonly reciprocal_rank: Mean
  readonly keystrokes: Mean
  readonly drop_out: Share
  readonly building_first_violations: Share
  readonly digits_guessed: Share
  readonly validate_right: Share
  readonly false_accepts: Share
  readonly examples: readonly Example[]
}

/** The figures that are shares. */
export type ShareFigure = {
  [Name in keyof ClassScore]: ClassScore[Name] extends Share ? Name : never
}[keyof ClassScore]

export interface Example {
  readonly kind: FaultKind
  readonly line: string
  readonly expected: string
  readonly got: readonly string[]
}

export type FaultKind =
  | 'not-first'
  | 'not-in-six'
  | 'drop-out'
  | 'building-first'
  | 'digits-guessed'
  | 'validate'
  | 'false-accept'
