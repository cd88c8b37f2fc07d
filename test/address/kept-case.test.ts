// Names in capitals as sources have them, each with how it is written today: every word of the tables in its places.
// Covers: src/address/mixed-case.ts

import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { mixedCase } from '../../src/address/mixed-case.ts'

const KEPT = join(import.meta.dirname, 'kept-case.txt')
const AGAIN = 'UPDATE_DOCS=1 npm run -s node -- --test test/address/kept-case.test.ts'

test('every name is written unchanged', () => {
  const kept = readFileSync(KEPT, 'utf8')
  const names = kept
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t', 1)[0] ?? '')
  const text = names.map((name) => `${name}\t${mixedCase(name)}\n`).join('')
  if (process.env.UPDATE_DOCS === '1') writeFileSync(KEPT, text)
  else assert.equal(text, kept, `if it is meant: ${AGAIN}`)
})
