// Writes the capitals of upper-case UK sources as people write them: `St Mary's Road`.

import { wordSet } from '../countries/tables.ts'

/** Text that already has a small letter was written by someone who meant it, and stays as it is. */
export function mixedCase(text: string): string {
  if (text !== text.toUpperCase()) return text
  let wordBefore = ''
  let endBefore = 0
  const written = text.replace(WORD, (word: string, start: number) => {
    const gap = text.slice(endBefore, start)
    const end = start + word.length
    const result = wordInCase(word, { gap, wordBefore, next: text.charAt(end) })
    wordBefore = word
    endBefore = end
    return result
  })
  return written.replace(/(?<![\p{L}\p{N}])C\/O(?![\p{L}\p{N}])/gu, 'c/o')
}

const WORD = /[\p{L}\p{N}'’&]+/gu

interface Surroundings {
  /** The text between the word before and this one. */
  readonly gap: string
  readonly wordBefore: string
  /** The character after the word, or '' at the end. */
  readonly next: string
}

function wordInCase(word: string, around: Surroundings): string {
  if (/\p{N}/u.test(word)) return numberedWord(word)
  if (isSmallHere(word, around)) return word.toLowerCase()
  if (ALWAYS_UPPER.has(word) || isInitials(word)) return word
  return capitalised(word)
}

function numberedWord(word: string): string {
  if (/^\d+(?:ST|ND|RD|TH)$/.test(word)) return word.toLowerCase()
  // `UNIT4` is a word with a number stuck to it; `12A`, `A1` and `M25` are not.
  return /^\p{L}{3,}\d/u.test(word) ? capitalised(word) : word
}

/** `on` in Stoke-on-Trent, `of` in Bank of Scotland; never at the beginning of a name. */
function isSmallHere(word: string, { gap, wordBefore, next }: Surroundings): boolean {
  const isHyphenated = gap === '-'
  if (wordBefore === '' || (gap !== ' ' && !isHyphenated)) return false
  if (isHyphenated) return next === '-' && (SMALL.has(word) || SMALL_IN_HYPHENS.has(word))
  if (next === '' || /\d/.test(wordBefore)) return word === 'TO' && next !== ''
  // `Flat 1, The Maltings` and `At The Sign` begin a name at THE; `Stow on the Wold` goes on.
  if (word === 'THE') return SMALL.has(wordBefore)
  if (word === 'LA') return wordBefore === 'DE'
  return SMALL.has(word)
}

const SMALL = wordSet('AND AT BY DE EN FOR IN JUXTA LE NEAR OF ON TO UNDER UPON WITH')
const SMALL_IN_HYPHENS = wordSet('CUM LA NEXT SUB SUPER THE Y YNG YM YN YR')

const ALWAYS_UPPER = wordSet(`
  ATM BBC BMW BUPA CIC CVS DFS DHL DIY DVLA HMP HMRC HMS HSBC ITV KFC LLP LSE MOT NCP NFU NHS
  NSPCC PDSA PLC RAC RAF RBS RNIB RNLI RSPB RSPCA SPAR TSB UCL UPS USA YHA YMCA YWCA
  II III IV VI VII VIII IX XI XII XIII XIV XV XVI`)

/** Short words and abbreviations that only look like initials. */
const SHORT_WORDS = wordSet(`
  AB AL AM AN AP AR AS AT AV AX BE BO BY CO CT DE DI DO DR DU ED EL EN GO GT HE HI IF IN IS JO KY
  LA LE LI LN LO LT MA MC ME MI MO MR MS MT MY NA NO NR OF OK ON OP OR OX PK PL RD RE SI SO SQ ST
  TH TO TY UP US WE YE YN YR
  BLD BLDG BLK BLVD CNTR CPL CPT CRT CTR CTRS DRS FLR FLT GDN GDNS GRN GRP GTR HLTH HTH JCTN JNR
  LTD MKT MRS NRTH NTH PRK PTY SGT SNR STH`)

/** `DJ Smith`, `BT`, `B&Q`: two letters that are no word, or three and four without a vowel. */
function isInitials(word: string): boolean {
  if (/^\p{L}(?:&\p{L})*$/u.test(word)) return true
  if (SHORT_WORDS.has(word)) return false
  // Y is a vowel, and so is W in Welsh: Cwm, Pwll, Ffwrdd.
  return word.length === 2 ? !/['’&]/.test(word) : /^[B-DF-HJ-NP-TVXZ]{3,4}$/.test(word)
}

function capitalised(word: string): string {
  const parts = word.split(/(['’&])/)
  return parts.map((part, at) => capitalisedPart(part, parts, at)).join('')
}

/** The letter after an apostrophe is small (St Mary's) unless a name follows O', D' or L'. */
function capitalisedPart(part: string, parts: readonly string[], at: number): string {
  const mark = parts[at - 1] ?? ''
  const afterApostrophe = mark === "'" || mark === '’'
  const isName = at === 2 && /^[ODL]$/.test(parts[0] ?? '') && part.length > 2
  if (afterApostrophe && !isName) return part.toLowerCase()
  if (/^MC\p{L}{3,}$/u.test(part)) return `Mc${firstUpper(part.slice(2))}`
  return firstUpper(part)
}

function firstUpper(part: string): string {
  return part.charAt(0) + part.slice(1).toLowerCase()
}
