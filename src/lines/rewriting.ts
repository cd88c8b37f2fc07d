// Words that people write and the data does not have: tried where nothing fits a line as it was typed.

import type { Country } from '../countries/country.ts'
import { ENGLISH } from '../countries/english.ts'
import { isStreetTypeWord } from '../index/words/written-forms.ts'
import { withoutEmptyWords } from './empty-words.ts'
import { withoutFormWords } from './form-words.ts'
import { anyOf, perCountry } from './patterns.ts'
import { inWords, withSpokenNumbers } from './spoken-numbers.ts'
import { isLikelyRange, isRange, isTypeWithLetterTwice, ordinalOf } from './word-shapes.ts'

const { otherWords } = ENGLISH

/** What no line has, for a table without words. */
const NEVER = '(?!)'

const FLOOR = /\b([A-Z\d]+) (?:FLOOR|FLR|FL|LEVEL|LVL|STOREY)\b/g
/** `SA5031`. */
const GLUED_POSTCODE = /\b([A-Z]{2,})(\d{4})(?=\D*$)/
/** `18/U12`, `18 KING ST FLAT 12`, `MRS HAY, 18 KING ST, FLAT 1/2`; and `18 KING ST (1/2)`. */
const UNIT_BEHIND =
  /^(\D* )?(\d{1,5}[A-Z]?)((?: [A-Z]{2,}){0,5})[/ -]((?:UNIT|FLAT|APT|APARTMENT|U) ?\d+(?:\/\d+)?[A-Z]?)(?= (?!\d))/
const DOOR_BEHIND = /^(\D* )?(\d{1,5}[A-Z]?)((?: [A-Z]{2,}){1,5}) (\d{1,2}\/\d{1,2})(?= (?!\d))/
/** `1-2, 18 KING ST` for flat 1/2, as those are numbered by floor and door. */
const DOOR_DASHED = /^(\d)-(\d)(?= \d{1,5}[A-Z]? [A-Z])/
/** `KING ST 12, NEWTOWN`. */
const NUMBER_BEHIND =
  /^((?:[A-Z]+ ){1,4})([A-Z]+) ((?:\d+[A-Z]?(?:-\d+)?\/)?\d{1,5}[A-Z]?)(?= [A-Z]{3}| [A-Z]{1,2}\d| ?$)/
/** `KING ST 12, 2042 NEWTOWN`. */
const POSTCODE_FIRST =
  /^((?:[A-Z]+ ){2,6}(?:\d+[A-Z]?\/)?\d{1,5}[A-Z]?) (\d{4})((?: [A-Z]+){1,4}) ?$/
/** `12MELODY`, `268ST KILDA RD`; but not `12A`, `12TH` and `21ST`. */
const GLUED_NUMBER = /\b(\d{1,5})([A-Z]{3,}|(?<=(?:[02-9]|11))ST)\b/g
const GLUED_LETTER = /\b(\d{1,5})([A-Z])([A-Z]{3,})\b/
const SEVERAL_UNITS =
  /\b(UNIT|FLAT|SHOP|SUITE|OFFICE|APARTMENT|FACTORY|ROOM|VILLA|TOWNHOUSE|LEVEL|LOT) (\d+[A-Z]?)(?:(?: AND | TO |-)\d+[A-Z]?)+(?=[ /]\d)/g
const SEVERAL_BEFORE_SLASH =
  /\b(\d+[A-Z]?)(?:(?: AND | TO |-)\d+[A-Z]?)*(?: AND | TO |-)(\d+[A-Z]?)\/(?=\d)/g
const NUMBERS_JOINED = /^(.*?\b)(\d{1,5})(?: AND | TO |TO| THRU )(\d{1,5})(?= [A-Z])/
const NUMBER_PAIR = /^((?:[A-Z]+ )*?(?:[A-Z]+ \d+[A-Z]? )?)(\d{1,5})[ /](\d{1,5})(?= [A-Z])/
const NUMBER_SERIES = /^((?:[A-Z]+ )*?[A-Z]*)(\d{1,5}(?:[ /-]\d{1,5}){2,7})(?= [A-Z])/
const NUMBER_RANGE = /^(.*?\b)(\d{1,5})-(\d{1,5})(?= [A-Z])/
/** `LOT 5 217 KING ST`, `LOT 5 DP 1234, 217 KING ST`; and `217 LOT 5 KING ST`. */
const LOT_BEFORE_NUMBER =
  /(^| )LOT (?:NO )?[A-Z]?\d+[A-Z]? (?:(?:DP|SP|PS|LP|RP|PLAN|D P) ?[A-Z]*\d+[A-Z]?[ -])?(?=\d|UNIT |SHOP )/
