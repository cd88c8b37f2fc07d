// The words of a line; each is used for at most one part of an address.

import type { Country } from '../countries/country.ts'
import { ENGLISH } from '../countries/english.ts'
import { type Tokens, tokensOf } from '../index/words/fold.ts'
import { fullNameWord, nameWordForms } from '../index/words/written-forms.ts'
import { isCutOff, isOneTypo, isSimilar } from './edit-distance.ts'
import { countyAtEnd, isCountry, type Span } from './line-shape.ts'

/** Where a name was found among the words, and how well: 0 is word for word. */
export interface FoundName extends Span {
  readonly cost: number
}

/** What a name may cost. */
export const NAME_COST = {
  same: 0,
  /** `MOUNTCOLAH`, `COO GEE`. */
  otherSpaces: 1,
  typo: 2,
  /** `SADL` of Sadler. */
  cutOff: 3,
  /** More than one slip, but most of the letters. */
  similar: 4,
} as const

/** A line is compared with one address: a shorter name with two slips is another. */
const SIMILAR_LETTERS_MIN = 7

export class TypedWords {
  readonly country: Country
  readonly words: readonly string[]
  readonly gaps: readonly string[]
  readonly #used: boolean[]
  /** Runs of words joined into one, by length and start: every name is looked up among all of them. */
  readonly #joined: string[][] = []
  #county: Span | undefined

  constructor(line: string, country: Country) {
    this.country = country
    const { words, gaps } = divided(tokensOf(line))
    this.words = words
    this.gaps = gaps
    this.#used = words.map(() => false)
  }

  get length(): number {
    return this.words.length
  }

  word(at: number): string {
    return this.words[at] ?? ''
  }

  isFree(at: number): boolean {
    return this.#used[at] === false
  }

  /** Whether a part of the address has the word, where it stands again. */
  isUsed(word: string): boolean {
    return this.words.some((each, at) => each === word && !this.isFree(at))
  }

  use(from: number, to = from + 1): void {
    for (let at = from; at < to; at++) this.#used[at] = true
  }

  /** All words of that kind. */
  useEach(isWanted: (word: string) => boolean): void {
    this.words.forEach((word, at) => {
      if (isWanted(word)) this.use(at)
    })
  }

  /** The place after the last word that is used. */
  get usedTo(): number {
    return this.#used.lastIndexOf(true) + 1
  }

  /** Which words are used, for `release`. */
  used(): readonly boolean[] {
    return [...this.#used]
  }

  /** The words are as free as they were, or all of them, for the next address. */
  release(before: readonly boolean[] = []): void {
    for (let at = 0; at < this.length; at++) this.#used[at] = before[at] ?? false
  }

  /** The free words that say something. */
  rest(): readonly string[] {
    return this.#restWhere(() => true)
  }

  #restWhere(isWanted: (word: string, at: number) => boolean): readonly string[] {
    const isEmpty = (word: string, at: number) =>
      ENGLISH.emptyWords.has(word) || isCountry(this.words, at, this.country)
    return this.words.filter(
      (word, at) => this.isFree(at) && !isEmpty(word, at) && isWanted(word, at),
    )
  }

  /** The same without numbers and the county, as one text. */
  names(): string {
    const isName = (word: string, at: number) => !/^\d/.test(word) && !this.isOfCounty(at)
    return this.#restWhere(isName).join(' ')
  }

  /** Whether the word belongs to a county or country at the end, which no address needs: `TOTNES, S DEVON`. */
  isOfCounty(at: number): boolean {
    this.#county ??= countyAtEnd(this.words, this.country)
    return at >= this.#county.from && at < this.#county.to
  }

  /** How many free words there are next to numbers. */
  get freeNames(): number {
    return this.words.filter((word, at) => this.isFree(at) && !/^\d/.test(word)).length
  }

  text(from: number, to: number): string {
    return this.words.slice(from, to).join(' ')
  }

  /** The name after a number or before its type may be misspelt or cut off where the place has it right. */
  findMisspelt(name: readonly string[]): readonly FoundName[] {
    const [joined, size] = [name.join(''), name.length]
    const isTypo = (text: string) => text !== joined && isOneTypo(text, joined)
    const isNear = (from: number, to: number) =>
      !this.#isSame(name, from, to) && this.#isNearlySame(name, from)
    const typos = [...this.#joinedWindows(size, isTypo), ...this.#windows(size, isNear)]
    const cut = this.#joinedWindows(size, (text) => isCutOffName(text, name))
    return [
      ...typos.map((window) => ({ ...window, cost: NAME_COST.typo })),
      ...cut.map((window) => ({ ...window, cost: NAME_COST.cutOff })),
    ]
  }

  /** All places of a name among the free words that are the best of their kind, from the first to the last. */
  find(name: readonly string[]): readonly FoundName[] {
    if (name.length === 0) return []
    const same = this.#windows(name.length, (from, to) => this.#isSame(name, from, to))
    if (same.length > 0) return same.map((window) => ({ ...window, cost: NAME_COST.same }))
    const joined = name.join('')
    for (const [cost, fits] of [
      [NAME_COST.otherSpaces, (text: string) => text === joined],
      [NAME_COST.typo, (text: string) => isOneTypo(text, joined)],
      [NAME_COST.cutOff, (text: string) => isCutOffName(text, name)],
      [NAME_COST.similar, (text: string) => isAlike(text, joined)],
    ] as const) {
      const found = this.#joinedWindows(name.length, fits)
      if (found.length > 0) return found.map((window) => ({ ...window, cost }))
      if (cost !== NAME_COST.otherSpaces) continue
      const spaced = this.#inFull(name)
      if (spaced.length > 0) return spaced.map((window) => ({ ...window, cost }))
      const each = this.#windows(name.length, (from) => this.#isNearlySame(name, from))
      if (each.length > 0) return each.map((window) => ({ ...window, cost: NAME_COST.typo }))
    }
    return []
  }

  /** The longest run of free words that are some of a name's, each in one of its forms, in their order. */
  findInPart(forms: readonly (readonly string[])[]): Span | undefined {
    let best: Span | undefined
    for (let from = 0; from < this.length; from++) {
      const to = from + this.#countInPart(from, forms)
      if (to - from > (best === undefined ? 0 : best.to - best.from)) best = { from, to }
    }
    return best
  }

  #countInPart(from: number, forms: readonly (readonly string[])[]): number {
    let next = 0
    for (let at = from; at < this.length; at++) {
      const word = this.word(at)
      const found = forms.findIndex((some, i) => i >= next && some.includes(word))
      if (found < 0 || !this.isFree(at)) return at - from
      next = found + 1
    }
    return this.length - from
  }

