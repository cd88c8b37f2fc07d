// What forms and e-mails put around the parts of an address: what they call them, and telephone numbers.
//
// To add a label, add it to one of the tables. Words are in capitals.

import type { Product } from '../../address/product.ts'

/** What no address has. */
const LABELS = `STREET ADDRESS|DELIVERY ADDRESS|SHIPPING ADDRESS|BILLING ADDRESS|POSTAL ADDRESS
MAILING ADDRESS|HOME ADDRESS|BUSINESS ADDRESS|FULL ADDRESS|PROPERTY ADDRESS|SITE ADDRESS|ADDRESS LINE 1|ADDRESS LINE 2
ADDRESS LINE 3|ADDRESS LINE 4|ADDRESS LINE ONE|ADDRESS LINE TWO|ADDRESS 1(?= \\d)|ADDRESS 2(?= \\d)|ADDRESS
STREET NAME|STREET NUMBER|HOUSE NUMBER|HOUSE NAME|SUBURB|SUBURB TOWN|SUBURB CITY|TOWN CITY|CITY TOWN|CITY SUBURB
POSTCODE|POST CODE|POSTAL CODE|PCODE|P CODE|P C|ZIP|ZIP CODE`

/** What an address may have as well: dropped where the line has one of the others. */
const OTHER_LABELS = 'CITY|TOWN|STATE|COUNTY|COUNTRY|NAME|FULL NAME|COMPANY|LINE 1|LINE 2|LINE 3'

const PHONE_WORDS = 'PH|PHONE|TEL|TELEPHONE|MOB|MOBILE|CELL|FAX|CALL|CONTACT'

/** From 0 or the number of the country on: ten digits in Australia, up to eleven in the UK. */
const PHONES = {
  au: phone('0?0?61 ?0?|0', '8'),
  uk: phone('0?0?44 ?0?|0', '8,9'),
}
/** A date, and the number of a company. */
const DATE = /(^| )\d{1,2}[/-]\d{1,2}[/-](?:19|20)\d\d(?= )/g
const COMPANY_NUMBER = /(^| )(?:ABN|ACN)(?: ?\d{2,3}){3,4}(?= |$)/g
const LABEL = labels(LABELS)
const OTHER_LABEL = labels(OTHER_LABELS)

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
    `(^| )(?:(?:${PHONE_WORDS}) (?:NO )?)?(?:${begin})[1-9](?:[ -]?\\d){${more}}(?= |$)`,
    'g',
  )
}

/** The longest first, so that the whole of `POSTAL CODE` goes; `P/C` is one, too. */
function labels(text: string): RegExp {
  const names = text.split(/[|\n]/).sort((a, b) => b.length - a.length)
  return new RegExp(`(^| )(?:${names.join('|').replaceAll(' ', '[ /-]')})(?= |$)`, 'g')
}
