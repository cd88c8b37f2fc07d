// Tasks that wait for something else, such as the store: one at a time for each owner.

/** An owner who asks many times at once waits in its own queue, so the store sees one statement of it at a time. */
export class OneAtATime {
  readonly #lastByOwner = new Map<string, Promise<unknown>>()

  async run<Result>(owner: string, task: () => Promise<Result>): Promise<Result> {
    const before = this.#lastByOwner.get(owner)
    const running = before === undefined ? task() : before.then(task, task)
    this.#lastByOwner.set(owner, running)
    try {
      return await running
    } finally {
      if (this.#lastByOwner.get(owner) === running) this.#lastByOwner.delete(owner)
    }
  }
}
