// An account with one endpoint, its receiver, and a dispatcher whose rounds a test calls.

import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { deliveriesOf } from '../../../src/webhooks/deliveries.ts'
import type { DispatcherParts } from '../../../src/webhooks/delivery/dispatcher.ts'
import type { WebhookKind } from '../../../src/webhooks/kinds.ts'
import { register, registrationsOf, unregister } from '../../../src/webhooks/registrations.ts'
import { makePlans, newCaller } from '../../support/accounts.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { type Manner, startReceiver } from '../../support/servers/receiver.ts'
import type { MakeStore } from '../../support/stores.ts'
import { makeDispatcher, makeEvent } from '../../support/webhooks.ts'

export const PLANS = makePlans({ name: 'large', daily_lookup_limit_1: 1000 })

/** Its endpoint is gone when the test ends, so that tests can share a store. */
export async function openWorld(
  makeStore: MakeStore,
  t: TestContext,
  manner: Manner,
  changes: Partial<DispatcherParts> & { readonly kind?: WebhookKind } = {},
) {
  const { kind = 'expired', ...parts } = changes
  const store = await makeStore(t)
  const clock = new ManualClock()
  const receiver = await startReceiver(t, manner)
  const { accountId } = await newCaller(store, PLANS, 'large', clock.now())
  const registered = await register(store, accountId, kind, receiver.url, clock.now())
  assert(registered.kind === 'registered')
  const endpoint = { id: registered.id, kind } as const
  // A store of the test's own is closed by then.
  t.after(() => unregister(store, accountId, endpoint.id).catch(() => {}))
  const dispatcher = makeDispatcher(store, clock, parts)
  const deliveries = () => deliveriesOf(store.db, accountId, endpoint.id)
  return {
    store,
    clock,
    receiver,
    accountId,
    endpoint,
    dispatcher,
    deliveries,
    attempts: async () => (await deliveries()).map((one) => one.attempts.length),
    round: () => dispatcher.round(),
    event: () => makeEvent(store, accountId, clock.now()),
    /** How many requests one round makes. */
    async sent(): Promise<number> {
      const before = receiver.received.length
      await dispatcher.round()
      return receiver.received.length - before
    },
    async isOff(): Promise<boolean> {
      const [one] = await registrationsOf(store.db, accountId, kind)
      return one?.switchedOffAt !== undefined
    },
  }
}

/** Answers that wait until the test lets them go. */
export function heldAnswers() {
  const held: ((status: number) => void)[] = []
  const manner: Manner = (_request, response) => {
    held.push((status) => response.writeHead(status).end())
    return undefined
  }
  return {
    manner,
    answerAll: (status: number) => {
      for (const answer of held.splice(0)) answer(status)
    },
  }
}
