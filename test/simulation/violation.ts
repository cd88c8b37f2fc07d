// A promise that the service broke, as the models of the simulation name it.

/** What was promised: a word for each part that the simulation watches, and that nothing fails by itself. */
export type Promised = 'rate-limit' | 'kept-answer' | 'charge' | 'billing' | 'books' | 'no-failure'

export class Violation extends Error {
  override readonly name = 'Violation'
  readonly promised: Promised

  constructor(promised: Promised, message: string) {
    super(message)
    this.promised = promised
  }
}

export function must(holds: boolean, promised: Promised, message: () => string): asserts holds {
  if (!holds) throw new Violation(promised, message())
}
