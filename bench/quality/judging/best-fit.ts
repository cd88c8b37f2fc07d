// Which addresses a line can name at all, and which of several that fit a line it means.

import type { Facts } from '../facts.ts'
import type { Asked } from '../lines/asked.ts'
import type { Target } from '../lines/line.ts'
import { fits, unmentioned } from './fits.ts'

/** It has a number or a lot, a street and a place: people can type it. */
export function isNumbered(facts: Facts): boolean {
  const hasNumber = facts.first !== '' || facts.lot !== ''
  return hasNumber && facts.name !== '' && facts.place !== ''
}

/** One number, and nothing inside it. */
export function isHouse(facts: Facts): boolean {
  const { unit, level, part, last, isAlias, first } = facts
  return isNumbered(facts) && first !== '' && unit + level + part + last === '' && !isAlias
}

/** It has a name instead of a number. */
export function isNamedHouse(facts: Facts): boolean {
  const hasNumber = facts.first !== '' || facts.lot !== ''
  return facts.building !== '' && !hasNumber && facts.name !== '' && facts.place !== ''
}

/** No other address of the street fits the line with less left unsaid: `12` means number 12, not `12-14`. */
export function isBestFit(target: Target, asked: Asked): boolean {
  const own = unmentioned(target.facts, asked)
  return target.street.every((other) => !fits(other, asked) || unmentioned(other, asked) >= own)
}

/** The addresses that the line means: those that fit it with the least left unsaid, each once. */
export function bestFits(target: Target, asked: Asked): ReadonlySet<string> {
  const own = unmentioned(target.facts, asked)
  const meant = target.street.filter(
    (other) => fits(other, asked) && unmentioned(other, asked) <= own,
  )
  return new Set([target.facts.shownId, ...meant.map(({ shownId }) => shownId)])
}
