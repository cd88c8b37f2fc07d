// The search for addresses: readings of a query, pass by pass from exact to misspelt, best answers first.

import { withJoinedApart } from '../../index/terms/joined-words.ts'
import type { Tokens } from '../../index/words/fold.ts'
import { meantTerms, ReadingMarks } from '../judging/marks.ts'
import { NumberJudge } from '../judging/number-judge.ts'
import { QueryReader } from '../query/query-reader.ts'
import { Misspellings } from '../query/query-words.ts'
import { isOnlyWords, type Reading, wantsUnit } from '../query/reading.ts'
import { AS_TYPED, everyRelaxationOf } from '../query/relaxations.ts'
import type { Requirement } from '../query/requirement.ts'
import { type Asked, ofStreet, requirementsOf } from '../query/requirements.ts'
import { PASSES, type Pass, PENALTY, RELAXED } from '../ranking.ts'
import type { SearchedIndex } from '../searched-index.ts'
import { StreetWalks } from '../walks/street-walks.ts'
import { END } from '../walks/walk.ts'
import { STEPS, type Work } from '../work.ts'
import { attemptsOf, FEW_STREETS, fewStreets } from './attempts.ts'
import { isAllowed, type StreetFilter } from './filter.ts'
import {
  ANY_DEPTH,
  type Judges,
  judgesOf,
  type Plan,
  type Search,
  StreetCollector,
} from './street-collector.ts'
import { passRuns, TopAnswers } from './top-answers.ts'

/**
 * Walks, marks and judges are kept from search to search, so a finder runs one search at a time: what it is handed,
 * such as a filter, must not search with it.
 */
export class AddressFinder {
  readonly index: SearchedIndex
  readonly #reader: QueryReader
  readonly #misspellings: Misspellings
  readonly #walks: StreetWalks
  readonly #marks: ReadingMarks
  readonly #judges: Judges
  /** What marks and judges are prepared for. */
  #opened: (Asked & { readonly numbers: NumberJudge }) | undefined

  constructor(index: SearchedIndex) {
    const { terms, premises, postings, records, masks } = index
    this.index = index
    this.#reader = new QueryReader(terms, records.codes, premises)
    this.#misspellings = new Misspellings(terms)
    this.#walks = new StreetWalks(postings, masks)
    this.#marks = new ReadingMarks()
    this.#judges = judgesOf(index, this.#marks)
  }

