// A line that names its street as it is held, or misspelt: which address it means is settled without a search.

import { type Difference, differenceSet, logOdds } from '../judge/differences.ts'
import { fits, type Judged, judge } from '../judge/judge.ts'
import type { TypedWords } from '../lines/typed-words.ts'
import type { AnySearch } from '../search/address-search.ts'

/**
 * The address, or one near it where the number or the unit is not there; undefined where that takes a search.
 * `isElsewhere` asks for one that is in another place or postcode than the line says.
 */
export function settledOnStreet(
  search: AnySearch,
  typed: TypedWords,
  isElsewhere = false,
): Judged | undefined {
  const { words, gaps } = typed
  const found = search.onStreet?.({ words, gaps, isElsewhere })
  if (found === undefined) return undefined
  const { numberAt, hasNumber, isOnlyForm, isMisspelt, addresses } = found
  const judged = addresses.map(({ id, item, alias }) => judge(typed, id, item, !isElsewhere, alias))
  if (!hasNumber) {
    const isBehind = ({ comparison }: Judged) => comparison.street.from > numberAt
    return judged.filter((each) => isBehind(each) && isSettled(each, NO_NUMBER)).map(unconfirmed)[0]
  }
  // The level may be that of another address there.
  const fitting = judged.filter((each) => fits(each) && !each.differences.has('level ignored'))
  if (fitting.length === 0) {
    const isAbsent = isOnlyForm && !isMisspelt && judged.every((each) => isSettled(each, NO_UNIT))
    return isAbsent ? judged.map(unconfirmed)[0] : undefined
  }
  // What is held under the line's own words comes before what an alias of them stands for.
  const own = fitting.filter((each) => addresses[judged.indexOf(each)]?.alias === undefined)
  const [only, another] = own.length === 1 ? own : fitting
  const allowed = isElsewhere ? OF_ELSEWHERE : OF_STREET
  if (only === undefined || another !== undefined || !isSettled(only, allowed)) return undefined
  return only.differences.has('words ignored') ? unconfirmed(only) : only
}

/** Whether it differs in no other way, and the line says where its street is. */
function isSettled({ differences }: Judged, allowed: ReadonlySet<Difference>): boolean {
  const isUnplaced = differences.has('place unsaid') && differences.has('postcode unsaid')
  return !isUnplaced && differences.isSubsetOf(allowed)
}

/** Not every word of the line is of the address. */
function unconfirmed(judged: Judged): Judged {
  return { ...judged, odds: logOdds(judged.differences, false), isValidated: false }
}

/** What any line may leave unsaid or say in addition. */
const UNSAID = ['place unsaid', 'postcode unsaid', 'words ignored'] as const
/** In what a line may differ and still mean the one address of its number on the streets that it names. */
const OF_STREET = differenceSet(...UNSAID, 'street misspelt', 'place misspelt')
const OF_ELSEWHERE = differenceSet(...OF_STREET, 'other place', 'other postcode', 'postcode alike')
/** In what it may differ from all units of the number where none is the one that it means. */
const NO_UNIT = differenceSet(...UNSAID, 'other unit')
/** How it may differ from a neighbour where the street has no such number. */
const OTHER_PREMISES = ['other number', 'unit unsaid', 'other level', 'level unsaid'] as const
const NO_NUMBER = differenceSet(...NO_UNIT, ...OTHER_PREMISES)
