// The scorecard of a release: types lines of every class into its search and counts what comes back.

import { SeededRandom } from '../../dev/seeded-random.ts'
import type { ReleaseInfo } from '../../src/index/file/sections.ts'
import { type BarResult, barsMet, strangersBars } from './bars.ts'
import { classesFor } from './classes/all-classes.ts'
import { MeanTally, shareOf } from './interval.ts'
import { Judge } from './judging/judge.ts'
import type { ClassScore, Example, FaultKind } from './judging/score.ts'
import type { Line, LineClass, ReleaseContents, Target } from './lines/line.ts'
import { readContents, type ScoredSearch } from './release-contents.ts'
import { strangersFor } from './strangers/lines.ts'

interface ScorecardOptions {
  readonly seed: number
  /** Lines typed in each class; fewer where the release has no more. */
  readonly perClass: number
  /** Lines typed character by character in each class. */
  readonly walksPerClass: number
  /** Wrong answers kept of each kind and class. */
  readonly examples: number
  /** Which classes are tried; all unless given. */
  readonly only?: (name: string) => boolean
  /** Whether the lines are those of strangers. */
  readonly strangers?: boolean
  /** Called when a class is done. */
  readonly onClass?: (name: string) => void
}

export interface Scorecard {
  readonly release: ReleaseInfo
  readonly seed: number
  readonly per_class: number
  readonly walks_per_class: number
  readonly classes: readonly ClassScore[]
  readonly bars: readonly BarResult[]
}

export function scorecardOf(search: ScoredSearch, options: ScorecardOptions): Scorecard {
  const { seed, perClass, walksPerClass } = options
  const { only = () => true } = options
  const { product } = search.release
  const all = options.strangers === true ? strangersFor(product) : classesFor(product)
  const classes = all.filter(({ name }) => only(name))
  const contents = readContents(search, classes, perClass, seed)
  const scores = classes.map((lineClass, at) => {
    const score = scoreClass(search, lineClass, contents, { ...options, seed: seed + at + 1 })
    options.onClass?.(lineClass.name)
    return score
  })
  return {
    release: search.release,
    seed,
    per_class: perClass,
    walks_per_class: walksPerClass,
    classes: scores,
    bars: options.strangers === true ? strangersBars(scores) : barsMet(scores),
  }
}

function scoreClass(
  search: ScoredSearch,
  lineClass: LineClass,
  contents: ReleaseContents,
  options: ScorecardOptions,
): ClassScore {
  const tally = new ClassTally(options.examples)
  const random = new SeededRandom(options.seed)
  for (const target of contents.targets.get(lineClass.name) ?? []) {
    if (tally.lines >= options.perClass) break
    const line = lineClass.write(target, random, contents)
    if (line === undefined) continue
    const isWalked = lineClass.isWalked && tally.walks < options.walksPerClass
    judgeLine(search, line, target, contents, isWalked, tally)
  }
  return tally.score(lineClass.name)
}

function judgeLine(
  search: ScoredSearch,
  line: Line,
  target: Target,
  contents: ReleaseContents,
  isWalked: boolean,
  tally: ClassTally,
): void {
  const judge = new Judge(search, contents, line, target.street)
  tally.lines += 1
  tally.addShown(line, judge.shown())
  if (isWalked && line.isOneStroke !== true) tally.addWalk(line, judge.walked())
  if (line.verdict !== undefined) tally.addValidated(line, judge.validated())
  else if (line.isRight !== undefined) tally.addValidated(line, judge.notMistaken())
}

class ClassTally {
  lines = 0
  walks = 0
  #findable = 0
  #first = 0
  #withinSix = 0
  #rank = new MeanTally()
  #keystrokes = new MeanTally()
  #dropped = 0
  #buildings = 0
  #buildingsBehind = 0
  #guesses = 0
  #validated = 0
  #rightVerdicts = 0
  #falseAccepts = 0
  readonly #examples: Example[] = []
  readonly #examplesMax: number

  constructor(examplesMax: number) {
    this.#examplesMax = examplesMax
  }

  addShown(line: Line, { rank, hasGuess, isBuildingFirst, labels }: ReturnType<Judge['shown']>) {
    if (line.isFindable) {
      this.#findable += 1
      this.#rank.add(rank < 0 ? 0 : 1 / (rank + 1))
      if (rank === 0) this.#first += 1
      if (rank >= 0) this.#withinSix += 1
      if (rank < 0) this.#keep('not-in-six', line, labels)
      if (rank > 0) this.#keep('not-first', line, labels)
    }
    if (hasGuess) this.#guesses += 1
    if (hasGuess) this.#keep('digits-guessed', line, labels)
    if (isBuildingFirst === undefined || !line.isFindable) return
    this.#buildings += 1
    if (isBuildingFirst) return
    this.#buildingsBehind += 1
    this.#keep('building-first', line, labels)
  }

  addWalk(line: Line, { share, lostAt }: ReturnType<Judge['walked']>) {
    this.walks += 1
    this.#keystrokes.add(share)
    if (lostAt === undefined) return
    this.#dropped += 1
    this.#keep('drop-out', line, [lostAt])
  }

  addValidated(line: Line, { isRight, isFalseAccept, answer }: ReturnType<Judge['validated']>) {
    this.#validated += 1
    if (isRight) this.#rightVerdicts += 1
    if (isFalseAccept) this.#falseAccepts += 1
    if (!isRight) this.#keep(isFalseAccept ? 'false-accept' : 'validate', line, [answer])
  }

  score(name: string): ClassScore {
    return {
      name,
      lines: this.lines,
      first: shareOf(this.#first, this.#findable),
      within_six: shareOf(this.#withinSix, this.#findable),
      reciprocal_rank: this.#rank.result(),
      keystrokes: this.#keystrokes.result(),
      drop_out: shareOf(this.#dropped, this.walks),
      building_first_violations: shareOf(this.#buildingsBehind, this.#buildings),
      digits_guessed: shareOf(this.#guesses, this.lines),
      validate_right: shareOf(this.#rightVerdicts, this.#validated),
      false_accepts: shareOf(this.#falseAccepts, this.#validated),
      examples: this.#examples,
    }
  }

  #keep(kind: FaultKind, line: Line, got: readonly string[]): void {
    if (this.#examples.filter((example) => example.kind === kind).length >= this.#examplesMax)
      return
    this.#examples.push({ kind, line: line.text, expected: expected(kind, line), got })
  }
}

function expected(kind: FaultKind, line: Line): string {
  const isVerdict = kind === 'validate' || kind === 'false-accept'
  return isVerdict ? `${line.verdict}: ${line.meant.label}` : line.meant.label
}
