// Judges the candidate streets of one walk, and puts the addresses on them that fit among the answers.
// Unchecked: reads the columns of every candidate street and of every address that can fit.

import { metresBetween, type Point } from '../../address/geo.ts'
import { NONE, RECORD, type Records } from '../../index/streets/records.ts'
import { STREET_AT, STREET_WORDS } from '../../index/streets/streets.ts'
import type { ReadingMarks } from '../judging/marks.ts'
import { columnsNeeded, type NumberJudge, RowSegments } from '../judging/number-judge.ts'
import { RecordJudge } from '../judging/record-judge.ts'
import { NO_MATCH, StreetVerdict, WordJudge } from '../judging/word-judge.ts'
import { isOnlyWords } from '../query/reading.ts'
import type { Requirement } from '../query/requirement.ts'
import type { Asked } from '../query/requirements.ts'
import { type Pass, STREETS_MAX } from '../ranking.ts'
import type { SearchedIndex } from '../searched-index.ts'
import { END, type Walk } from '../walks/walk.ts'
import { STEPS, type Work } from '../work.ts'
import { allowsShown, isAllowed, type StreetFilter } from './filter.ts'
import { orderOf, type TopAnswers } from './top-answers.ts'

export interface Search {
  readonly top: number
  readonly filter?: StreetFilter | undefined
  readonly location?: Point | undefined
  readonly passes?: readonly Pass[]
  /** Nothing more will be typed. */
  readonly isWhole?: boolean
  readonly work: Work
}

/** One walk. */
export interface Plan extends Asked {
  readonly requirements: readonly Requirement[]
  readonly depthMin?: number
  /** No answer loses less. */
  readonly penaltyMin?: number
  /** The pass is relaxed, and exact answers are wanted as well. */
  readonly isAlsoExact?: boolean
}

/** Which addresses on the streets of a walk count. */
function wantedOf(records: Records, plan: Plan, { filter, location, work }: Search) {
  const { reading, pass, depth, relaxation, depthMin = 0, penaltyMin = 0 } = plan
  return {
    pass,
    depth,
    depthMin,
    penaltyMin,
    columns: columnsNeeded(records, reading, relaxation),
    isAlsoExact: plan.isAlsoExact === true,
    /** No number was typed: one address of each street comes before further ones of any. */
    isSpread: isOnlyWords(reading),
    /** The typed number is taken for that of a flat: addresses that have it as their own come first. */
    isBehind: reading.block !== undefined && reading.number === undefined,
    filter,
    location,
    work,
  }
}

/** Buildings and units. */
export const ANY_DEPTH = -1

/** The judges of a reading, and room for what they find. One for each finder. */
export function judgesOf({ streets, records, terms }: SearchedIndex, marks: ReadingMarks) {
  return {
    words: new WordJudge(streets, records, marks),
    names: new RecordJudge(records, terms, marks),
    verdict: new StreetVerdict(),
    exactVerdict: new StreetVerdict(),
    rows: new RowSegments(),
  }
}

export type Judges = ReturnType<typeof judgesOf>

/** One for each walk. */
export class StreetCollector {
  readonly #index: SearchedIndex
  readonly #judges: Judges
  readonly #numbers: NumberJudge
  readonly #wanted: ReturnType<typeof wantedOf>
  readonly #answers: TopAnswers
  /** An address with exactly these flags of the mask is skipped; residential ones have no aliases. */
  readonly #flagMask: number
  readonly #flagsRefused: number
  /** The name and the place of the street whose building, and whose unit, was found last. */
  readonly #foundName = [NONE, NONE]
  readonly #foundPlace = [NONE, NONE]

  constructor(
    index: SearchedIndex,
    judges: Judges,
    numbers: NumberJudge,
    plan: Plan,
    search: Search,
    answers: TopAnswers,
  ) {
    this.#index = index
    this.#judges = judges
    this.#numbers = numbers
    this.#wanted = wantedOf(index.records, plan, search)
    this.#answers = answers
    const { residential } = search.filter ?? {}
    this.#flagMask = residential === undefined ? 0 : RECORD.residential
    this.#flagsRefused = residential === undefined ? NONE : residential ? 0 : RECORD.residential
  }

  /** One street after the other, until no better answer can come; `first` is what the walk gave already. */
  collect(first: number, walk: Walk): void {
    const { pass, depthMin, penaltyMin, filter, location, isAlsoExact, work } = this.#wanted
    const { words, verdict, exactVerdict, rows } = this.#judges
    const { streets } = this.#index
    const answers = this.#answers
    const numbers = this.#numbers
    const isExact = pass.name === 'exact'
    const stepsToJudge = pass.edits === 0 ? STEPS.street : 2 * STEPS.street
    let streetsLeft = isExact ? Number.POSITIVE_INFINITY : STREETS_MAX
    for (let street = first; street !== END; street = walk.next()) {
      if (streetsLeft-- <= 0 || work.isSpent) return
      work.spent += STEPS.street
      const start = streets.nodes[STREET_WORDS * street + STREET_AT.start]
      if (location === undefined && !answers.wants(penaltyMin, depthMin, 0, start)) return
      // Candidates of a relaxed pass mostly lack the number, those of an exact pass a word.
      if (!isExact && !numbers.rowsOn(street, rows)) continue
      if (filter !== undefined && !isAllowed(filter, street)) continue
      work.spent += stepsToJudge
      if (!words.judge(street, verdict)) continue
      if (isExact && !numbers.rowsOn(street, rows)) continue
      const metres = location === undefined ? 0 : metresBetween(streets.point(street), location)
      // Words that cost something on a street may be free in the name of one of its addresses.
      if (isAlsoExact && verdict.penalty > 0 && words.judgeExactly(street, exactVerdict)) {
        this.#collectRows(street, exactVerdict, metres, 0)
      }
      if (!answers.wants(verdict.penalty, depthMin, metres, start)) continue
      this.#collectRows(street, verdict, metres, Number.POSITIVE_INFINITY)
    }
  }

