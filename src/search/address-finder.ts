// The search for addresses: readings of a query, pass by pass from exact to misspelt, best answers first.

import { metresBetween, type Point } from '../address/geo.ts'
import { type Tokens, tokensOf } from './fold.ts'
import type { IndexSections } from './index-file.ts'
import { Postings } from './postings.ts'
import { misspeltRanges, type QueryWord } from './query-words.ts'
import {
  EXACT_ROWS_MAX,
  EXACT_STREETS_MAX,
  orderOf,
  PASSES,
  type Pass,
  PENALTY,
  passRuns,
  RELAXED_ROWS_MAX,
  RELAXED_STREETS_MAX,
  TopAnswers,
} from './ranking.ts'
import { QueryReader, type Reading } from './readings.ts'
import { NONE, RECORD, Records } from './records.ts'
import { RunMatcher } from './run-matcher.ts'
import { type Requirement, StreetCursor } from './street-cursor.ts'
import { type MisspeltWords, NO_MATCH, StreetWords } from './street-words.ts'
import { Streets } from './streets.ts'
import { type TermRange, Terms } from './terms.ts'

/** What a filter lets through; the product's own layer makes it from the request. */
export interface StreetFilter {
  allowsStreet(street: number): boolean
  allowsRecord(record: number, street: number): boolean
  /** Requirements that the filter puts on streets, so that it can drive the search. */
  readonly requirements: readonly Requirement[]
  /** Only these streets, sorted; `allowsStreet` need not look for them. */
  readonly streets?: Uint32Array
}

export interface Search {
  readonly top: number
  readonly filter?: StreetFilter | undefined
  readonly location?: Point | undefined
  readonly passes?: readonly Pass[]
}

const ANY_DEPTH = -1
/** Up to so many candidates are looked at once for buildings and units together. */
const FEW_STREETS = 1024

export class AddressFinder {
  readonly terms: Terms
  readonly streets: Streets
  readonly records: Records
  readonly postings: Postings
  readonly #reader: QueryReader
  readonly #words: StreetWords
  readonly #run: RunMatcher
  readonly #cursor: StreetCursor
  #rowsLeft = 0

  constructor(
    sections: IndexSections,
    nameColumns: readonly string[],
    kindNames: readonly string[],
  ) {
    this.terms = new Terms(sections)
    this.streets = new Streets(sections)
    this.records = new Records(sections, this.streets, nameColumns)
    this.postings = new Postings(sections, this.streets.count)
    this.#reader = new QueryReader(this.terms, this.records.codes)
    this.#words = new StreetWords(this.streets, this.records, this.terms)
    this.#run = new RunMatcher(this.streets, this.records, kindNames)
    this.#cursor = new StreetCursor(this.postings)
  }

  find(text: string, search: Search): TopAnswers {
    const answers = new TopAnswers(search.top)
    const readings = this.readings(tokensOf(text))
    for (const pass of search.passes ?? PASSES) {
      if (!passRuns(pass, answers)) continue
      for (const reading of readings) this.match(reading, pass, search, answers)
    }
    return answers
  }

  readings(tokens: Tokens): readonly Reading[] {
    return this.#reader.readings(tokens)
  }

  /** Every street that a filter allows, best known first. */
  eachStreet(filter: StreetFilter | undefined, visit: (street: number) => void): void {
    this.#cursor.open(filter?.requirements ?? [])
    for (let street = this.#cursor.next(); street >= 0; street = this.#cursor.next()) {
      if (filter === undefined || isAllowed(filter, street)) visit(street)
    }
  }

