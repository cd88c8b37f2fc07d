// What becomes of a mail after a try, and when it is tried again.
// Covers: src/mail/leases.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endingOf } from '../../src/mail/leases.ts'
import type { MailKind } from '../../src/mail/queue.ts'

const MINUTE = 60_000
const DAY = 1440 * MINUTE
const TO = ['a@example.com', 'b@example.com']
const AWAY = { kind: 'deferred', recipients: TO, isServer: true, note: 'away' } as const

function mail(attempts: number, kind: MailKind = 'invoice') {
  return { kind, attempts, createdAt: 0 }
}

test('a mail is tried again after 1, 5, 15, 60, 180 and 360 minutes, and every 360 from then on', () => {
  const waits = [1, 2, 3, 4, 5, 6, 7, 20].map((attempts) => {
    const ending = endingOf(mail(attempts), AWAY, 0, () => 0.5)
    return ending.kind === 'postponed' ? ending.dueAt / MINUTE : ending.kind
  })
  assert.deepEqual(waits, [1, 5, 15, 60, 180, 360, 360, 360])
})

test('each wait is a fifth shorter or longer', () => {
  for (const [random, minutes] of [
    [0, 48],
    [1, 72],
  ] as const) {
    const ending = endingOf(mail(4), AWAY, 0, () => random)
    assert.equal(ending.kind === 'postponed' && ending.dueAt, minutes * MINUTE)
  }
})

test('a mail is given up when it is too late to matter, by its kind', () => {
  for (const [kind, ms] of [
    ['invoice', 4 * DAY],
    ['expired', 4 * DAY],
    ['webhook-off', 4 * DAY],
    ['email-changed', 4 * DAY],
    ['batch-finished', 4 * DAY],
    ['limit-notice', DAY],
    ['sign-in', 15 * MINUTE],
  ] as const) {
    assert.equal(endingOf(mail(2, kind), AWAY, ms - 1).kind, 'postponed', kind)
    assert.equal(endingOf(mail(2, kind), AWAY, ms).kind, 'given-up', kind)
  }
})

test('what is refused is given up, what is taken is sent, and only who has not got it is tried again', () => {
  assert.equal(endingOf(mail(1), { kind: 'refused', note: 'no' }, 0).kind, 'given-up')
  const taken = { kind: 'taken', refused: [], note: '' } as const
  assert.equal(endingOf(mail(1), { ...taken, deferred: [] }, 0).kind, 'sent')
  const some = endingOf(mail(1), { ...taken, deferred: ['b@example.com'] }, 0)
  assert.deepEqual(some.kind === 'postponed' && some.recipients, ['b@example.com'])
  assert.equal(endingOf(mail(1), { ...taken, deferred: ['b@example.com'] }, 4 * DAY).kind, 'sent')
  const none = endingOf(mail(1), AWAY, 0)
  assert.deepEqual(none.kind === 'postponed' && none.recipients, TO)
})
