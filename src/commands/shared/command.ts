// What a command of the command line is, what it is given, and how it reads its options.

import { isProduct, PRODUCT_CHOICE, type Product } from '../../address/product.ts'
import { type Clock, utcDay } from '../../lib/clock.ts'
import { OperatorError } from '../../lib/operator-error.ts'
import type { Config } from '../../settings/config.ts'

export type Options = Readonly<Record<string, string>>

export interface Command {
  readonly name: string
  /** What follows the name: `--email E --product au|uk [--plan NAME]`. */
  readonly usage?: string
  readonly summary: string
  /** What follows the name in a call that a reader can try. */
  readonly example?: string
  readonly options?: Options
  /** Options that take all words up to the next option: `--postcodes FILE…`. */
  readonly lists?: Options
  /** Options without a value: `--dry-run`. */
  readonly flags?: Options
  /** How many words it takes after its name, at least and at most; by default those its usage begins with. */
  readonly words?: readonly [number, number]
  /** Uses the real time even with a test clock. */
  readonly isOnRealTime?: boolean
  run(given: Given): Promise<Printed>
}

export interface Given {
  readonly command: string
  readonly config: Config
  readonly clock: Clock
  readonly words: readonly string[]
  /** The first of them, or ''. */
  readonly word: string
  readonly options: Readonly<Partial<Record<string, string>>>
  readonly lists: Readonly<Partial<Record<string, readonly string[]>>>
  readonly flags: ReadonlySet<string>
  readonly isTerminal: boolean
  /** Progress and news, to standard error. */
  tell(line: string): void
  /** Without a line end, for progress that is redrawn. */
  draw(text: string): void
  /** Standard output, for a command that keeps running. */
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

export const EMAIL_OPTION = { email: 'the e-mail address of the account' }
export const PRODUCT_OPTION = { product: PRODUCT_CHOICE }

type HasOptions = Pick<Given, 'options'>

export function requiredOption({ options }: HasOptions, name: string): string {
  const value = options[name] ?? ''
  if (value === '') throw new UsageError(`--${name} is required.`)
  return value
}

export function productOption({ options }: HasOptions): Product | undefined {
  const { product } = options
  if (product === undefined || isProduct(product)) return product
  throw new UsageError(`--product must be ${PRODUCT_CHOICE}.`)
}

export function requiredProduct(given: HasOptions): Product {
  const product = productOption(given)
  if (product === undefined) throw new UsageError('--product is required.')
  return product
}

export function numberOption({ options }: HasOptions, name: string, min: number, max: number) {
  const text = options[name]
  if (text === undefined) return undefined
  const number = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
  if (number >= min && number <= max) return number
  throw new UsageError(`--${name} must be a whole number from ${min} to ${max}.`)
}

const ISO = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)?)?$/

/** An ISO 8601 day, which is its first moment, or a time, in UTC unless it has a zone. Undefined if it is neither. */
export function readTime(text: string) {
  const [whole = '', date = '', time, zone] = ISO.exec(text) ?? []
  const midnight = Date.parse(date)
  const isDay = time === undefined
  const ms = Date.parse(isDay || zone !== undefined ? whole : `${whole}Z`)
  if (Number.isNaN(midnight) || Number.isNaN(ms) || utcDay(midnight) !== date) return undefined
  return { ms, isDay }
}
