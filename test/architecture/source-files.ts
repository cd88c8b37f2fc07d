// The files that the rules judge: their text, their lines and what they import.

import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

export const sources = globSync('src/**/*.{ts,js}').sort()
/** Programs beside the product: benchmarks, and what they share with tests. */
export const benches = globSync('{bench,dev}/**/*.ts').sort()
export const tests = globSync('test/**/*.ts').sort()
export const files = [...sources, ...benches, ...tests]

/** Whether there is such a file among them. */
export function isFile(path: string): boolean {
  return textOf.has(path)
}

const textOf = new Map(files.map((path) => [path, readFileSync(path, 'utf8')]))

export function text(path: string): string {
  const found = textOf.get(path)
  if (found === undefined) throw new Error(`No such file: ${path}`)
  return found
}

/** The lines of a file, without the empty one behind its last line end. */
export function linesOf(path: string): string[] {
  return text(path).split('\n').slice(0, -1)
}

/** The project's own files that a file imports, by their paths from the root. */
export function importsOf(path: string): string[] {
  const found = text(path).matchAll(/^(?:import|export)\s(?:[^'"]*?\sfrom\s+)?'(\.[^']+)'/gms)
  return [...found].map(([, target]) => normalize(join(dirname(path), target)))
}

/** The room of `src/` that a file is in; `.` for those that stand in `src/` itself. */
export function roomOf(path: string): string {
  const parts = path.split('/')
  return parts.length > 2 ? parts[1] : '.'
}
