// Chooses how the streets that can answer a reading are walked: driven by its rarest requirement.

import { popCount } from '../../index/terms/bit-maps.ts'
import type { Postings } from '../../index/terms/postings.ts'
import { ANY_STREET, type SignatureMasks } from '../../index/terms/signatures.ts'
import { NO_TERM, type Requirement } from '../query/requirement.ts'
import { STEPS } from '../steps.ts'
import type { Work } from '../work.ts'
import { LISTS_MAX } from './batch.ts'
import { CandidateChecks } from './candidate-checks.ts'
import { CommonTerms } from './common-terms.ts'
import { type FinishedWalk, isAmong } from './finished-walks.ts'
import { shareOf } from './fitting.ts'
import { gatherList } from './gathered-list.ts'
import { ListWalk } from './list-walk.ts'
import { measured } from './requirement-size.ts'
import { END, type Walk } from './walk.ts'
import { WalkBuffers } from './walk-buffers.ts'
import { WindowWalk } from './window-walk.ts'

/** Up to so many postings are gathered in one list; more are united window by window. */
const GATHER_MAX = 32_768
/** What the steps of a requirement of few lists count for when that is chosen which takes least to walk. */
const LISTED_COST = 0.5
/** Which streets so few are says more of what it takes to judge them than how many. */
const FEW_FITTING = 16
/** Lists drive although a requirement that is united has fewer postings, if they have not too many more. */
const LISTED_TIMES = 4
const LISTED_MORE = 2048

/** Two whole words and a number, with the forms that each may be held in. */
const SELECTIVE_MIN = 3
const SELECTIVE_TERMS_MAX = 64
const SELECTIVE_STREETS_MAX = 4096

/** One for each finder. Walks share its buffers: opening a walk ends the one before it. */
export class StreetWalks {
  readonly #postings: Postings
  readonly #masks: SignatureMasks
  readonly #buffers: WalkBuffers
  readonly #gatherMax: number

  constructor(postings: Postings, masks: SignatureMasks) {
    this.#postings = postings
    this.#masks = masks
    this.#buffers = new WalkBuffers(postings, GATHER_MAX)
    // A term with more postings than a bit map has words is a bit map, and has no list to gather.
    const isSmall = postings.streetCount < 1024
    this.#gatherMax = isSmall ? GATHER_MAX : Math.min(GATHER_MAX, postings.mapWords)
  }

