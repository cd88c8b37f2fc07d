// A service of its own process in which attacks are made: started, and set up over HTTP.

import { systemClock as clock } from '../../../src/lib/clock.ts'
import { PRIVATE_ADDRESSES_MAX } from '../../../src/private-addresses/private-address.ts'
import type { Bench, ServiceUnderTest } from '../../http/processes.ts'
import { withBench } from '../../load/with-service.ts'
import type { Made } from '../attack.ts'
import { Client } from '../client.ts'
import { setUpWorld } from './http-setup.ts'
import { type Attackers, setUpAttackers } from './store-setup.ts'
import type { World } from './world.ts'

/** Where webhooks may go: nothing listens there. */
const WEBHOOK_HOST = '127.0.0.1:9'

interface Wanted {
  readonly index?: string | undefined
  readonly threads: string
  readonly store: string
  /** Of the attackers. */
  readonly planName: string
  readonly env: Readonly<Record<string, string>>
  /** More accounts, made before the service starts. */
  prepare?(bench: Bench, databaseUrl: string): Promise<void>
}

export async function withWorld<T>(
  wanted: Wanted,
  work: (service: ServiceUnderTest, world: World) => Promise<T>,
): Promise<T> {
  const { planName, env } = wanted
  return withBench({ ...wanted, hasBoth: true }, async ({ bench, databaseUrl, start }) => {
    const attackers = await bench.withStore(databaseUrl, (store, plans) =>
      setUpAttackers({ store, plans, clock, planName }),
    )
    await wanted.prepare?.(bench, databaseUrl)
    const service = await start({ SIGN_UP: 'open', WEBHOOK_ALLOW: WEBHOOK_HOST, ...env })
    return work(service, await worldOf(service, attackers))
  })
}

async function worldOf({ baseUrl }: ServiceUnderTest, attackers: Attackers): Promise<World> {
  using client = new Client(baseUrl)
  const { ask } = client
  const target = `/batch?api-key=${attackers.accounts.owner.uk.adminKey}`
  const matchLists = async () => {
    for (;;) {
      const { json } = await ask({ method: 'GET', target, headers: {}, body: '' })
      if ((json as readonly Made[]).every(({ state }) => state === 'finished')) return
      await new Promise((next) => setTimeout(next, 50))
    }
  }
  return await setUpWorld({
    ask,
    attackers,
    webhookHost: WEBHOOK_HOST,
    privateAddresses: PRIVATE_ADDRESSES_MAX,
    matchLists,
  })
}
