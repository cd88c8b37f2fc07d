// A link to an invoice is good for seven days, for that invoice, as it was signed.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { InvoiceLinks, signingSecret } from '../../../src/billing/invoices/signing.ts'
import { eachSharedStore } from '../../support/stores.ts'

const NOW = Date.parse('2026-03-14T12:00:00Z')
const WEEK_MS = 7 * 86_400_000
const links = new InvoiceLinks('a secret of some length', 'https://example.com')

function partsOf(url: string) {
  const { pathname, searchParams } = new URL(url)
  const expires = searchParams.get('expires') ?? ''
  return { pathname, expires, signature: searchParams.get('signature') ?? '' }
}

test('a link opens its invoice until seven days are over', () => {
  const { pathname, expires, signature } = partsOf(links.urlOf('17', NOW))
  assert.equal(pathname, '/invoices/17/pdf')
  assert.equal(links.isGenuine('17', expires, signature, NOW), true)
  assert.equal(links.isGenuine('17', expires, signature, NOW + WEEK_MS - 1), true)
  assert.equal(links.isGenuine('17', expires, signature, NOW + WEEK_MS), false)
})

test('another number, another end, another signature or another secret opens nothing', () => {
  const { expires, signature } = partsOf(links.urlOf('17', NOW))
  assert.equal(links.isGenuine('18', expires, signature, NOW), false)
  assert.equal(links.isGenuine('17', String(Number(expires) + 1), signature, NOW), false)
  // The digits of number and end may not pass from one to the other.
  assert.equal(links.isGenuine(`17${expires[0]}`, expires.slice(1), signature, 0), false)
  assert.equal(links.isGenuine('1', `7${expires}`, signature, NOW), false)
  assert.equal(links.isGenuine('17', expires, `${signature.slice(0, -1)}A`, NOW), false)
  assert.equal(links.isGenuine('17', expires, `${signature}=`, NOW), false)
  assert.equal(links.isGenuine('17', expires, '', NOW), false)
  const other = new InvoiceLinks('another secret', 'https://example.com')
  assert.equal(other.isGenuine('17', expires, signature, NOW), false)
})

eachSharedStore((makeStore) => {
  test('nodes that start at once sign with one secret, which stays; one that was set wins', async (t) => {
    const store = await makeStore(t)
    const made = await Promise.all(Array.from({ length: 5 }, () => signingSecret(store, '')))
    assert.equal(new Set(made).size, 1)
    assert.equal(await signingSecret(store, ''), made[0])
    assert.equal(Buffer.from(made[0] ?? '', 'base64url').length, 32)
    assert.equal(await signingSecret(store, 'a secret of our own'), 'a secret of our own')
  })
})
