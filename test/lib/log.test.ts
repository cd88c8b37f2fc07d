// Whatever looks like a key is masked in the log, wherever in a line it stands.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newCredential } from '../../src/account/keys/credential.ts'
import { type LogLevel, makeLog, maskKeys } from '../../src/lib/log.ts'
import { newWebhookSecret } from '../../src/webhooks/sending/secret.ts'

function logged(level: LogLevel, write: (log: ReturnType<typeof makeLog>) => void): string[] {
  const lines: string[] = []
  write(
    makeLog(
      level,
      () => 0,
      (line) => lines.push(line),
    ),
  )
  return lines
}

test('a key is masked in an event, in a fact, in a fact within it, in an address and in an error', () => {
  const keys = [
    newCredential('api'),
    newCredential('admin'),
    newCredential('token'),
    newCredential('operator'),
    newWebhookSecret(),
  ]
  for (const key of keys) {
    const [line = ''] = logged('debug', (log) =>
      log.warn(`used ${key}`, {
        key,
        within: { list: [`/get/1?api-key=${key}&x=1`] },
        error: new Error(`No ${key} here.`),
      }),
    )
    assert(!line.includes(key), line)
    assert(!line.includes(key.slice(key.indexOf('_') + 1)), 'nor its secret part')
    assert.equal(line.split(`${key.slice(0, key.indexOf('_'))}_…`).length, 5, line)
  }
})

test('keys of every kind are masked, however short or long they are', () => {
  const kinds = 'api test admin dtoken operator session link browser whsec'.split(' ')
  for (const kind of kinds) {
    for (const length of [20, 33, 80]) {
      const key = `${kind}_${'aB3'.repeat(30).slice(0, length)}`
      assert.equal(maskKeys(`a ${key}, b`), `a ${kind}_…, b`)
    }
    assert.equal(maskKeys(`${kind}_${'a'.repeat(19)}`), `${kind}_${'a'.repeat(19)}`)
  }
  assert.equal(maskKeys(`whsec_${'+/='.repeat(9)}`), 'whsec_…')
  const two = `api_${'a'.repeat(33)} test_${'b'.repeat(33)}`
  assert.equal(maskKeys(two), 'api_… test_…')
})

test('an error is written with its code, its message and the five places that it comes from', () => {
  const deep = (depth: number): Error => (depth === 0 ? new TypeError('Broken.') : deep(depth - 1))
  const error = Object.assign(deep(9), { code: 'ENOENT', request: 'secret' })
  const [line = ''] = logged('info', (log) => log.error('failed', { error }))
  const { at, ...said } = JSON.parse(line).error
  assert.deepEqual(said, { name: 'TypeError', code: 'ENOENT', message: 'Broken.' })
  assert.equal(at.length, 5)
  for (const place of at) assert.match(place, /^at deep /)
  const [plain = ''] = logged('info', (log) => log.error('failed', { error: new Error('x') }))
  assert.ok(!('code' in JSON.parse(plain).error))
})

test('what is no key is left as it is', () => {
  for (const text of ['api_key', 'admin_page', 'the api', 'webhook_endpoint', 'link_1']) {
    assert.equal(maskKeys(text), text)
  }
})

test('a line is written from its level on, and none when silent', () => {
  const all = (log: ReturnType<typeof makeLog>) => {
    log.debug('a')
    log.info('b')
    log.warn('c')
    log.error('d')
  }
  const events = (level: LogLevel) => logged(level, all).map((line) => JSON.parse(line).event)
  assert.deepEqual(events('debug'), ['a', 'b', 'c', 'd'])
  assert.deepEqual(events('info'), ['b', 'c', 'd'])
  assert.deepEqual(events('error'), ['d'])
  assert.deepEqual(events('silent'), [])
})
