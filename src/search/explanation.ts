// Why a term gives the answers it gives, for people who wonder.

export interface Explanation {
  readonly words: readonly string[]
  /** The last word is still being typed, so it stands for all words that begin with it. */
  readonly open: boolean
  readonly readings: readonly string[]
  readonly passes: readonly PassReport[]
  readonly answers: readonly ExplainedAnswer[]
  /** Every weight that penalties are the sum of. */
  readonly weights: Readonly<Record<string, number>>
}

export interface PassReport {
  readonly name: string
  /** False when the passes before it had found enough. */
  readonly ran: boolean
  /** Answers on the page after it. */
  readonly found: number
}

export interface ExplainedAnswer {
  readonly id: string
  readonly label: string
  readonly pass: string
  readonly penalty: number
  /** Which weights make the penalty, as far as the sum tells. */
  readonly because: string
  /** What was given up of the line to find it. */
  readonly without: readonly string[]
  readonly isUnit: boolean
  /** The place of its street among all streets; 1 is the best known. */
  readonly streetRank: number
}
