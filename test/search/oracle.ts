// The plain and slow truth that the engine is compared with: looks at every row, one after the other.

import { ENGLISH } from '../../src/countries/english.ts'
import { fold, wordsDividedByApostrophes, wordsOf } from '../../src/index/words/fold.ts'
import {
  levelTypeForms,
  levelTypeNamed,
  nameWordForms,
  unitTypeForms,
  unitTypeNamed,
} from '../../src/index/words/written-forms.ts'

/** What the oracle knows of one row, whichever product it is of. */
export interface Plain {
  readonly id: string
  readonly shownId: string
  readonly isHidden: boolean
  readonly isDeep: boolean
  readonly unitKind: string
  readonly levelKind: string
  /** Numbers as the row has them, '' for none. */
  readonly first: string
  readonly last: string
  readonly unit: string
  readonly level: string
  readonly lot: string
  /** Forms of the street's name, of its type and suffix, of its place, of its region. */
  readonly name: ReadonlySet<string>
  readonly type: ReadonlySet<string>
  readonly place: ReadonlySet<string>
  readonly region: ReadonlySet<string>
  /** Words of building and organisation names. */
  readonly own: ReadonlySet<string>
  readonly postcode: string
}

/** The shown ids of all rows that fit, in the order that they are to be shown in. `rows` are in street order. */
export function oracleAnswers(
  rows: readonly Plain[],
  query: string,
  top: number,
): readonly string[] {
  const tokens = split(query)
  if (tokens.words.length === 0) return []
  const inOrder = [false, true].flatMap((isDeep) => {
    const some = rows.filter((row) => !row.isHidden && row.isDeep === isDeep)
    const fits = (by: Taken['by']) =>
      some.filter((row) => fitsFrom(row, tokens, 0, { ...START, by }))
    return oneOfEachStreetFirst(some, fits('numbers'), fits('words'))
  })
  return [...new Set(inOrder.map((row) => row.shownId))].slice(0, top)
}

/** What was found by a number in order; of the rest the first plain number of each street, then all others. */
function oneOfEachStreetFirst(
  rows: readonly Plain[],
  byNumbers: readonly Plain[],
  byWords: readonly Plain[],
): readonly Plain[] {
  const seen = new Set<string>()
  const isFirst = (row: Plain) => {
    const key = [row.name, row.type, row.place, row.region].map((set) => [...set].join()).join('|')
    if (row.last !== '' || seen.has(key)) return false
    seen.add(key)
    return true
  }
  const first = new Set([...byNumbers, ...byWords.filter(isFirst)])
  return [...rows.filter((row) => first.has(row)), ...byWords.filter((row) => !first.has(row))]
}

interface Split {
  readonly words: readonly string[]
  readonly gaps: readonly string[]
  readonly open: boolean
}

function split(query: string): Split {
  const words: string[] = []
  const gaps: string[] = []
  for (const part of fold(query).matchAll(/([\p{L}\p{N}]+)([^\p{L}\p{N}]*)/gu)) {
    words.push(part[1])
    gaps.push(part[2].trim())
  }
  return { words, gaps, open: /[\p{L}\p{N}]$/u.test(fold(query)) }
}

interface Taken {
  /** Whether numbers must be, or may not be, among what was typed. */
  readonly by: 'numbers' | 'words'
  readonly number: boolean
  readonly unit: boolean
  readonly level: boolean
  readonly lot: boolean
  readonly words: number
  readonly texts: readonly string[]
  /** LOT was a word: then a number is that of a lot, and not the address's own. */
  readonly lotWord: boolean
  /** The word before is of the street's name or type. */
  readonly afterName: boolean
  /** The word before is of the place or the region. */
  readonly afterPlace: boolean
}

const START: Taken = {
  by: 'words',
  number: false,
  unit: false,
  level: false,
  lot: false,
  words: 0,
  texts: [],
  lotWord: false,
  afterName: false,
  afterPlace: false,
}

