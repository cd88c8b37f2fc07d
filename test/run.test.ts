// A start in process: what it makes and for whom, what it says, and what is left of one that fails.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { truncate, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createAccount } from '../src/account/accounts.ts'
import { systemClock } from '../src/lib/clock.ts'
import { makeLog } from '../src/lib/log.ts'
import { startService } from '../src/run.ts'
import { readConfig } from '../src/settings/config.ts'
import { copySample } from './support/sample.ts'
import { newDataDir } from './support/stores.ts'

async function start(t: TestContext, dataDir: string, settings: Record<string, string> = {}) {
  const printed: string[] = []
  const config = readConfig({ PORT: '0', DATA_DIR: dataDir, ...settings })
  const log = makeLog('silent', systemClock.now, () => {})
  const running = await startService({ config, clock: systemClock, log }, (line) =>
    printed.push(line),
  )
  let stopping: Promise<void> | undefined
  const stop = () => {
    stopping ??= running.stop()
    return stopping
  }
  t.after(stop)
  const { service, demo } = running
  return { service, printed, demo: demo.map(({ product }) => product), stop }
}

/** Addresses that somebody has imported, and nothing else. */
async function withReleases(t: TestContext): Promise<string> {
  const dataDir = newDataDir(t)
  await copySample(dataDir)
  assert.deepEqual(readdirSync(dataDir).toSorted(), ['areas', 'releases'])
  return dataDir
}

test('a first start makes demo accounts, also beside releases and on a new volume, at the port that the system chose', async (t) => {
  const dataDir = await withReleases(t)
  mkdirSync(join(dataDir, 'lost+found'))
  const { service, demo, stop } = await start(t, dataDir)
  assert.deepEqual(demo, ['au', 'nz', 'uk'])
  assert.deepEqual(Object.keys(service.status.demoKeys), ['au', 'nz', 'uk'])
  const { port, baseUrl, docsUrl, billing } = service.config
  assert.ok(port > 0)
  const url = `http://localhost:${port}`
  assert.deepEqual([baseUrl, docsUrl, billing.baseUrl], [url, `${url}/docs`, url])
  assert.equal((await fetch(`${url}/health/live`)).status, 200)
  assert.equal(service.status.isStopping, false)
  const stopped = stop()
  assert.equal(service.status.isStopping, true, 'it is not ready any more')
  await stopped
  await assert.rejects(service.store.ping())
  const without = await start(t, dataDir, { DEMO: '0' })
  assert.deepEqual([without.demo, without.service.status.demoKeys], [[], {}])
})

test('DEMO decides whether there are demo accounts, and a missing plan is reported', async (t) => {
  const dataDir = await withReleases(t)
  const none = await start(t, dataDir, { DEMO: '0' })
  assert.deepEqual([none.demo, none.service.status.demoKeys, none.printed], [[], {}, []])
  const { store, plans } = none.service
  const wanted = { email: 'a@b.example', product: 'uk', planName: 'starter' } as const
  await createAccount(store, plans, wanted, 1)
  await none.stop()
  const trial = { name: 'trial', product: 'uk', daily_lookup_limit_1: 1 }
  await writeFile(join(dataDir, 'plans.json'), JSON.stringify({ plans: [trial] }))
  const old = await start(t, dataDir)
  assert.deepEqual([old.demo, old.service.status.demoKeys], [[], {}])
  assert.deepEqual(old.printed, [
    'plans.json has no plan starter (uk), which accounts are on: their look-ups are refused.',
  ])
  await old.stop()
  assert.deepEqual((await start(t, dataDir, { DEMO: '1' })).demo, ['au', 'nz', 'uk'])
})

test('a first start that fails leaves the folder as it was, with what a volume has', async (t) => {
  const dataDir = newDataDir(t)
  const away = { DATABASE_URL: 'postgres://me@127.0.0.1:1/db' }
  const made = join(dataDir, 'made')
  await assert.rejects(start(t, made, away), /the connection was refused/)
  assert.equal(existsSync(made), false)
  mkdirSync(join(dataDir, 'lost+found'))
  await assert.rejects(start(t, dataDir, away), /the connection was refused/)
  assert.deepEqual(readdirSync(dataDir), ['lost+found'])
  // What was there before is nobody's to remove.
  await writeFile(join(dataDir, 'notes.txt'), '')
  await assert.rejects(start(t, dataDir, away), /the connection was refused/)
  assert.deepEqual(readdirSync(dataDir), ['lost+found', 'notes.txt', 'plans.json'])
})

test('a failed first start leaves imported addresses alone', async (t) => {
  const dataDir = await withReleases(t)
  const names = () => readdirSync(join(dataDir, 'releases')).toSorted()
  const before = names()
  for (const name of before.filter((each) => /^(?:au|uk)-/.test(each))) {
    await truncate(join(dataDir, 'releases', name), 1000)
  }
  await assert.rejects(start(t, dataDir), /damaged|cut short/)
  assert.deepEqual(names(), before)
})

test('a port in use is reported before anything is created, and a failed start frees its own port', async (t) => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  t.after(() => other.close())
  const address = other.address()
  assert.ok(typeof address === 'object' && address !== null)
  const dataDir = join(newDataDir(t), 'data')
  const port = { PORT: String(address.port) }
  await assert.rejects(start(t, dataDir, port), /in use/)
  assert.equal(existsSync(dataDir), false)
  await new Promise((resolve) => other.close(resolve))
  const away = { ...port, DATABASE_URL: 'postgres://me@127.0.0.1:1/db' }
  await assert.rejects(start(t, dataDir, away), /the connection was refused/)
  const next = createServer()
  t.after(() => next.close())
  next.listen(address.port, '127.0.0.1')
  await once(next, 'listening')
})
