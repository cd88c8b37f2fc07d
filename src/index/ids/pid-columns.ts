// Columns of ids that are filled while rows stream in.

import { GrowingU32 } from '../rows/growing-arrays.ts'
import type { SpillFile } from '../rows/spill-file.ts'
import type { TextNumbers } from '../rows/text-numbers.ts'

/** The id of every row. */
export class PidColumn {
  readonly prefix: GrowingU32
  readonly number: GrowingU32
  readonly #reader: PidReader

  constructor(prefixes: TextNumbers, spill?: SpillFile) {
    this.prefix = new GrowingU32(spill)
    this.number = new GrowingU32(spill)
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

  release(): void {
    this.prefix.release()
    this.number.release()
  }

  free(): void {
    this.prefix.free()
    this.number.free()
  }
}

/** Ids that few rows have, such as that of an alias's principal: only those rows take room. */
export class OtherPids {
  readonly #rows: GrowingU32
  readonly #pids: PidColumn

  constructor(prefixes: TextNumbers, spill?: SpillFile) {
    this.#rows = new GrowingU32(spill)
    this.#pids = new PidColumn(prefixes, spill)
  }

  /** Rows come in order. */
  add(row: number, pid: string): void {
    if (pid === '') return
    this.#rows.push(row)
    this.#pids.push(pid)
  }

  /** All rows that have an id, in order; `at` counts them. */
  each(visit: (row: number, prefix: number, number: number, at: number) => void): void {
    const { prefix, number } = this.#pids
    for (let at = 0; at < this.#rows.length; at++) {
      visit(this.#rows.at(at), prefix.at(at), number.at(at), at)
    }
  }

  text(at: number): string {
    return this.#pids.text(at)
  }

  release(): void {
    this.#rows.release()
    this.#pids.release()
  }

  free(): void {
    this.#rows.free()
    this.#pids.free()
  }
}

/** Hot: each row has one to three ids, and their prefix is mostly that of the row before. */
class PidReader {
  prefix = 0
  number = NO_PID_NUMBER
  readonly #prefixes: TextNumbers
  #prefixText = ''

  constructor(prefixes: TextNumbers) {
    this.#prefixes = prefixes
  }

  read(pid: string): void {
    const start = pidNumberStart(pid)
    this.number = pidNumber(pid, start)
    if (start === this.#prefixText.length && pid.startsWith(this.#prefixText)) return
    this.prefix = this.#prefixes.add(pid.slice(0, start))
    this.#prefixText = this.#prefixes.at(this.prefix)
  }

  text(prefix: number, number: number): string {
    return pidText(this.#prefixes.at(prefix), number)
  }
}

/** The number of an id that does not end with digits. */
const NO_PID_NUMBER = 0xffffffff
/** More might not fit 32 bits. */
const DIGITS_MAX = 9
const ZERO = 48

/** Where the number begins. It begins with no 0, so that prefix and number give the id back. */
export function pidNumberStart(pid: string): number {
  const end = pid.length
  let start = end
  while (start > 0 && end - start < DIGITS_MAX && isDigit(pid.charCodeAt(start - 1))) start--
  while (start < end && pid.charCodeAt(start) === ZERO) start++
  return start
}

export function pidNumber(pid: string, start: number): number {
  const end = pid.length
  let number = 0
  for (let at = start; at < end; at++) number = (number * 10 + pid.charCodeAt(at) - ZERO) | 0
  return start === end ? NO_PID_NUMBER : number
}

export function pidText(prefix: string, number: number): string {
  return number === NO_PID_NUMBER ? prefix : prefix + number
}

export function isDigit(code: number): boolean {
  return code >= ZERO && code <= ZERO + 9
}