const NUMERAL = /^(?!\d*(?:1ST|2ND|3RD|\dTH)$)\d{1,6}[A-Z]{0,2}$/
const LETTERED = /^[A-Z]{1,3}\d{1,5}[A-Z]?$/

/** Whether the words from `at` on can each be something of this address. */
function fitsFrom(row: Plain, tokens: Split, at: number, taken: Taken): boolean {
  const isNumbered = taken.number || taken.unit || taken.level || taken.lot
  if (at === tokens.words.length) return isNumbered === (taken.by === 'numbers')
  const asAnyNumber =
    taken.by === 'numbers' &&
    (asKeyword(row, tokens, at, taken) ||
      asNumber(row, tokens, at, taken) ||
      asUnit(row, tokens, at, taken))
  return asAnyNumber || asPhrase(row, tokens, at, taken) || asWord(row, tokens, at, taken)
}

function asKeyword(row: Plain, tokens: Split, at: number, taken: Taken): boolean {
  const { words, gaps } = tokens
  const glued = /^([A-Z]+)(\d{1,6}[A-Z]?)$/.exec(words[at])
  if (glued !== null && keyword(row, tokens, glued[1], glued[2], at, taken)) return true
  const next = words[at + 1]
  if (next === undefined || gaps[at] === '/' || !(/\d/.test(next) || /^[A-Z]{1,3}$/.test(next)))
    return false
  return keyword(row, tokens, words[at], next, at + 1, taken)
}

function keyword(
  row: Plain,
  tokens: Split,
  word: string,
  text: string,
  at: number,
  taken: Taken,
): boolean {
  const open = isOpen(tokens, at)
  if (word === 'LOT') {
    if (taken.lot || !is(row.lot, text, open)) return false
    if (row.first !== '' && !taken.number) {
      return (
        fitsFrom(row, tokens, at + 1, { ...taken, lot: true }) && numberFollows(row, tokens, at + 1)
      )
    }
    return fitsFrom(row, tokens, at + 1, { ...taken, lot: true })
  }
  const kind = word === 'U' || word.length > 1 ? unitTypeNamed(word) : undefined
  if (kind !== undefined && !taken.unit && is(row.unit, text, open)) {
    const own = unitTypeNamed(fold(row.unitKind)) ?? ''
    if (kind === '' || kind === own) {
      if (fitsFrom(row, tokens, at + 1, { ...taken, unit: true })) return true
    }
  }
  const level = word === 'L' || word.length > 1 ? levelTypeNamed(word) : undefined
  if (level === undefined || taken.level || !is(row.level, text, open)) return false
  if (row.levelKind !== '' && levelTypeNamed(fold(row.levelKind)) !== level) return false
  return fitsFrom(row, tokens, at + 1, { ...taken, level: true })
}

/** A lot of an address that has a number counts only where the number is typed, too. */
function numberFollows(row: Plain, tokens: Split, at: number): boolean {
  return tokens.words.slice(at).some((word, i) => {
    const open = isOpen(tokens, at + i)
    return NUMERAL.test(word) && (is(row.first, word, open) || is(row.last, word, open))
  })
}

function asNumber(row: Plain, tokens: Split, at: number, taken: Taken): boolean {
  const { words, gaps } = tokens
  const word = words[at]
  const isLettered = LETTERED.test(word)
  if (taken.number || taken.lotWord || gaps[at] === '/') return false
  if (!(NUMERAL.test(word) || isLettered)) return false
  const next = words[at + 1]
  const after = { ...taken, number: true }
  if (isLettered) {
    return hasNumber(row, word, isOpen(tokens, at)) && fitsFrom(row, tokens, at + 1, after)
  }
  if (next !== undefined && gaps[at] === '-' && NUMERAL.test(next)) {
    const fits = is(row.first, word, false) && is(row.last, next, isOpen(tokens, at + 1))
    return fits && fitsFrom(row, tokens, at + 2, after)
  }
  const open = isOpen(tokens, at)
  if (hasNumber(row, word, open) && fitsFrom(row, tokens, at + 1, after)) return true
  if (next === undefined || !/^[A-Z]$/.test(next) || !/^\d+$/.test(word)) return false
  const lettered = word + next
  const openNext = isOpen(tokens, at + 1)
  if (!hasNumber(row, lettered, openNext)) return false
  return fitsFrom(row, tokens, at + 2, after)
}

