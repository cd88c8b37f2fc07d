// What a command of the command line is, and what it is given.

import type { Config } from '../config.ts'
import type { Clock } from '../lib/clock.ts'
import { OperatorError } from '../lib/operator-error.ts'

export interface Command {
  /** `account create`. */
  readonly name: string
  /** What follows the name: `--email E --product au|uk [--plan NAME]`. */
  readonly usage: string
  readonly summary: string
  /** Its options besides `--json`; all take a value. */
  readonly options: readonly string[]
  /** Those that take all words up to the next option: `--postcodes FILE…`. */
  readonly lists?: readonly string[]
  /** How many words it takes after its name, at least and at most. */
  readonly words: readonly [number, number]
  /** Given the time as it is, where other commands follow a test clock. */
  readonly isOnRealTime?: boolean
  run(given: Given): Promise<Printed>
}

export interface Given {
  readonly config: Config
  readonly clock: Clock
  readonly words: readonly string[]
  readonly options: Readonly<Record<string, string>>
  readonly lists: Readonly<Record<string, readonly string[]>>
  /** Whether a person watches the progress. */
  readonly isTerminal: boolean
  /** Progress and news, to standard error. */
  tell(line: string): void
  /** The same without a line end, for what is drawn over. */
  draw(text: string): void
  /** Standard output, for a command that goes on running. */
  print(text: string): void
}

/** One of the two is printed, by `--json`. */
export interface Printed {
  readonly json: unknown
  readonly text: string
  /** The command has done its work and found a fault: the exit code says so. */
  readonly isFault?: boolean
}

/** The command line itself was wrong; its message is one sentence. */
export class UsageError extends OperatorError {
  override readonly name = 'UsageError'
}

export function required(given: Given, option: string): string {
  const value = given.options[option]
  if (value === undefined || value === '') throw new UsageError(`Give --${option}.`)
  return value
}

/** Columns padded to their widest cell, for people. */
export function columns(rows: readonly (readonly string[])[]): string {
  const widths: number[] = []
  for (const row of rows) {
    row.forEach((cell, at) => {
      widths[at] = Math.max(widths[at] ?? 0, cell.length)
    })
  }
  const lines = rows.map((row) => row.map((cell, at) => cell.padEnd(widths[at])).join('  '))
  return lines.map((line) => line.trimEnd()).join('\n')
}
