// The times in docs/privacy.md are those of the settings and of the code.
// Covers: docs/privacy.md

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { SETTINGS } from '../../src/settings/config.ts'

/** A setting or a limit, and the words around its value in the row that names it. */
const TIMES: readonly (readonly [name: string, words: string])[] = [
  ['KEEP_REQUESTS_DAYS', '90 days, less if 1,000 newer ones come'],
  ['KEEP_MAILS_DAYS', '90 days after they were sent or given up'],
  ['SESSION_HOURS', '12 hours'],
  ['KEEP_LISTS_DAYS', '7 days after the list has ended'],
  ['KEEP_TRACK_DAYS', '8 days at most'],
  ['KEEP_EVENTS_DAYS', '30 days'],
  ['KEEP_AUDIT_LOG_DAYS', 'empty'],
  ['KEEP_ENDED_ACCOUNTS_DAYS', 'empty'],
]

test('the guide to personal data says how long each thing is kept, and which setting decides', () => {
  const rows = readFileSync('docs/privacy.md', 'utf8').split('\n')
  for (const [name, words] of TIMES) {
    const row = rows.find((line) => line.includes(`\`${name}\``)) ?? ''
    const fallback = SETTINGS.find((setting) => setting.name === name)?.fallback || 'empty'
    assert.ok(words.split(' ').includes(fallback), `${name} is ${fallback}, not "${words}"`)
    assert.ok(row.includes(words), `${name}: ${words}`)
  }
  const named = rows.join().match(/KEEP_\w+|SESSION_HOURS/g) ?? []
  const kept = SETTINGS.map(({ name }) => name).filter((name) => /^KEEP_|^SESSION_/.test(name))
  assert.deepEqual([...new Set(named)].sort(), kept.sort())
  // test/limits/ holds these to the code.
  const limits = readFileSync('test/limits/constants.txt', 'utf8')
  assert.match(limits, /^ {2}REQUESTS_KEPT_MAX 1_000$/m)
  assert.match(limits, /^ {2}LINK_MINUTES 15$/m)
  assert.ok(rows.some((row) => row.includes('Links to sign in') && row.includes('15 minutes')))
})
