// The work of one request, counted in steps: when they are spent, it answers the best that it has found so far.

/** Six to nine milliseconds of a core. The scorecards of Tasmania and of UK sales are the same with and without it. */
export const STEPS_MAX = 600_000
/** What a request may be about when they are spent, and finishes: a reading, a line put together, a few addresses. */
export const STEPS_BEYOND_MAX = 10_000

/** One for each request; every part of the search that takes long by what was asked spends from it. */
export class Work {
  spent = 0
  max: number

  constructor(max = STEPS_MAX) {
    this.max = max
  }

  get isSpent(): boolean {
    return this.spent >= this.max
  }

  get left(): number {
    return Math.max(0, this.max - this.spent)
  }

  /** Spends the steps of what is done in one go. Where fewer are left all are spent, and it must not be done. */
  affords(steps: number): boolean {
    const isEnough = this.spent + steps <= this.max
    this.spent = isEnough ? this.spent + steps : Math.max(this.spent, this.max)
    return isEnough
  }

  /** Runs a part of the search with at most half of what is left, so that the part after it has some. */
  half<T>(part: () => T): T {
    const { max } = this
    this.max = this.spent + Math.max(0, max - this.spent) / 2
    const found = part()
    this.max = max
    return found
  }

  /** The same with a quarter: where what is looked for is not found by then, the rest still has most of the steps. */
  quarter<T>(part: () => T): T {
    return this.half(() => this.half(part))
  }
}