const LOT_BEHIND_NUMBER = /(\b\d{1,5}[A-Z]? )LOT (?:NO )?[A-Z]?\d+[A-Z]? (?=[A-Z]{2})/
const LOT_IN_SHORT = /^LT? ?(\d{1,5}[A-Z]?)(?= [A-Z]{2})/
/** `12/A`, `12-A`. */
const LETTER_APART = /\b(\d{1,5})[/-]([A-Z])(?= [A-Z]{2})/
/** `28/2` for flat 2 of number 28. */
const SLASHED = /\b(\d{1,5})\/(\d{1,4})(?= [A-Z]{2})/
/** `05`, `012`. */
const LEADING_ZEROS = /\b0{1,2}(?=[1-9]\d?[A-Z]?\b|[1-9]\d\d[A-Z]? [A-Z]{3})/g
/** `F8`, `FL 8`, and before a number also `S8` and `TH8`. */
const FLAT_IN_SHORT =
  /(?:(^| )FL? ?|^(?:SH?|TH?|[AVW])(?=\d+[A-Z]?[ /](?:L ?)?\d))(\d{1,4}[A-Z]?)(?=[ /])/
/** `20 SURF RD, 7 MILE BEACH`, `20 7 OAKS ST`. */
const NUMBER_OF_NAME = new RegExp(
  `(\\d[A-Z]? (?:[A-Z]+ )*)(\\d{1,2})(?= (?:${anyOf(ENGLISH.countedWords)}) )`,
)
const HALF = /\b(\d{1,5}) 1\/2(?= )/g
/** `12AT18 KING ST`, and as it is dictated: `12 slash 18 king street comma newtown`. */
const UNIT_AT = /\b(\d{1,4}[A-Z]?) ?(?:AT|SLASH|STROKE) ?(?=\d)/
const SPOKEN_COMMA = / (?:COMMA|FULL STOP|NEW LINE)(?= |$)/g
const WHEREABOUTS_WORDS = new RegExp(
  `(^| )(?:${anyOf(ENGLISH.whereabouts)}) (?:OF |AT )?(?=.*\\d)`,
  'g',
)
const WORD_BEFORE_NUMBER = new RegExp(`(^|[ /-])(?:${anyOf(ENGLISH.beforeNumber)}) (?=\\d)`, 'g')
const elsewhereOf = perCountry(
  ({ words }) =>
    new RegExp(`(^| )(?:${anyOf(words.deliveredElsewhere)}) ?[A-Z]?\\d+[A-Z]?(?= |$)`, 'g'),
)

/** `10/1/32`: unit, floor and number. */
const UNIT_FLOOR_NUMBER =
  /^(?:UNIT |APARTMENT )?(\d{1,4}[A-Z]?)\/(\d{1,2})\/(\d{1,5}[A-Z]?)(?= [A-Z])/
/** `fin1ey`, `westw00d`, `0xford`, `IA Smith St`: digits and letters that look alike. */
const DIGIT_IN_WORD =
  /\b(?:[A-Z]+[015][015A-Z]*[A-Z]{2}|[A-Z]{2,}0[0A-Z]*[A-Z]|(?<=\d )[A-Z]{4,}1)\b/g
/** `12 8ULLEEN RD, 0XFORD`. */
const DIGIT_FOR_INITIAL = /(?<=[A-Z\d] )[0568](?=[A-Z]{3})/g
const INITIALS: Readonly<Record<string, string>> = { 0: 'O', 5: 'S', 6: 'G', 8: 'B' }
/** `LO KING ST`, `3/IA KING ST`. */
const LETTER_FOR_NUMBER = /^((?:\d+[A-Z]?\/)?)([IL][\dOIL]{0,3})(?=[A-Z]? [A-Z]{3})/
const LETTER_IN_POSTCODE = /(?<= )(?=[\dOIL]*\d[\dOIL]*\d)(?=[\dOIL]*[OIL])[\dOIL]{4}$/
/** `UNIT68 KADINA ST`, where nothing says where the unit ends. */
const UNIT_JOINED = /^(UNIT|FLAT|APT|SHOP)(\d{2,7})(?= [A-Z]{3})/

