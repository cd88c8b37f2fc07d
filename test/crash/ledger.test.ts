// kill -9 while releases are put into use: the id ledger is whole, and knows every id that was served before.
// Covers: src/releases/ledger/**, src/releases/{release-folder,release-lock,served-data}.ts, src/releases/release-*.ts

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { buildIndex, sourceOfRows } from '../../src/engine/engine.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { makeLog } from '../../src/lib/log.ts'
import { stepPath } from '../../src/releases/ledger/change-log.ts'
import { ChangeFile } from '../../src/releases/ledger/change-step.ts'
import { readLedgerHead } from '../../src/releases/ledger/ledger.ts'
import { type Releases, releasesIn } from '../../src/releases/release-folder.ts'
import { Data } from '../../src/releases/served-data.ts'
import { newDataDir } from '../support/stores.ts'

/** `CRASH_KILLS` says how many: see test/nightly.ts. */
const KILLS = Number(process.env.CRASH_KILLS ?? 3)
const IDS = 3000

/** Of three releases each lacks a third of the ids. */
const isIn = (release: number, id: number) => id % 3 !== release

test(`after ${KILLS} kills at any moment no id that was served is unknown`, async (t) => {
  const dataDir = newDataDir(t)
  const releases = releasesIn(dataDir)
  const names: string[] = []
  for (const release of [0, 1, 2]) {
    const ids = Array.from({ length: IDS }, (_, id) => id).filter((id) => isIn(release, id))
    const rows = ids.map((id) => ({
      addressDetailPid: `GAVIC${id + 1}`,
      localityName: 'EXAMPLETON',
      state: 'VIC',
      streetName: 'STREET',
      numberFirst: String(id + 1),
    }))
    const { directory } = releases
    const now = Date.UTC(2026, 0, 1 + release)
    names.push((await buildIndex(sourceOfRows('au', rows), { directory, now })).release)
  }
  const served = new Set<string>()
  const held = new Set<number>()
  const errors: string[] = []
  const log = makeLog('error', systemClock.now, (line) => errors.push(line))
  for (let kill = 0; kill < KILLS; kill += 1) {
    const script = 'test/crash/ledger-child.ts'
    const child = spawn(process.execPath, [script, releases.directory, ...names])
    const lines = createInterface({ input: child.stdout })
    const times: number[] = []
    lines.on('line', (name) => {
      served.add(name)
      times.push(performance.now())
    })
    while (times.length < 2 + (kill % names.length)) await once(lines, 'line')
    // Somewhere within the next change, which takes about as long as the last one.
    const [last = 0, before = 0] = times.toReversed()
    await delay(((last - before) * kill) / KILLS)
    child.kill('SIGKILL')
    await once(child, 'close')
    const data = new Data(dataDir, systemClock, log)
    await data.ensure(() => {})
    const { search = assert.fail() } = { search: data.searches.au }
    const inUse = names.indexOf(search.release.release)
    for (const name of [...served, search.release.release]) {
      for (let id = 0; id < IDS; id++) if (isIn(names.indexOf(name), id)) held.add(id)
    }
    for (const id of held) {
      if (isIn(inUse, id)) continue
      const text = `GAVIC${id + 1}`
      assert.ok(
        data.retired('au', text, (each) => search.get(each) !== undefined),
        text,
      )
    }
    assert.equal(
      data.retired('au', `GAVIC${IDS + 1}`, () => false),
      undefined,
    )
    assert.equal(readFileSync(releases.ledgerPathOf('au'), 'latin1').slice(0, 8), 'DOORLEDG')
    await checkChangeLog(releases, (release) => names.indexOf(release))
  }
  assert.deepEqual(errors, [])
  assert.equal(served.size, names.length)
})

/** Its steps lead from the first release to the one of the ledger, id by id. */
async function checkChangeLog(releases: Releases, placeOf: (release: string) => number) {
  const idsOf = (release: string) => {
    const ids = Array.from({ length: IDS }, (_, id) => id).filter((id) =>
      isIn(placeOf(release), id),
    )
    return new Set(ids.map((id) => `GAVIC${id + 1}`))
  }
  const head = (await readLedgerHead(releases.ledgerPathOf('au'))) ?? assert.fail()
  const [first = assert.fail(), ...others] = head.steps ?? []
  const ids = idsOf(first.from)
  let before = first
  for (const step of [first, ...others]) {
    if (step !== first)
      assert.deepEqual([step.from, step.number], [before.release, before.number + 1])
    before = step
    await using file =
      (await ChangeFile.open(stepPath(releases.directory, 'au', step.number))) ?? assert.fail()
    assert.equal(file.count, step.count)
    for (const { id, kind } of await file.page(0, IDS)) {
      assert.equal(ids.has(id), kind === 'retired', id)
      if (kind === 'retired') ids.delete(id)
      else ids.add(id)
    }
  }
  assert.deepEqual([before.release, ids], [head.release, idsOf(head.release)])
}
