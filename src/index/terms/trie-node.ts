// A node of the trie: four words that lie side by side, as a step from node to node reads most of them.

/** How many words a node has, and what stands at which. */
export const NODE_WORDS = 4
export const AT = {
  /** Which letters follow as bits from A, and how many children come before those by letters: see `packLetters`. */
  letters: 0,
  /** The first child; those of the next node follow. */
  child: 1,
  /** The first term at or below the node, and whether it ends here: see `packFirstTerm`. */
  first: 2,
  /** The character that leads to the node. */
  label: 3,
} as const

export const LETTER_A = 65
export const LETTER_Z = 90
/** Something else than letters from A to Z follows. */
const OTHER_BIT = 26
const BEFORE_BIT = 27
/** So many children, or more, before the letters: then a child is looked for by its label. */
export const BEFORE_MANY = 31

export function packFirstTerm(term: number, endsHere: boolean): number {
  return term * 2 + (endsHere ? 1 : 0)
}

export function firstTermOf(packed: number): number {
  return packed >>> 1
}

export function endsAtNode(packed: number): boolean {
  return (packed & 1) === 1
}

/** Of the characters that follow a node, in order. */
export function packLetters(characters: readonly number[]): number {
  let bits = 0
  let before = 0
  for (const code of characters) {
    bits |= 1 << letterBit(code)
    if (code < LETTER_A) before++
  }
  return (bits | (Math.min(before, BEFORE_MANY) << BEFORE_BIT)) >>> 0
}

export function childrenBefore(letters: number): number {
  return letters >>> BEFORE_BIT
}

/** One bit for each letter from A to Z, and one for all other characters. */
export function letterBit(code: number): number {
  return code >= LETTER_A && code <= LETTER_Z ? code - LETTER_A : OTHER_BIT
}
