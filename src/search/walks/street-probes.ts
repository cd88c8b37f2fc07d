// Looks a batch of candidates up in the postings of requirements that have few terms.
// Unchecked: runs for every candidate, and the arrays have one place for each list.

import type { Postings } from '../../index/terms/postings.ts'
import type { Requirement } from '../query/requirement.ts'
import { POSTINGS_PER_STEP, STEPS } from '../steps.ts'
import type { Work } from '../work.ts'
import { keepInMap } from './batch.ts'
import { measured, stepsToUnite } from './requirement-size.ts'
import type { StreetMap } from './street-map.ts'
import type { WalkBuffers } from './walk-buffers.ts'

/** A list is read posting by posting where it is expected to have at most so many for each candidate. */
const NEAR = 4
/** How far ahead the next posting may be before it is jumped to: as far as one read of memory brings. */
const AHEAD = 16
/** The first step from where a street is guessed to be in a list: half of that. */
const STEP_FIRST = 8
const FOUND = 1

/** What a requirement has: where its bit maps begin, and where each list is read and ends. */
interface Probed {
  readonly requirement: Requirement
  readonly maps: readonly number[]
  readonly at: number[]
  readonly end: readonly number[]
  /** What is left to be spent on its lists before they are united. */
  patience: number
  united: StreetMap | undefined
}

/** Candidates only go up, so each list is read on from where it was. */
export class StreetProbes {
  readonly #postings: Postings
  readonly #found: Uint8Array
  readonly #work: Work
  readonly #buffers: WalkBuffers
  readonly #toCome: () => number
  /** What is one list first: it rules most candidates out, before those of more lists are read. */
  readonly #probed: readonly Probed[]

  /** `toCome` tells about how many times as many candidates are to come as were looked up. */
  constructor(
    postings: Postings,
    requirements: readonly Requirement[],
    buffers: WalkBuffers,
    work: Work,
    toCome: () => number,
  ) {
    this.#postings = postings
    this.#found = buffers.found
    this.#buffers = buffers
    this.#work = work
    this.#toCome = toCome
    const isOne = (each: Requirement) => measured(postings, each).terms === 1
    const several = requirements.filter((each) => !isOne(each))
    this.#probed = [...requirements.filter(isOne), ...several].map((each) => this.#probedFor(each))
  }

  /** Leaves in the first `count` places of a batch the streets that have each requirement; how many these are. */
  keep(batch: Uint32Array, count: number): number {
    let kept = count
    for (let i = 0; i < this.#probed.length && kept > 0; i++) {
      kept = this.#keepHaving(this.#probed[i], batch, kept)
    }
    return kept
  }

  #keepHaving(probed: Probed, batch: Uint32Array, count: number): number {
    if (probed.patience < 0) this.#unite(probed)
    const { maps, at, end, united } = probed
    if (united !== undefined) {
      this.#work.spent += count * STEPS.mapped
      return keepInMap(united.map, 0, united.mask, batch, 0, count)
    }
    const { lists, maps: words, streetCount } = this.#postings
    const found = this.#found
    found.fill(0, 0, count)
    this.#spend(probed, count * maps.length * STEPS.mapped)
    for (let i = 0; i < maps.length; i++) findInMap(words, maps[i], batch, count, found)
    for (let i = 0; i < at.length && !this.#work.isSpent; i++) {
      const from = at[i]
      if (from === end[i]) continue
      const near = Math.min(end[i], from + NEAR * count)
      const isNear = from + between(lists, from, end[i], batch[count - 1], streetCount) <= near
      if (isNear) {
        at[i] = findOneByOne(lists, from, near, batch, count, found)
        this.#spend(probed, (count + at[i] - from) * STEPS.nextPosting)
        if (at[i] < near || near === end[i]) continue
      }
      const before = at[i]
      at[i] = findByJumps(lists, before, end[i], batch, count, found, streetCount)
      const passed = (at[i] - before) / POSTINGS_PER_STEP
      this.#spend(probed, count * Math.min(STEPS.probe, STEPS.jump + passed / count))
    }
    let kept = 0
    for (let i = 0; i < count; i++) {
      batch[kept] = batch[i]
      kept += found[i]
    }
    return kept
  }

  #spend(probed: Probed, steps: number): void {
    this.#work.spent += steps
    probed.patience -= steps
  }

  /** So much was spent on its lists that to unite them would have taken less; as it may for what is to come. */
  #unite(probed: Probed): void {
    const steps = stepsToUnite(this.#postings, probed.requirement)
    const isWorth = steps <= (steps - probed.patience) * this.#toCome()
    probed.patience = Number.POSITIVE_INFINITY
    if (isWorth)
      probed.united = this.#buffers.united(this.#postings, probed.requirement, this.#work)
  }

  #probedFor(requirement: Requirement): Probed {
    const postings = this.#postings
    const maps: number[] = []
    const at: number[] = []
    const end: number[] = []
    for (const { from, to } of requirement.ranges) {
      for (let term = from; term < to; term++) {
        if (postings.isMap(term)) maps.push(postings.mapStart(term))
        else {
          at.push(postings.start(term))
          end.push(postings.end(term))
        }
      }
    }
    const isOne = at.length === 1
    const patience = isOne ? Number.POSITIVE_INFINITY : stepsToUnite(postings, requirement)
    const united = isOne ? undefined : this.#buffers.kept(postings, requirement)
    return { requirement, maps, at, end, patience, united }
  }
}

