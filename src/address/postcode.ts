// Postcodes: one spelling for all the ways in which people write them.

import type { Country } from '../countries/country.ts'
import { UK } from '../countries/uk.ts'

/** The letters that end postcodes: C, I, K, M, O and V, which are misread too easily, never do. */
export const INCODE_LETTERS = 'ABDEFGHJLNPQRSTUWXYZ'

/** As Royal Mail writes it (`SK1 1AA`), or undefined when the text is not one full UK postcode. */
export function normalisePostcode(text: string): string | undefined {
  return postcodeOf(UK, text)
}

/** As the post of the country writes it, or undefined when the text is not one full postcode. */
export function postcodeOf({ postcode }: Country, text: string): string | undefined {
  if (text.length > POSTCODE_TEXT_MAX) return undefined
  if (postcode.incode === undefined) return postcode.strict.exec(text.trim())?.[0]
  return inHalves(text, postcode.strict)
}

/** What a caller asks about. It may be one that cannot exist, such as `ZZ1 1ZZ`, which is then not found. */
export function askedPostcode(text: string): string | undefined {
  return text.length > POSTCODE_TEXT_MAX ? undefined : inHalves(text, UK.postcode.whole)
}

function inHalves(text: string, shape: RegExp): string | undefined {
  const compact = text.replace(/\s+/g, '').toUpperCase()
  return shape.test(compact) ? `${compact.slice(0, -3)} ${compact.slice(-3)}` : undefined
}

/** The outward half of a postcode that `normalisePostcode` gave: `SK1` of `SK1 1AA`. */
export function outcodeOf(postcode: string): string {
  const space = postcode.indexOf(' ')
  return space < 0 ? postcode : postcode.slice(0, space)
}

/** The first full postcode in a text. Punctuation is skipped, as by the search: `SL6.6LX` costs what `SL6 6LX` does. */
export function findPostcode(text: string): string | undefined {
  const words = text.normalize('NFKD').match(/[0-9A-Za-z]+/g) ?? []
  for (const [at, word] of words.entries()) {
    const halves = normalisePostcode(word + (words[at + 1] ?? ''))
    const found = halves ?? normalisePostcode(word)
    if (found !== undefined) return found
  }
  return undefined
}

/** Room for generous spacing; anything longer is certainly something else. */
const POSTCODE_TEXT_MAX = 32
