// How many typing errors lie between two words: insertions, deletions, substitutions, swaps of neighbours.
// Unchecked: the lines of the table are longer than the word that is compared.

import { editsAllowed } from '../../index/terms/terms.ts'

/** Whether one typing error, of those that the search allows, lies between what was typed and a word. */
export function isOneTypo(typed: string, word: string): boolean {
  if (editsAllowed(typed) === 0 || Math.abs(typed.length - word.length) > 1) return false
  // Of three letters only a left-out fourth is allowed.
  if (typed.length < LETTERS_MIN && word.length !== LETTERS_MIN) return false
  return editDistance(typed, word) <= 1
}

const LETTERS_MIN = 4

/** Three lines of the table of distances, kept from call to call: a line that fits nothing compares thousands. */
let lines = [0, 1, 2].map(() => new Uint16Array(64))

export function editDistance(a: string, b: string): number {
  if (b.length >= lines[0].length) lines = lines.map(() => new Uint16Array(2 * b.length))
  let [beforeLast, last, line] = lines
  for (let j = 0; j <= b.length; j++) last[j] = j
  for (let i = 1; i <= a.length; i++) {
    const own = a.charCodeAt(i - 1)
    line[0] = i
    for (let j = 1; j <= b.length; j++) {
      const other = b.charCodeAt(j - 1)
      let least = Math.min(last[j - 1] + (own === other ? 0 : 1), last[j] + 1, line[j - 1] + 1)
      const isSwapped =
        i > 1 && j > 1 && own === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === other
      if (isSwapped) least = Math.min(least, beforeLast[j - 2] + 1)
      line[j] = least
    }
    ;[beforeLast, last, line] = [last, line, beforeLast]
  }
  return last[b.length]
}
