// Whether typed words are those of a stored text, without making a text of its bytes.
// Unchecked: hot, run for the names of each address that a whole line may be, within the bytes of one text.

const SPACE = 32
const NO_WORD_CODE = 0
export const OTHER_WORDS = -1
export const UNTOLD = -2

/**
 * How many words the bytes from `from` to `end` have, if the words from `at` on are just those. OTHER_WORDS where they
 * are others, UNTOLD where the text has more than letters, digits and spaces.
 */
export function wordsSaid(
  bytes: Uint8Array,
  from: number,
  end: number,
  words: readonly string[],
  at: number,
): number {
  let word = at
  let isSame = true
  for (let start = from; start < end; ) {
    const typed = words[word]
    let to = start
    for (; to < end && bytes[to] !== SPACE; to++) {
      const code = upperCode(bytes[to])
      if (code === NO_WORD_CODE) return UNTOLD
      isSame &&= typed !== undefined && typed.charCodeAt(to - start) === code
    }
    if (to > start) {
      isSame &&= typed?.length === to - start
      word++
    }
    start = to + 1
  }
  return isSame ? word - at : OTHER_WORDS
}

/** A letter as a capital one, or a digit; all else may be folded to something else. */
function upperCode(code: number): number {
  if (code >= 97 && code <= 122) return code - 32
  return (code >= 65 && code <= 90) || (code >= 48 && code <= 57) ? code : NO_WORD_CODE
}
