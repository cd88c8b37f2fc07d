// The check of element access: what it excuses, and what not.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultsOfAccess } from './type-check.ts'

const SOURCES = new Map([
  ['src/hot.ts', '// A trie.\n// Unchecked: walks typed arrays, once for each letter.\n'],
  ['src/plain.ts', '// A list.\n'],
])
const inHot = "src/hot.ts(1,2): error TS2532: Object is possibly 'undefined'."
const inPlain = "src/plain.ts(3,4): error TS2532: Object is possibly 'undefined'."
const inTest = "test/a.test.ts(5,6): error TS2532: Object is possibly 'undefined'."

function faults(errors: readonly string[]): string[] {
  return faultsOfAccess({ status: 2, output: errors.join('\n') }, SOURCES)
}

test('an element that is read unchecked is an error, but where the file says why, and in tests', () => {
  assert.deepEqual(faults([inHot, inPlain, inTest]), [inPlain])
})

test('a file that says why but checks everything must not say so', () => {
  assert.deepEqual(faults([inTest]), ['src/hot.ts: all is checked'])
})

test('a compiler that did not get to judge is a fault', () => {
  const outcome = { status: 1, output: "error TS5083: Cannot read file 'tsconfig.json'." }
  assert.deepEqual(faultsOfAccess(outcome, new Map()), [outcome.output])
})
