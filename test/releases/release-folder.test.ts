// The releases of a data folder: listed, chosen, removed; one that is damaged or foreign is never chosen.

import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import {
  copyFile,
  type FileHandle,
  mkdir,
  mkdtemp,
  open,
  readFile,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import { buildIndex, sourceOfRows } from '../../src/engine/engine.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { makeLog } from '../../src/lib/log.ts'
import { OperatorError } from '../../src/lib/operator-error.ts'
import { stepPath } from '../../src/releases/ledger/change-log.ts'
import { ChangeFile } from '../../src/releases/ledger/change-step.ts'
import { loadRetired } from '../../src/releases/ledger/ledger.ts'
import { type Releases, releasesIn } from '../../src/releases/release-folder.ts'
import { inReleaseThread } from '../../src/releases/release-thread.ts'
import { Data } from '../../src/releases/served-data.ts'

const folder = await mkdtemp(join(tmpdir(), 'doorplate-releases-'))
after(() => rm(folder, { recursive: true, force: true }))

/** Three releases: two of Australia, the second a day younger, and one of the UK, the youngest. */
const [older = '', younger = '', postal = ''] = [
  await built('au', '2026-03-01'),
  await built('au', '2026-03-02'),
  await built('uk', '2026-03-03'),
]

async function built(product: 'au' | 'uk', day: string): Promise<string> {
  const rows = [1, 2, 3].map((number) => ({
    addressDetailPid: `GAVIC${number}`,
    localityName: 'EXAMPLETON',
    state: 'VIC',
    numberFirst: String(number),
    streetName: `STREET OF ${day}`,
    townOrCity: 'Stockport',
    postcode: product === 'uk' ? 'SK1 1AA' : '3999',
    buildingNumber: String(number),
  }))
  const source = sourceOfRows(product, rows)
  const { path } = await buildIndex(source, { directory: folder, now: Date.parse(day) })
  return basename(path, '.idx')
}

async function copied(t: TestContext): Promise<Releases> {
  const dataDir = await mkdtemp(join(tmpdir(), 'doorplate-releases-'))
  t.after(() => rm(dataDir, { recursive: true, force: true }))
  const releases = releasesIn(dataDir)
  await mkdir(releases.directory)
  for (const name of [older, younger, postal]) {
    await copyFile(join(folder, `${name}.idx`), releases.pathOf(name))
  }
  return releases
}

test('all readable releases are listed, newest first, with the one in use', async (t) => {
  const releases = await copied(t)
  await writeFile(join(releases.directory, 'notes.idx'), 'no index')
  await writeFile(releases.pathOf('au-2026-03-09-abcdef'), 'no index either')
  await releases.use(older)
  const listed = await releases.list()
  assert.deepEqual(
    listed.map(({ release, inUse, addresses, product }) => [release, inUse, addresses, product]),
    [
      [postal, false, 3, 'uk'],
      [younger, false, 3, 'au'],
      [older, true, 3, 'au'],
    ],
  )
  const { bytes = 0, path } = listed[0] ?? {}
  assert.equal(bytes, (await readFile(path ?? '')).length)
  assert.deepEqual(await releasesIn(join(releases.directory, 'nowhere')).list(), [])
})

test('each product has the release that was chosen last for it', async (t) => {
  const releases = await copied(t)
  assert.equal(await releases.inUse('au'), undefined)
  await releases.use(younger)
  await releases.use(older)
  await releases.use(postal)
  assert.deepEqual([await releases.inUse('au'), await releases.inUse('uk')], [older, postal])
  assert.equal(await readFile(join(releases.directory, 'au.current'), 'utf8'), `${older}\n`)
  await writeFile(join(releases.directory, 'au.current'), '../secret\n')
  await assert.rejects(releases.inUse('au'), /au\.current does not name a release/)
  // They can still be listed, and chosen again.
  const inUse = async () => (await releases.list()).filter((each) => each.inUse)
  assert.deepEqual(await inUse().then((list) => list.map(({ release }) => release)), [postal])
  await releases.use(older)
  assert.equal((await inUse()).length, 2)
})

test('the choice is on disk before it counts, nothing else is left, and nobody else may read it', async (t) => {
  const releases = await copied(t)
  const { directory } = releases
  await releases.use(younger)
  await using folder = await open(directory, 'r')
  const handles: FileHandle = Object.getPrototypeOf(folder)
  const { sync } = handles
  const named = (name: string) =>
    /au-[\w-]+/.exec(readFileSync(join(directory, name), 'latin1')) ?? assert.fail()
  const pointers = () =>
    readdirSync(directory)
      .filter((name) => name.startsWith('au.') && !name.endsWith('.changes'))
      .map((name) => `${name.replace(/\d+/, 'N')} ${named(name)[0]}`)
  const synced: string[][] = []
  t.mock.method(handles, 'sync', function (this: FileHandle) {
    synced.push(pointers())
    return sync.call(this)
  })
  await releases.use(older)
  assert.deepEqual(synced, [
    // The changes and the id ledger are on disk under another name, then under their own, before the choice is.
    [`au.current ${younger}`, `au.ledger ${younger}`],
    [`au.current ${younger}`, `au.ledger ${younger}`],
    [`au.current ${younger}`, `au.ledger ${younger}`],
    [`au.current ${younger}`, `au.ledger ${older}`],
    [`au.current ${younger}`, `au.current.N.new ${older}`, `au.ledger ${older}`],
    [`au.current ${older}`, `au.ledger ${older}`],
  ])
  assert.deepEqual(pointers(), [`au.current ${older}`, `au.ledger ${older}`])
  assert.equal(statSync(join(directory, 'au.current')).mode & 0o777, 0o600)
})

test('of several that are chosen at once one comes into use after the other, whole', async (t) => {
  const releases = await copied(t)
  const { directory } = releases
  await releases.use(older)
  const wanted = [younger, older, younger, older, younger]
  const use = (release: string) =>
    inReleaseThread({ kind: 'use', directory, release, lossPercentMax: 100 })
  await Promise.all(wanted.map(use))
  const ledger = (await loadRetired(releases.ledgerPathOf('au'))) ?? assert.fail()
  assert.equal(ledger.release, await releases.inUse('au'))
  assert.equal(ledger.steps.at(-1)?.release, ledger.release)
  for (const [at, step] of ledger.steps.entries()) {
    assert.equal(step.number, at + 1)
    assert.equal(step.from, ledger.steps[at - 1]?.release ?? older)
    await using file = await ChangeFile.open(stepPath(directory, 'au', step.number))
    // The three addresses say something else in each.
    assert.deepEqual([file?.count, step.count, step.before], [3, 3, 3 * at])
  }
})

test('a damaged or truncated file, or one of another product, is refused in a sentence', async (t) => {
  const releases = await copied(t)
  await releases.use(older)
  const sound = await readFile(releases.pathOf(younger))
  const refused = async (bytes: Uint8Array, name = younger) => {
    await writeFile(releases.pathOf(name), bytes)
    await assert.rejects(releases.load(name), (error: unknown) => {
      assert.ok(error instanceof OperatorError)
      assert.ok(error.message.startsWith(`The release ${name} cannot be read: `), error.message)
      return true
    })
  }
  for (const at of [0, 9, 300, sound.length >> 1, sound.length - 1]) {
    const damaged = Buffer.from(sound)
    damaged[at] = (damaged[at] ?? 0) ^ 0x20
    await refused(damaged)
  }
  await refused(sound.subarray(0, sound.length - 1))
  await refused(Buffer.alloc(0))
  await refused(await readFile(releases.pathOf(postal)))
  assert.equal(await releases.inUse('au'), older)
  await writeFile(releases.pathOf(younger), sound)
  assert.equal((await releases.load(younger)).search.release.addresses, 3)
})

test('a file that was renamed is refused by the name that it should have', async (t) => {
  const releases = await copied(t)
  const renamed = 'au-2026-03-09-abcdef'
  await rename(releases.pathOf(older), releases.pathOf(renamed))
  const sentence = new OperatorError(
    `The file of the release ${renamed} holds ${older}: name it ${older}.idx again.`,
  )
  await assert.rejects(releases.use(renamed), sentence)
  await assert.rejects(releases.load(renamed), sentence)
  assert.equal(await releases.inUse('au'), undefined)
})

test('one in use is not removed; any other is, and one that is not there is named', async (t) => {
  const releases = await copied(t)
  await releases.use(younger)
  await assert.rejects(releases.remove(younger), /is in use, so it cannot be removed/)
  await releases.remove(older)
  assert.deepEqual(
    (await releases.list()).map(({ release }) => release),
    [postal, younger],
  )
  for (const name of [older, 'au-2020-01-01-000000', '../au-2020-01-01-000000', 'au', '']) {
    const message = { message: `There is no release ${name}.` }
    await assert.rejects(releases.remove(name), message)
    await assert.rejects(releases.use(name), message)
    await assert.rejects(async () => releases.load(name), message)
  }
})

test('each time that a service looks, it serves what was chosen last, or what it served', async (t) => {
  const releases = await copied(t)
  await releases.use(older)
  const log = makeLog('silent', systemClock.now, () => {})
  const data = new Data(join(releases.directory, '..'), systemClock, log)
  await data.ensure(() => {})
  const served = async () => {
    await data.refresh()
    return data.searches.au?.release.release
  }
  assert.equal(await served(), older)
  for (const release of [younger, older, younger]) {
    await releases.use(release)
    assert.equal(await served(), release)
  }
  await releases.use(older)
  await writeFile(releases.pathOf(older), 'damaged meanwhile')
  assert.equal(await served(), younger)
})

test('releases of the same moment are listed by name', async (t) => {
  const releases = await copied(t)
  const names: string[] = []
  for (const number of ['7', '8', '9']) {
    const rows = [{ townOrCity: 'Ely', postcode: 'CB7 4AA', buildingNumber: number }]
    const { path } = await buildIndex(sourceOfRows('uk', rows), {
      directory: releases.directory,
      now: Date.parse('2026-03-04'),
    })
    names.push(basename(path, '.idx'))
  }
  const listed = (await releases.list()).map(({ release }) => release)
  assert.deepEqual(listed, [...names.toSorted(), postal, younger, older])
})

test('nothing but the whole name of a release is taken for one', async () => {
  const data = await mkdtemp(join(folder, 'names-'))
  const releases = releasesIn(data)
  await mkdir(releases.directory, { recursive: true })
  const odd = [`${older}x`, `x${older}`, `${older}/../${older}`, `../${older}`, `${older}.idx`]
  const more = [
    older.toUpperCase(),
    older.slice(0, -1),
    older.replace('au', 'fr'),
    `${older}\n`,
    '',
  ]
  for (const name of [...odd, ...more]) {
    const path = releases.pathOf(name)
    await mkdir(join(path, '..'), { recursive: true })
    await copyFile(join(folder, `${older}.idx`), path)
    const message = `There is no release ${name}.`
    for (const act of ['load', 'use', 'remove'] as const) {
      await assert.rejects(
        releases[act](name),
        { name: 'OperatorError', message },
        `${act} ${name}`,
      )
    }
    assert.equal((await readFile(path)).length > 0, true, name)
    const pointer = join(releases.directory, 'au.current')
    await writeFile(pointer, `${name}x\n`)
    await assert.rejects(releases.inUse('au'), { message: `${pointer} does not name a release.` })
  }
})