  /** Adds the answers of one reading in one pass. */
  match(reading: Reading, pass: Pass, search: Search, answers: TopAnswers): void {
    const { relaxed } = pass
    const misspelt = this.#misspelt(pass, reading.words)
    if (pass.edits > 0 && misspelt === undefined) return
    this.#run.open(reading, relaxed)
    const wantsUnit = reading.unit !== undefined || reading.level !== undefined
    if (pass.name !== 'exact') {
      this.#tryDepth(ANY_DEPTH, { reading, pass, misspelt }, search, answers)
      return
    }
    // An exact search ends with the best-known streets, so buildings are looked for before units, unless there
    // are so few candidates that one look at all of them is the shorter way.
    if (!wantsUnit && this.#tryDepth(ANY_DEPTH, { reading, pass, misspelt }, search, answers))
      return
    if (!wantsUnit) this.#tryDepth(0, { reading, pass, misspelt }, search, answers)
    this.#tryDepth(1, { reading, pass, misspelt }, search, answers)
  }

  /** False when both depths at once are too many candidates for an exact search. */
  #tryDepth(depth: number, so: Attempt, search: Search, answers: TopAnswers): boolean {
    const { reading, pass, misspelt } = so
    const requirements = requirementsOf(reading, depth, pass, misspelt)
    if (requirements === undefined) return true
    if (pass.relaxed && requirements.length === 0) return true
    requirements.push(...(search.filter?.requirements ?? []))
    const isTrial = pass.name === 'exact' && depth === ANY_DEPTH
    if (isTrial && this.#cursor.count(requirements) > FEW_STREETS) return false
    this.#cursor.open(requirements)
    this.#words.open(reading.words, pass, depth, misspelt)
    this.#walk(depth, pass, search, answers)
    return true
  }

  /** Looks at one candidate street after the other until no better answer can come. */
  #walk(depth: number, pass: Pass, search: Search, answers: TopAnswers): void {
    const { filter, location } = search
    const { start } = this.streets
    const run = this.#run
    const least = Math.max(depth, 0)
    const isExact = pass.name === 'exact'
    let left = isExact ? EXACT_STREETS_MAX : RELAXED_STREETS_MAX
    this.#rowsLeft = isExact ? EXACT_ROWS_MAX : RELAXED_ROWS_MAX
    for (let street = this.#cursor.next(); street >= 0; street = this.#cursor.next()) {
      if (left-- <= 0 || this.#rowsLeft <= 0) return
      if (location === undefined && !answers.wants(pass.penaltyMin, least, 0, start[street])) return
      // Candidates of a relaxed pass mostly have the words and lack the number, those of an exact one mostly
      // have the number and lack a word.
      if (!isExact && !run.enter(street)) continue
      if (filter !== undefined && !isAllowed(filter, street)) continue
      const penalty = this.#words.judge(street)
      if (penalty === NO_MATCH || (isExact && !run.enter(street))) continue
      const metres =
        location === undefined ? 0 : metresBetween(this.streets.point(street), location)
      if (!answers.wants(penalty, least, metres, start[street])) continue
      this.#enter(street, { depth, penalty, metres, filter }, answers)
    }
  }

  #enter(street: number, so: StreetMatch, answers: TopAnswers): void {
    const run = this.#run
    for (let segment = 0; segment < run.segments; segment++) {
      const ends = this.#enterRows(run.from[segment], run.to[segment], street, so, answers)
      if (ends) return
    }
  }

