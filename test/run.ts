// `npm test` and `npm run check`: types, style and tests, with the services that the tests need.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { makeSample } from './support/sample.ts'
import { startServices } from './support/servers/services.ts'

/**
 * What needs a browser, a package, further servers, a crash or some seconds, and most of what asks the whole service
 * over HTTP: the quick loop leaves it out. Of the latter it has the kept conversations, which are of every operation.
 */
const SLOW = [
  'access/charge/ledger.test.ts access/charge/locked-accounts.test.ts batches bench',
  'billing/ended-terms.test.ts cli.test.ts client/address-field-in-forms.test.ts',
  'client/address-fit.test.ts client/address-lookup.test.ts clients/browser.test.ts',
  'clients/python.test.ts clients/woocommerce.test.ts commands crash endpoints/batch faults',
  'fuzz importers/kept-imports.test.ts index/build legacy/check-client.test.ts legacy/pages',
  'lib/delimited/splitter.test.ts lists/matching/lists.test.ts',
  'lists/matching/match-file.test.ts mail/sender.test.ts nodes npm-scripts.test.ts package',
  'planted private-addresses/private-searches.test.ts private-addresses/rows.test.ts',
  'rate-limits/admission-table.test.ts rate-limits/redis-client.test.ts',
  'rate-limits/redis-cluster.test.ts rate-limits/redis-counters.test.ts',
  'rate-limits/redis-sentinel.test.ts reference/examples.test.ts run.test.ts',
  'search/autocomplete.test.ts search/match search/product/overlay.test.ts',
  'search/slow-requests.test.ts search/walks search/wide-world.test.ts simulation',
  'store/backup.test.ts store/migrations store/postgres web/console.test.ts web/kept',
  'web/lists.test.ts web/operator.test.ts web/try-page.test.ts warm/engine.test.ts',
  'warm/service.test.ts wire/access wire/account wire/look-ups wire/service',
].flatMap((paths) => paths.split(' ').map((path) => join('test', path)))

/**
 * Rooms whose files run one after the other in one process, each when the tests of the one before have ended and its
 * services are gone: a process for each file would take a third more CPU. They set nothing that outlives a file, such
 * as the environment or timers. What counts memory, or ends a process, has one of its own.
 */
const IN_TURNS = [
  'address areas cases countries engine importers index judge lib lines match sample search',
  'account billing endpoints mail webhooks',
  'wire/access wire/account',
  'wire/look-ups wire/service wire/transcripts',
  'commands',
  'bench pipeline.test.ts run.test.ts service.test.ts threads upgrades',
  'batches lists',
  'web',
  'access private-addresses releases store',
  'agents client clients legacy reference',
  'dev http limits metrics nodes rate-limits settings watch',
].map((rooms) => rooms.split(' ').map((room) => join('test', room)))

const quick = process.argv.includes('--quick')
const named = process.argv.slice(2).filter((argument) => !argument.startsWith('-'))

if (quick) process.env.TEST_STORES = 'sqlite'
// Everything is in UTC, and no test may pass only because the machine is too: here it is 12 hours and 45 minutes later.
process.env.TZ ??= 'Pacific/Chatham'

// Beside each other, and while the services start: each waits or uses one core.
const checks = Promise.all([
  passes('types', process.execPath, ['test/type-check.ts']),
  passes('style', 'node_modules/.bin/biome', ['check', '--error-on-warnings', '--colors=off', '.']),
])
await using _services = await startServices()
process.env.TEST_SAMPLE = await makeSample()
const turns = mkdtempSync(join(tmpdir(), 'doorplate-turns-'))
const files = named.length > 0 ? named : testFiles('test')
const areSound = (await checks).every((isSound) => isSound)
if (!areSound || !(await testsPass())) process.exitCode = 1
for (const made of [process.env.TEST_SAMPLE, turns]) rmSync(made, { recursive: true, force: true })

async function testsPass(): Promise<boolean> {
  const groups = IN_TURNS.map((rooms) => files.filter((path) => isIn(path, rooms)))
  const apart = files.filter((path) => !IN_TURNS.some((rooms) => isIn(path, rooms)))
  const paths = [...groups.flatMap(inTurns), ...apart]
  // Without a path Node would run whatever it takes for a test.
  if (paths.length === 0) return true
  // Six processes, also on two cores: much of the time is spent waiting for servers and browsers. A larger nursery: a
  // seventh of the CPU of a suite that makes so much and keeps so little.
  const how = ['--max-semi-space-size=64', '--test-timeout=300000', '--test-concurrency=6']
  return passes('tests', process.execPath, ['--test', ...how, ...paths], true)
}

/** A file that runs those in turns. It goes on while a test waits for a timer that keeps no process going. */
function inTurns(paths: readonly string[], at: number): readonly string[] {
  if (paths.length < 2) return paths
  const file = join(turns, `${at}.mjs`)
  const urls = JSON.stringify(paths.map((path) => [path, pathToFileURL(path)]))
  const text = `import { test } from 'node:test'
const going = setInterval(() => {}, 1000)
for (const [path, url] of ${urls}) await test(path, () => import(url))
clearInterval(going)
`
  writeFileSync(file, text)
  return [file]
}

function isIn(path: string, rooms: readonly string[]): boolean {
  return rooms.some((room) => path === room || path.startsWith(`${room}/`))
}

function testFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (quick && SLOW.includes(path)) return []
    if (entry.isDirectory()) return testFiles(path)
    return entry.name.endsWith('.test.ts') ? [path] : []
  })
}

/** `isShown`: as it goes; otherwise when it has ended, so that two do not mix. */
async function passes(name: string, command: string, args: readonly string[], isShown = false) {
  if (isShown) process.stdout.write(`\n# ${name}\n`)
  const child = spawn(command, args, { stdio: isShown ? 'inherit' : 'pipe' })
  const texts = [child.stdout, child.stderr].map((stream) => (stream === null ? '' : text(stream)))
  const ended = once(child, 'close').catch((error: Error) => [error.message])
  const [status] = await ended
  if (!isShown) process.stdout.write(`\n# ${name}\n${(await Promise.all(texts)).join('')}`)
  if (status !== 0) process.stdout.write(`${name} failed${status === 1 ? '' : `: ${status}`}\n`)
  return status === 0
}
