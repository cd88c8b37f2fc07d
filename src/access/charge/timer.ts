// A timer that can be awaited, asked whether it is over, and ended early.

export interface Timer extends Promise<void> {
  readonly isOver: boolean
  /** Ends it now, so that the process can end too. */
  cancel(): void
}

export function startTimer(ms: number): Timer {
  let isOver = false
  const { promise, resolve } = Promise.withResolvers<void>()
  const end = () => {
    isOver = true
    clearTimeout(timeout)
    resolve()
  }
  const timeout = setTimeout(end, ms)
  return Object.defineProperties(promise, {
    isOver: { get: () => isOver },
    cancel: { value: end },
  }) as Timer
}
