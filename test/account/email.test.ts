// E-mail addresses: one plain address, and nothing that a mail header could misread.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emailFault } from '../../src/account/email.ts'

const GOOD = [
  'a@example.com',
  'first.last+tag@sub.example.co.uk',
  "o'brien@example.ie",
  'x@xn--bcher-kva.example',
  `${'l'.repeat(64)}@example.com`,
]

const BAD = [
  '',
  'plain',
  '@example.com',
  'a@',
  'a@localhost',
  'a@example.123',
  'a@-example.com',
  'a@example-.com',
  'a@exa_mple.com',
  'a@example..com',
  'a@example.com.',
  '.a@example.com',
  'a..b@example.com',
  'a b@example.com',
  'a@b@example.com',
  '"a"@example.com',
  'A <a@example.com>',
  'a@example.com, b@example.com',
  'a@example.com\r\nBcc: b@example.com',
  'a\u0000@example.com',
  'a@example.com\n',
  ' a@example.com',
  'ä@example.com',
  'a@[127.0.0.1]',
  `${'l'.repeat(65)}@example.com`,
  `a@${'d'.repeat(64)}.com`,
  `a@${'d.'.repeat(130)}com`,
]

test('a plain address is taken', () => {
  for (const email of GOOD) assert.equal(emailFault(email), undefined, email)
})

test('anything else is refused with a sentence', () => {
  for (const email of BAD) assert.match(emailFault(email) ?? '', /^[A-Z].*\.$/, email)
})

test('the sentence says whether it is missing, too much, or something else', () => {
  assert.equal(emailFault(''), 'The e-mail address is required.')
  assert.match(emailFault('plain') ?? '', /^Enter one e-mail address, such as /)
  const long = (length: number) => `a@${'d.'.repeat((length - 4) / 2)}co`
  assert.equal(emailFault(long(254)), undefined)
  assert.equal(emailFault(long(256)), 'An e-mail address can have at most 254 characters.')
  assert.equal(emailFault(`a${long(254)}`), 'An e-mail address can have at most 254 characters.')
})