const LETTER_TWICE = /(?<= )[A-Z]*([A-Z])\1(?= |$)/g

/** `12 KING ST CNR HIGH ST`: the other street of a corner. */
const CORNER =
  /^(.*\d.*?) (?:AND )?(?:CNR|CRN|CORNER|COR)(?: OF)? (?:[A-Z]+ ){1,3}?(?:ST|STREET|RD|ROAD|AVE?|AVENUE|HWY|HIGHWAY|PDE|PARADE|TCE|TERRACE|DR|DRIVE|LANE|PL|PLACE|CRES|CRESCENT|BLVD|BOULEVARD)(?= |$)/

const otherRegionOf = perCountry(
  ({ words }) => new RegExp(`(?<= )(?:${anyOf(words.otherRegions.keys()) || NEVER})(?= |$)`),
)
/** `AU-2042`. */
const countryBefore = perCountry(
  ({ words }) => new RegExp(`(?<= )(?:${anyOf(words.country)})[ -](?=\\d{4}\\b)`),
)
/** `MILL RD VIA GUNNEDAH NSW`. */
const viaOf = perCountry(({ words }) => {
  const regions = anyOf(words.regions.keys()) || NEVER
  return new RegExp(`(\\w) VIA(?: [A-Z]+){1,3}?(?= (?:${regions})\\b| \\d{4}$|$)`)
})
const townOf = perCountry(({ words }) => {
  const towns = anyOf(words.townsInEnglish.keys()).replaceAll(' ', '[ -]')
  return new RegExp(`\\b(?:${towns || NEVER})\\b`)
})

/** The line in the words of the data, and what else it may say; each with what had to be left out of it. */
export function inOtherWords(typed: string, country: Country): readonly RewrittenLine[] {
  const bare = withoutFormWords(typed, country).map((text) => rewritten(text, [AROUND], country))
  return (bare.length > 0 ? bare : [rewritten(typed, [], country)]).flatMap((line) => {
    const { text, without } = line
    // A word that was typed twice is twice in some names.
    const base = withoutEmptyWords(text, country)
    const towns = country.words.townsInEnglish
    const spoken = withSpokenNumbers(text)
    const isSure = spoken.length === 1
    const others = [
      changed(text, townOf(country), (town) => towns.get(town.replaceAll('-', ' ')) ?? ''),
      ...numbersInOtherWords(text),
      ...(isSure ? spoken : []),
      // `KING ST 12/3` for flat 3 at 12, as on the continent.
      country.form === 'postal'
        ? withNumberBefore(text, (number) => number.replace(/^(.+)\/(.+)/, '$2/$1'))
        : undefined,
      withLetter(typed, text),
      changed(typed, DIGIT_FOR_INITIAL, (digit) => INITIALS[digit] ?? digit),
      changed(text, LOT_IN_SHORT, 'LOT $1'),
      changed(text, LETTER_FOR_NUMBER, (_, unit = '', number = '') => unit + asDigits(number)),
    ]
    const guesses = [
      base,
      ...(isSure ? [] : spoken),
      ...(base === undefined ? [] : [...numbersInOtherWords(base), ...withSpokenNumbers(base)]),
      asRange(text, NUMBER_PAIR),
      asRange(text, NUMBER_RANGE, true),
      changed(text, SLASHED, '$2/$1'),
    ]
    const lotless = changed(text, LOT_BEFORE_NUMBER, '$1') ?? changed(text, LOT_BEHIND_NUMBER, '$1')
    return [
      line,
      ...(lotless === undefined ? [] : [{ text: lotless, without: [...without, 'lot'] }]),
      ...others.flatMap((other) => (other === undefined ? [] : [{ text: other, without }])),
      ...guesses.flatMap((other) =>
        other === undefined ? [] : [{ text: other, without, isGuess: true }],
      ),
    ]
  })
}

