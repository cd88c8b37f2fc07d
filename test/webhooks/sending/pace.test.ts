// How often an account may send, and how a delivery is signed.
// Covers: src/webhooks/sending/pace.ts, src/webhooks/sending/secret.ts

import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { Pace } from '../../../src/webhooks/sending/pace.ts'
import { newWebhookSecret, signatureHeaders } from '../../../src/webhooks/sending/secret.ts'

test('a second’s worth goes at once, then one at a time; each has its own', () => {
  let now = 5_000
  const pace = new Pace(4, () => now)
  const taken = (key: string) => pace.take(key)
  assert.deepEqual(['a', 'a', 'a', 'a'].map(taken), [0, 0, 0, 0])
  assert.deepEqual(['a', 'b', 'a'].map(taken), [250, 0, 250])
  now += 125
  assert.equal(taken('a'), 125)
  now += 124
  assert.notEqual(taken('a'), 0)
  now += 1
  assert.deepEqual(['a', 'a'].map(taken), [0, 250])
  now += 60_000
  assert.deepEqual(['a', 'a', 'a', 'a', 'a'].map(taken), [0, 0, 0, 0, 250])
})

test('less than one a second is waited for, too', () => {
  let now = 0
  const pace = new Pace(1, () => now)
  assert.deepEqual([pace.take('a'), pace.take('a')], [0, 1000])
  now += 500
  assert.equal(pace.take('a'), 500)
  now += 499
  assert.notEqual(pace.take('a'), 0)
  now += 1
  assert.equal(pace.take('a'), 0)
})

const SECRET = 'whsec_c2VjcmV0IG9mIDI0IGJ5dGVzIGhlcmU='
const OLD = 'whsec_b2xkIHNlY3JldCBvZiAyNCBieXRlcyE='
const NOW = Date.parse('2026-03-14T12:00:00.999Z')

test('a delivery is signed over its id, its second and its body, with the bytes of the secret', () => {
  const only = { secret: SECRET, oldSecret: '', oldSecretUntil: 0 }
  const seconds = '1773489600'
  const key = Buffer.from('secret of 24 bytes here')
  const signed = createHmac('sha256', key).update(`msg_1.${seconds}.{"a":1}`).digest('base64')
  assert.deepEqual(signatureHeaders(only, 'msg_1', '{"a":1}', NOW), {
    'webhook-id': 'msg_1',
    'webhook-timestamp': seconds,
    'webhook-signature': `v1,${signed}`,
  })
})

test('up to its last moment the old secret signs as well, behind the new one', () => {
  const both = { secret: SECRET, oldSecret: OLD, oldSecretUntil: NOW + 1 }
  const alone = (secret: string) =>
    signatureHeaders({ ...both, secret, oldSecretUntil: 0 }, 'msg_1', 'x', NOW)
  const [first, second] = [alone(SECRET), alone(OLD)].map((each) => each['webhook-signature'])
  const of = (oldSecretUntil: number) =>
    signatureHeaders({ ...both, oldSecretUntil }, 'msg_1', 'x', NOW)['webhook-signature']
  assert.equal(of(NOW + 1), `${first} ${second}`)
  assert.equal(of(NOW), first)
  assert.equal(of(0), first)
  assert.notEqual(first, second)
})

test('every new secret has 24 random bytes', () => {
  const [one, other] = [newWebhookSecret(), newWebhookSecret()]
  assert.notEqual(one, other)
  assert.match(one, /^whsec_[A-Za-z0-9+/]{32}$/)
})
