// A process that compares watch lists with the change log until all of it is told, or until it is killed.

import { writeSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import type { ChangeStep } from '../../src/address/change.ts'
import { openStore } from '../../src/store/open-store.ts'
import { ChangeLog } from '../../src/watch/change-log.ts'
import { WatchJob } from '../../src/watch/watch-job.ts'

const [dataDir = '', stepsJson = '[]', now = '0', pageMax = '0'] = process.argv.slice(2)
const steps: readonly ChangeStep[] = JSON.parse(stepsJson)
const store = await openStore({ databaseUrl: '', dataDir })
const job = new WatchJob({
  store,
  clock: { now: () => Number(now) },
  changeLog: new ChangeLog({
    directory: dataDir,
    stepsOf: (product) => (product === 'au' ? steps : []),
  }),
  onFault: (error) => {
    throw error
  },
  onEvents: () => writeSync(1, 'told\n'),
  pageMax: Number(pageMax),
})
// The next one starts with it, however this one ends.
flushCompileCache()
writeSync(1, 'begins\n')
while (await job.round());
await store.close()
