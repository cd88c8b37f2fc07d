// What each word of a reading could be on a street or in the names of its addresses, as one bit a word.
// Unchecked: made anew for every walk that finds a street, and goes over the words of its reading.

import { STREET_HAS } from '../../index/streets/streets.ts'
import type { MisspeltRanges, QueryWord } from '../query/query-words.ts'
import type { Reading } from '../query/reading.ts'

/** What each word may have been meant for, and what each misspelt one loses. */
export interface MisspeltWords {
  readonly ranges: readonly MisspeltRanges[]
  readonly penalty: number
}

export interface WordRoles {
  /** All words. */
  readonly all: number
  /** Words that are, or may become, a street type. */
  readonly types: number
  /** The first word of a street's name, which no state is: the `VICTORIA` of `12 VICTORIA ST`. */
  readonly streetName: number
  /** The word that only the name of the unit's building may answer. */
  readonly block: number
  /** Words that were typed before. */
  readonly repeated: number
  /** The last word, where it is digits that could be the house number. */
  readonly lastDigits: number
  /** Words that names, kinds and lots of addresses could answer. */
  readonly names: number
  readonly kinds: number
  readonly lots: number
}

/** How many combinations of STREET_HAS there are. */
export const STREET_HAS_COUNT = 8

/** The words that addresses could answer which have what is told by STREET_HAS. */
export function ownWords({ names, kinds, lots }: WordRoles, has: number): number {
  return (
    ((has & STREET_HAS.names) === 0 ? 0 : names) |
    ((has & STREET_HAS.kinds) === 0 ? 0 : kinds) |
    ((has & STREET_HAS.lots) === 0 ? 0 : lots)
  )
}

export const NO_ROLES: WordRoles = {
  all: 0,
  types: 0,
  streetName: 0,
  block: 0,
  repeated: 0,
  lastDigits: 0,
  names: 0,
  kinds: 0,
  lots: 0,
}

/** `depth` is that of the addresses that are looked for: a building has no kind of unit. */
export function wordRoles(
  reading: Reading,
  depth: number,
  misspelt: MisspeltWords | undefined,
): WordRoles {
  const { words } = reading
  let all = 0
  let types = 0
  let repeated = 0
  let names = 0
  let kinds = 0
  let lots = 0
  for (let at = 0; at < words.length; at++) {
    const word = words[at]
    const bit = 1 << at
    all |= bit
    // The Circle is a name: The Strand is no street of another type.
    if (word.isStreetType && words[at - 1]?.text !== 'THE') types |= bit
    if (isRepeated(words, word, at)) repeated |= bit
    const meant = misspelt?.ranges[at]?.names.length ?? 0
    const isPart = word.parts.length > 0 && depth !== 0
    if (word.names.length > 0 || isPart || meant > 0) names |= bit
    if (word.kinds.length > 0 && depth !== 0) kinds |= bit
    if (word.lots.length > 0) lots |= bit
  }
  const block = reading.block === undefined ? 0 : 1 << reading.block
  const lastDigits = lastDigitsOf(reading)
  return {
    all,
    types,
    streetName: streetNameOf(reading),
    block,
    repeated,
    lastDigits,
    names,
    kinds,
    lots,
  }
}

/** The word between the number and a street type. */
function streetNameOf({ words, number, numberAt }: Reading): number {
  if (number === undefined || numberAt === undefined) return 0
  const next = words[numberAt + 1]
  return next?.isStreetType === true && !next.open ? 1 << numberAt : 0
}

/** Whether a word stands again behind another: `GEORGE ST, GEORGE TOWN`, but not `WAGGA WAGGA`. */
function isRepeated(words: readonly QueryWord[], word: QueryWord, at: number): boolean {
  const { text, open, isDoubled } = word
  // A short word that is being typed is most likely the beginning of a longer one.
  const mayFollow = isDoubled || (open && text.length < WHOLE_LETTERS_MIN)
  const end = mayFollow ? at - 1 : at
  for (let i = 0; i < end; i++) if (words[i].text === text) return true
  return false
}

const WHOLE_LETTERS_MIN = 6

function lastDigitsOf({ words, number, unit, level, lot }: Reading): number {
  const last = words.at(-1)
  if (last === undefined || words.length < 2) return 0
  if ((number ?? unit ?? level ?? lot) !== undefined) return 0
  return /^\d+$/.test(last.text) ? 1 << (words.length - 1) : 0
}
