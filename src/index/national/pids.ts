// Columns of ids as prefix and number: `GAVIC425325004` is `GAVIC` and 425325004.

import { GrowingU32 } from '../rows/growing-arrays.ts'
import type { TextNumbers } from '../rows/text-numbers.ts'

/** The number of an id that does not end with digits. */
const NO_NUMBER = 0xffffffff
/** More might not fit 32 bits. */
const DIGITS_MAX = 9
const ZERO = 48

/** The id of every row. */
export class PidColumn {
  readonly prefix = new GrowingU32()
  readonly number = new GrowingU32()
  readonly #reader: PidReader

  constructor(prefixes: TextNumbers) {
    this.#reader = new PidReader(prefixes)
  }

  push(pid: string): void {
    this.#reader.read(pid)
    this.prefix.push(this.#reader.prefix)
    this.number.push(this.#reader.number)
  }

  text(row: number): string {
    return this.#reader.text(this.prefix.at(row), this.number.at(row))
  }
}

/** Ids that few rows have, such as that of an alias's principal: only those rows take room. */
export class OtherPids {
  readonly rows = new GrowingU32()
  readonly prefix = new GrowingU32()
  readonly number = new GrowingU32()
  readonly #reader: PidReader

  constructor(prefixes: TextNumbers) {
    this.#reader = new PidReader(prefixes)
  }

  /** Rows come in order. */
  add(row: number, pid: string): void {
    if (pid === '') return
    this.#reader.read(pid)
    this.rows.push(row)
    this.prefix.push(this.#reader.prefix)
    this.number.push(this.#reader.number)
  }

  /** `at` counts those that have an id. */
  text(at: number): string {
    return this.#reader.text(this.prefix.at(at), this.number.at(at))
  }
}

/** Hot: each row has one to three ids, and their prefix is mostly that of the row before. */
class PidReader {
  prefix = 0
  number = NO_NUMBER
  readonly #prefixes: TextNumbers
  #prefixText = ''

  constructor(prefixes: TextNumbers) {
    this.#prefixes = prefixes
  }

  /** The number begins with no 0, so that prefix and number give the id back. */
  read(pid: string): void {
    const end = pid.length
    let start = end
    while (start > 0 && end - start < DIGITS_MAX && isDigit(pid.charCodeAt(start - 1))) start--
    while (start < end && pid.charCodeAt(start) === ZERO) start++
    let number = 0
    for (let at = start; at < end; at++) number = (number * 10 + pid.charCodeAt(at) - ZERO) | 0
    this.number = start === end ? NO_NUMBER : number
    if (start === this.#prefixText.length && pid.startsWith(this.#prefixText)) return
    this.prefix = this.#prefixes.add(pid.slice(0, start))
    this.#prefixText = this.#prefixes.texts[this.prefix]
  }

  text(prefix: number, number: number): string {
    const text = this.#prefixes.texts[prefix]
    return number === NO_NUMBER ? text : text + number
  }
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= ZERO + 9
}
