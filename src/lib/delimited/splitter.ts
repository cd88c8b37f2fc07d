// Splits a stream of bytes into records and fields: pipe-separated, or CSV with quotes.
// Unchecked: it runs for every byte of a national file, and no place is read that was not scanned before.

import { isAscii, isUtf8 } from 'node:buffer'
import {
  CUT,
  type DelimitedFormat,
  FAULTY,
  FieldScanner,
  INCOMPLETE,
  NEWLINE_BYTE,
  QUOTE_BYTE,
  RETURN_BYTE,
} from './field-scanner.ts'
import { TextCache, traitsOf } from './text-cache.ts'

/** A longer row is not an address; it is skipped and never held in memory. */
export const ROW_BYTES_MAX = 64 * 1024
const EXCERPT_LENGTH_MAX = 80

/**
 * Call `feed` with a chunk, then `next` until it is false; at the end call `end`, and `next` again until it is false.
 * The fields of a record stay valid until the next call. Hot code: nothing is allocated for a record.
 */
export class Splitter {
  /** How many fields the record has, stored or not. */
  columns = 0
  /** The line on which the record begins, from 1. */
  line = 0
  /** Set if the record could not be split; it then has no fields. */
  fault: 'too-long' | 'quotes' | undefined = undefined
  /** Whether the record ended with the file instead of a line end. */
  isUnterminated = false
  readonly #quoted: boolean
  readonly #scanner: FieldScanner
  readonly #starts: Int32Array
  readonly #ends: Int32Array
  readonly #cache = new TextCache()
  #bytes = Buffer.allocUnsafe(2 * ROW_BYTES_MAX)
  #length = 0
  /** All bytes as one string; empty until it is needed. */
  #chunkText = ''
  #position = 0
  #recordStart = 0
  #recordEnd = 0
  #nextLine = 1
  #isSkipping = false
  #isEnded = false
  #isChunkAscii = true
  #isRecordAscii = true
  #isAtFileStart = true

  constructor(format: DelimitedFormat) {
    this.#quoted = format.quoted
    this.#scanner = new FieldScanner(format)
    this.#starts = this.#scanner.starts
    this.#ends = this.#scanner.ends
  }

