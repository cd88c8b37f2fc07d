// House, unit, level and lot numbers as one 32-bit number each: the digits, and which letters stand around them.

/** No number at all. It is larger than every code, so that addresses without a number come last. */
export const NO_NUMBER = 0xffffffff
/** The value of a text that has no plain number in it: `A`, `1-2B`. */
export const LITERAL_VALUE = 0xffffe
const CODE_BITS = 12
const CODE_MASK = 0xfff
const CODES = CODE_MASK + 1
/** All values are below this. */
export const NUMBER_VALUES = 2 ** (32 - CODE_BITS)
/** The letters of a number beyond the 4,094 commonest ways to write one; the text itself is kept elsewhere. */
export const CODE_UNKNOWN = CODE_MASK
const NUMBER_TEXT = /^([^1-9]*)([1-9]\d{0,5})(\D*)$/

export const ZERO = 48

export function isDigit(code: number): boolean {
  return code >= ZERO && code <= ZERO + 9
}

interface NumberText {
  readonly value: number
  /** The text with `#` for its digits: `#A`, `G0#`; a text without a plain number stands after `=`. */
  readonly template: string
}

export function readNumberText(text: string): NumberText {
  const parts = NUMBER_TEXT.exec(text)
  if (parts === null || /[#=]/.test(text)) return { value: LITERAL_VALUE, template: `=${text}` }
  return { value: Number(parts[2]), template: `${parts[1]}#${parts[3]}` }
}

export function packNumber(value: number, code: number): number {
  return value * CODES + code
}

export function numberValue(packed: number): number {
  return packed >>> CODE_BITS
}

export function codeOf(packed: number): number {
  return packed & CODE_MASK
}

/** Whether it is a number whose text is kept elsewhere. */
export function isUnknownCode(packed: number): boolean {
  return packed !== NO_NUMBER && codeOf(packed) === CODE_UNKNOWN
}

export function lowestWithValue(value: number): number {
  return value * CODES
}

/** The templates of one index, sorted with the plain number first, so that codes order as people expect. */
export class NumberCodes {
  readonly #templates: readonly string[]
  readonly #codes: ReadonlyMap<string, number>
  /** For each code the code of the same template in upper case, so that `12a` is `12A`. */
  readonly sameAs: Uint16Array
  /** 1 where nothing stands before the digits. */
  readonly digitsFirst: Uint8Array

  constructor(templates: readonly string[]) {
    this.#templates = templates
    const codes = new Map<string, number>()
    this.sameAs = new Uint16Array(CODES).fill(CODE_UNKNOWN)
    this.digitsFirst = new Uint8Array(CODES)
    templates.forEach((template, code) => {
      const upper = template.toUpperCase()
      const first = codes.get(upper) ?? code
      codes.set(upper, first)
      this.sameAs[code] = first
      this.digitsFirst[code] = template.startsWith('#') ? 1 : 0
    })
    this.#codes = codes
  }

  /** The code of a typed number, or NO_NUMBER if no address of this index is written so. */
  pack({ value, template }: NumberText): number {
    const code = this.#codes.get(template)
    return code === undefined ? NO_NUMBER : packNumber(value, code)
  }

  text(packed: number): string {
    if (packed === NO_NUMBER) return ''
    const template = this.#templates[codeOf(packed)] ?? ''
    if (template === '#') return String(numberValue(packed))
    if (template.startsWith('=')) return template.slice(1)
    return template.replace('#', String(numberValue(packed)))
  }

  same(stored: number, wanted: number): boolean {
    return (
      numberValue(stored) === numberValue(wanted) &&
      stored !== NO_NUMBER &&
      this.sameAs[codeOf(stored)] === codeOf(wanted)
    )
  }

  /** Whether the number's text begins with what has been typed so far. Plain digits are the fast case. */
  beginsWith(stored: number, typed: string, typedDigits: number): boolean {
    if (stored === NO_NUMBER) return false
    const code = codeOf(stored)
    if (typedDigits > 0 && this.digitsFirst[code] === 1) {
      let value = numberValue(stored)
      while (value > typedDigits) value = Math.floor(value / 10)
      return value === typedDigits
    }
    return this.text(stored).toUpperCase().startsWith(typed)
  }
}

/** The typed text as a number when it is digits only, otherwise 0. */
export function plainDigits(typed: string): number {
  return /^[1-9]\d{0,5}$/.test(typed) ? Number(typed) : 0
}

/** How the index notes that a flat may be written as the letter of a number, `31C`; no number has a space. */
export function letteredNumber(digits: string, letter: string): string {
  return `${digits} ${letter}`
}

/** The templates in the order that gives them their codes; `counts` tells which are the commonest. */
export function templatesInOrder(counts: ReadonlyMap<string, number>): string[] {
  const kept = [...counts.keys()]
    .filter((template) => template !== '#')
    .sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0) || (a < b ? -1 : 1))
    .slice(0, CODE_UNKNOWN - 1)
    .sort((a, b) => Number(b.startsWith('#')) - Number(a.startsWith('#')) || (a < b ? -1 : 1))
  return ['#', ...kept]
}