  /** That a street has a word, in its name or as what says where it is. */
  wordOfStreet(text: string): Requirement {
    return ofStreet(this.#reader.word(text))
  }

  /** With words that were typed as one divided, for at most half of the work at a time: the rest is for the search. */
  apart(tokens: Tokens, work: Work): Tokens {
    return withJoinedApart(tokens, this.index, (lookUps) => {
      const steps = lookUps * STEPS.lookUp
      return steps <= work.left / 2 && work.affords(steps)
    })
  }

  readings(tokens: Tokens, work: Work): readonly Reading[] {
    return this.#reader.readings(tokens, work)
  }

  find(readings: readonly Reading[], search: Search): TopAnswers {
    const answers = new TopAnswers(search.top)
    this.add(readings, search, answers)
    return answers
  }

  /** Adds the answers of all passes that must run. */
  add(readings: readonly Reading[], search: Search, answers: TopAnswers): void {
    if (search.work.isSpent) return
    const isAtOnce = search.passes === undefined && this.#matchAtOnce(readings, search, answers)
    for (const pass of search.passes ?? PASSES) {
      if (isAtOnce && pass.edits === 0) continue
      if (passRuns(pass, answers)) this.match(readings, pass, search, answers)
    }
  }

  /** The most streets that can have all requirements. */
  streetsMax(requirements: readonly Requirement[]): number {
    return this.#walks.streetsMax(requirements)
  }

  /** Every street that a filter allows, best known first. */
  *streets(filter: StreetFilter, work: Work): Generator<number, void> {
    if (work.isSpent) return
    const walk = this.#walks.open(filter.requirements, work)
    for (let street = walk.next(); street !== END && !work.isSpent; street = walk.next()) {
      work.spent += STEPS.candidate
      if (isAllowed(filter, street)) yield street
    }
  }

  /** Adds the answers of one pass. */
  match(readings: readonly Reading[], pass: Pass, search: Search, answers: TopAnswers): void {
    if (pass.name === 'exact') {
      for (const reading of readings) this.#matchExactly(reading, pass, search, answers)
      return
    }
    // Where a word is unknown, that one is misspelt; others as well only if nothing has them as they were typed.
    for (const stage of pass.edits === 0 ? [pass] : [{ ...pass, isOnlyUnknown: true }, pass]) {
      if ((answers.list()[0]?.penalty ?? 0) >= PENALTY.typo) return
      this.#tryAll(readings, stage, search, answers)
    }
  }

  #tryAll(readings: readonly Reading[], pass: Pass, search: Search, answers: TopAnswers): void {
    const { work } = search
    for (const attempt of attemptsOf(readings, pass, this.#misspellings, this.#walks, work)) {
      const { reading, relaxation } = attempt
      work.spent += STEPS.name
      if (!answers.wants(attempt.penaltyMin, 0, 0, 0) || work.isSpent) return
      const requirements = attempt.requirements ?? requirementsOf(attempt)
      if (requirements === undefined || requirements.length === 0) continue
      // What has the unit that was typed is not a building.
      const isUnit = wantsUnit(reading) && !relaxation.missesUnit && !relaxation.missesLevel
      this.#walk({ ...attempt, requirements, depthMin: isUnit ? 1 : 0 }, search, answers)
    }
  }

  /**
   * Does the exact and the relaxed pass in one walk: most lines that are nearly whole have a number on one of a handful
   * of streets, and both passes look at the same ones. False, and nothing done, where there are more streets.
   */
  #matchAtOnce(readings: readonly Reading[], search: Search, answers: TopAnswers): boolean {
    const plans: Plan[] = []
    for (const reading of readings) {
      if (isOnlyWords(reading) || reading.words.length === 0) return false
      search.work.spent += STEPS.name
      const relaxation = everyRelaxationOf(reading)
      const plan = { reading, depth: ANY_DEPTH, pass: RELAXED, relaxation, isAlsoExact: true }
      const all = requirementsOf(plan)
      if (all === undefined) continue
      // Units take twice as long to judge.
      const most = wantsUnit(reading) ? FEW_STREETS / 2 : FEW_STREETS
      const requirements = fewStreets(this.#walks, all, most, search.work)
      if (requirements === undefined) return false
      plans.push({ ...plan, requirements })
    }
    for (const plan of plans) this.#walk(plan, search, answers)
    return true
  }

  /** An exact search may end with the best-known streets, so it looks for buildings before units. */
  #matchExactly(reading: Reading, pass: Pass, search: Search, answers: TopAnswers): void {
    if (search.work.isSpent) return
    const plan = { reading, pass, relaxation: AS_TYPED }
    const requirementsAt = (depth: number) => requirementsOf({ ...plan, depth })
    const walk = (depth: number, requirements: readonly Requirement[]) => {
      const depthMin = Math.max(depth, 0)
      this.#walk({ ...plan, depth, requirements, depthMin }, search, answers)
    }
    search.work.spent += STEPS.name
    const buildings = wantsUnit(reading) ? undefined : requirementsAt(0)
    const units = requirementsAt(1)
    if (buildings !== undefined && units !== undefined) {
      if (this.#walks.streetsMax(withFilter(units, search.filter)) <= FEW_STREETS) {
        walk(ANY_DEPTH, units)
        return
      }
      // `FLAT` is in the name of a unit on most streets, and of hardly any building.
      search.work.half(() => walk(0, buildings))
    }
    if (units !== undefined) walk(1, units)
  }

  /** Prepares marks and judges unless they are prepared for this; undefined where too few steps are left. */
  #numbersFor(plan: Plan, work: Work): NumberJudge | undefined {
    const { reading, depth, pass, misspelt } = plan
    const before = this.#opened
    const isSame = before?.reading === reading && before.depth === depth && before.pass === pass
    if (isSame && before.misspelt === misspelt) return before.numbers
    if (!work.affords(meantTerms(misspelt) * STEPS.lookUp)) return undefined
    this.#marks.open(reading.words, pass.relaxed, misspelt)
    this.#judges.words.open(reading, pass, depth, misspelt)
    this.#judges.names.open()
    const numbers = new NumberJudge(this.index, reading, pass.relaxed)
    this.#opened = { ...plan, numbers }
    return numbers
  }

  #walk(plan: Plan, search: Search, answers: TopAnswers): void {
    const { requirements, depthMin = 0, penaltyMin = 0 } = plan
    const { filter, work } = search
    // Where buildings are enough, units are not even looked for.
    if (work.isSpent || !answers.wants(penaltyMin, depthMin, 0, 0)) return
    work.spent += STEPS.attempt
    const walk = this.#walks.open(withFilter(requirements, filter), work)
    const first = walk.next()
    if (first === END) return
    const numbers = this.#numbersFor(plan, work)
    if (numbers === undefined) return
    const { index } = this
    new StreetCollector(index, this.#judges, numbers, plan, search, answers).collect(first, walk)
  }
}

function withFilter(
  requirements: readonly Requirement[],
  filter: StreetFilter | undefined,
): readonly Requirement[] {
  return filter === undefined ? requirements : [...requirements, ...filter.requirements]
}
