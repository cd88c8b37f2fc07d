// The file in which columns wait during a build: what is in it is read back as it was written, however much it is.

import assert from 'node:assert/strict'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { Columns, GrowingU32, SpillFile } from '../../../src/index/rows/growing-arrays.ts'
import { testFolder } from '../../search/built.ts'

const VALUES = Uint32Array.from({ length: 40 }, (_, at) => at * 100_000_007)

/** With the system's calls changed for one test. */
function changed(t: TestContext, change: () => void): void {
  change()
  syncBuiltinESMExports()
  t.after(() => {
    t.mock.restoreAll()
    syncBuiltinESMExports()
  })
}

test('values come back, also where the system writes and reads a few bytes at a time', async (t) => {
  const path = join(await testFolder(), 'rows')
  const [write, read] = [fs.writeSync, fs.readSync]
  type Bytes = NodeJS.ArrayBufferView
  changed(t, () => {
    t.mock.method(
      fs,
      'writeSync',
      (fd: number, bytes: Bytes, from: number, length: number, at: number) =>
        write(fd, bytes, from, Math.min(length, 7), at),
    )
    t.mock.method(
      fs,
      'readSync',
      (fd: number, bytes: Bytes, from: number, length: number, at: number) =>
        read(fd, bytes, from, Math.min(length, 5), at),
    )
  })
  using file = new SpillFile(path, 10)
  const parts = [VALUES.subarray(0, 10), VALUES.subarray(10, 13), VALUES.subarray(13)]
  const starts = parts.map((part) => file.append(part))
  assert.deepEqual(starts, [0, 40, 52])
  for (const [at, part] of [...parts.entries()].toReversed()) {
    const back = new Uint32Array(part.length)
    file.read(back, starts[at] ?? 0)
    assert.deepEqual(back, part.slice())
  }
})

test('what was never written is no zeros: the build is told that the file ends too early', async () => {
  using file = new SpillFile(join(await testFolder(), 'rows'))
  file.append(VALUES)
  assert.throws(() => file.read(new Uint32Array(2), 156), /temporary file .* ends too early/)
})

test('it has no name and can be read by nobody else, and is closed when the build ends', async (t) => {
  const folder = await testFolder()
  const opened: number[] = []
  const { openSync } = fs
  changed(t, () => {
    t.mock.method(fs, 'openSync', (path: string, flags: string, mode: number) => {
      opened.push(openSync(path, flags, mode))
      return opened[0]
    })
  })
  const [mode, names] = (() => {
    using file = new SpillFile(join(folder, 'rows'))
    file.append(VALUES)
    return [fs.fstatSync(opened[0] ?? -1).mode & 0o777, fs.readdirSync(folder)]
  })()
  assert.deepEqual([mode, names], [0o600, []])
  assert.throws(() => fs.fstatSync(opened[0] ?? -1), { code: 'EBADF' })
})

test('a column that grows has what was pushed, in memory and in the file, before and after it was read', async () => {
  using file = new SpillFile(join(await testFolder(), 'rows'), 10)
  for (const column of [new GrowingU32(), new GrowingU32(file), new Columns(file).f64()]) {
    const expected: number[] = []
    for (let at = 0; at < 1700; at += 1) {
      // Some parts are nothing but zeros.
      const value = at % 50 < 20 ? 0 : at * 3
      column.push(value)
      expected.push(value)
      if (at % 157 > 0) continue
      assert.equal(column.length, expected.length)
      assert.deepEqual([...column.view()], expected)
      assert.deepEqual([column.at(0), column.at(at)], [expected[0], expected[at]])
      column.release()
    }
    assert.deepEqual([...column.view()], expected)
    column.free()
    assert.deepEqual([column.length, [...column.view()]], [0, []])
    column.push(7)
    assert.deepEqual([...column.view()], [7])
  }
})
