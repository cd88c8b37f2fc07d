// The search for addresses: readings of a query, pass by pass from exact to misspelt, best answers first.

import { metresBetween, type Point } from '../../address/geo.ts'
import type { IndexSections } from '../../index/file/index-sections.ts'
import type { RecordColumn } from '../../index/file/section-names.ts'
import { NONE, RECORD, Records } from '../../index/streets/records.ts'
import { Streets } from '../../index/streets/streets.ts'
import { Postings } from '../../index/terms/postings.ts'
import { Premises } from '../../index/terms/premises.ts'
import { Terms } from '../../index/terms/terms.ts'
import { type Tokens, tokensOf } from '../../index/words/fold.ts'
import { misspeltRanges, type QueryWord } from '../query/query-words.ts'
import { QueryReader, type Reading } from '../query/readings.ts'
import { AS_TYPED, anyWayOf, penaltyMin, requirementsOf, type Way, waysOf } from '../query/ways.ts'
import type { Requirement } from '../walks/requirement.ts'
import { StreetWalks } from '../walks/street-walks.ts'
import { END } from '../walks/walk.ts'
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
import { type KindNames, RunMatcher } from './run-matcher.ts'
import { type MisspeltWords, NO_MATCH, StreetWords } from './street-words.ts'

/** What a filter lets through; the product's own layer makes it from the request. */
export interface StreetFilter {
  allowsStreet(street: number): boolean
  allowsRecord(record: number, street: number): boolean
  /** Requirements that the filter puts on streets, so that it can drive the search. */
  readonly requirements: readonly Requirement[]
  /** Only these streets, sorted; `allowsStreet` need not look for them. */
  readonly streets?: Uint32Array
}

interface Search {
  readonly top: number
  readonly filter?: StreetFilter | undefined
  readonly location?: Point | undefined
  readonly passes?: readonly Pass[]
}

const ANY_DEPTH = -1
const ANY_PENALTY = Number.POSITIVE_INFINITY
/** Up to so many candidates are looked at once for buildings and units together, and for all departures. */
const FEW_STREETS = 512
const FEW_STREETS_OF_SEVERAL = 4096
/** Up to so many candidates are not even asked first whether they are exact. */
const FEW_STREETS_AT_ONCE = 256
const RELAXED = PASSES[1]

export class AddressFinder {
  readonly terms: Terms
  readonly streets: Streets
  readonly records: Records
  readonly postings: Postings
  readonly #reader: QueryReader
  readonly #words: StreetWords
  readonly #run: RunMatcher
  readonly #walks: StreetWalks
  #rowsLeft = 0

  constructor(sections: IndexSections, nameColumns: readonly RecordColumn[], kinds: KindNames) {
    this.terms = new Terms(sections)
    this.streets = new Streets(sections)
    this.records = new Records(sections, this.streets, nameColumns)
    this.postings = new Postings(sections, this.streets.count)
    const premises = new Premises(this.terms.count, sections.get('premises.buckets'))
    this.#reader = new QueryReader(this.terms, this.records.codes, premises)
    this.#words = new StreetWords(this.streets, this.records, this.terms)
    this.#run = new RunMatcher(this.streets, this.records, kinds)
    this.#walks = new StreetWalks(this.postings)
  }

  find(text: string, search: Search): TopAnswers {
    const answers = new TopAnswers(search.top)
    const readings = this.readings(tokensOf(text))
    const isAtOnce = search.passes === undefined && this.#matchAtOnce(readings, search, answers)
    for (const pass of search.passes ?? PASSES) {
      if (isAtOnce && pass.edits === 0) continue
      if (passRuns(pass, answers)) this.match(readings, pass, search, answers)
    }
    return answers
  }

  /**
   * What the exact and the relaxed pass would find one after the other, in one walk: most lines that are nearly
   * whole have a number on one of a handful of streets, so that both look at the same ones. False, and nothing
   * done, where they are more.
   */
  #matchAtOnce(readings: readonly Reading[], search: Search, answers: TopAnswers): boolean {
    const walks: Walk[] = []
    for (const reading of readings) {
      if (reading.number === undefined || reading.words.length === 0) return false
      const way = anyWayOf(reading)
      const requirements = requirementsOf(reading, ANY_DEPTH, way, RELAXED, undefined)
      walks.push({ depth: ANY_DEPTH, depthMin: 0, least: 0, requirements: requirements ?? [] })
      if (requirements === undefined) continue
      if (this.#walks.streetsMax(requirements) > FEW_STREETS_AT_ONCE) return false
    }
    for (let i = 0; i < walks.length; i++) {
      if (walks[i].requirements.length === 0) continue
      this.#open(readings[i], ANY_DEPTH, RELAXED, undefined)
      this.#walk(walks[i], RELAXED, search, answers, true)
    }
    return true
  }

