// Whether a typed word stands for the type of a street, though it is not one of the known forms.

import { isStreetTypeWord, streetTypeForms } from '../index/words/written-forms.ts'
import { isOneTypo } from '../lines/edit-distance.ts'
import { isTypeWithLetterTwice } from '../lines/word-shapes.ts'

/** `STEET`, `STT`. */
export function isMisspeltType(word: string, type: string): boolean {
  const forms = streetTypeForms(type)
  const isTwice = isTypeWithLetterTwice(word) && forms.includes(word.slice(0, -1))
  return isTwice || forms.some((form) => isOneTypo(word, form))
}

/** `DV` for Drive, `LP` for Loop: some of its letters in their order, and no type of its own. */
export function isShortened(word: string, type: string): boolean {
  const isShort = word.length >= 2 && 2 * word.length <= type.length + 1
  if (!isShort || word[0] !== type[0] || isStreetTypeWord(word, false)) return false
  if (isTypeWithLetterTwice(word)) return false
  let next = 0
  return [...word].every((letter) => {
    const at = type.indexOf(letter, next)
    next = at + 1
    return at >= 0
  })
}
