// The times in docs/privacy.md are those of the code.
// Covers: docs/privacy.md

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

const DAY = 86_400_000

/** A source, its limit, the unit in which the page says it, and the words around it. */
const TIMES: readonly (readonly [file: string, name: string, unit: number, words: string])[] = [
  ['src/account/request-log.ts', 'REQUESTS_KEPT_MAX', 1, 'The last 1,000 requests'],
  ['src/account/request-log.ts', 'DAYS_KEPT', 1, 'sums of days for 90 days'],
  ['src/mail/queue.ts', 'ENDED_KEPT_MS', DAY, '90 days after they were sent or given up'],
  ['src/account/sessions/sign-in-links.ts', 'LINK_MINUTES', 1, '15 minutes; 12 hours'],
  ['src/account/sessions/sessions.ts', 'SESSION_MS', 3_600_000, '15 minutes; 12 hours'],
  ['src/batches/batch.ts', 'BATCH_KEPT_MS', DAY, '7 days after the list has ended'],
  ['src/webhooks/delivery/upkeep.ts', 'TRACK_KEPT_MS', DAY, '8 days at most'],
  ['src/webhooks/delivery/upkeep.ts', 'EVENTS_KEPT_MS', DAY, 'to catch up | 30 days'],
]

test('the page on personal data says how long each thing is kept', () => {
  const page = readFileSync('docs/privacy.md', 'utf8')
  // test/limits/ holds this table to the code.
  const limits = readFileSync('test/limits/constants.txt', 'utf8').split('\n\n')
  for (const [file, name, unit, words] of TIMES) {
    const section = limits.find((part) => part.startsWith(`${file}\n`)) ?? ''
    const value = new RegExp(`^  ${name} ([\\d_]+)`, 'm').exec(section)?.[1]
    const shown = (Number(value?.replaceAll('_', '')) / unit).toLocaleString('en-GB')
    assert.ok(words.split(/[ ;]/).includes(shown), `${name} is ${shown}, not "${words}"`)
    assert.ok(page.includes(words), words)
  }
})