/** An address without a number goes by that of its unit. */
function hasNumber(row: Plain, text: string, open: boolean): boolean {
  if (row.first === '') return is(row.unit, text, open)
  return is(row.first, text, open) || is(row.last, text, open)
}

function asUnit(row: Plain, tokens: Split, at: number, taken: Taken): boolean {
  const { words, gaps } = tokens
  const word = words[at]
  if (taken.unit || taken.number) return false
  const slash = gaps[at] === '/'
  const form =
    NUMERAL.test(word) || /^[A-Z]{1,2}\d{1,5}[A-Z]?$/.test(word) || (slash && /^[A-Z]$/.test(word))
  if (!form) return false
  const next = words[at + 1]
  const isFollowed = slash || (next !== undefined && NUMERAL.test(next))
  const isLast = next === undefined && gaps[at] !== '-'
  if (!isFollowed && !isLast) return false
  return (
    is(row.unit, word, isOpen(tokens, at)) &&
    fitsFrom(row, tokens, at + 1, { ...taken, unit: true })
  )
}

function asPhrase(row: Plain, tokens: Split, at: number, taken: Taken): boolean {
  for (let count = 1; count <= 4 && at + count <= tokens.words.length; count++) {
    const end = at + count === tokens.words.length
    // A word alone is no phrase, but the last may begin one.
    if (count === 1 && !end) continue
    const text = tokens.words.slice(at, at + count).join(' ')
    const begins = end && (tokens.open ? text : `${text} `)
    const has = (forms: Forms) =>
      phrasesIn(forms).some(
        (form) => form === text || (begins !== false && form.startsWith(begins)),
      )
    const region = has(row.region)
    const type = has(row.type)
    const isRegion = region && taken.words > 0
    const isType = type && taken.words > 0 && taken.afterName
    if (!isRegion && !isType && !has(kindForms(row))) continue
    const after = {
      ...taken,
      words: taken.words + 1,
      texts: [...taken.texts, text],
      afterName: type,
      afterPlace: region,
    }
    if (fitsFrom(row, tokens, at + count, after)) return true
  }
  const next = tokens.words[at + 1]
  if (next === undefined || row.postcode === '') return false
  const [first, open] = [tokens.words[at], isOpen(tokens, at + 1)]
  if (!isPostcodePair(row.postcode, first, next, open)) return false
  const texts = [...taken.texts, `${first} ${next}`]
  const after = { ...taken, words: taken.words + 1, texts, afterName: false, afterPlace: true }
  return fitsFrom(row, tokens, at + 2, after)
}

function isPostcodePair(postcode: string, first: string, second: string, open: boolean): boolean {
  if (/^[A-Z]{1,2}\d[A-Z\d]?$/.test(first) && /^\d[A-Z]{0,2}$/.test(second)) {
    const text = `${first} ${second}`
    return open || second.length === 1 ? postcode.startsWith(text) : postcode === text
  }
  return postcode.replace(' ', '') === first + second
}

