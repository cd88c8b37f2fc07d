// The work of one request, counted in steps. When they are spent, the request answers the best it has found so far.

/** What things cost, in steps of about ten nanoseconds of a core at 17 million addresses. */
export const STEPS = {
  /** A posting, or a word of a bit map, read one after the other. */
  read: 0.25,
  /** A street marked in a bit map. */
  mark: 0.4,
  /** A street compared with a signature, a bit map or the next posting of a list. */
  check: 0.8,
  /** A street put in order, or visited. */
  candidate: 2,
  /** A read of memory that is not in a cache. */
  lookUp: 6,
  /** An address or a place judged, a word compared with it. */
  row: 30,
  /** A street judged by its numbers or by its words. */
  street: 70,
  /** A name compared with what was typed, or the requirements of a reading. */
  name: 150,
  /** Everything that the next word of a query can be. */
  reading: 200,
  /** A walk opened, or the text of an address put together. */
  attempt: 600,
  /** A line with something given up. */
  givenUp: 1_000,
  /** A word of a line, when the whole line is compared with an address part by part. */
  lineWord: 2_500,
} as const

/** Six to nine milliseconds of a core. The scorecards of Tasmania and of UK sales are the same without it. */
export const STEPS_MAX = 600_000
/** How far a request may go beyond that to finish what it is about. */
export const STEPS_BEYOND_MAX = 10_000
/**
 * About 1.5 ms: what a search may take on the event loop. Fewer than one in a hundred need more; they are broken off
 * and started again in another thread.
 */
export const LOOP_STEPS_MAX = 150_000

/** More than any search may spend, and still a 32-bit integer, which loops count fastest. */
const BROKEN_OFF = 2 ** 30

/** One for each request. Every part of the search whose time depends on the question spends from it. */
export class Work {
  spent = 0
  #max: number
  readonly #breakOffAt: number
  /** The lower of the two. */
  #stopAt: number
  /** What was spent when the work was broken off. */
  #brokenOffAt: number | undefined

  /** At `breakOffAt` a search stops, and what it has found means nothing. */
  constructor(max = STEPS_MAX, breakOffAt = BROKEN_OFF) {
    this.#max = max
    this.#breakOffAt = breakOffAt
    this.#stopAt = Math.min(max, breakOffAt)
  }

  get isBrokenOff(): boolean {
    return this.#brokenOffAt !== undefined
  }

  /** What the work has cost. */
  get counted(): number {
    return this.#brokenOffAt ?? this.spent
  }

  get isSpent(): boolean {
    if (this.spent < this.#stopAt) return false
    if (this.spent >= this.#breakOffAt) this.#breakOff()
    return true
  }

  get left(): number {
    return Math.max(0, this.#max - this.spent)
  }

  /** Spends steps if that many are left. Otherwise it spends what is left, and the caller must stop. */
  affords(steps: number): boolean {
    const after = this.spent + steps
    if (after <= this.#stopAt) {
      this.spent = after
      return true
    }
    if (after > this.#breakOffAt) this.#breakOff()
    else this.spent = Math.max(this.spent, this.#max)
    return false
  }

  /** Adds what was done elsewhere for the same request. */
  add(steps: number): void {
    if (this.#brokenOffAt === undefined) this.spent += steps
    else this.#brokenOffAt += steps
  }

  /** A further search of the same request has the full budget again. */
  renew(): void {
    this.#setMax(this.spent + STEPS_MAX)
  }

  /** Runs part of the search with at most half of the remaining work. */
  half<T>(part: () => T): T {
    const max = this.#max
    this.#setMax(this.spent + Math.max(0, max - this.spent) / 2)
    const found = part()
    this.#setMax(max)
    return found
  }

  #setMax(max: number): void {
    this.#max = max
    this.#stopAt = Math.min(max, this.#breakOffAt)
  }

  #breakOff(): void {
    this.#brokenOffAt ??= this.spent
    this.spent = BROKEN_OFF
  }
}
