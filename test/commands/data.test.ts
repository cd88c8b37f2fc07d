// `data`: the releases on disk are listed, chosen and removed, and the one in use is kept.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { buildIndex } from '../../src/index/build/build.ts'
import { testFolder } from '../search/built.ts'
import { nationalWorld } from '../search/synthetic.ts'
import { runCli } from '../support/cli.ts'

test('a release is listed, put to use, and removed once another one is in use', async () => {
  const dataDir = await testFolder()
  const directory = join(dataDir, 'releases')
  const data = (...words: string[]) => runCli(['data', ...words], { DATA_DIR: dataDir })
  const listed = async () => {
    const { code, out, err } = await data('list', '--json')
    assert.equal(code, 0, err)
    const { releases } = JSON.parse(out)
    return releases.map(({ release, in_use }: { release: string; in_use: boolean }) => [
      release,
      in_use,
    ])
  }
  const old = await buildIndex(nationalWorld(1, 20), { directory, now: Date.UTC(2026, 1, 1) })
  const recent = await buildIndex(nationalWorld(2, 20), { directory, now: Date.UTC(2026, 4, 1) })
  assert.deepEqual(await listed(), [
    [recent.release, false],
    [old.release, false],
  ])
  assert.equal((await data('use', old.release)).out, `${old.release} is in use now.\n`)
  const kept = await data('remove', old.release)
  assert.notEqual(kept.code, 0)
  assert.match(kept.err, /is in use, so it cannot be removed\.$/m)
  assert.equal((await data('use', recent.release)).code, 0)
  assert.equal((await data('remove', old.release)).out, `${old.release} is removed.\n`)
  assert.deepEqual(await listed(), [[recent.release, true]])
  const unknown = await data('use', 'au-2026-01-01-000000')
  assert.notEqual(unknown.code, 0)
  assert.equal(unknown.err, 'doorplate: There is no release au-2026-01-01-000000.\n')
})
