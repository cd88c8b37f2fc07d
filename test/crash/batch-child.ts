// A node of its own that works on batches, and says so before and after each commit, until all is done or it is killed.

import { writeSync } from 'node:fs'
import { AccountTurns } from '../../src/batches/account-turns.ts'
import { workOnce } from '../../src/batches/chunk-work.ts'
import { releasesIn } from '../../src/releases/release-folder.ts'
import { openStore } from '../../src/store/open-store.ts'
import type { Store } from '../../src/store/store.ts'
import { PLANS } from './batch-plans.ts'

const [databaseUrl = '', dataDir = '', release = '', now = ''] = process.argv.slice(2)
const { search } = await releasesIn(dataDir).load(release)
const store = await openStore({ databaseUrl, dataDir })
const telling: Store = {
  ...store,
  procedure(module, args) {
    writeSync(1, 'begins\n')
    return store.procedure(module, args).finally(() => writeSync(1, 'written\n'))
  },
}
const parts = {
  store: telling,
  plans: PLANS,
  upgradeLink: '',
  keptDays: 7,
  now: () => Number(now),
  searchFor: async () => search,
  takeTurn: new AccountTurns().take,
}
while (await workOnce(parts)) writeSync(1, 'chunk\n')
await store.close()
