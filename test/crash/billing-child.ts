// A node of its own that bills, and says so after each commit, until it is done or killed.

import { writeSync } from 'node:fs'
import { runBilling } from '../../src/billing/billing-run.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { openStore } from '../../src/store/open-store.ts'
import type { Store } from '../../src/store/store.ts'
import { PLANS, SETTINGS } from '../billing/books.ts'
import { untilStored } from '../support/stores.ts'

const [databaseUrl = '', dataDir = '', until = ''] = process.argv.slice(2)
const store = await openStore({ databaseUrl, dataDir })
const telling: Store = {
  ...store,
  async transaction(work) {
    const answer = await store.transaction(work)
    writeSync(1, 'committed\n')
    return answer
  },
}
const parts = { store: telling, plans: PLANS, clock: systemClock, settings: SETTINGS }
await untilStored(() => runBilling(parts, Date.parse(until)))
await store.close()
