// SMTP_URL and MAIL_FROM: what is wrong with them is said in one sentence, which never has the password.
// Covers: src/settings/config.ts, src/settings/readers.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '../../src/settings/config.ts'
import { ConfigError } from '../../src/settings/readers.ts'

const MAIL_FROM = 'mail@example.com'

test('a wrong SMTP_URL stops the start, and its password is not shown', () => {
  const urls = [
    'http://me:hunter2@relay',
    'smtp://me:hunter2@',
    'smtp://me:hunter2@relay/x',
    'hunter2',
  ]
  for (const url of urls) {
    assert.throws(
      () => readConfig({ SMTP_URL: url, MAIL_FROM }),
      (error: unknown) =>
        error instanceof ConfigError &&
        /^SMTP_URL must [^.]*\.$/.test(error.message) &&
        !error.message.includes('hunter2'),
      url,
    )
  }
})

test('the sender is an address, or a name and an address', () => {
  const from = (text: string) => readConfig({ MAIL_FROM: text }).mailFrom
  assert.deepEqual(from('mail@example.com'), { name: 'Doorplate', address: 'mail@example.com' })
  const named = { name: 'Addresses & Co.', address: 'mail@example.com' }
  assert.deepEqual(from('Addresses & Co. <mail@example.com>'), named)
  const bad = [
    'mail',
    'a@b.co, c@d.co',
    'A <a@b.co> <c@d.co>',
    'A\nBcc: x <a@b.co>',
    'A <a@b.co',
    '<>',
  ]
  for (const text of bad) assert.throws(() => from(text), /^ConfigError: MAIL_FROM must /, text)
  assert.throws(() => readConfig({ SMTP_URL: 'smtp://relay' }), /MAIL_FROM is required/)
})
