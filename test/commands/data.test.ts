// `data`: the releases on disk are listed, chosen and removed, and the one in use is kept.

import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { sourceOfRows } from '../../src/engine/engine.ts'
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
  assert.equal((await data('use', recent.release, '--yes')).code, 0)
  assert.equal((await data('remove', old.release)).out, `${old.release} was deleted.\n`)
  assert.deepEqual(await listed(), [[recent.release, true]])
})

test('a release that lacks more addresses than allowed is held back until somebody says yes', async () => {
  const dataDir = await testFolder()
  const directory = join(dataDir, 'releases')
  const rows = (count: number) =>
    Array.from({ length: count }, (_, id) => ({
      addressDetailPid: `GAVIC${id + 1}`,
      localityName: 'TOWN',
    }))
  const releaseOf = async (count: number, day: number) => {
    const source = sourceOfRows('au', rows(count))
    return (await buildIndex(source, { directory, now: Date.UTC(2026, 0, day) })).release
  }
  const whole = await releaseOf(40, 1)
  const most = await releaseOf(38, 2)
  const few = await releaseOf(36, 3)
  const use = (release: string, ...more: string[]) =>
    runCli(['data', 'use', release, ...more], { DATA_DIR: dataDir, ...percent })
  let percent = {}
  assert.equal((await use(whole)).code, 0)
  const { code, out, err } = await use(few)
  assert.deepEqual([code, out], [1, ''])
  assert.equal(
    err,
    `doorplate: ${few} is not in use: it lacks 4 of the 40 addresses of ${whole}, 10.0% where ` +
      'RELEASE_LOSS_PERCENT_MAX allows 5%. Compare them with "npm run -s doorplate -- data diff ' +
      `${whole} ${few}"; to use it all the same, run "npm run -s doorplate -- data use ${few} --yes".\n`,
  )
  assert.equal((await use(most)).code, 0, 'exactly 5% are allowed')
  assert.equal((await use(whole)).code, 0, 'more addresses are always allowed')
  assert.equal((await use(few, '--yes')).code, 0)
  assert.equal((await use(whole)).code, 0)
  percent = { RELEASE_LOSS_PERCENT_MAX: '10' }
  assert.equal((await use(few)).code, 0)
})

test('a missing or damaged release is refused in one sentence, and the one in use stays', async () => {
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
