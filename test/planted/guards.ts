// Which test files ought to see a fault in a source: its own first, then those that name or import it, then its room's.

import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { type Guard, ROOT } from './fault-list.ts'

/** Tests of the whole service take long: they are asked last, */
const WHOLE_SERVICE = /^test\/(?:wire|limits|nodes)\//
/** and these only where no other covers the source. */
const SLOW = /^test\/(?:crash|faults|fuzz|simulation|clients|bench)\//

export function guardsOf(file: string): Guard[] {
  const stem = file.replace(/^src\//, '').replace(/\.[jt]s$/, '')
  const own = `test/${stem}.test.ts`
  const named = testFiles().flatMap(({ path, covers, imports }) => {
    const fits = covers.filter((pattern) => matchesGlob(file, pattern))
    const isExact = fits.includes(file) || imports.includes(file)
    return path === own || (fits.length === 0 && !isExact) ? [] : [{ path, isExact }]
  })
  const quick = named.filter(({ path }) => !SLOW.test(path))
  const near = quick.filter(({ path }) => !WHOLE_SERVICE.test(path))
  const byNearness = [
    ...(existsSync(join(ROOT, own)) ? [own] : []),
    ...near.filter(({ isExact }) => isExact).map(({ path }) => path),
    ...near.filter(({ isExact }) => !isExact).map(({ path }) => path),
    ...quick.filter(({ path }) => WHOLE_SERVICE.test(path)).map(({ path }) => path),
  ]
  const paths = byNearness.length > 0 ? byNearness : named.map(({ path }) => path)
  return paths.map((path) => ({ path, named: undefined }))
}

interface TestFile {
  readonly path: string
  readonly covers: readonly string[]
  readonly imports: readonly string[]
}

let read: TestFile[] | undefined

function testFiles(): TestFile[] {
  read ??= globSync('test/**/*.test.ts', { cwd: ROOT }).map((path) => {
    const text = readFileSync(join(ROOT, path), 'utf8')
    const covers = [...text.matchAll(/^\/\/ Covers: (.+)$/gm)]
    const imports = [...text.matchAll(/ from '(?:\.\.\/)+(src\/[^']+)'/g)]
    return {
      path,
      covers: covers.flatMap(([, list]) => list?.split(', ') ?? []),
      imports: imports.map(([, source = '']) => source),
    }
  })
  return read
}
