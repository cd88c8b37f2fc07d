// The index file: the same for the same rows, refused when damaged, shared between threads, swapped as a whole.
// Covers: src/index/file/**, src/releases/**, src/search/open-index.ts

import assert from 'node:assert/strict'
import { copyFile, readdir, readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'node:test'
import { Worker } from 'node:worker_threads'
import { buildIndex } from '../../../src/index/build/build.ts'
import { checkIndexFile, loadIndex, readRelease } from '../../../src/index/file/index-file.ts'
import { entriesOf } from '../../../src/index/file/index-sections.ts'
import { Releases } from '../../../src/releases/release-folder.ts'
import { openIndex } from '../../../src/search/open-index.ts'
import { built, testFolder } from '../../search/built.ts'
import { nationalWorld, postalWorld } from '../../search/synthetic.ts'

const NOW = Date.UTC(2026, 10, 15)

test('the same rows give the same bytes and the same release', async () => {
  for (const make of [() => nationalWorld(31, 500), () => postalWorld(31, 500)]) {
    const [first, second] = [await built(make()), await built(make())]
    assert.equal(first.release, second.release)
    assert.deepEqual(await readFile(first.path), await readFile(second.path))
  }
})

test('a file with one wrong byte in any section is refused with one sentence', async () => {
  const { path } = await built(nationalWorld(32, 300))
  const sections = entriesOf(await loadIndex(path))
  assert.ok(sections.length > 50)
  const bytes = await readFile(path)
  const damaged = join(await testFolder(), 'damaged.idx')
  for (const { name, offset, bytes: size } of sections) {
    if (size === 0) continue
    const copy = Buffer.from(bytes)
    copy[offset + Math.floor(size / 2)] ^= 1
    await writeFile(damaged, copy)
    await assert.rejects(openIndex(damaged), (error: Error) => {
      assert.match(
        error.message,
        new RegExp(`^[^\\n]*damaged: section ${name.replaceAll('.', '\\.')} [^\\n]*\\.$`),
      )
      return true
    })
    if (name === 'release') {
      await assert.rejects(readRelease(damaged), /damaged: section release/)
    }
    await assert.rejects(checkIndexFile(damaged), /damaged: section/)
  }
})

test('a file with one wrong byte in its header or its table is refused with one sentence', async () => {
  const { path } = await built(nationalWorld(32, 30))
  const bytes = await readFile(path)
  const tableFrom = bytes.readDoubleLE(16)
  const damaged = join(await testFolder(), 'damaged-end.idx')
  const header = Array.from({ length: 32 }, (_, at) => at)
  for (const at of [...header, tableFrom, tableFrom + 100, bytes.length - 1]) {
    const copy = Buffer.from(bytes)
    copy[at] ^= 1
    await writeFile(damaged, copy)
    const says =
      at < 8
        ? /is not an index file/
        : at < 12
          ? /format version/
          : at < 32
            ? /its header fails its checksum/
            : /its table of sections fails its checksum/
    await assert.rejects(openIndex(damaged), says, `byte ${at}`)
    await assert.rejects(readRelease(damaged), says, `byte ${at}`)
  }
})

test('a file with one wrong byte between its sections is refused with one sentence', async () => {
  const { path } = await built(nationalWorld(32, 30))
  const sections = entriesOf(await loadIndex(path))
  const bytes = await readFile(path)
  const damaged = join(await testFolder(), 'damaged-between.idx')
  let end = 32
  for (const { name, offset, bytes: size } of sections) {
    for (const at of new Set([end, offset - 1]).values()) {
      if (at < end || at >= offset) continue
      const copy = Buffer.from(bytes)
      copy[at] ^= 1
      await writeFile(damaged, copy)
      const says = new RegExp(`damaged: section ${name.replaceAll('.', '\\.')} fails its checksum`)
      await assert.rejects(loadIndex(damaged), says, `byte ${at}`)
      await assert.rejects(checkIndexFile(damaged), says, `byte ${at}`)
    }
    end = offset + size
  }
})

test('a file is read and checked in as many stretches as it takes', async () => {
  const { path } = await built(nationalWorld(32, 300))
  const whole = Buffer.from(await loadIndex(path))
  const damaged = join(await testFolder(), 'stretches.idx')
  const [largest] = entriesOf(await loadIndex(path)).toSorted((a, b) => b.bytes - a.bytes)
  for (const bytes of [largest.bytes - 1, largest.bytes, 1000, 4096]) {
    assert.deepEqual(Buffer.from(await loadIndex(path, bytes)), whole)
    await checkIndexFile(path, bytes)
  }
  for (const at of [0, 1000, largest.bytes - 1]) {
    const copy = Buffer.from(whole)
    copy[largest.offset + at] ^= 1
    await writeFile(damaged, copy)
    await assert.rejects(checkIndexFile(damaged, 1000), /fails its checksum/)
    await assert.rejects(loadIndex(damaged, 1000), /fails its checksum/)
  }
})

test('a file that is truncated, too long, foreign or of another version is refused', async () => {
  const { path } = await built(postalWorld(33, 300))
  const { length } = await readFile(path)
  const other = join(await testFolder(), 'other.idx')
  for (const size of [
    0,
    10,
    63,
    64,
    1000,
    Math.floor(length / 2),
    length - 1,
    length + 1,
    length + 64,
  ]) {
    await copyFile(path, other)
    await truncate(other, size)
    await assert.rejects(openIndex(other), /^Error: [^\n]+\.$/)
    await assert.rejects(readRelease(other), /^Error: [^\n]+\.$/)
    await assert.rejects(checkIndexFile(other), /^Error: [^\n]+\.$/)
  }
  await writeFile(other, 'SQLite format 3'.padEnd(4096, '.'))
  await assert.rejects(openIndex(other), /not an index file/)
  const versioned = await readFile(path)
  versioned.writeUInt32LE(99, 8)
  await writeFile(other, versioned)
  await assert.rejects(openIndex(other), /format version 99/)
})

test('a build that fails leaves nothing behind', async () => {
  const directory = await testFolder()
  const source = nationalWorld(34, 10)
  const rows = function* () {
    yield* source.rows() as Iterable<never>
    throw new Error('the file ends in the middle')
  }
  await assert.rejects(buildIndex({ ...source, rows }, { directory, now: NOW }), /in the middle/)
  await assert.rejects(
    buildIndex({ ...source, rows: () => [] }, { directory, now: NOW }),
    /no addresses/,
  )
  assert.deepEqual(await readdir(directory), [])
})

test('several threads search the same memory', async () => {
  const { path } = await built(nationalWorld(35, 300))
  const buffer = await loadIndex(path)
  const here = (await openIndex(path)).autocomplete({ term: 'king', top: 6 }).map(({ id }) => id)
  const code = `
    const { parentPort, workerData } = require('node:worker_threads')
    import(workerData.module).then(({ searchOver }) => {
      const found = searchOver(workerData.buffer).autocomplete({ term: 'king', top: 6 })
      parentPort.postMessage(found.map(({ id }) => id))
    })`
  const module = new URL('../../../src/search/open-index.ts', import.meta.url).href
  const there = await Promise.all(
    [1, 2].map(
      () =>
        new Promise((resolve, reject) => {
          const worker = new Worker(code, { eval: true, workerData: { buffer, module } })
          worker.once('message', resolve)
          worker.once('error', reject)
        }),
    ),
  )
  assert.deepEqual(there, [here, here])
})

test('a data folder knows its releases, which one is in use, and keeps that one', async () => {
  const releases = new Releases(join(await testFolder(), 'releases'))
  assert.deepEqual(await releases.list(), [])
  assert.equal(await releases.inUse('au'), undefined)
  const { directory } = releases
  const old = await buildIndex(nationalWorld(36, 50), { directory, now: NOW - 86_400_000 })
  const young = await buildIndex(nationalWorld(37, 60), { directory, now: NOW })
  assert.match(young.release, /^au-2026-11-15-[0-9a-f]{6}$/)
  await releases.use(old.release)
  assert.equal(await releases.inUse('au'), old.release)
  assert.equal(await releases.inUse('uk'), undefined)
  assert.deepEqual(
    (await releases.list()).map(({ release, inUse, addresses }) => [release, inUse, addresses]),
    [
      [young.release, false, 60],
      [old.release, true, 50],
    ],
  )
  await assert.rejects(releases.remove(old.release), /in use/)
  await releases.use(young.release)
  await releases.remove(old.release)
  await assert.rejects(releases.use(old.release), /no release/)
  await assert.rejects(releases.remove('../../etc/passwd'), /no release/)
  assert.equal((await openIndex(releases.pathOf(young.release))).release.addresses, 60)
})