  /** Adds the fitting rows; true when no row after these can come in any more. */
  #enterRows(
    from: number,
    to: number,
    street: number,
    so: StreetMatch,
    answers: TopAnswers,
  ): boolean {
    const words = this.#words
    const { flags, principal } = this.records
    const looksAtNames = words.missing !== 0 || words.needsName
    this.#rowsLeft -= to - from
    for (let row = from; row < to; row++) {
      const flag = flags[row]
      const depth = flag & RECORD.deep
      if ((flag & RECORD.hidden) !== 0 || (so.depth !== ANY_DEPTH && depth !== so.depth)) continue
      const numbers = this.#run.penalty(row)
      if (numbers === NO_MATCH) continue
      const names = looksAtNames ? words.judgeRecord(row) : 0
      if (names === NO_MATCH) continue
      const penalty = so.penalty + numbers + names
      const isRange = (flag & RECORD.range) !== 0
      const order = orderOf(row, this.streets.start[street], isRange)
      if (!answers.wants(penalty, depth, so.metres, order)) {
        if (penalty === so.penalty && depth <= Math.max(so.depth, 0) && !isRange) return true
        continue
      }
      const stands = (flag & RECORD.alias) === 0 ? NONE : principal.at(row)
      const shown = stands === NONE ? row : stands
      if (so.filter !== undefined && !this.#allows(so.filter, shown, row, street)) continue
      answers.add({ row, shown, penalty, depth, metres: so.metres, order })
    }
    return false
  }

  /** A filter is asked about the address that is shown, which for an alias may stand on another street. */
  #allows(filter: StreetFilter, shown: number, row: number, street: number): boolean {
    if (shown === row) return filter.allowsRecord(row, street)
    const itsStreet = this.streets.ofRecord(shown)
    return isAllowed(filter, itsStreet) && filter.allowsRecord(shown, itsStreet)
  }

  #misspelt({ edits }: Pass, words: readonly QueryWord[]): MisspeltWords | undefined {
    if (edits === 0 || !words.some((word) => word.edits >= edits)) return undefined
    return {
      ranges: words.map((word) => misspeltRanges(this.terms, word, edits)),
      penalty: edits === 1 ? PENALTY.typo : PENALTY.typoTwice,
    }
  }
}

function isAllowed(filter: StreetFilter, street: number): boolean {
  if (filter.streets !== undefined && !isIn(filter.streets, street)) return false
  return filter.allowsStreet(street)
}

function isIn(sorted: Uint32Array, wanted: number): boolean {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sorted[middle] < wanted) low = middle + 1
    else high = middle
  }
  return low < sorted.length && sorted[low] === wanted
}

interface Attempt {
  readonly reading: Reading
  readonly pass: Pass
  readonly misspelt: MisspeltWords | undefined
}

interface StreetMatch {
  readonly depth: number
  readonly penalty: number
  readonly metres: number
  readonly filter: StreetFilter | undefined
}

/** What each street must have for the reading; undefined when the index has no street that could. */
function requirementsOf(
  reading: Reading,
  depth: number,
  { relaxed, loose }: Pass,
  misspelt: MisspeltWords | undefined,
): Requirement[] | undefined {
  const requirements: Requirement[] = []
  const alone = reading.words.length === 1
  for (let i = 0; i < reading.words.length; i++) {
    const word = reading.words[i]
    const ranges: TermRange[] = [...word.strong, ...word.names]
    if (reading.number === undefined) ranges.push(...word.lots)
    if (depth !== 0) ranges.push(...word.kinds)
    // A weak word counts only behind another, and only where words are taken loosely before all others or alone.
    if (loose || i > 0) ranges.push(...word.weak)
    if (relaxed && !alone) ranges.push(...word.near)
    const meant = misspelt?.ranges[i]
    if (meant !== undefined) ranges.push(...meant.strong, ...meant.weak, ...meant.names)
    if (relaxed && word.isStreetType && !alone) continue
    if (ranges.length === 0) return undefined
    requirements.push({ ranges })
  }
  // No street is found by what it lacks: without words, the numbers must be the address's own.
  const isRelaxed = relaxed && requirements.length > 0
  return addNumbers(requirements, reading, isRelaxed) ? requirements : undefined
}

/** Adds what the numbers of the reading require; false when no street has one of them. */
function addNumbers(requirements: Requirement[], reading: Reading, relaxed: boolean): boolean {
  const { number, unit, level, lot } = reading
  if (number !== undefined) {
    // A typed range may also be held as its first number.
    const { nearly, ranges } = number
    requirements.push({ ranges: relaxed && nearly.length > 0 ? nearly : ranges })
  }
  // With a number, a missing unit or level still finds the building.
  const offersBuilding = relaxed && number !== undefined
  if (!offersBuilding) {
    if (unit !== undefined) requirements.push({ ranges: unit.ranges })
    if (reading.kinds !== undefined && !relaxed) requirements.push({ ranges: reading.kinds })
    if (level !== undefined) requirements.push({ ranges: level.ranges })
  }
  if (lot !== undefined) requirements.push({ ranges: lot.ranges })
  return requirements.every(({ ranges }) => ranges.length > 0)
}