  feed(chunk: Uint8Array): void {
    const rest = this.#length - this.#position
    const bytes = this.#bytes
    const isRoomy = rest + chunk.length <= bytes.length
    const target = isRoomy ? bytes : Buffer.allocUnsafe(rest + chunk.length + ROW_BYTES_MAX)
    bytes.copy(target, 0, this.#position, this.#length)
    target.set(chunk, rest)
    this.#bytes = target
    this.#length = rest + chunk.length
    this.#position = 0
    this.#chunkText = ''
    this.#isChunkAscii = isAscii(target.subarray(0, this.#length))
  }

  end(): void {
    this.#isEnded = true
  }

  next(): boolean {
    if (this.#isAtFileStart && !this.#passByteOrderMark()) return false
    if (this.#isSkipping && !this.#passLine()) return false
    if (!this.#passBlankLines()) return false
    const start = this.#position
    const limit = Math.min(this.#length, start + ROW_BYTES_MAX + 1)
    const isTooLong = limit - start > ROW_BYTES_MAX
    this.#recordStart = start
    this.line = this.#nextLine
    this.fault = undefined
    const scanner = this.#scanner
    const end = scanner.scan(this.#bytes, start, limit, this.#isEnded && !isTooLong)
    this.columns = scanner.columns
    this.isUnterminated = end === this.#length || end === CUT
    if (end === FAULTY || end === CUT) return this.#faulty('quotes')
    if (end !== INCOMPLETE) return this.#complete(end)
    return isTooLong && this.#faulty('too-long')
  }

  /** A text that repeats in the file: equal texts are one string. */
  text(column: number): string {
    const start = this.startOf(column)
    const end = this.#ends[column]
    if (start === end) return this.#emptyText()
    if (!this.#isRecordAscii || this.#scanner.hasDoubledQuote) return this.#wideText(start, end)
    return this.#cache.text(this.#bytes, start, end, column)
  }

  /** The texts of many columns; returns all of their traits. Twice as fast as a call for each column. */
  texts(columns: Int32Array, into: string[]): number {
    const isWide = !this.#isRecordAscii || this.#scanner.hasDoubledQuote
    const cache = this.#cache
    const bytes = this.#bytes
    const ends = this.#ends
    let traits = 0
    for (let at = 0; at < columns.length; at += 1) {
      const column = columns[at]
      const start = this.startOf(column)
      const end = ends[column]
      if (start === end) {
        into[at] = ''
        continue
      }
      into[at] = isWide ? this.#wideText(start, end) : cache.text(bytes, start, end, column)
      traits |= cache.traits
    }
    return traits
  }

  /** A text that is different in each row, such as a key. */
  uniqueText(column: number): string {
    const start = this.startOf(column)
    const end = this.#ends[column]
    if (!this.#isRecordAscii || this.#scanner.hasDoubledQuote) return this.#wideText(start, end)
    return this.#cache.uncached(this.#bytes, start, end)
  }

  /** For a text that is not kept: a slice of the whole chunk, which is cheap but holds the chunk in memory. */
  passingText(column: number): string {
    const start = this.startOf(column)
    const end = this.#ends[column]
    if (start === end) return this.#emptyText()
    if (!this.#isRecordAscii || this.#scanner.hasDoubledQuote) return this.#wideText(start, end)
    if (this.#chunkText === '') this.#chunkText = this.#bytes.toString('latin1', 0, this.#length)
    this.#cache.traits = traitsOf(this.#bytes, start, end)
    return this.#chunkText.slice(start, end)
  }

  /** The TRAIT bits of the last text. */
  get traits(): number {
    return this.#cache.traits
  }

  isEmpty(column: number): boolean {
    return this.startOf(column) === this.#ends[column]
  }

  decimal(column: number): number {
    return decimalIn(this.#bytes, this.startOf(column), this.#ends[column])
  }

  /** The bytes of the fields, to hash or compare them without a string. */
  get bytes(): Buffer {
    return this.#bytes
  }

  startOf(column: number): number {
    if (this.#quoted) return this.#starts[column]
    return column === 0 ? this.#recordStart : this.#ends[column - 1] + 1
  }

  endOf(column: number): number {
    return this.#ends[column]
  }

  isEncodedWell(): boolean {
    return this.#isRecordAscii || isUtf8(this.#recordBytes())
  }

  /** The beginning of the record, printable, for a message. */
  excerpt(): string {
    const end = Math.min(this.#recordEnd, this.#recordStart + EXCERPT_LENGTH_MAX * 2)
    const text = this.#bytes.toString('utf8', this.#recordStart, end).replace(/\p{C}/gu, '·')
    const isWhole = text.length <= EXCERPT_LENGTH_MAX && end === this.#recordEnd
    return isWhole ? text : `${text.slice(0, EXCERPT_LENGTH_MAX)}…`
  }

  #emptyText(): string {
    this.#cache.traits = 0
    return ''
  }

  #wideText(start: number, end: number): string {
    this.#cache.traits = traitsOf(this.#bytes, start, end)
    const text = this.#bytes.toString('utf8', start, end)
    // Only in a quoted field does a doubled quote mean one.
    const wasQuoted = this.#quoted && start > 0 && this.#bytes[start - 1] === QUOTE_BYTE
    return wasQuoted ? text.replaceAll('""', '"') : text
  }

  #recordBytes(): Buffer {
    return this.#bytes.subarray(this.#recordStart, this.#recordEnd)
  }

  #complete(end: number): true {
    this.#recordEnd = end
    this.#isRecordAscii = this.#isChunkAscii || isAscii(this.#recordBytes())
    this.#position = Math.min(end + 1, this.#length)
    this.#nextLine += this.#quoted ? this.#lineEndsTo(this.#position) : 1
    return true
  }

  #lineEndsTo(end: number): number {
    let count = 0
    let at = this.#bytes.indexOf(NEWLINE_BYTE, this.#recordStart)
    while (at !== -1 && at < end) {
      count += 1
      at = this.#bytes.indexOf(NEWLINE_BYTE, at + 1)
    }
    return count
  }

  /** The next record begins on the next line, so that one stray quote costs one row. */
  #faulty(fault: 'too-long' | 'quotes'): true {
    this.fault = fault
    this.columns = 0
    const lineEnd = this.#bytes.indexOf(NEWLINE_BYTE, this.#recordStart)
    const isHere = lineEnd !== -1 && lineEnd < this.#length
    this.#recordEnd = isHere ? lineEnd : this.#length
    this.#isSkipping = true
    return true
  }

  /** Whether the line that is being skipped has ended. */
  #passLine(): boolean {
    const lineEnd = this.#bytes.indexOf(NEWLINE_BYTE, this.#position)
    const isHere = lineEnd !== -1 && lineEnd < this.#length
    this.#position = isHere ? lineEnd + 1 : this.#length
    if (!isHere) return false
    this.#nextLine += 1
    this.#isSkipping = false
    return true
  }

  /** Whether a byte of a record is there. */
  #passBlankLines(): boolean {
    for (;;) {
      const byte = this.#position < this.#length ? this.#bytes[this.#position] : -1
      if (byte === -1) return false
      if (byte === NEWLINE_BYTE) {
        this.#position += 1
        this.#nextLine += 1
        continue
      }
      if (byte !== RETURN_BYTE) return true
      const isLast = this.#position + 1 === this.#length
      if (isLast && !this.#isEnded) return false
      if (!isLast && this.#bytes[this.#position + 1] !== NEWLINE_BYTE) return true
      this.#position += 1
    }
  }

  /** False while there are too few bytes to tell whether the file begins with a mark. */
  #passByteOrderMark(): boolean {
    const [first, second, third] = this.#bytes
    if (this.#length < 3 && !this.#isEnded) return false
    if (this.#length >= 3 && first === 0xef && second === 0xbb && third === 0xbf) {
      this.#position = 3
    }
    this.#isAtFileStart = false
    return true
  }
}

const MINUS = 45
const PLUS = 43
const POINT = 46
const ZERO = 48
/** This many digits fit a small integer, before the point and after it. */
const DIGITS_MAX = 9
/** Below 2^53 a division by a power of ten rounds once, so correctly. */
const WHOLE_MAX = Number.MAX_SAFE_INTEGER
const POWERS = Float64Array.from({ length: DIGITS_MAX + 1 }, (_, power) => 10 ** power)

/** Correctly rounded; NaN for anything but digits with at most one point. */
function decimalIn(bytes: Uint8Array, start: number, end: number): number {
  const sign = bytes[start]
  let at = sign === MINUS || sign === PLUS ? start + 1 : start
  const wholeStart = at
  let whole = 0
  for (; at < end; at += 1) {
    const digit = bytes[at] - ZERO
    if (digit < 0 || digit > 9) break
    whole = (whole * 10 + digit) | 0
  }
  const wholeDigits = at - wholeStart
  const hasPoint = at < end && bytes[at] === POINT
  if (hasPoint) at += 1
  const fractionStart = at
  let fraction = 0
  for (; at < end; at += 1) {
    const digit = bytes[at] - ZERO
    if (digit < 0 || digit > 9 || !hasPoint) return Number.NaN
    fraction = (fraction * 10 + digit) | 0
  }
  const fractionDigits = at - fractionStart
  if (wholeDigits + fractionDigits === 0) return Number.NaN
  if (wholeDigits > DIGITS_MAX || fractionDigits > DIGITS_MAX) return longDecimal(bytes, start, end)
  const power = POWERS[fractionDigits]
  const digits = whole * power + fraction
  if (digits > WHOLE_MAX) return longDecimal(bytes, start, end)
  return sign === MINUS ? -digits / power : digits / power
}

function longDecimal(bytes: Uint8Array, start: number, end: number): number {
  return Number(Buffer.from(bytes.subarray(start, end)).toString('latin1'))
}
