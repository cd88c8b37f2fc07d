// The disk of the store is full: free look-ups go on, nothing is given away, and all is well when there is room again.
// Covers: src/store/sqlite/**, src/access/charge/**

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { killed, startProcess } from '../support/process.ts'
import { USUAL_CHARGE_TIMEOUT } from '../support/servers/patience.ts'
import { assertAway, Load, newHolder, pathsFor, say, until, usedBy } from './holder.ts'

const NO_MOUNT = process.getuid?.() !== 0 && 'only root may mount a small disk'
const SMALL_DISK = '24m'

test('on a full disk free look-ups are 200 and charged ones 503, until there is room again', {
  skip: NO_MOUNT,
  timeout: 60_000,
}, async (t) => {
  const dataDir = smallDisk(t)
  const place = { databaseUrl: '', dataDir }
  const node = await startProcess({
    DATA_DIR: dataDir,
    KEY_REQUESTS_PER_MINUTE: '999999',
    ...USUAL_CHARGE_TIMEOUT,
  })
  t.after(() => killed(node))
  const holder = await newHolder(place)
  const { free, metered } = await pathsFor(node.baseUrl, holder)
  const load = new Load(t, 2, () => node.baseUrl + metered)
  for (let cycle = 0; cycle < 2; cycle += 1) {
    await load.untilAnswered(10)
    const filler = fill(dataDir)
    // The log of the database has room of its own for a while.
    await until(node.baseUrl + metered, 503)
    for (let at = 0; at < 3; at += 1) {
      assertAway(await say(node.baseUrl + metered))
      assert.equal((await say(node.baseUrl + free)).status, 200)
      assert.equal((await say(`${node.baseUrl}/health/live`)).status, 200)
    }
    const cc = { method: 'POST', body: '{"email-address":"a@example.com"}' }
    const admin = `${node.baseUrl}/cc/expired?api-key=${holder.adminKey}`
    assertAway(await say(admin, cc))
    rmSync(filler)
    await until(node.baseUrl + metered, 200)
  }
  await load.stop()
  assert.deepEqual(load.failures, [])
  assert.deepEqual([...load.statuses.keys()].sort(), [200, 503])
  assert.doesNotMatch(node.written(), /request failed/)
  await killed(node)
  // Two by `until`. The file is checked whole as it is opened.
  assert.equal(await usedBy(place, holder), load.answered + 2)
})

function smallDisk(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'doorplate-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SMALL_DISK}`, 'tmpfs', folder])
  t.after(() => {
    execFileSync('umount', ['-l', folder])
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}

/** To the last byte. */
function fill(folder: string): string {
  const path = join(folder, 'filler')
  const file = openSync(path, 'w')
  try {
    for (let bytes = 1 << 20; bytes >= 1; ) {
      try {
        if (writeSync(file, Buffer.alloc(bytes)) < bytes) bytes >>= 1
      } catch {
        bytes >>= 1
      }
    }
  } finally {
    closeSync(file)
  }
  return path
}