function findInMap(
  maps: Uint32Array,
  start: number,
  batch: Uint32Array,
  count: number,
  found: Uint8Array,
): void {
  for (let i = 0; i < count; i++) {
    const street = batch[i]
    found[i] |= (maps[start + (street >>> 5)] >>> (street & 31)) & 1
  }
}

/** About how many streets of a list from `from` on are below a street, as they are about as far from each other. */
function between(
  list: Uint32Array,
  from: number,
  end: number,
  street: number,
  streetCount: number,
): number {
  return ((end - from) * (street - list[from])) / (streetCount - list[from])
}

/** Looks for all in a list from `from` on, posting by posting; where it is to be read on. */
function findOneByOne(
  list: Uint32Array,
  from: number,
  end: number,
  batch: Uint32Array,
  count: number,
  found: Uint8Array,
): number {
  let at = from
  let i = 0
  while (i < count && at < end) {
    // Without a branch, which would be guessed wrong half of the time.
    const isBelow = Number(list[at] < batch[i])
    found[i] |= Number(list[at] === batch[i])
    at += isBelow
    i += 1 - isBelow
  }
  return at
}

/** The same of those that were not found yet, past postings between that are not read. */
function findByJumps(
  list: Uint32Array,
  from: number,
  end: number,
  batch: Uint32Array,
  count: number,
  found: Uint8Array,
  streetCount: number,
): number {
  let at = from
  for (let i = 0; i < count && at < end; i++) {
    if (found[i] === FOUND) continue
    const street = batch[i]
    const ahead = at + AHEAD
    if (ahead < end && list[ahead] < street) at = firstFrom(list, ahead, end, street, streetCount)
    else while (at < end && list[at] < street) at++
    if (at < end && list[at] === street) found[i] = FOUND
  }
  return at
}

/**
 * The first place from `from` on, where it is not yet, that is not below the street. Streets of a list are about as far
 * from each other everywhere, so a guess comes near it; from there steps that double, then halves.
 */
function firstFrom(
  list: Uint32Array,
  from: number,
  end: number,
  street: number,
  streetCount: number,
): number {
  const guess = from + Math.floor(between(list, from, end, street, streetCount))
  let low = from
  let high = guess
  let step = STEP_FIRST
  if (list[guess] < street) {
    low = guess
    while (low + step < end && list[low + step] < street) {
      low += step
      step *= 2
    }
    high = Math.min(end, low + step)
  } else {
    while (high - step > from && list[high - step] >= street) {
      high -= step
      step *= 2
    }
    low = Math.max(from, high - step)
  }
  // What is at `low` is below the street, what is at `high` is not.
  low++
  while (low < high) {
    const middle = (low + high) >>> 1
    if (list[middle] < street) low = middle + 1
    else high = middle
  }
  return low
}
