// The benchmark `quality` on the command line: what it prints, and what it refuses.
// Covers: bench/quality/quality.ts

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { run } from '../../../bench/quality/quality.ts'
import { buildIndex } from '../../../src/index/build/build.ts'
import { Releases } from '../../../src/releases/release-folder.ts'
import { testFolder } from '../../search/built.ts'
import { nationalWorld } from '../../search/synthetic.ts'

const dataDir = await testFolder()
before(async () => {
  const directory = join(dataDir, 'releases')
  const { release } = await buildIndex(nationalWorld(5, 600), { directory, now: 0 })
  await new Releases(directory).use(release)
})

function quality(...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['bench/main.ts', 'quality', ...args],
    { encoding: 'utf8', env: { DATA_DIR: dataDir } },
  )
  return { code: status, out: stdout, err: stderr }
}

test('--json prints one object that --compare can read, and the seed repeats it', () => {
  const args = ['--product', 'au', '--seed', '42', '--lines', '6']
  const { code, out, err } = quality(...args, '--json')
  assert.equal(code, 0, err)
  const card = JSON.parse(out)
  assert.equal(card.seed, 42)
  assert.match(err, /with seed 42/)
  const kept = join(dataDir, 'kept.json')
  writeFileSync(kept, out)
  const compared = quality(...args, '--compare', kept)
  assert.match(compared.out, /nothing changed beyond chance/)
})

test('what is missing or wrong is said in one sentence', async (t) => {
  process.env.DATA_DIR = dataDir
  t.after(() => delete process.env.DATA_DIR)
  const cases = [
    [[], '--product is required.'],
    [['--product', 'fr'], '--product must be au, nz or uk.'],
    [['--product', 'uk'], 'No release of uk is in use. Import one first.'],
    [['--product', 'au', '--seed', 'x'], '--seed must be a whole number from 0 to 2147483648.'],
    [['--product', 'au', '--compare', 'no-such-file'], 'no-such-file cannot be read.'],
    [['--product', 'au', '--only', 'no such class'], '--only is in the name of no class of lines.'],
  ] as const
  for (const [args, sentence] of cases) {
    await assert.rejects(run(args), (error) => String(error).endsWith(sentence))
  }
})

test('--match scores made lists, and those of a file with labels', () => {
  const args = ['--product', 'au', '--match', '--seed', '4', '--lines', '40', '--examples', '0']
  const plot = join(dataDir, 'plot.svg')
  const { code, out, err } = quality(...args, '--plot', plot, '--json')
  assert.equal(code, 0, err)
  assert.equal(JSON.parse(out).rows, 40)
  assert.match(readFileSync(plot, 'utf8'), /^<svg /)
  const file = join(dataDir, 'labelled.csv')
  writeFileSync(file, 'address,expected\n"1 No Such Street, Nowhere",\n')
  const labelled = quality(...args, '--labelled', file)
  assert.match(labelled.out, /^1 rows, 1 of them of addresses that do not exist: 1 not-found/)
  const missing = quality(...args, '--labelled', 'no-such-file')
  assert.equal(missing.code, 1)
  assert.match(missing.err, /no-such-file/)
})
