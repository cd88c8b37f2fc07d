// Whether a line names the place of an address: then it means that address and no other of its street's name.

import { nameWordForms } from '../../index/words/written-forms.ts'
import { isOneTypo } from '../../lines/edit-distance.ts'
import type { QueryWord } from '../query/query-words.ts'

/** What the product knows of the street that an address stands on. */
export interface StreetNames {
  readonly nameWords: readonly string[]
  /** Each name that the locality or town goes by, as words: one of them in full names the place. */
  readonly placeNames: readonly (readonly string[])[]
  readonly postcode: string
}

/** The postcode, or every word of one of the place's names beyond the words that the street's name takes. */
export function namesPlace(
  names: StreetNames,
  words: readonly QueryWord[],
  misspelt: boolean,
): boolean {
  const typed = words.map((word) => word.text)
  const joined = typed.map((text) => text.replace(' ', ''))
  if (names.postcode !== '' && joined.includes(names.postcode.replace(' ', ''))) return true
  return names.placeNames.some((name) => {
    const free = withoutStreetName(typed, names.nameWords, name, misspelt)
    if (free.includes(name.join(''))) return true
    return name.length > 0 && takeAll(free, name, misspelt) !== undefined
  })
}

/** Takes one typed word for each word of the street's name, if it can, one that the place has no use for. */
function withoutStreetName(
  typed: readonly string[],
  nameWords: readonly string[],
  place: readonly string[],
  misspelt: boolean,
): readonly string[] {
  const free = [...typed]
  for (const word of nameWords) {
    const fits = free.filter((text) => isSameWord(text, word, misspelt))
    const best = fits.find((text) => !place.some((other) => isSameWord(text, other, misspelt)))
    const taken = best ?? fits[0]
    if (taken !== undefined) free.splice(free.indexOf(taken), 1)
  }
  return free
}

function takeAll(
  typed: readonly string[],
  wanted: readonly string[],
  misspelt: boolean,
): readonly string[] | undefined {
  const free = [...typed]
  for (const word of wanted) {
    const at = free.findIndex((text) => isSameWord(text, word, misspelt))
    if (at < 0) return undefined
    free.splice(at, 1)
  }
  return free
}

/** Whether a typed word is a word of a name, in any of its written forms. */
export function isSameWord(typed: string, word: string, misspelt: boolean): boolean {
  if (nameWordForms(word).includes(typed) || typed === word) return true
  return misspelt && isOneTypo(typed, word)
}
