// The best answers so far, and what orders them.
// Unchecked: `add` runs for every address that fits, and looks at no place but those of the list.

import { lowerBoundBy } from '../../lib/lower-bound.ts'
import type { Pass } from '../ranking.ts'

export interface Answer {
  /** The row that matched; rows are in order of street rank, number and unit. */
  readonly row: number
  /** The street of that row: looking for it takes as long as finding the row. */
  readonly street: number
  /** The row that is shown: an alias shows its principal. */
  readonly shown: number
  readonly penalty: number
  readonly depth: number
  /** Metres from the location that was given, 0 if none was. */
  readonly metres: number
  /** Its place among answers that are otherwise equal, by `orderOf`. */
  readonly order: number
  /** What was given up of the line to find it. */
  readonly without?: readonly string[]
}

/** A row that was found otherwise than by a search. */
export function ownAnswer(row: number, street: number, depth: number, penalty: number): Answer {
  return { row, street, shown: row, depth, penalty, metres: 0, order: 0 }
}

/** Streets have fewer than four million rows, so half of the distance between two streets has room for all of one. */
const ROW_STEP = 2 ** -23
const RANGES_FROM = 0.5

/** More than there are addresses: further addresses of a street come after all streets. */
const REPEATED_FROM = 2 ** 28

/** The rank of the street, then its plain numbers before its ranges, which may end with the same number. */
export function orderOf(
  row: number,
  streetStart: number,
  isRange: boolean,
  isRepeated: boolean,
): number {
  const inStreet = (row - streetStart) * ROW_STEP + (isRange ? RANGES_FROM : 0)
  return streetStart + inStreet + (isRepeated ? REPEATED_FROM : 0)
}

/** Penalty, then the building before its units, then nearness, then rank of street and order in it. */
function compareAnswers(a: Answer, b: Answer): number {
  return a.penalty - b.penalty || a.depth - b.depth || a.metres - b.metres || a.order - b.order
}

/** The best answers so far, in order, each address once. */
export class TopAnswers {
  readonly #answers: Answer[] = []
  readonly #top: number
  /** Which addresses are among them, once they are many. */
  #shown: Set<number> | undefined
  /** What a better answer replaces, once there are as many as asked for. */
  #worst: Answer | undefined

  constructor(top: number) {
    this.#top = top
  }

  get count(): number {
    return this.#answers.length
  }

  get full(): boolean {
    return this.#answers.length >= this.#top
  }

  /** Best first. */
  list(): readonly Answer[] {
    return this.#answers
  }

  /** Whether a row with these properties would still come in. */
  wants(penalty: number, depth: number, metres: number, order: number): boolean {
    const worst = this.#worst
    if (worst === undefined) return true
    if (penalty !== worst.penalty) return penalty < worst.penalty
    if (depth !== worst.depth) return depth < worst.depth
    return metres === worst.metres ? order < worst.order : metres < worst.metres
  }

  add(answer: Answer): void {
    const answers = this.#answers
    if (this.#worst !== undefined && compareAnswers(answer, this.#worst) >= 0) return
    const same = this.#placeOf(answer.shown)
    if (same !== -1) {
      if (compareAnswers(answers[same], answer) <= 0) return
      answers.splice(same, 1)
    } else if (this.full) {
      const last = answers.pop()
      if (last !== undefined) this.#shown?.delete(last.shown)
    }
    if (answers.length < FEW_ANSWERS) insertAmongFew(answers, answer)
    else answers.splice(placeAmongMany(answers, answer), 0, answer)
    this.#shown?.add(answer.shown)
    this.#worst = this.full ? answers[answers.length - 1] : undefined
  }

  /** Its index, or -1. Looking at each of a few answers costs less than keeping a set of them. */
  #placeOf(shown: number): number {
    const answers = this.#answers
    if (answers.length >= FEW_ANSWERS) {
      this.#shown ??= new Set(answers.map((answer) => answer.shown))
      if (!this.#shown.has(shown)) return -1
    }
    for (let at = 0; at < answers.length; at++) if (answers[at].shown === shown) return at
    return -1
  }
}

/** Up to this many are looked through one by one. */
const FEW_ANSWERS = 32

function insertAmongFew(answers: Answer[], answer: Answer): void {
  let at = answers.length
  for (; at > 0 && compareAnswers(answers[at - 1], answer) > 0; at--) answers[at] = answers[at - 1]
  answers[at] = answer
}

function placeAmongMany(answers: readonly Answer[], answer: Answer): number {
  const isBefore = (at: number) => compareAnswers(answers[at], answer) <= 0
  return lowerBoundBy(0, answers.length, isBefore)
}

export function passRuns(pass: Pass, answers: TopAnswers): boolean {
  if (pass.runs === 'while-fewer') return !answers.full
  const best = answers.list()[0]
  return best === undefined || (pass.runs === 'if-none-exact' && best.penalty > 0 && !answers.full)
}
