// `bench`: figures of the release in use beside bare node:http, from a store of its own that is gone afterwards.
// Covers: bench/release.ts, bench/percentiles.ts, bench/http/{http-cost,processes,paths,bare-server}.ts
// Covers: bench/engine/{measure-index,typed-lines,engine-figures}.ts, bench/load/{closed-loop,connection}.ts

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { buildIndex } from '../../src/index/build/build.ts'
import { Releases } from '../../src/releases/release-folder.ts'
import { sampleSource } from '../../src/sample/sample.ts'
import { testFolder } from '../search/built.ts'
import { runCli } from '../support/cli.ts'

const FEW = ['--requests', '5']
const KINDS = [
  'bare',
  'autocomplete_repeated',
  'autocomplete_new',
  'autocomplete_made_up',
  'get_charged',
]

function isFigure(value: unknown): boolean {
  return typeof value === 'number' && value > 0 && Number.isFinite(value)
}

test('bench measures the release in use and leaves the data folder and the scratch folder as they were', async () => {
  const folder = await testFolder()
  const [dataDir, scratch] = [join(folder, 'data'), join(folder, 'scratch')]
  mkdirSync(scratch)
  const releases = new Releases(join(dataDir, 'releases'))
  const options = { directory: releases.directory, now: 0 }
  const { release, addresses } = await buildIndex(sampleSource('uk'), options)
  await releases.use(release)
  const before = contentOf(dataDir)
  // A database that cannot be reached: whoever touched the operator's own store would fail.
  const env = { DATA_DIR: dataDir, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }
  const { code, out, err } = await runCli(['bench', '--folder', scratch, '--json', ...FEW], env)
  assert.equal(code, 0, err)
  const report = JSON.parse(out)
  assert.deepEqual(
    [report.release, report.product, report.is_sample, report.addresses, report.threads],
    [release, 'uk', false, addresses, 1],
  )
  const { median, p99, worst } = report.engine.keystroke_micros
  const { bytes_per_address, engine_rss_bytes, service_rss_bytes } = report.memory
  const figures = [median, p99, worst, bytes_per_address, engine_rss_bytes, service_rss_bytes]
  assert.ok(figures.every(isFigure), out)
  assert.equal(report.http.bare.beside_bare, 1)
  for (const kind of KINDS) {
    const { latency_ms, ...costs } = report.http[kind]
    assert.ok([...Object.values(costs), ...Object.values(latency_ms)].every(isFigure), out)
  }
  assert.deepEqual(contentOf(dataDir), before)
  assert.deepEqual(readdirSync(scratch), [])
})

test('bench without any release measures the sample, on several threads too, and prints a table', async () => {
  const folder = await testFolder()
  const env = { DATA_DIR: join(folder, 'none') }
  const args = ['bench', '--threads', '2', '--folder', folder, ...FEW]
  const { code, out, err } = await runCli(args, env)
  assert.equal(code, 0, err)
  assert.match(out, /^Release au-\S+, [\d,]+ addresses, sample data\n/)
  assert.match(out, /2 threads\n/)
  assert.match(out, /^keystroke +\S+ .s median, \S+ .s 99th/m)
  assert.match(out, /^bare node:http +\S+ µs +1\.00 × +[\d,]+ +[\d.]+, [\d.]+ ms$/m)
  assert.match(out, /^get, charged on disk +\S+ µs +\S+ × +[\d,]+ +[\d.]+, [\d.]+ ms$/m)
  assert.deepEqual(readdirSync(folder), [])
})

test('bench says in one sentence that what measures is not installed', async () => {
  const folder = await testFolder()
  cpSync('src', join(folder, 'src'), { recursive: true })
  cpSync('package.json', join(folder, 'package.json'))
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  const { status, stdout, stderr } = spawnSync(process.execPath, ['src/main.ts', 'bench'], {
    cwd: folder,
    encoding: 'utf8',
    // The tests' own way to find modules does not look whether they are there.
    env: { ...process.env, TEST_LIBRARIES: '{}' },
  })
  assert.deepEqual([status, stdout], [1, ''])
  assert.equal(stderr, 'doorplate: The folder bench/ is not installed here. Run this in a clone.\n')
})

test('bench says in one sentence which option is wrong', async () => {
  const wrong = [
    ['--requests', '1e3'],
    ['--threads', '65'],
    ['--folder', '/nowhere/at/all'],
  ]
  for (const [option, value] of wrong) {
    const { code, out, err } = await runCli(['bench', option, value], {})
    assert.equal(code, 2)
    assert.equal(out, '')
    assert.match(err, new RegExp(`^doorplate: ${option}.*\\.\\n$`))
  }
})

function contentOf(folder: string): [path: string, content: string][] {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  return paths.sort().map((path) => [path, readFileSync(path, 'latin1')])
}
