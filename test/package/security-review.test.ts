// What docs/security-review.md says can be checked: 120 numbered answers, each with something that exists to show it.
// Covers: docs/security-review.md

import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { SETTINGS } from '../../src/settings/config.ts'

const page = readFileSync('docs/security-review.md', 'utf8')
const rows = page.split('\n').filter((line) => /^\| \d/.test(line))

test('it has 120 questions, numbered, each with an answer and what shows it', () => {
  assert.equal(rows.length, 120)
  for (const [at, row] of rows.entries()) {
    const [number, question, answer, shown, ...rest] = row.slice(2, -2).split(' | ')
    assert.equal(Number(number), at + 1)
    assert.match(question ?? '', /\?$/)
    assert.ok((answer ?? '').length > 3, row)
    assert.match(shown ?? '', /^(`[^`]+`(, )?)+$|^yours$/, row)
    assert.deepEqual(rest, [])
  }
})

test('what is said to show an answer exists', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
  const missing = rows
    .flatMap((row) => [...(row.split(' | ').at(-1) ?? '').matchAll(/`([^`]+)`/g)])
    .map(([, name = '']) => name)
    .filter((name) => {
      const script = /^npm (?:run )?([\w-]+)$/.exec(name)?.[1]
      return script === undefined ? !existsSync(name) : scripts[script] === undefined
    })
  assert.deepEqual(missing, [])
})

test('every setting that it names exists', () => {
  const known: readonly string[] = SETTINGS.map(({ name }) => name)
  const named = rows.flatMap((row) => [...row.matchAll(/`([A-Z]+_[A-Z_]+)/g)])
  assert.ok(named.length > 5)
  for (const [, name = ''] of named) assert.ok(known.includes(name), name)
})
