// Rules about tests: each says which sources it covers, by its place or in a line, and every source is covered.

import { existsSync, globSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { benches, isFile, sources, tests, text } from './source-files.ts'

const BY_HAND = 'is run by a person on an idle machine, for docs/performance.md'

/** Sources that no test covers, each with the reason. */
const EXCUSED: Readonly<Record<string, string>> = {
  'bench/areas/areas.ts': BY_HAND,
  'bench/areas/gets.ts': BY_HAND,
  'bench/changes/changes.ts': BY_HAND,
  'bench/http/track.ts': BY_HAND,
  'bench/load/batch.ts': BY_HAND,
  'bench/load/load.ts': BY_HAND,
  'bench/load/open-loop.ts': BY_HAND,
  'bench/load/rates.ts': BY_HAND,
  'bench/neighbours/attacker.ts': BY_HAND,
  'bench/neighbours/bystander.ts': BY_HAND,
  'bench/neighbours/client.ts': BY_HAND,
  'bench/neighbours/costs.ts': BY_HAND,
  'bench/neighbours/neighbours.ts': BY_HAND,
  'bench/neighbours/quiet.ts': BY_HAND,
  'bench/neighbours/setup/bench-world.ts': BY_HAND,
  'bench/neighbours/victim.ts': BY_HAND,
}

const testFiles = tests.filter((path) => path.endsWith('.test.ts'))

/** A test stands where the source stands that it covers, or says in its second line what it covers. */
export function testsOfNothing(): string[] {
  return testFiles.filter((path) => mirrored(path) === undefined && covers(path).length === 0)
}

/** What a test says to cover is there, and the test reaches some of it: by imports, processes and threads. */
export function emptyClaims(): string[] {
  return testFiles.flatMap((path) =>
    [mirrored(path) ?? [], covers(path)]
      .flat()
      .filter((pattern) => {
        const named = matches(pattern)
        const code = named.filter(isFile)
        if (code.length === 0) return named.length === 0
        const reached = reach(path)
        return !code.some((each) => reached.has(each))
      })
      .map((pattern) => `${path} does not reach ${pattern}`),
  )
}

/** Sources that no test covers and the list does not excuse, and excuses that are not needed. */
export function uncoveredSources(): string[] {
  const covered = new Set(
    testFiles.flatMap((path) => [mirrored(path), ...covers(path).flatMap(matches)]),
  )
  const open = [...sources, ...benches].filter((path) => !covered.has(path))
  return [
    ...open.filter((path) => EXCUSED[path] === undefined).map((path) => `${path}: no test`),
    ...Object.keys(EXCUSED)
      .filter((path) => !open.includes(path))
      .map((path) => `${path}: needs no excuse`),
  ]
}

function mirrored(path: string): string | undefined {
  const stem = path.slice('test/'.length, -'.test.ts'.length)
  const here = [`src/${stem}.ts`, `src/${stem}.js`, `${stem}.ts`, `test/${stem}.ts`]
  return here.find((each) => existsSync(each))
}

function covers(path: string): string[] {
  return [...text(path).matchAll(/^\/\/ Covers: (.+)$/gm)].flatMap(([, list]) => list.split(', '))
}

function matches(pattern: string): string[] {
  return globSync(pattern).filter((path) => statSync(path).isFile())
}

const reaches = new Map<string, ReadonlySet<string>>()

function reach(path: string): ReadonlySet<string> {
  const known = reaches.get(path)
  if (known !== undefined) return known
  const found = new Set<string>([path])
  for (const each of found) {
    for (const next of named(each)) found.add(next)
  }
  reaches.set(path, found)
  return found
}

const namedBy = new Map<string, readonly string[]>()

/** Files that a file names as a text: to import them, or to run them in a thread or a process. */
function named(path: string): readonly string[] {
  const known = namedBy.get(path) ?? readNames(path)
  namedBy.set(path, known)
  return known
}

function readNames(path: string): string[] {
  const found = [...text(path).matchAll(/'(\.{1,2}\/[^']+|(?:src|bench)\/[^']+)'/g)].map(
    ([, name]) => (name.startsWith('.') ? normalize(join(dirname(path), name)) : name),
  )
  // The files of the pages are found by their folder.
  const served = path === 'src/web/files.ts' ? sources.filter((each) => each.endsWith('.js')) : []
  return [...found.filter(isFile), ...served]
}
