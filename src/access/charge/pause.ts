// A wait that can be asked whether it is over, and ended early.

export interface Pause extends Promise<void> {
  readonly isOver: boolean
  /** Lets it end now, and lets the process end too. */
  cancel(): void
}

export function pause(ms: number): Pause {
  let isOver = false
  const { promise, resolve } = Promise.withResolvers<void>()
  const end = () => {
    isOver = true
    clearTimeout(timer)
    resolve()
  }
  const timer = setTimeout(end, ms)
  return Object.defineProperties(promise, {
    isOver: { get: () => isOver },
    cancel: { value: end },
  }) as Pause
}
