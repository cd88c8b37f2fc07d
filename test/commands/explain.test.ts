// `explain`: how a term was read and why each answer has its rank, for people and as JSON.
// Covers: src/releases/release-folder.ts

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { buildIndex } from '../../src/index/build/build.ts'
import { Releases } from '../../src/releases/release-folder.ts'
import { testFolder } from '../search/built.ts'
import { nationalWorld } from '../search/synthetic.ts'
import { runCli } from '../support/cli.ts'

test('a term is explained on the release in use, and without one a sentence says so', async () => {
  const dataDir = await testFolder()
  const explain = (...words: string[]) => runCli(['explain', ...words], { DATA_DIR: dataDir })
  const without = await explain('king', '--product', 'au')
  assert.notEqual(without.code, 0)
  assert.match(without.err, /No release of au is in use\. Import one first\.$/m)

  const releases = new Releases(join(dataDir, 'releases'))
  const options = { directory: releases.directory, now: 0 }
  const { release } = await buildIndex(nationalWorld(5, 200), options)
  await releases.use(release)
  const { code, out, err } = await explain('king', 'st', '--product', 'au', '--json')
  assert.equal(code, 0, err)
  const { answers, ...rest } = JSON.parse(out)
  assert.equal(rest.release, release)
  assert.ok(answers.length > 0)
  const shown = (await explain('king', 'st', '--product', 'au')).out
  for (const { label, because } of answers) {
    assert.ok(shown.includes(label) && shown.includes(because), label)
  }
  const [head, words, readAs, ...more] = shown.trimEnd().split('\n')
  assert.deepEqual(
    [head, words, readAs],
    [`Release ${release}`, 'Words: KING · ST… (still being typed)', 'Read as:'],
  )
  const passes = more.findIndex((line) => line.startsWith('Passes: '))
  assert.ok(passes > 0 && more.slice(0, passes).every((line) => line.startsWith('  ')))
  assert.match(more[passes] ?? '', /^Passes: exact \d+, /)
  assert.match(more[passes + 2] ?? '', /^ +ADDRESS +PASS +PENALTY +WHY +STREET$/)
  assert.match(more[passes + 3] ?? '', /^1 +\d.+ +\w+ +\d+ +.+ +#[\d,]+$/)
  const nothing = (await explain('zzqx qqzzk vvkz ', '--product', 'au')).out
  assert.match(nothing, /^Words: ZZQX · QQZZK · VVKZ\n/m)
  assert.match(nothing, /\n\nNothing was found\.\n$/)
})
