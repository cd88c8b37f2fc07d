// An account with one endpoint, its receiver, and a dispatcher whose rounds a test calls.

import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { sql } from 'kysely'
import type { Store } from '../../../src/store/store.ts'
import type { WebhookKind } from '../../../src/webhooks/bodies.ts'
import { deliveriesOf } from '../../../src/webhooks/deliveries.ts'
import type { DispatcherParts } from '../../../src/webhooks/delivery/dispatcher.ts'
import { register, registrationsOf, unregister } from '../../../src/webhooks/registrations.ts'
import { makePlans, newCaller } from '../../support/accounts.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { type Manner, startReceiver } from '../../support/servers/receiver.ts'
import type { MakeStore } from '../../support/stores.ts'
import { makeDispatcher, makeEvent } from '../../support/webhooks.ts'

export const PLANS = makePlans({ name: 'large', daily_lookup_limit_1: 1000 })

interface Wanted {
  readonly kind?: WebhookKind
  /** For tests that look at all rows of a table. */
  readonly isAlone?: boolean
}

/** Its endpoint is gone when the test ends, so that tests can share a store. */
export async function openWorld(
  makeStore: MakeStore,
  t: TestContext,
  manner: Manner,
  changes: Partial<DispatcherParts> & Wanted = {},
) {
  const { kind = 'expired', isAlone = false, ...parts } = changes
  const store = await makeStore(t)
  const clock = new ManualClock()
  const receiver = await startReceiver(t, manner)
  const { accountId } = await newCaller(store, PLANS, 'large', clock.now())
  const registered = await register(store, accountId, kind, receiver.url, clock.now())
  assert(registered.kind === 'registered')
  const endpoint = { id: registered.id, kind } as const
  // A store of the test's own is closed by then.
  t.after(() => unregister(store, accountId, endpoint.id).catch(() => {}))
  const neighbours = isAlone ? undefined : await addNeighbours(store, accountId, kind, clock.now())
  const dispatcher = makeDispatcher(store, clock, parts)
  const round = async () => {
    await dispatcher.round()
    await neighbours?.check()
  }
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
    round,
    event: () => makeEvent(store, accountId, clock.now()),
    /** How many requests one round makes. */
    async sent(): Promise<number> {
      const before = receiver.received.length
      await round()
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

const NEVER_MS = 400 * 86_400_000

/** Another endpoint of the account, and one of another account, with deliveries that no round may touch. */
async function addNeighbours(store: Store, accountId: string, kind: WebhookKind, now: number) {
  const otherKind = kind === 'track' ? 'expired' : 'track'
  const other = await newCaller(store, PLANS, 'large', now)
  const url = 'https://neighbour.example/'
  const places: (readonly [string, number])[] = []
  for (const [id, of] of [
    [accountId, otherKind],
    [other.accountId, kind],
    [other.accountId, otherKind],
  ] as const) {
    const made = await register(store, id, of, url, now)
    assert(made.kind === 'registered')
    places.push([id, made.id])
    for (const state of ['pending', 'delivered', 'failed']) {
      const due = state === 'pending' ? now + NEVER_MS : null
      await sql`
        insert into webhook_delivery (account_id, endpoint_id, event_id, number, created_at, body,
          state, attempts, failed_attempts, due_at)
        values (${id}, ${made.id}, ${`${state}-of-neighbour`}, null, ${now}, '{}', ${state}, '[]',
          1, ${due})`.execute(store.db)
    }
  }
  const seen = async () => {
    const tables = [sql`webhook_endpoint`, sql`webhook_delivery`]
    const rows: unknown[] = []
    for (const [id, endpoint] of places) {
      for (const [at, table] of tables.entries()) {
        const column = at === 0 ? sql`id` : sql`endpoint_id`
        const found = await sql`
          select * from ${table} where account_id = ${id} and ${column} = ${endpoint}
          order by 3`.execute(store.db)
        rows.push(...found.rows)
      }
    }
    return rows
  }
  const before = await seen()
  return { check: async () => assert.deepEqual(await seen(), before, 'a neighbour was touched') }
}