  readings(tokens: Tokens): readonly Reading[] {
    return this.#reader.readings(tokens)
  }

  /** Every street that a filter allows, best known first. */
  eachStreet(filter: StreetFilter | undefined, visit: (street: number) => void): void {
    const walk = this.#walks.open(filter?.requirements ?? [])
    for (let street = walk.next(); street !== END; street = walk.next()) {
      if (filter === undefined || isAllowed(filter, street)) visit(street)
    }
  }

  /** Adds the answers of one pass. */
  match(readings: readonly Reading[], pass: Pass, search: Search, answers: TopAnswers): void {
    if (pass.name === 'exact') {
      for (const reading of readings) this.#matchExactly(reading, pass, search, answers)
      return
    }
    let opened: Reading | undefined
    for (const { reading, way, misspelt, least } of this.#attempts(readings, pass)) {
      if (!answers.wants(least, 0, 0, 0)) return
      const requirements = requirementsOf(reading, ANY_DEPTH, way, pass, misspelt?.ranges)
      if (requirements === undefined || requirements.length === 0) continue
      if (reading !== opened) this.#open(reading, ANY_DEPTH, pass, misspelt)
      opened = reading
      this.#run.narrow(way)
      // What has the unit that was typed is no building.
      const isUnit = wantsUnitOf(reading) && way.missing === 'nothing'
      const depthMin = isUnit ? 1 : 0
      const walk: Walk = { depth: ANY_DEPTH, depthMin, least, requirements }
      this.#walk(walk, pass, search, answers)
    }
  }

