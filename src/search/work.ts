// The work of one request, counted in steps: when they are spent, it answers the best that it has found so far.

/** Six to nine milliseconds of a core. The scorecards of Tasmania and of UK sales are the same with and without it. */
export const STEPS_MAX = 600_000
/** What a request may be about when they are spent, and finishes: a reading, a line put together, a few addresses. */
export const STEPS_BEYOND_MAX = 10_000
/**
 * About 1.5 ms: what a search may take on the event loop. Fewer than one in a hundred need more; those are broken off
 * here and begun anew in another thread.
 */
export const LOOP_STEPS_MAX = 150_000

/** More than any search is allowed, and still a whole number of 32 bits, which the engine's loops count fastest. */
const BROKEN_OFF = 2 ** 30

/** One for each request; every part of the search that takes long by what was asked spends from it. */
export class Work {
  spent = 0
  #max: number
  readonly #breakOffAt: number
  /** The lower of the two. */
  #stopAt: number
  /** What was spent when it was broken off. */
  #brokenOffAt: number | undefined

  /** Up to `breakOffAt` a search goes as it would without; there it stops, and what it has found means nothing. */
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

  /** Spends the steps of what is done in one go. Where fewer are left all are spent, and it must not be done. */
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

  /** What was done elsewhere for the same request. */
  add(steps: number): void {
    if (this.#brokenOffAt === undefined) this.spent += steps
    else this.#brokenOffAt += steps
  }

  /** A further search of the same request has the full budget again. */
  renew(): void {
    this.#setMax(this.spent + STEPS_MAX)
  }

  /** Runs a part of the search with at most half of what is left, so that the part after it has some. */
  half<T>(part: () => T): T {
    const max = this.#max
    this.#setMax(this.spent + Math.max(0, max - this.spent) / 2)
    const found = part()
    this.#setMax(max)
    return found
  }

  /** The same with a quarter: where what is looked for is not found by then, the rest still has most of the steps. */
  quarter<T>(part: () => T): T {
    return this.half(() => this.half(part))
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
