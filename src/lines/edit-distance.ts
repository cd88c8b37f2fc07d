// How many typing errors lie between two words: insertions, deletions, substitutions, swaps of neighbours.
// Unchecked: the lines of the table are longer than the word that is compared.

import { editsAllowed, soundsAlike } from '../index/words/written-forms.ts'

/** Whether one typing error, of those that the search allows, lies between what was typed and a word. */
export function isOneTypo(typed: string, word: string): boolean {
  if (editsAllowed(typed) === 0 || Math.abs(typed.length - word.length) > 1) return false
  // With three letters, only a missing fourth is allowed.
  if (typed.length < LETTERS_MIN && word.length !== LETTERS_MIN) return false
  return isWithinEdits(typed, word, 1) || soundsAlike(typed, word)
}

const LETTERS_MIN = 4

const TYPED_LETTERS_MIN = 5

/** Two slips where both have so many letters, three where they have twelve; digits are never misspelt. */
export function isSimilar(typed: string, name: string, lettersMin: number): boolean {
  const shorter = Math.min(typed.length, name.length)
  if (shorter < lettersMin || typed.length < TYPED_LETTERS_MIN) return false
  return isWithinEdits(typed, name, shorter < 12 ? 2 : 3) && !/\d/.test(typed + name)
}

export const CUT_OFF_MIN = 4

/** Whether a name is broken off before its end: `SADL` of Sadler. */
export function isCutOff(typed: string, name: string): boolean {
  return typed.length >= CUT_OFF_MIN && 2 * typed.length > name.length && name.startsWith(typed)
}

const FAR = 0x7fff

/** Three lines of the table of distances, kept from call to call: a line that fits nothing compares thousands. */
let lines = [0, 1, 2].map(() => new Uint16Array(64))

/** Whether so many typing errors at most lie between the two: only that near to the diagonal the table is filled. */
export function isWithinEdits(a: string, b: string, most: number): boolean {
  if (Math.abs(a.length - b.length) > most) return false
  if (b.length >= lines[0].length) lines = lines.map(() => new Uint16Array(2 * b.length))
  let [beforeLast, last, line] = lines
  for (let j = 0; j <= b.length; j++) last[j] = j
  let leastBefore = 0
  for (let i = 1; i <= a.length; i++) {
    const own = a.charCodeAt(i - 1)
    const from = Math.max(1, i - most)
    const to = Math.min(b.length, i + most)
    line[from - 1] = from === 1 ? i : FAR
    let leastHere = line[from - 1]
    for (let j = from; j <= to; j++) {
      const other = b.charCodeAt(j - 1)
      let least = Math.min(last[j - 1] + (own === other ? 0 : 1), last[j] + 1, line[j - 1] + 1)
      const isSwapped =
        i > 1 && j > 1 && own === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === other
      if (isSwapped) least = Math.min(least, beforeLast[j - 2] + 1)
      // `EXMTOH` of Exmouth: a letter left out between two that are swapped.
      const isSwappedAround =
        i > 1 && j > 2 && own === b.charCodeAt(j - 3) && a.charCodeAt(i - 2) === other
      if (isSwappedAround) least = Math.min(least, beforeLast[j - 3] + 2)
      line[j] = least
      if (least < leastHere) leastHere = least
    }
    // A swap reaches back to the line before.
    if (leastHere > most && leastBefore >= most) return false
    if (to < b.length) line[to + 1] = FAR
    leastBefore = leastHere
    ;[beforeLast, last, line] = [last, line, beforeLast]
  }
  return last[b.length] <= most
}
