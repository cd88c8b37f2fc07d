// What each street must have for a reading, as terms of the index.

import type { TermRange } from '../../index/terms/terms.ts'
import type { Pass } from '../ranking.ts'
import {
  type MisspeltRanges,
  type MisspeltWords,
  NOTHING_MISSPELT,
  type QueryWord,
} from './query-words.ts'
import type { Reading, WantedNumber } from './reading.ts'
import type { Relaxation } from './relaxations.ts'
import { Requirement } from './requirement.ts'

/** What is looked for in one go. */
export interface Asked {
  readonly reading: Reading
  /** Only buildings (0), only units (1), or ANY_DEPTH. */
  readonly depth: number
  readonly pass: Pass
  readonly misspelt?: MisspeltWords | undefined
  readonly relaxation: Relaxation
}

/** Undefined when no street of the index can answer. */
export function requirementsOf(asked: Asked): Requirement[] | undefined {
  const { reading, relaxation, misspelt } = asked
  const requirements: Requirement[] = []
  for (let at = 0; at < reading.words.length; at++) {
    const word = reading.words[at]
    if (word === undefined || (relaxation.otherWords && word.isStreetType)) continue
    const meant = misspelt?.ranges[at]
    if (at === reading.block) {
      requirements.push(new Requirement([...word.names, ...word.parts, ...(meant?.names ?? [])]))
      continue
    }
    const roles = relaxation.isLoose ? ROLE.weakOnly : rolesOf(asked, word, at)
    const kept = keptRequirement(word, roles | (relaxation.otherWords ? ROLE.near : 0))
    requirements.push(meant === undefined ? kept : meantRequirement(kept, meant))
  }
  if (relaxation.otherWords && requirements.length === 0) return undefined
  addNumbers(requirements, asked)
  for (const { isEmpty } of requirements) if (isEmpty) return undefined
  return requirements
}

/** What a word may be other than part of a strong name or of a building's name; a unit's kind or name, for one. */
const ROLE = { unit: 1, weak: 2, lots: 4, near: 8, weakOnly: 16, ofStreet: 32 } as const

function rolesOf({ reading, depth, pass }: Asked, word: QueryWord, at: number): number {
  const unit = depth === 0 ? 0 : ROLE.unit
  // A weak word counts only after another one, unless words are taken loosely.
  const weak = pass.loose || at > 0 ? ROLE.weak : 0
  // After a number the whole word LOT begins the number of a lot.
  const lots = reading.number === undefined || word.open ? ROLE.lots : 0
  return unit | weak | lots
}

function keptRequirement(word: QueryWord, asked: number): Requirement {
  // Roles that a word cannot have make no difference, so nearly all walks for it share one requirement.
  const roles = asked & rolesPossible(word)
  word.kept ??= []
  word.kept[roles] ??= new Requirement(rangesIn(word, roles))
  return word.kept[roles]
}

function rolesPossible({ kinds, parts, weak, lots, near }: QueryWord): number {
  return (
    ROLE.weakOnly |
    (kinds.length + parts.length === 0 ? 0 : ROLE.unit) |
    (weak.length === 0 ? 0 : ROLE.weak) |
    (lots.length === 0 ? 0 : ROLE.lots) |
    (near.length === 0 ? 0 : ROLE.near)
  )
}

function rangesIn(word: QueryWord, roles: number): readonly TermRange[] {
  return [
    ...((roles & ROLE.weakOnly) === 0 ? [...word.strong, ...word.names] : word.weak),
    ...((roles & ROLE.unit) === 0 ? [] : [...word.parts, ...word.kinds]),
    ...((roles & ROLE.weak) === 0 ? [] : word.weak),
    ...((roles & ROLE.lots) === 0 ? [] : word.lots),
    ...((roles & ROLE.near) === 0 ? [] : word.near),
  ]
}

/** Every term that answers the word itself, whatever it is. */
export function termsOf(word: QueryWord): Requirement {
  return keptRequirement(word, ROLE.unit | ROLE.weak | ROLE.lots)
}

/** Every term that answers it as a word of a street or its place, and of no address there. */
export function ofStreet(word: QueryWord): Requirement {
  const kept = word.kept?.[ROLE.ofStreet] ?? new Requirement([...word.strong, ...word.weak])
  word.kept ??= []
  word.kept[ROLE.ofStreet] = kept
  return kept
}

/** The word as typed or as it may have been meant; several attempts and queries ask for the same. */
function meantRequirement(typed: Requirement, meant: MisspeltRanges): Requirement {
  if (meant === NOTHING_MISSPELT) return typed
  if (meant.kept === undefined || meant.keptFor !== typed) {
    meant.kept = new Requirement(withMeant(typed.ranges, meant))
    meant.keptFor = typed
  }
  return meant.kept
}

function withMeant(
  ranges: readonly TermRange[],
  { strong, weak, names }: MisspeltRanges,
): readonly TermRange[] {
  const meant = [...strong, ...weak, ...names]
  // Nearly always the word itself is among them.
  for (const range of ranges) {
    if (!meant.some(({ from, to }) => from <= range.from && range.to <= to)) meant.push(range)
  }
  return meant
}

function addNumbers(requirements: Requirement[], { reading, relaxation, pass }: Asked): void {
  const { number: how, missesUnit, missesLevel } = relaxation
  const { number, unit, level, lot, kinds } = reading
  const premises = missesUnit ? undefined : reading.premises
  if (premises !== undefined) {
    requirements.push(new Requirement(how === 'around' ? premises.around : premises.at))
  }
  if (number !== undefined && (how === 'as-typed' || premises === undefined)) {
    requirements.push(numberRequirement(number, how))
  }
  if (!missesUnit) {
    if (unit !== undefined && premises === undefined) {
      requirements.push(numberRequirement(unit, 'as-typed'))
    }
    if (kinds !== undefined && !pass.relaxed) requirements.push(new Requirement(kinds))
  }
  if (level !== undefined && !missesLevel) requirements.push(numberRequirement(level, 'as-typed'))
  if (lot !== undefined) requirements.push(numberRequirement(lot, 'as-typed'))
}

const HOW_KEYS = { 'as-typed': 0, around: 1, lettered: 2, any: 3 } as const

function numberRequirement(number: WantedNumber, how: Relaxation['number']): Requirement {
  const key = HOW_KEYS[how]
  number.kept ??= []
  number.kept[key] ??= new Requirement(numberRanges(number, how))
  return number.kept[key]
}

function numberRanges(number: WantedNumber, how: Relaxation['number']): readonly TermRange[] {
  if (how === 'as-typed') return number.ranges
  if (how !== 'any') return number[how]
  return [...number.ranges, ...number.around, ...number.lettered]
}
