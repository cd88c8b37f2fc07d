// Which unfinished files a build removes: those of processes that are gone, and never one that is still written.
// Covers: src/index/build/build.ts

import assert from 'node:assert/strict'
import { readdir, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { removeLeftFiles, unfinishedPath } from '../../../src/index/build/build.ts'
import { testFolder } from '../../search/built.ts'

const NOW = Date.UTC(2026, 10, 15)
const DAY_MS = 86_400_000
const HOST = hostname().replaceAll(/[^\w.-]/g, '_')

test('a file is removed once its process is gone, and that of another host after a day', async (t) => {
  // Node says EPERM of a process of another user, which a test cannot have everywhere.
  t.mock.method(process, 'kill', (pid: number, signal: number) => {
    assert.equal(signal, 0)
    if (pid === 11) return true
    throw Object.assign(new Error('kill'), { code: pid === 12 ? 'EPERM' : 'ESRCH' })
  })
  const directory = await testFolder()
  const ages: readonly (readonly [name: string, ageMs: number, isLeft: boolean])[] = [
    [`unfinished-au-${HOST}-11-1`, 0, false],
    [`unfinished-au-${HOST}-11-2`, DAY_MS + 1000, true],
    [`unfinished-uk-${HOST}-12-1`, 0, false],
    [`unfinished-uk-${HOST}-13-1`, 0, true],
    ['unfinished-au-another-host-13-1', DAY_MS - 1000, false],
    ['unfinished-au-another-host-13-2', DAY_MS + 1000, true],
    ['unfinished-', DAY_MS - 1000, false],
    ['unfinished-odd', DAY_MS + 1000, true],
    ['au-1.idx', 9 * DAY_MS, false],
    [`finished-au-${HOST}-13-1`, 9 * DAY_MS, false],
  ]
  for (const [name, ageMs] of ages) {
    await writeFile(join(directory, name), '')
    await utimes(join(directory, name), (NOW - ageMs) / 1000, (NOW - ageMs) / 1000)
  }
  await removeLeftFiles(directory, NOW)
  const kept = ages.flatMap(([name, , isLeft]) => (isLeft ? [] : [name]))
  assert.deepEqual((await readdir(directory)).toSorted(), kept.toSorted())
})

test('the file of a build is named for its product, host, process and time', () => {
  const name = `unfinished-au-${HOST}-${process.pid}-${NOW}`
  assert.equal(unfinishedPath('/data', 'au', NOW), join('/data', name))
})