  /** How many streets a walk would give at most. */
  streetsMax(requirements: readonly Requirement[]): number {
    let fewest = this.#postings.streetCount
    for (const each of requirements) fewest = Math.min(fewest, measured(this.#postings, each).count)
    return fewest
  }

  /** Whether so many requirements are of few terms that hardly a street has all, however many have each. */
  areSelective(requirements: readonly Requirement[]): boolean {
    let selective = 0
    for (const each of requirements) {
      if (measured(this.#postings, each).terms <= SELECTIVE_TERMS_MAX) selective++
    }
    if (selective >= SELECTIVE_MIN) return true
    // With a word that was just begun beside them, if few streets have another.
    const isBegun = selective === SELECTIVE_MIN - 1 && requirements.length > selective
    return isBegun && this.streetsMax(requirements) <= SELECTIVE_STREETS_MAX
  }

  /** The streets that a walk gives; undefined where they are more than `most`, or the work is spent before. */
  gathered(
    requirements: readonly Requirement[],
    most: number,
    work: Work,
  ): Uint32Array | undefined {
    const walk = this.open(requirements, work, true)
    const streets: number[] = []
    for (let street = walk.next(); street !== END; street = walk.next()) {
      if (streets.length === most) return undefined
      streets.push(street)
    }
    return work.isSpent ? undefined : Uint32Array.from(streets)
  }

  /** How many streets a walk is expected to give before it looks at more than their signatures. */
  streetsExpected(requirements: readonly Requirement[]): number {
    let rarest: Requirement | undefined
    for (const each of requirements) {
      const isRarer =
        rarest === undefined ||
        measured(this.#postings, each).count < measured(this.#postings, rarest).count
      if (isRarer) rarest = each
    }
    if (rarest === undefined) return this.#postings.streetCount
    const { count } = measured(this.#postings, rarest)
    return count * shareOf(this.#masksOf(requirements, rarest))
  }

  /**
   * Walks streets that can have all requirements. Some of those that it gives may lack one: looking each up in many
   * lists would cost more than judging it.
   */
  open(requirements: readonly Requirement[], work: Work, isWhole = false): Walk {
    this.#buffers.beginWalk(work)
    const { finished } = this.#buffers
    const within = finished.within(requirements)
    const walk =
      within === undefined
        ? this.#walkAll(requirements, work, isWhole)
        : this.#walkWithin(within, requirements, work, isWhole)
    return finished.recorded(walk, requirements, work)
  }

  /** Of the streets of another walk, those that have what that did not ask for. */
  #walkWithin(
    { requirements: asked, streets }: FinishedWalk,
    requirements: readonly Requirement[],
    work: Work,
    isWhole: boolean,
  ): Walk {
    const more = requirements.filter((each) => !isAmong(each, asked))
    const common = new CommonTerms(this.#postings, more)
    const checks = this.#checks(streets.length, [], common, this.#uncommon(more), work, isWhole)
    return ListWalk.through(streets, streets.length, checks, this.#buffers)
  }

  #walkAll(requirements: readonly Requirement[], work: Work, isWhole: boolean): Walk {
    const [postings, buffers] = [this.#postings, this.#buffers]
    const driver = this.#driverOf(requirements)
    const common = new CommonTerms(postings, requirements)
    if (driver === undefined) {
      return new WindowWalk(common, this.#uncommon(requirements), postings, buffers, work)
    }
    const masks = this.#masksOf(requirements, driver)
    const others = this.#uncommon(requirements.filter((each) => each !== driver))
    const checked = (count: number, commonTerms: CommonTerms) =>
      this.#checks(count, masks, commonTerms, others, work, isWhole)
    const { count } = measured(postings, driver)
    if (driver.streets !== undefined) {
      return ListWalk.through(driver.streets, count, checked(count, common), buffers)
    }
    if (this.#isMerged(driver)) {
      return ListWalk.merging(postings, driver.ranges, checked(count, common), buffers)
    }
    const gathered = gatherList(postings, driver.ranges, masks, common, buffers, work)
    const none = new CommonTerms(postings, [])
    return ListWalk.through(buffers.gathered, gathered, checked(gathered, none), buffers)
  }

  #checks(
    count: number,
    masks: readonly number[],
    common: CommonTerms,
    others: readonly Requirement[],
    work: Work,
    isWhole: boolean,
  ): CandidateChecks {
    const [postings, buffers] = [this.#postings, this.#buffers]
    return new CandidateChecks(count, masks, common, others, postings, buffers, work, isWhole)
  }

  /** The requirements that are not one common term. */
  #uncommon(requirements: readonly Requirement[]): readonly Requirement[] {
    return requirements.filter((each) => measured(this.#postings, each).common === NO_TERM)
  }

  /**
   * The requirement whose lists take least to walk, by the signatures of their streets; undefined where all streets are
   * walked, as far fewer have another, or none has few enough lists.
   */
  #driverOf(requirements: readonly Requirement[]): Requirement | undefined {
    let share = 1
    for (const each of requirements) share *= this.#shareOf(each)
    let least = Number.POSITIVE_INFINITY
    let listed: Requirement | undefined
    let fewest = Number.POSITIVE_INFINITY
    for (const each of requirements) {
      const { count } = measured(this.#postings, each)
      const isListed = each.streets !== undefined || this.#isMerged(each)
      if (isListed || this.#isGathered(each)) {
        const steps = this.#stepsToWalk(each, share / this.#shareOf(each), isListed)
        if (steps < least) [least, listed] = [steps, each]
      } else fewest = Math.min(fewest, count)
    }
    const isMany = listed !== undefined && listed.count >= LISTED_TIMES * fewest + LISTED_MORE
    return isMany ? undefined : listed
  }

  /** `share` is how many of its streets have signatures that fit. Few lists may be left before their end. */
  #stepsToWalk({ count, ranges }: Requirement, share: number, isListed: boolean): number {
    const fitting = Math.max(count * share, Math.min(count, FEW_FITTING))
    const steps = count + fitting * STEPS.candidate
    return isListed ? LISTED_COST * steps : steps + ranges.length * STEPS.listRead
  }

  /** How many of all streets have a bit of its mask. */
  #shareOf(requirement: Requirement): number {
    if (requirement.share === undefined) requirement.share = shareOf([this.#maskOf(requirement)])
    return requirement.share
  }

  #maskOf(requirement: Requirement): number {
    if (requirement.streets !== undefined) return ANY_STREET
    requirement.mask ??= this.#masks.of(requirement.ranges)
    return requirement.mask
  }

  /** Of each of these the signature of a street that has all requirements has a bit. */
  #masksOf(requirements: readonly Requirement[], driver: Requirement): readonly number[] {
    const masks: number[] = []
    for (const requirement of requirements) {
      const mask = requirement === driver ? ANY_STREET : this.#maskOf(requirement)
      if (mask !== ANY_STREET) masks.push(mask)
    }
    // Of few bits first: nearly all signatures that lack one of a mask lack one of those.
    return masks.sort((a, b) => popCount(a) - popCount(b))
  }

  #isGathered(requirement: Requirement): boolean {
    return measured(this.#postings, requirement).count <= this.#gatherMax
  }

  #isMerged(requirement: Requirement): boolean {
    const { terms, hasMap } = measured(this.#postings, requirement)
    return terms <= LISTS_MAX && !hasMap
  }
}
