// Benchmarks by their names, at the smallest size: what the documents tell readers to run does run.
// Covers: bench/engine/**, bench/http/http.ts, bench/generator/generate.ts, bench/load/with-service.ts
// Covers: bench/rate-limits.ts, bench/index-path.ts

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

function bench(...args: string[]) {
  return spawnSync(process.execPath, ['bench/main.ts', ...args], { encoding: 'utf8' })
}

test('the engine is measured at two generated sizes, beside FTS5', () => {
  const sizes = ['--small', '150', '--rows', '300', '--targets', '5', '--queries', '40']
  const { status, stdout, stderr } = bench('engine', ...sizes, '--json')
  assert.equal(status, 0, stderr)
  const { measured } = JSON.parse(stdout)
  assert.deepEqual(
    measured.map((each: { engine: { addresses: number } }) => each.engine.addresses),
    [150, 300],
  )
  for (const { engine, build, fts5 } of measured) {
    assert.ok(engine.keystrokes.count > 36 && engine.keystrokes.median > 0)
    // Those that were interrupted by another program are left out, so few may be left of a kind.
    assert.ok(engine.once.all.count > 8 && engine.once.all.median > 0)
    assert.ok('one typing error' in engine.once.by_kind)
    assert.ok(build.ms > 0 && fts5.as_found.count > 0)
  }
})

test('the engine is measured over generated UK delivery points, in a text for people', () => {
  const sizes = ['--small', '150', '--rows', '300', '--targets', '2', '--queries', '40']
  const { status, stdout, stderr } = bench('engine', '--product', 'uk', ...sizes, '--no-fts')
  assert.equal(status, 0, stderr)
  assert.match(stdout, /^uk: 300 addresses$/m)
  assert.match(stdout, /^ {4} {2}cut at a random key +\d( +[\d.,]+){5}$/m)
  assert.match(stdout, /^(met {3}|MISSED) {2}median query, µs: [\d.,]+, at most 38$/m)
})

test('look-ups over HTTP are measured and compared with plain node:http', () => {
  const { status, stdout, stderr } = bench('http', '--requests', '10')
  assert.equal(status, 0, stderr)
  assert.match(stdout, /^bare node:http +\S+ µs +1\.00 × +[\d,]+ +[\d.]+, [\d.]+ ms$/m)
})

test('rate limits are measured, and no visitor of a few thousand is throttled', () => {
  const { status, stdout, stderr } = bench('limits', '--requests', '100', '--visitors', '3000')
  assert.equal(status, 0, stderr)
  assert.match(stdout, /^keys +\d+ ns CPU a request +[\d.]+ ×$/m)
  assert.match(stdout, /^3000 visitors: 0 throttled for another, -?\d+ MB, \d+ ns CPU a request$/m)
})

test('a generated file has the rows that were asked for, and the same ones again', () => {
  const { stdout } = bench('generate', 'gnaf-core', '--rows', '40', '--seed', '3')
  assert.equal(stdout.trim().split('\n').length, 41)
  assert.equal(bench('generate', 'gnaf-core', '--rows', '40', '--seed', '3').stdout, stdout)
})

test('an unknown benchmark, option or value is refused in one sentence', () => {
  for (const [args, sentence] of [
    [
      [],
      /^bench: Choose a benchmark: quality, engine, slow-terms, http, limits, track, load, rates, batch, chart, neighbours, costs, changes, areas, generate;/,
    ],
    [['engines'], /^bench: Choose a benchmark: /],
    [['engine', '--product', 'fr'], /^bench: --product must be au, nz or uk\.$/m],
    [['slow-terms', 'some.idx', '--by', 'luck'], /^bench: --by must be cpu or steps\.$/m],
    [['slow-terms', 'none.idx'], /^bench: The index none\.idx cannot be read \(ENOENT\)\.$/m],
    [['engine', 'none.idx'], /^bench: The index none\.idx cannot be read \(ENOENT\)\.$/m],
    [['http', '--index', 'none.idx'], /^bench: The index none\.idx cannot be read /],
    [['http', '--colour', 'red'], /^bench: Unknown option '--colour'/],
    [['http', '--store', 'mysql'], /^bench: --store must be sqlite or postgres\.$/m],
    [['generate', 'gnaf', '--rows', '1'], /^bench: Usage: generate gnaf-core\|/],
  ] as const) {
    const { status, stdout, stderr } = bench(...args)
    assert.deepEqual([status, stdout], [1, ''])
    assert.match(stderr, sentence)
    assert.doesNotMatch(stderr, /\bat .*\.ts:/)
  }
})

test('every benchmark that the documents name is there', () => {
  const documents = ['docs/performance.md', 'docs/operating.md', 'docs/quality.md']
  const named = documents.flatMap((path) => [
    ...readFileSync(path, 'utf8').matchAll(/npm run -s bench -- ([a-z-]+)/g),
  ])
  assert.ok(named.length > 10)
  const { stderr } = bench()
  for (const [, name] of named) assert.match(stderr, new RegExp(`\\b${name}\\b`))
})
