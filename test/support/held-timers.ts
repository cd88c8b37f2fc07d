// Timers of a chosen length end when a test says so; all others run on. Mocked timers would leave those of a store.

import type { TestContext } from 'node:test'

interface HeldTimers {
  /** Resolves when the first such timer has begun. */
  readonly begun: Promise<void>
  /** Ends the ones that have begun; those that begin from now on are held no longer. */
  end(): void
}

/** `isHeld` is asked with the milliseconds of each timer. */
export function holdTimers(t: TestContext, isHeld: (ms: number) => boolean): HeldTimers {
  const { promise: begun, resolve } = Promise.withResolvers<void>()
  const held = new Map<NodeJS.Timeout, () => void>()
  const { setTimeout: real, clearTimeout: clear } = globalThis
  const begin = t.mock.method(globalThis, 'setTimeout', (work: () => void, ms = 0) => {
    if (!isHeld(ms)) return real(work, ms)
    const timer = real(() => {}, 0)
    held.set(timer, work)
    resolve()
    return timer
  })
  const drop = t.mock.method(globalThis, 'clearTimeout', (timer: NodeJS.Timeout) => {
    held.delete(timer)
    clear(timer)
  })
  return {
    begun,
    end() {
      begin.mock.restore()
      drop.mock.restore()
      for (const work of held.values()) work()
      held.clear()
    },
  }
}