  /** `numbersMax` is what an address may lose by its number and unit. */
  #collectRows(street: number, verdict: StreetVerdict, metres: number, numbersMax: number): void {
    const { rows } = this.#judges
    const { columns: needed, work } = this.#wanted
    const { columns } = verdict
    for (let segment = 0; segment < rows.count; segment++) {
      const [from, to] = [rows.from[segment], rows.to[segment]]
      const lastWord = (to - 1) >>> 5
      work.spent += STEPS.row + STEPS.check * (lastWord - (from >>> 5) + 1)
      for (let word = from >>> 5; word <= lastWord; word++) {
        let bits = allOf(needed, word)
        if (columns.length > 0) bits &= anyOf(columns, word)
        if (word === from >>> 5) bits &= -1 << (from & 31)
        if (word === lastWord) bits &= -1 >>> (31 - ((to - 1) & 31))
        if (bits === 0) continue
        if (work.isSpent) return
        if (this.#collectWord(word, bits, street, verdict, metres, numbersMax)) return
      }
    }
  }

  /** Adds those of 32 rows that fit; true once no later row can be added any more. */
  #collectWord(
    word: number,
    bits: number,
    street: number,
    verdict: StreetVerdict,
    metres: number,
    numbersMax: number,
  ): boolean {
    const { streets, records } = this.#index
    const { names, rows } = this.#judges
    const wanted = this.#wanted
    const answers = this.#answers
    const hasNames = verdict.columns.length > 0
    for (let rest = bits; rest !== 0; rest &= rest - 1) {
      const row = word * 32 + 31 - Math.clz32(rest & -rest)
      const flag = records.flags[row]
      const depth = flag & RECORD.deep
      wanted.work.spent += STEPS.check
      if ((flag & RECORD.hidden) !== 0 || (flag & this.#flagMask) === this.#flagsRefused) continue
      if (wanted.depth !== ANY_DEPTH && depth !== wanted.depth) continue
      wanted.work.spent += STEPS.row
      const lost = this.#numbers.penalty(row, rows.hasRanges)
      if (lost === NO_MATCH || lost > numbersMax) continue
      if (hasNames) wanted.work.spent += STEPS.row
      const lostByNames = hasNames ? names.penalty(row, verdict) : 0
      if (lostByNames === NO_MATCH) continue
      const penalty = verdict.penalty + lost + lostByNames
      const isRange = (flag & RECORD.range) !== 0
      const isRepeated =
        wanted.isBehind || (wanted.isSpread && this.#isRepeated(street, depth, isRange))
      const order = orderOf(
        row,
        streets.nodes[STREET_WORDS * street + STREET_AT.start],
        isRange,
        isRepeated,
      )
      if (!answers.wants(penalty, depth, metres, order)) {
        const isBest = penalty === verdict.penalty && depth <= Math.max(wanted.depth, 0)
        if (isBest && !isRange) return true
        continue
      }
      const principal = (flag & RECORD.alias) === 0 ? NONE : records.principal.at(row)
      const shown = principal === NONE ? row : principal
      wanted.work.spent += 2 * STEPS.row
      const answer = { row, street, shown, penalty, depth, metres, order }
      const { filter } = wanted
      if (filter !== undefined && !allowsShown(filter, shown, answer, this.#index)) continue
      answers.add(answer)
      if (!wanted.isSpread || isRepeated) continue
      this.#foundName[depth] = streets.name[street]
      this.#foundPlace[depth] = streets.place[street]
    }
    return false
  }

  /** The parts of a UK street, one for each of its postcodes, are consecutive. */
  #isRepeated(street: number, depth: number, isRange: boolean): boolean {
    const { name, place } = this.#index.streets
    if (isRange) return true
    return this.#foundName[depth] === name[street] && this.#foundPlace[depth] === place[street]
  }
}

/** Which of 32 rows have a value in all of the columns. */
function allOf(columns: readonly Uint32Array[], word: number): number {
  let bits = -1
  for (let i = 0; i < columns.length; i++) bits &= columns[i][word]
  return bits
}

/** Which of 32 rows have a value in at least one of the columns. */
function anyOf(columns: readonly Uint32Array[], word: number): number {
  let bits = 0
  for (let i = 0; i < columns.length; i++) bits |= columns[i][word]
  return bits
}
