// Files of address data that are damaged, half copied, exchanged or gone while the service answers from them.
// Covers: src/releases/**

import assert from 'node:assert/strict'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { buildIndex } from '../../src/index/build/build.ts'
import { Releases } from '../../src/releases/release-folder.ts'
import { nationalWorld } from '../search/synthetic.ts'
import { killed, startProcess } from '../support/process.ts'
import { newDataDir } from '../support/stores.ts'
import { Load, newHolder, pathsFor, say } from './holder.ts'

test('a bad file is refused and the old one stays in use; a good one is taken without a failed request', async (t) => {
  const dataDir = newDataDir(t)
  const node = await startProcess({ DATA_DIR: dataDir, KEY_REQUESTS_PER_MINUTE: '999999' })
  t.after(() => killed(node))
  const { free } = await pathsFor(node.baseUrl, await newHolder({ databaseUrl: '', dataDir }))
  const load = new Load(t, 4, () => node.baseUrl + free)
  const directory = join(dataDir, 'releases')
  const folder = new Releases(directory)
  const first = (await folder.inUse('au')) ?? assert.fail()
  const whole = readFileSync(folder.pathOf(first))
  const inUse = async () => JSON.parse((await say(`${node.baseUrl}/health/ready`)).text).releases.au

  const damaged = Buffer.from(whole)
  damaged[whole.length >> 1] ^= 0x40
  const bad = { half: whole.subarray(0, whole.length >> 1), damaged, empty: Buffer.alloc(0) }
  for (const [at, bytes] of Object.values(bad).entries()) {
    const name = `au-2026-01-0${at + 1}-abcdef`
    writeFileSync(folder.pathOf(name), bytes)
    writeFileSync(join(directory, 'au.current'), `${name}\n`)
    const refusals = node.written().split('release refused').length
    node.child.kill('SIGHUP')
    while (node.written().split('release refused').length === refusals) await delay(10)
    await load.untilAnswered(10)
    assert.equal(await inUse(), first)
  }

  const { release } = await buildIndex(nationalWorld(1, 100), {
    directory,
    now: 1_900_000_000_000,
  })
  await folder.use(release)
  node.child.kill('SIGHUP')
  while ((await inUse()) !== release) await delay(10)
  await load.untilAnswered(10)
  // What is in memory does not need its file.
  for (const file of readdirSync(directory)) rmSync(join(directory, file))
  node.child.kill('SIGHUP')
  await load.untilAnswered(10)
  await load.stop()
  assert.deepEqual(load.failures, [])
  assert.deepEqual([...load.statuses.keys()], [200])
})
