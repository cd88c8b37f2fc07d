// Checks types twice at once: everything as it is, and src/ and bench/ with element access that may be undefined.

import { spawn } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'

/**
 * A file that reads typed arrays in hot loops may leave their elements unchecked, since each check costs time. It says
 * why near its top. Tests are excused as a whole: there a missing element fails the test.
 */
const UNCHECKED = /^\/\/ Unchecked: \S/m

interface Outcome {
  readonly status: number | null
  readonly output: string
}

/** What is wrong with element access: errors in files that give no reason, and reasons that excuse nothing. */
export function faultsOfAccess(
  { status, output }: Outcome,
  sources: ReadonlyMap<string, string>,
): string[] {
  const errors = output.split('\n').filter((line) => /^\S+\(\d+,\d+\): error /.test(line))
  const pathOf = (error: string) => error.slice(0, error.indexOf('('))
  const withErrors = new Set(errors.map(pathOf))
  const reasoned = [...sources].filter(([, text]) => UNCHECKED.test(text)).map(([path]) => path)
  const unexcused = [...withErrors].filter(
    (path) => /^(src|bench|dev)\//.test(path) && !reasoned.includes(path),
  )
  return [
    // Without a line that names a file, the compiler did not get as far as to judge.
    ...(status !== 0 && errors.length === 0 ? [output] : []),
    ...errors.filter((error) => unexcused.includes(pathOf(error))),
    ...reasoned.filter((path) => !withErrors.has(path)).map((path) => `${path}: all is checked`),
  ]
}

function compile(...args: string[]): Promise<Outcome> {
  const child = spawn('node_modules/.bin/tsc', args)
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (status) => resolve({ status, output }))
  })
}

if (import.meta.main) {
  const [plain, checked] = await Promise.all([compile(), compile('-p', 'tsconfig.indexes.json')])
  const paths = globSync('{src,bench,dev}/**/*.{ts,js}')
  const sources = new Map(paths.map((path) => [path, readFileSync(path, 'utf8')]))
  const faults = [
    ...(plain.status === 0 ? [] : [plain.output]),
    ...faultsOfAccess(checked, sources),
  ]
  process.stdout.write(faults.map((fault) => `${fault}\n`).join(''))
  process.exitCode = faults.length === 0 ? 0 : 1
}