  /**
   * An exact search ends with the best-known streets, so buildings are looked for before units, unless there are so
   * few candidates that one look at all of them is the shorter way.
   */
  #matchExactly(reading: Reading, pass: Pass, search: Search, answers: TopAnswers): void {
    const wantsUnit = wantsUnitOf(reading)
    const asked = (depth: number) => requirementsOf(reading, depth, AS_TYPED, pass, undefined)
    const walk = (depth: number, requirements: readonly Requirement[]) => {
      this.#open(reading, depth, pass, undefined)
      const so: Walk = { depth, depthMin: Math.max(depth, 0), least: 0, requirements }
      this.#walk(so, pass, search, answers)
    }
    const buildings = wantsUnit ? undefined : asked(0)
    const units = asked(1)
    if (buildings !== undefined && units !== undefined) {
      if (this.#walks.streetsMax(withFilter(units, search.filter)) <= FEW_STREETS) {
        walk(ANY_DEPTH, units)
        return
      }
      walk(0, buildings)
    }
    if (units !== undefined) walk(1, units)
  }

  /** All ways to answer all readings, those that lose least first. */
  #attempts(readings: readonly Reading[], pass: Pass): readonly Attempt[] {
    const attempts: Attempt[] = []
    for (const reading of readings) {
      const misspelt = this.#misspelt(pass, reading.words)
      if (pass.edits > 0 && misspelt === undefined) continue
      const ways = waysOf(reading, pass)
        .map((way) => ({ reading, way, misspelt, least: penaltyMin(way, reading, pass) }))
        .filter(({ least }) => least < Number.POSITIVE_INFINITY)
      const any = anyWayOf(reading)
      if (
        ways.length > 2 &&
        this.#isFew(requirementsOf(reading, ANY_DEPTH, any, pass, misspelt?.ranges))
      ) {
        const least = Math.min(...ways.map((attempt) => attempt.least))
        attempts.push({ reading, way: any, misspelt, least })
      } else attempts.push(...ways)
    }
    return attempts.sort((a, b) => a.least - b.least)
  }

  /** With several requirements hardly any of the streets that one of them has is left. */
  #isFew(requirements: readonly Requirement[] | undefined): boolean {
    if (requirements === undefined) return false
    const most = requirements.length > 2 ? FEW_STREETS_OF_SEVERAL : FEW_STREETS
    return this.#walks.streetsMax(requirements) <= most
  }

  #open(reading: Reading, depth: number, pass: Pass, misspelt: MisspeltWords | undefined): void {
    this.#run.open(reading, pass.relaxed)
    this.#words.open(reading, pass, depth, misspelt)
  }

  /** Looks at one candidate street after the other until no better answer can come. */
  #walk(so: Walk, pass: Pass, search: Search, answers: TopAnswers, isAlsoExact = false): void {
    const { filter, location } = search
    const { depth, depthMin } = so
    const { start } = this.streets
    const run = this.#run
    const isExact = pass.name === 'exact'
    let left = isExact ? EXACT_STREETS_MAX : RELAXED_STREETS_MAX
    this.#rowsLeft = isExact ? EXACT_ROWS_MAX : RELAXED_ROWS_MAX
    const walk = this.#walks.open(withFilter(so.requirements, filter))
    for (let street = walk.next(); street !== END; street = walk.next()) {
      if (left-- <= 0 || this.#rowsLeft <= 0) return
      if (location === undefined && !answers.wants(so.least, depthMin, 0, start[street])) return
      // Candidates of a relaxed pass mostly have the words and lack the number, those of an exact one mostly
      // have the number and lack a word.
      if (!isExact && !run.enter(street)) continue
      if (filter !== undefined && !isAllowed(filter, street)) continue
      const penalty = this.#words.judge(street)
      if (penalty === NO_MATCH || (isExact && !run.enter(street))) continue
      const metres =
        location === undefined ? 0 : metresBetween(this.streets.point(street), location)
      if (isAlsoExact && penalty > 0) this.#enterExactly(street, metres, filter, answers)
      if (!answers.wants(penalty, depthMin, metres, start[street])) continue
      this.#enter(street, { depth, penalty, metres, filter, numbersMax: ANY_PENALTY }, answers)
    }
  }

  /** Words that cost something on a street may cost nothing as the name of one of its addresses. */
  #enterExactly(
    street: number,
    metres: number,
    filter: StreetFilter | undefined,
    answers: TopAnswers,
  ): void {
    const penalty = this.#words.judgeExactly(street)
    if (penalty !== NO_MATCH) {
      const so = { depth: ANY_DEPTH, penalty, metres, filter, numbersMax: 0 }
      this.#enter(street, so, answers)
    }
    this.#words.judge(street)
  }

  #enter(street: number, so: StreetMatch, answers: TopAnswers): void {
    const run = this.#run
    const columns = this.#words.columns
    for (let segment = 0; segment < run.segments; segment++) {
      const [from, to] = [run.from[segment], run.to[segment]]
      const lastWord = (to - 1) >>> 5
      this.#rowsLeft -= (to - from) >>> 5
      for (let word = from >>> 5; word <= lastWord; word++) {
        let bits = run.rowsWith(word)
        if (columns.length > 0) bits &= anyOf(columns, word)
        if (word === from >>> 5) bits &= -1 << (from & 31)
        if (word === lastWord) bits &= -1 >>> (31 - ((to - 1) & 31))
        if (bits !== 0 && this.#enterRows(word, bits, street, so, answers)) return
      }
    }
  }

  /** Adds those of 32 rows that fit; true when no row after these can come in any more. */
  #enterRows(
    word: number,
    bits: number,
    street: number,
    so: StreetMatch,
    answers: TopAnswers,
  ): boolean {
    const words = this.#words
    const { flags, principal } = this.records
    for (let rest = bits; rest !== 0; rest &= rest - 1) {
      const row = word * 32 + 31 - Math.clz32(rest & -rest)
      const flag = flags[row]
      const depth = flag & RECORD.deep
      this.#rowsLeft--
      if ((flag & RECORD.hidden) !== 0 || (so.depth !== ANY_DEPTH && depth !== so.depth)) continue
      const numbers = this.#run.penalty(row)
      if (numbers === NO_MATCH || numbers > so.numbersMax) continue
      const names = words.columns.length > 0 ? words.judgeRecord(row) : 0
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

/** Which of 32 rows have a value in at least one of the columns. */
function anyOf(columns: readonly Uint32Array[], word: number): number {
  let bits = 0
  for (let i = 0; i < columns.length; i++) bits |= columns[i][word]
  return bits
}

function withFilter(
  requirements: readonly Requirement[],
  filter: StreetFilter | undefined,
): readonly Requirement[] {
  return filter === undefined ? requirements : [...requirements, ...filter.requirements]
}

function wantsUnitOf({ unit, level }: Reading): boolean {
  return unit !== undefined || level !== undefined
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
  readonly way: Way
  readonly misspelt: MisspeltWords | undefined
  /** No answer that only this attempt finds loses less. */
  readonly least: number
}

interface Walk {
  /** Only buildings (0), only units (1), or both. */
  readonly depth: number
  readonly depthMin: number
  readonly least: number
  readonly requirements: readonly Requirement[]
}

interface StreetMatch {
  readonly depth: number
  readonly penalty: number
  readonly metres: number
  readonly filter: StreetFilter | undefined
  /** What a row may lose by its number and unit. */
  readonly numbersMax: number
}
