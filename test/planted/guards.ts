// Which test files ought to see a fault in a source: its own first, then those that name it or its room.

import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { type Guard, ROOT } from './fault-list.ts'

/** Tests of the whole service take long, and are asked only where nothing nearer covers the source. */
const WHOLE_SERVICE = /^test\/(?:wire|crash|faults|fuzz|simulation|clients|bench|limits|nodes)\//

export function guardsOf(file: string): Guard[] {
  const stem = file.replace(/^src\//, '').replace(/\.[jt]s$/, '')
  const own = `test/${stem}.test.ts`
  const named = testFiles().flatMap(({ path, covers }) => {
    const fits = covers.filter((pattern) => matchesGlob(file, pattern))
    return fits.length === 0 || path === own ? [] : [{ path, isExact: fits.includes(file) }]
  })
  const near = named.filter(({ path }) => !WHOLE_SERVICE.test(path))
  const byNearness = [
    ...(existsSync(join(ROOT, own)) ? [own] : []),
    ...near.filter(({ isExact }) => isExact).map(({ path }) => path),
    ...near.filter(({ isExact }) => !isExact).map(({ path }) => path),
  ]
  const paths = byNearness.length > 0 ? byNearness : named.map(({ path }) => path)
  return paths.map((path) => ({ path, named: undefined }))
}

let read: { path: string; covers: string[] }[] | undefined

function testFiles(): { path: string; covers: string[] }[] {
  read ??= globSync('test/**/*.test.ts', { cwd: ROOT }).map((path) => {
    const text = readFileSync(join(ROOT, path), 'utf8')
    const covers = [...text.matchAll(/^\/\/ Covers: (.+)$/gm)]
    return { path, covers: covers.flatMap(([, list]) => list?.split(', ') ?? []) }
  })
  return read
}
