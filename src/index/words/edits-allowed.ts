// How far a typed word may be from the word that was meant.

const LETTER_A = 65
const LETTER_Z = 90

/** A word of four letters of which one was left out; anything else of three letters is too much like other words. */
export const SHORT_BY_ONE = 3

/** Whether a typed word is long enough, and letters only, to be judged as misspelt; then how many edits it may have. */
export function editsAllowed(word: string): number {
  if (word.length < SHORT_BY_ONE) return 0
  for (let i = 0; i < word.length; i++) {
    const code = word.charCodeAt(i)
    if (code < LETTER_A || (code > LETTER_Z && code < 128)) return 0
  }
  return word.length < 8 ? 1 : 2
}
