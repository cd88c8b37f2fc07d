// The order of answers: every weight that decides which of two addresses comes first is in this file.

/**
 * What an answer loses for each way in which it is not what was typed. Their sum orders answers first; nothing that a
 * further right character could change is in it.
 */
export const PENALTY = {
  /** `14` for `12-18`: inside the range, on the same side of the street. */
  insideRange: 1,
  /** `RICHMOND RD` for Bridge Road in Richmond, `VIC` before all else: words out of place. */
  looseOrder: 2,
  /** `SHOP 5` for `UNIT 5`. */
  otherUnitKind: 3,
  /** `5/44` where 44 has no unit 5: the building itself. */
  missingUnit: 4,
  /** `12` for `12A`, `12B` for `12A`, `12-14` for `12`. */
  otherLetters: 8,
  /** `SMITH RD` for Smith Street. */
  wrongStreetType: 16,
  /** `NEWSTEAD AV, NEWSTEAD` for another avenue there: a word typed twice that the address has once. */
  repeatedWord: 24,
  /** A word of the suburb next door. */
  neighbour: 32,
  /** Each misspelt word with one edit, and with two. */
  typo: 64,
  typoTwice: 128,
  /** Each thing given up of a line that nothing fits: its postcode, its suburb. */
  givenUp: 512,
} as const

type Weight = keyof typeof PENALTY

/** Which weights make a penalty, and how often; the largest first, as they were chosen to be told apart. */
export function weightsOf(penalty: number): readonly (readonly [Weight, number])[] {
  const found: (readonly [Weight, number])[] = []
  let left = Math.max(0, penalty)
  for (const name of HEAVIEST_FIRST) {
    const times = Math.floor(left / PENALTY[name])
    if (times > 0) found.push([name, times])
    left -= times * PENALTY[name]
  }
  return found
}

const HEAVIEST_FIRST = (Object.keys(PENALTY) as Weight[]).sort((a, b) => PENALTY[b] - PENALTY[a])

/** Where an answer with a weight differs from the line; what was given up has names of its own. */
const DIFFERENCE: Readonly<Record<Exclude<Weight, 'givenUp'>, string>> = {
  looseOrder: 'order of words',
  insideRange: 'number',
  otherUnitKind: 'kind of unit',
  missingUnit: 'unit',
  otherLetters: 'number',
  wrongStreetType: 'street type',
  repeatedWord: 'street',
  neighbour: 'suburb',
  typo: 'spelling',
  typoTwice: 'spelling',
}

export function differences(penalty: number): readonly string[] {
  const found = weightsOf(penalty).flatMap(([name]) => (name === 'givenUp' ? [] : DIFFERENCE[name]))
  return [...new Set(found)]
}

/**
 * Whether an answer departs twice: a misspelt word, and another number, type or place; or lacks the name of its street,
 * which the suburb of that name may have under another postcode.
 */
export function isDoubtful(penalty: number): boolean {
  if (penalty >= PENALTY.givenUp) return false
  return penalty < PENALTY.typo
    ? penalty >= PENALTY.repeatedWord && penalty % PENALTY.wrongStreetType >= PENALTY.otherLetters
    : penalty % PENALTY.typo >= PENALTY.otherLetters
}

export interface Pass {
  readonly name: 'exact' | 'relaxed' | 'misspelt' | 'misspelt-twice'
  /** A street type may stand behind any word, and a street type or a state before all others. */
  readonly loose: boolean
  /** Numbers inside ranges, missing units, other types and neighbouring suburbs count as well. */
  readonly relaxed: boolean
  /** Edits that a misspelt word may have. */
  readonly edits: 0 | 1 | 2
  /** Only of words that the index does not have. */
  readonly isOnlyUnknown?: boolean
  /** Whether it runs while fewer answers were found than asked for, while none is exact, or while there is none. */
  readonly runs: 'while-fewer' | 'if-none-exact' | 'if-none'
}

export const EXACT: Pass = {
  name: 'exact',
  loose: false,
  relaxed: false,
  edits: 0,
  runs: 'while-fewer',
}
export const RELAXED: Pass = { ...EXACT, name: 'relaxed', loose: true, relaxed: true }
const MISSPELT: Pass = { ...RELAXED, name: 'misspelt', edits: 1, runs: 'if-none-exact' }
const MISSPELT_TWICE: Pass = { ...MISSPELT, name: 'misspelt-twice', edits: 2, runs: 'if-none' }

/** A line that is right needs no guesses, and two edits are the last resort. */
export const PASSES: readonly Pass[] = [EXACT, RELAXED, MISSPELT, MISSPELT_TWICE]

/** How many streets a relaxed walk looks at, best known first. Only texts that say next to nothing have more. */
export const STREETS_MAX = 2_000
