// A dispatcher for tests: at a clock that stands still, to receivers on this machine.

import { setTimeout as delay } from 'node:timers/promises'
import type { Store } from '../../src/store/store.ts'
import { expiredBody } from '../../src/webhooks/bodies.ts'
import { Dispatcher, type DispatcherParts } from '../../src/webhooks/delivery/dispatcher.ts'
import { recordEvent } from '../../src/webhooks/event-log.ts'
import type { ManualClock } from './manual-clock.ts'
import type { Ending } from './stores.ts'

const LOCAL_RULES = {
  ports: [443],
  allowed: [{ host: '127.0.0.1', port: undefined }],
  ownHost: 'doorplate.example',
  ownPort: 1,
}

export const UPGRADE_LINK = 'https://doorplate.example/console'

/** Does nothing by itself: a test calls its rounds. */
export function makeDispatcher(
  store: DispatcherParts['store'],
  clock: ManualClock,
  changes: Partial<DispatcherParts> = {},
): Dispatcher {
  return new Dispatcher({
    store,
    clock,
    rules: LOCAL_RULES,
    perSecond: 100_000,
    keptDays: { track: 8, events: 30 },
    // Exactly the schedule, without jitter.
    random: () => 0.5,
    // The store closes before the dispatcher does.
    onFault: () => {},
    ...changes,
  })
}

/** Running until the test ends. */
export function startDispatcher(
  t: Ending,
  store: Store,
  clock: ManualClock,
  changes: Partial<DispatcherParts> = {},
): Dispatcher {
  const dispatcher = makeDispatcher(store, clock, changes)
  dispatcher.start()
  t.after(() => dispatcher.close())
  return dispatcher
}

/** An event like any other, without a charge. */
export function makeEvent(store: Store, accountId: string, now: number): Promise<void> {
  const content = expiredBody('ended', UPGRADE_LINK, now)
  const event = { accountId, kind: 'expired', content } as const
  return store.transaction((tx) => recordEvent(tx, event, now))
}

const PATIENCE_MS = 20_000

/** Looks again and again until it is so. */
export async function until(what: () => Promise<boolean> | boolean): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += 20) {
    if (await what()) return
    if (waitedMs > PATIENCE_MS) throw new Error(`It never came to be: ${what}`)
    await delay(20)
  }
}
