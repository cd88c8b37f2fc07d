// `data`: the releases on disk are listed, chosen and removed, and the one in use is kept.

import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
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
  assert.equal((await data('use', old.release)).out, `${old.release} is now in use.\n`)
  const kept = await data('remove', old.release)
  assert.notEqual(kept.code, 0)
  assert.match(kept.err, /is in use, so it cannot be removed\.$/m)
  assert.equal((await data('use', recent.release)).code, 0)
  assert.equal((await data('remove', old.release)).out, `${old.release} was deleted.\n`)
  assert.deepEqual(await listed(), [[recent.release, true]])
})

test('a release that is not there, or is damaged, is refused in one sentence, and the one in use stays', async () => {
  const dataDir = await testFolder()
  const directory = join(dataDir, 'releases')
  const { path, release } = await buildIndex(nationalWorld(1, 20), { directory, now: 0 })
  const damaged = 'au-2026-01-01-abcdef'
  const bytes = readFileSync(path)
  bytes[Math.floor(bytes.length / 2)] ^= 1
  writeFileSync(join(directory, `${damaged}.idx`), bytes)
  const data = (...words: string[]) => runCli(['data', ...words], { DATA_DIR: dataDir })
  assert.equal((await data('use', release)).code, 0)
  for (const [args, sentence] of [
    [['use', 'nope'], /^doorplate: There is no release nope\.\n$/],
    [['use', 'au-2026-01-01-000000'], /^doorplate: There is no release au-2026-01-01-000000\.\n$/],
    [['use', damaged], /^doorplate: The release au-2026-01-01-abcdef cannot be read: [^\n]+\n$/],
    [['remove', 'nope'], /^doorplate: There is no release nope\.\n$/],
  ] as const) {
    const { code, out, err } = await data(...args)
    assert.deepEqual([code, out], [1, ''])
    assert.match(err, sentence)
  }
  assert.equal((await data('remove', damaged)).code, 0)
  assert.equal((await data('remove', release)).code, 1)
})