function asWord(row: Plain, tokens: Split, at: number, taken: Taken): boolean {
  const text = tokens.words[at]
  const open = isOpen(tokens, at)
  const has = (forms: Forms) => {
    for (const form of forms) if (open ? form.startsWith(text) : form === text) return true
    return false
  }
  const name = has(row.name)
  const place = has(row.place) || isPostcodeWord(row.postcode, text, open)
  const type = has(row.type)
  const region = has(row.region)
  const own = has(row.own)
  const next = tokens.words[at + 1]
  const isNumber = next !== undefined && (NUMERAL.test(next) || LETTERED.test(next))
  const begins = isNumber && isNumbered(text)
  const kind = !begins && !/\d/.test(text) && has(kindForms(row))
  const isShortNumber = !open && /^\d{1,3}$/.test(text)
  if (isShortNumber && (at === 0 || /\d/.test(tokens.words[at - 1]))) return false
  // A type must stand behind the street's name, a region behind any word.
  const isWeak = taken.words > 0 && (region || (type && taken.afterName))
  if (!(name || place || own || kind || isWeak)) return false
  // Digits at the end are a postcode behind the place, and behind the street first of all its number.
  const isNumberless = !(taken.number || taken.unit || taken.level || taken.lot)
  const isLast = at === tokens.words.length - 1 && taken.words > 0 && /^\d+$/.test(text)
  if (isLast && isNumberless && place && !(name || taken.afterPlace)) return false
  // A word that was typed before is in two parts of the address; parts of UK streets are not told apart.
  const isRepeated = row.postcode === '' && taken.texts.slice(0, -1).includes(text)
  const parts = [name, place, type, region].filter((has) => has).length
  if (isRepeated && parts < 2 && !(own || kind)) return false
  const lotWord = text === 'LOT' && !open
  if (lotWord && taken.number) return false
  const after = {
    ...taken,
    words: taken.words + 1,
    texts: [...taken.texts, text],
    lotWord: taken.lotWord || lotWord,
    afterName: name || type,
    afterPlace: place || region,
  }
  return fitsFrom(row, tokens, at + 1, after)
}

function isNumbered(word: string): boolean {
  const isUnit = (word === 'U' || word.length > 1) && unitTypeNamed(word) !== undefined
  return isUnit || ((word === 'L' || word.length > 1) && levelTypeNamed(word) !== undefined)
}

function isPostcodeWord(postcode: string, text: string, open: boolean): boolean {
  if (postcode === '') return false
  const joined = postcode.replace(' ', '')
  if (open) return joined.startsWith(text)
  return joined === text || (postcode.split(' ')[0] === text && /^[A-Z]{1,2}\d[A-Z\d]?$/.test(text))
}

type Forms = ReadonlySet<string> | readonly string[]

const phrasesIn = remembered((forms: Forms) => [...forms].filter((form) => form.includes(' ')))

const kindForms = remembered((row: Plain): readonly string[] => {
  const lot = row.first === '' && row.lot !== '' ? ['LOT'] : []
  const unit = row.unit === '' ? [] : ENGLISH.generalUnitWords
  return [...lot, ...unit, ...typeForms(row)]
})

function remembered<Given extends object, Answer>(ask: (given: Given) => Answer) {
  const answers = new WeakMap<Given, Answer>()
  return (given: Given): Answer => {
    const known = answers.get(given) ?? ask(given)
    answers.set(given, known)
    return known
  }
}

function typeForms(row: Plain): string[] {
  return [row.unitKind, row.levelKind]
    .filter((kind) => kind !== '')
    .flatMap((kind) => [...unitTypeForms(fold(kind)), ...levelTypeForms(fold(kind))])
}

function is(stored: string, typed: string, open: boolean): boolean {
  if (stored === '') return false
  const own = stored.toUpperCase()
  return open ? own.startsWith(typed) : own === typed
}

function isOpen(tokens: Split, at: number): boolean {
  return tokens.open && at === tokens.words.length - 1
}

/** Each word of a name in its forms, neighbours as one word, and divided at apostrophes. */
export function formsOfName(name: string): string[] {
  const words = wordsOf(name)
  const joined = words
    .slice(1)
    .map((word, i) => words[i] + word)
    .filter((word) => !/\d/.test(word))
  return [
    ...words.flatMap((word) => nameWordForms(word)),
    ...joined,
    ...(wordsDividedByApostrophes(name) ?? []),
  ]
}
