// `npm test` and `npm run check`: types, style and tests, with the services that the tests need.

import { spawnSync } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { startPostgres } from '../dev/postgres-server.ts'
import { useBundledLibraries } from './support/libraries/bundle.ts'
import { makeSample } from './support/sample.ts'
import { ensurePackages } from './support/servers/packages.ts'
import { startRedis } from './support/servers/redis.ts'

/** Real crashes, faults, fuzz, simulated years, packages and browsers: the quick loop leaves them out. */
const SLOW = [
  'bench',
  'cli.test.ts',
  'client/address-lookup.test.ts',
  'clients/browser.test.ts',
  'commands/bench.test.ts',
  'crash',
  'faults',
  'fuzz',
  'package',
  'planted',
  'quality/scorecard.test.ts',
  'search/autocomplete.test.ts',
  'simulation',
  'web/console.test.ts',
  'web/kept',
  'web/lists.test.ts',
  'web/older-pages',
  'web/operator.test.ts',
  'web/try-page.test.ts',
  'wire/service/threads.test.ts',
].map((path) => join('test', path))

const quick = process.argv.includes('--quick')
const named = process.argv.slice(2).filter((argument) => !argument.startsWith('-'))

// Every test file is a process that loads the service: compiled once, it is read from here.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../node_modules/.cache/compiled')

step('types', process.execPath, ['test/type-check.ts'])
step('style', 'node_modules/.bin/biome', ['check', '--error-on-warnings', '--colors=off', '.'])
ensurePackages()
await useBundledLibraries()
const sample = await makeSample()
const postgres = await startPostgres()
const redis = await startRedis()
try {
  process.env.TEST_POSTGRES_URL = postgres.adminUrl
  process.env.TEST_REDIS_URL = redis.url
  process.env.TEST_SAMPLE = sample
  const files = named.length > 0 ? named : testFiles('test')
  // Three at a time, also on two cores: much of the time is spent waiting for disks, servers and browsers.
  const options = ['--test', '--test-timeout=300000', '--test-concurrency=3']
  step('tests', process.execPath, [...options, ...files])
} finally {
  await redis.stop()
  await postgres.stop()
  rmSync(sample, { recursive: true, force: true })
}

function testFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (quick && SLOW.includes(path)) return []
    if (entry.isDirectory()) return testFiles(path)
    return entry.name.endsWith('.test.ts') ? [path] : []
  })
}

function step(name: string, command: string, args: readonly string[]): void {
  process.stdout.write(`\n# ${name}\n`)
  const { status, error } = spawnSync(command, args, { stdio: 'inherit' })
  if (status === 0) return
  process.stdout.write(`${name} failed${error === undefined ? '' : `: ${error.message}`}\n`)
  process.exitCode = 1
  if (name !== 'tests') process.exit(1)
}
