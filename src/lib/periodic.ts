// Background work in rounds: never two at once, and a round under way is finished before closing.

interface PeriodicParts {
  readonly everyMs: number
  readonly work: () => Promise<void>
  /** Called with the error of a round that fails; the next rounds still run. */
  readonly onFault: (error: unknown) => void
}

export class Periodic {
  readonly #parts: PeriodicParts
  #timer: NodeJS.Timeout | undefined
  #round: Promise<void> | undefined
  #again = false
  #isClosed = false

  constructor(parts: PeriodicParts) {
    this.#parts = parts
  }

  start(): void {
    this.#timer = setInterval(() => this.wake(false), this.#parts.everyMs).unref()
  }

  /** Begins a round at once. If one is under way, another follows it. */
  wake(again = true): void {
    if (this.#isClosed) return
    if (this.#round !== undefined) this.#again ||= again
    else this.#round = this.#rounds()
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Resolves when the round under way has ended; no other begins. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#timer)
    await this.#round
  }

  async #rounds(): Promise<void> {
    do {
      this.#again = false
      try {
        await this.#parts.work()
      } catch (error) {
        this.#parts.onFault(error)
      }
    } while (this.#again && !this.#isClosed)
    this.#round = undefined
  }
}

/** Begins its first round when it is started, and not after the first interval. */
export class Job extends Periodic {
  override start(): void {
    super.start()
    this.wake()
  }
}
