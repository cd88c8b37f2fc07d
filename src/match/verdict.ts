// What is said of a line or a row of a list: the address that it means, how sure that is, and what of it differs.

import type { PartMatch } from '../judge/parts.ts'

/** `corrected`: one address is meant, though not every part of the line is as it is held. */
export type Verdict = 'exact' | 'corrected' | 'ambiguous' | 'not-found'

export interface Candidate {
  readonly id: string
  readonly address: string
  /** From 0 to 1: of so many like it, this share is right. */
  readonly confidence: number
}

export interface Match {
  readonly verdict: Verdict
  /** From 0 to 1: of so many like it, this share is right. That of the best candidate where it is ambiguous. */
  readonly confidence: number
  /** '' where the verdict is `ambiguous` or `not-found`. */
  readonly id: string
  readonly address: string
  /** Of the address, or of the best candidate. */
  readonly parts: readonly PartMatch[]
  /** At most CANDIDATES_MAX, the best first, where it is close. */
  readonly candidates: readonly Candidate[]
  /** Why no address is given, in one sentence; '' where one is. */
  readonly reason: string
}

export const CANDIDATES_MAX = 3
