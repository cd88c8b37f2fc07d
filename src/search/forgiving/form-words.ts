// What forms and e-mails put around the parts of an address: what they call them, and telephone numbers.

import type { Product } from '../../address/product.ts'
import { ENGLISH } from '../../countries/english.ts'

/** From 0 or the number of the country on: ten digits in Australia, up to eleven in the UK. */
const PHONES = {
  au: phone('0?0?61 ?0?|0', '8'),
  uk: phone('0?0?44 ?0?|0', '8,9'),
}
/** A date, and the number of a company. */
const DATE = /(^| )\d{1,2}[/-]\d{1,2}[/-](?:19|20)\d\d(?= )/g
const COMPANY_NUMBER = /(^| )(?:ABN|ACN)(?: ?\d{2,3}){3,4}(?= |$)/g
const LABEL = labels(ENGLISH.labels)
const OTHER_LABEL = labels(ENGLISH.otherLabels)

/** The line without them, in up to two ways; none where it has none. */
export function withoutFormWords(typed: string, product: Product): readonly string[] {
  const text = [PHONES[product], DATE, COMPANY_NUMBER].reduce(
    (left, pattern) => left.replace(pattern, '$1'),
    typed,
  )
  const bare = text.replace(LABEL, '$1')
  if (bare === typed) return []
  const lines = bare === text ? [text] : [bare, bare.replace(OTHER_LABEL, '$1')]
  return [...new Set(lines.map((line) => line.replace(/ {2,}/g, ' ').replace(/^ /, '')))]
}

function phone(begin: string, more: string): RegExp {
  return new RegExp(
    `(^| )(?:(?:${ENGLISH.phoneLabels.join('|')}) (?:NO )?)?(?:${begin})[1-9](?:[ -]?\\d){${more}}(?= |$)`,
    'g',
  )
}

/** The longest first, so that the whole of `POSTAL CODE` goes; `P/C` is one, too. */
function labels(texts: readonly string[]): RegExp {
  const names = texts.toSorted((a, b) => b.length - a.length)
  return new RegExp(`(^| )(?:${names.join('|').replaceAll(' ', '[ /-]')})(?= |$)`, 'g')
}