const AROUND = 'words around the address'

function rewritten(typed: string, leftOut: readonly string[], country: Country): RewrittenLine {
  const without = [...leftOut]
  let text = typed
  const drop = (pattern: RegExp, what: string) => {
    const left = text.replace(pattern, '$1')
    if (left !== text && !without.includes(what)) without.push(what)
    text = left
  }
  text = inItsForm(text, country)
    .replace(SPELT_POSTCODE, (letters) => {
      const joined = letters.replaceAll(' ', '')
      return country.postcode.whole.test(joined) ? joined : letters
    })
    .replace(GLUED_POSTCODE, '$1 $2')
    .replace(countryBefore(country), '')
    .replace(POSTCODE_FIRST, '$1$3 $2')
    .replace(/\bNR (?=[A-Z]{3})/, '')
    .replace(UNIT_AT, '$1/')
    .replace(SPOKEN_COMMA, '')
    .replace(GLUED_NUMBER, '$1 $2')
    .replace(/\b[A-Z]+(?= )/g, (word) => otherWords.get(word) ?? word)
    .replace(LETTER_TWICE, (word) => (isTypeWithLetterTwice(word) ? word.slice(0, -1) : word))
    .replace(otherRegionOf(country), (name) => country.words.otherRegions.get(name) ?? name)
    .replace(SEVERAL_UNITS, '$1 $2')
    .replace(SEVERAL_BEFORE_SLASH, (all, from, to) => (isRange(from, to) ? `${from}/` : all))
  drop(elsewhereOf(country), 'mail box')
  drop(WHEREABOUTS_WORDS, 'floor')
  drop(viaOf(country), 'words after the suburb')
  drop(CORNER, 'corner')
  text = text.replace(WORD_BEFORE_NUMBER, '$1').replace(HALF, '$1').replace(/^ +/, '')
  return { text: asRange(text, NUMBERS_JOINED) ?? text, without }
}

/** A postal address has a floor as the name of a part: `SECOND FLOOR LEFT`. */
function inItsForm(text: string, country: Country): string {
  if (country.form === 'national') {
    return text.replace(FLOOR, (all, word) => (ordinalOf(word) ? `LEVEL ${ordinalOf(word)}` : all))
  }
  return (
    text
      .replace(
        MISREAD_POSTCODE,
        (all, first, second) => meantPostcode(first, second, country) ?? all,
      )
      .replace(/(?<!\bG )\bP ?O ?B(?:OX)? ?(?=\d)/, 'PO BOX ')
      // `Kings Lane n. 49, YO1 7AA`, as Italians write.
      .replace(/(?<=[A-Z]{2} )N (?=\d{1,4}[A-Z]?(?:[ -]\d{1,4})?(?: [A-Z]|$))/, '')
      .replace(/\b(FLOOR|FLR) L /, '$1 LEFT ')
      .replace(/\b(FLOOR|FLR) R /, '$1 RIGHT ')
      .replace(DOOR_DASHED, '$1/$2')
  )
}

/** `RG2 OTD`, `KWI5 1LN`: letters that look like digits, and digits like letters. */
const MISREAD_POSTCODE =
  /(?<= )(?=\S*\d|\S+ \d[A-Z]{2} *$)(?=\d*[A-Z]|0)([A-Z\d]{2,4}) ?([\dOILSZ][A-Z\d]{2})(?= *$)/

/** Undefined for one that needs no other letters, or has none. */
function meantPostcode(outcode: string, incode: string, { postcode }: Country): string | undefined {
  const isMeant = (text: string) => postcode.whole.test(text) && postcode.strict.test(text)
  if (isMeant(outcode + incode)) return undefined
  const end = asDigits(incode.slice(0, 1)) + asLetters(incode.slice(1))
  const outcodes = [1, 2].map((at) => asLetters(outcode.slice(0, at)) + asDigits(outcode.slice(at)))
  const meant = [outcode, ...outcodes].find((each) => isMeant(each + end))
  return meant && `${meant} ${end}`
}

function asDigits(text: string): string {
  return text.replaceAll('O', '0').replace(/[IL]/g, '1').replaceAll('S', '5').replaceAll('Z', '2')
}