  #windows(size: number, fits: (from: number, to: number) => boolean): Span[] {
    const found = []
    for (let from = 0; from + size <= this.length; from++) {
      if (this.areFree(from, from + size) && fits(from, from + size)) {
        found.push({ from, to: from + size })
      }
    }
    return found
  }

  /** The first words, as many as these or one less or more, that fit as one. */
  findJoined(size: number, fits: (text: string) => boolean): Span | undefined {
    return this.#joinedWindows(size, fits)[0]
  }

  #joinedWindows(size: number, fits: (text: string) => boolean) {
    for (const count of [size, size - 1, size + 1]) {
      if (count < 1) continue
      const texts = this.#joinedOf(count)
      const found = this.#windows(count, (from) => fits(texts[from] ?? ''))
      if (found.length > 0) return found
    }
    return []
  }

  /** `BOXHILL NTH` of Box Hill North. */
  #inFull(name: readonly string[]) {
    if (name.length < 2) return []
    const full = name.map(fullNameWord).join('')
    return this.#windows(
      name.length - 1,
      (from, to) => this.words.slice(from, to).map(fullNameWord).join('') === full,
    )
  }

  #joinedOf(count: number): readonly string[] {
    const known = this.#joined[count]
    if (known !== undefined) return known
    const last = Math.max(0, this.length - count + 1)
    const texts = Array.from({ length: last }, (_, at) => this.words.slice(at, at + count).join(''))
    this.#joined[count] = texts
    return texts
  }

  areFree(from: number, to: number): boolean {
    for (let at = from; at < to; at++) if (this.#used[at] !== false) return false
    return true
  }

  #isSame(name: readonly string[], from: number, to: number): boolean {
    for (let at = from; at < to; at++) {
      if (!isNameWord(this.word(at), name[at - from] ?? '')) return false
    }
    return true
  }

  /** One slip in one word of several, or its initial alone: `P VALE` of Pascoe Vale. */
  #isNearlySame(name: readonly string[], from: number): boolean {
    let slips = 0
    return name.every((word, at) => {
      const typed = this.word(from + at)
      if (isNameWord(typed, word)) return true
      slips += 1
      const isInitial = typed.length === 1 && name.length > 1 && word.startsWith(typed)
      return slips === 1 && (isInitial || isOneTypo(typed, word))
    })
  }
}

/** `12MELODY` as 12 and MELODY, `268ST KILDA RD`; but not `12A`, `12TH` and `21ST`. */
const GLUED_NUMBER = /^(\d{1,5})([A-Z]{3,}|(?<=(?:[02-9]|11))ST)$/

/** The gap between the two. */
export const GLUED = ''

function divided({ words, gaps }: Tokens): Pick<Tokens, 'words' | 'gaps'> {
  if (!words.some((word) => GLUED_NUMBER.test(word))) return { words, gaps }
  const pieces = words.map((word) => GLUED_NUMBER.exec(word)?.slice(1) ?? [word])
  return {
    words: pieces.flat(),
    gaps: pieces.flatMap((some, at) =>
      some.length > 1 ? [GLUED, gaps[at] ?? ' '] : [gaps[at] ?? ' '],
    ),
  }
}

/** Whether a typed word is a word of a name, in any of its written forms. */
export function isNameWord(typed: string, word: string): boolean {
  return typed === word || nameWordForms(word).includes(typed)
}

/** Words that are never typing errors of one another. */
const CONTRASTS =
  /NORTH|SOUTH|EAST|WEST|UPPER|LOWER|OLD|NEW|GREAT|LITTLE|FIRST|SECOND|THIRD|FOUR|FIF|SIX|SEVEN|EIGH|NIN|ELEVEN|TWEL|TEN/g

function isAlike(typed: string, name: string): boolean {
  const isContrary = typed.match(CONTRASTS)?.join() !== name.match(CONTRASTS)?.join()
  return isSimilar(typed, name, SIMILAR_LETTERS_MIN) && !isContrary
}

/** `SGT MARK STA` of Sgt Mark Stansfield: without whole words it is another name. */
function isCutOffName(text: string, name: readonly string[]): boolean {
  const joined = name.join('')
  return text.length > joined.length - (name.at(-1)?.length ?? 0) && isCutOff(text, joined)
}
