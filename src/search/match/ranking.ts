// The order of answers: every weight that decides which of two addresses comes first is in this file.

/**
 * What an answer loses for each way in which it is not what was typed. Penalties add up, and the sum is the first
 * thing that orders answers; nothing that a further right character could change is in it.
 */
export const PENALTY = {
  /** `RICHMOND RD` for Bridge Road in Richmond, `VIC` before all else: words that do not stand where they should. */
  looseOrder: 1,
  /** `14` for `12-18`: inside the range, on the same side of the street. */
  insideRange: 2,
  /** `SHOP 5` for `UNIT 5`. */
  otherUnitKind: 3,
  /** `5/44` where 44 has no unit 5: the building itself. */
  missingUnit: 4,
  /** `12` for `12A`, `12B` for `12A`, `12-14` for `12`. */
  otherLetters: 8,
  /** `SMITH RD` for Smith Street. */
  wrongStreetType: 16,
  /** `NEWSTEAD AV, NEWSTEAD` for another avenue there: a word that was typed twice and is in the address once. */
  repeatedWord: 24,
  /** A word of the suburb next door. */
  neighbour: 32,
  /** Each misspelt word with one edit, or with two. */
  typo: 64,
  typoTwice: 128,
} as const

export interface Pass {
  readonly name: 'exact' | 'relaxed' | 'misspelt' | 'misspelt-twice'
  /** A street type may stand behind any word, and a street type or a state before all others. */
  readonly loose: boolean
  /** Numbers inside ranges, missing units, other types and neighbouring suburbs count as well. */
  readonly relaxed: boolean
  /** Edits that a misspelt word may have. */
  readonly edits: 0 | 1 | 2
  /** It runs while fewer answers were found than asked for, while none is exact, or while there is none at all. */
  readonly runs: 'while-fewer' | 'if-none-exact' | 'if-none'
  /** No answer that only this pass finds has a lower penalty. */
  readonly penaltyMin: number
}

/** From exact to misspelt. A line that is right needs no guesses, and two edits are the last resort. */
export const PASSES: readonly Pass[] = [
  { name: 'exact', loose: false, relaxed: false, edits: 0, runs: 'while-fewer', penaltyMin: 0 },
  { name: 'relaxed', loose: true, relaxed: true, edits: 0, runs: 'while-fewer', penaltyMin: 1 },
  {
    name: 'misspelt',
    loose: true,
    relaxed: true,
    edits: 1,
    runs: 'if-none-exact',
    penaltyMin: PENALTY.typo,
  },
  {
    name: 'misspelt-twice',
    loose: true,
    relaxed: true,
    edits: 2,
    runs: 'if-none',
    penaltyMin: PENALTY.typo,
  },
]

export function passRuns(pass: Pass, answers: TopAnswers): boolean {
  if (pass.runs === 'while-fewer') return !answers.full
  const best = answers.list()[0]
  return best === undefined || (pass.runs === 'if-none-exact' && best.penalty > 0 && !answers.full)
}

/**
 * How many streets and addresses one pass looks at for one reading, best known first. Only texts that say next to
 * nothing reach these bounds, and for them they bound the time.
 */
export const EXACT_STREETS_MAX = 10_000
export const EXACT_ROWS_MAX = 40_000
export const RELAXED_STREETS_MAX = 2_000
export const RELAXED_ROWS_MAX = 10_000

export interface Answer {
  /** The row that matched; rows are in order of street rank, number and unit. */
  readonly row: number
  /** The row that is shown: an alias shows its principal. */
  readonly shown: number
  readonly penalty: number
  readonly depth: number
  /** Metres from the location that was given, 0 if none was. */
  readonly metres: number
  /** Its place among answers that are alike in all else, by `orderOf`. */
  readonly order: number
}

/** Streets have fewer than four million rows, so that half of what lies between two streets is room for all of one. */
const ROW_STEP = 2 ** -23
const RANGES_FROM = 0.5

/** The rank of the street, then its plain numbers before its ranges, which may end with the same number. */
export function orderOf(row: number, streetStart: number, isRange: boolean): number {
  return streetStart + (row - streetStart) * ROW_STEP + (isRange ? RANGES_FROM : 0)
}

/** Penalty, then the building before its units, then nearness, then rank of street and order in it. */
function compareAnswers(a: Answer, b: Answer): number {
  return a.penalty - b.penalty || a.depth - b.depth || a.metres - b.metres || a.order - b.order
}

/** The best answers so far, in order, each address once. */
export class TopAnswers {
  readonly #answers: Answer[] = []
  readonly #top: number

  constructor(top: number) {
    this.#top = top
  }

  get count(): number {
    return this.#answers.length
  }

  get full(): boolean {
    return this.#answers.length >= this.#top
  }

  list(): readonly Answer[] {
    return this.#answers
  }

  /** Whether a row with these properties would still come in. */
  wants(penalty: number, depth: number, metres: number, order: number): boolean {
    if (!this.full) return true
    const worst = this.#answers[this.#answers.length - 1]
    if (penalty !== worst.penalty) return penalty < worst.penalty
    if (depth !== worst.depth) return depth < worst.depth
    return metres === worst.metres ? order < worst.order : metres < worst.metres
  }

  add(answer: Answer): void {
    const answers = this.#answers
    if (this.full && compareAnswers(answer, answers[answers.length - 1]) >= 0) return
    const same = answers.findIndex((other) => other.shown === answer.shown)
    if (same >= 0) {
      if (compareAnswers(answers[same], answer) <= 0) return
      answers.splice(same, 1)
    }
    let at = answers.length
    while (at > 0 && compareAnswers(answer, answers[at - 1]) < 0) at--
    answers.splice(at, 0, answer)
    if (answers.length > this.#top) answers.pop()
  }
}