function asLetters(text: string): string {
  return text.replaceAll('0', 'O').replaceAll('1', 'I').replaceAll('5', 'S').replaceAll('8', 'B')
}

/** `S K 1 1 A A`, `7 2 6 8`. */
const SPELT_POSTCODE = /(?<= )(?:[A-Z\d] ){3,6}[A-Z\d]$/

function numbersInOtherWords(text: string): readonly string[] {
  return [
    changed(text, /(\b\d+[A-Z]? )(?:ON THE|THE|ON|IN) (?=[A-Z]{3})/, '$1'),
    changed(text, LETTER_APART, '$1$2'),
    changed(text, /^(\d{1,5}[A-Z]?)\/(?=[A-Z]{3}\D*(?:\d{4} ?)?$)/, '$1 '),
    changed(text, UNIT_BEHIND, '$1$4 $2$3'),
    changed(text, DOOR_BEHIND, '$1$4 $2$3'),
    withNumberBefore(text, (number) => number),
    changed(text, LEADING_ZEROS, ''),
    changed(text, NUMBER_OF_NAME, (_, before = '', number = '') => before + inWords(number)),
    changed(text, FLAT_IN_SHORT, '$1FLAT $2'),
    asSeries(text),
    changed(text, UNIT_FLOOR_NUMBER, 'UNIT $1 LEVEL $2 $3'),
    ...['L', 'I'].map((one) =>
      changed(text, DIGIT_IN_WORD, (word) => asLetters(word.replaceAll('1', one))),
    ),
    changed(text, LETTER_IN_POSTCODE, asDigits),
    ...[1, 2, 3, 4].map((digits) =>
      changed(text, UNIT_JOINED, (all, word = '', number = '') =>
        number.length > digits && number[digits] !== '0'
          ? `${word} ${number.slice(0, digits)} ${number.slice(digits)}`
          : all,
      ),
    ),
  ].filter((each) => each !== undefined)
}

function withNumberBefore(text: string, asWritten: (number: string) => string) {
  return changed(text, NUMBER_BEHIND, (all, street = '', type = '', number = '') =>
    isStreetTypeWord(type, false) ? `${asWritten(number)} ${street}${type}` : all,
  )
}

interface RewrittenLine {
  readonly text: string
  readonly without: readonly string[]
  /** It says something else than was typed. */
  readonly isGuess?: boolean
}

/** `12 TO 14`, `39 41 RAMSAY ST`; or the last number alone, where the first is not held. */
function asRange(text: string, pattern: RegExp, isLast = false): string | undefined {
  return changed(text, pattern, (all, before = '', from = '', to = '') => {
    if (!isRange(from, to)) return all
    return before + (isLast ? to : `${from}-${to}`)
  })
}

/** `12ASOUTH ST` is 12A South Street where it is not 12 Asouth Street. */
function withLetter(typed: string, text: string): string | undefined {
  const [glued, number = '', letter = '', rest = ''] = GLUED_LETTER.exec(typed) ?? []
  return glued && text.replace(`${number} ${letter}${rest}`, `${number}${letter} ${rest}`)
}

/** `278/280/282` for 278-282, `7/465/469` for unit 7 at 465-469. */
function asSeries(text: string): string | undefined {
  return changed(text, NUMBER_SERIES, (all, before = '', series = '') => {
    const numbers = series.split(/[ /-]/)
    const [first = '', second = ''] = numbers
    const last = numbers.at(-1) ?? ''
    const step = Number(second) - Number(first)
    const isEven = numbers.every((number, at) => Number(number) === Number(first) + at * step)
    if (isEven && (step === 1 || step === 2)) return `${before}${first}-${last}`
    const isSpan = second.length === last.length && isLikelyRange(second, last)
    return isSpan && numbers.length === 3 ? `${before}${first}/${second}-${last}` : all
  })
}

/** Undefined where the pattern is not in the text. */
function changed(
  text: string,
  pattern: RegExp,
  instead: string | ((...found: string[]) => string),
): string | undefined {
  const left =
    typeof instead === 'string' ? text.replace(pattern, instead) : text.replace(pattern, instead)
  return left === text ? undefined : left
}
