// Domain tokens: which hosts may have one, and that a host has one with the limits that were given last.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  removeDomainToken,
  saveDomainToken,
  tokenHost,
  tokensOf,
} from '../../../src/account/keys/domain-tokens.ts'
import { makePlans, newCaller } from '../../support/accounts.ts'
import { eachSharedStore } from '../../support/stores.ts'

const PLANS = makePlans({ name: 'large', daily_lookup_limit_1: 1000 })
const NOW = Date.parse('2026-03-14T12:00:00Z')

test('a host is taken from whatever people paste', () => {
  for (const [text, host] of [
    ['https://www.example.com/shop?a#b', 'www.example.com'],
    ['example.com:8080', 'example.com'],
    [' EXAMPLE.com. ', 'example.com'],
    ['http://shop.example.co.uk', 'shop.example.co.uk'],
    ['me.github.io', 'me.github.io'],
    ['localhost:3000', 'localhost'],
    ['bücher.example.com', 'xn--bcher-kva.example.com'],
  ] as const) {
    assert.deepEqual(tokenHost(text), { kind: 'host', host }, text)
  }
})

test('what is no domain of somebody is refused with the reason', () => {
  for (const [text, reason] of [
    ['', /^Enter a host name, such as/],
    ['a b.example.com', /^Enter a host name, such as/],
    ['ftp://example.com', /http or https/],
    ['https://me@example.com', /^Remove the user name and password/],
    ['https://:secret@example.com', /^Remove the user name and password/],
    ['192.0.2.7', /^An IP address cannot be used/],
    ['https://[::1]/', /^An IP address cannot be used/],
    ['intranet', /with a dot/],
    ['co.uk', /co\.uk is shared/],
    ['github.io', /github\.io is shared/],
    ['com.', /with a dot/],
    ['-a.com', /^Enter a host name, such as/],
    ['*.example.com', /^Enter a host name, such as/],
  ] as const) {
    const answer = tokenHost(text)
    assert(answer.kind === 'fault', text)
    assert.match(answer.detail, reason, text)
    assert.doesNotMatch(answer.detail, /secret/)
  }
})

eachSharedStore((makeStore) => {
  test('a host keeps its token when its limits change, and has a new one after it was taken back', async (t) => {
    const store = await makeStore(t)
    const { accountId } = await newCaller(store, PLANS, 'large', NOW)
    const other = await newCaller(store, PLANS, 'large', NOW)
    const save = async (host: string, visitorLimit?: number, visitorMinutes?: number) => {
      const saved = await saveDomainToken(
        store,
        accountId,
        { host, visitorLimit, visitorMinutes },
        NOW,
      )
      assert(saved.kind === 'saved')
      return saved.token
    }
    const listed = async () => await tokensOf(store.db, accountId)
    const first = await save('a.example')
    assert.deepEqual(await listed(), [first])
    assert.deepEqual([first.visitorLimit, first.visitorMinutes], [undefined, 1])
    const limited = await save('a.example', 30, 5)
    assert.deepEqual(limited, { ...first, visitorLimit: 30, visitorMinutes: 5 })
    assert.deepEqual(await listed(), [limited])
    await save('a.example')
    assert.deepEqual(await listed(), [first], 'and without limits again')
    const beside = await save('b.example', 7)
    assert.equal(await removeDomainToken(store, other.accountId, 'a.example', NOW), undefined)
    assert.equal(await removeDomainToken(store, accountId, 'a.example', NOW), first.value)
    assert.equal(await removeDomainToken(store, accountId, 'a.example', NOW), undefined)
    assert.deepEqual(await listed(), [beside])
    assert.notEqual((await save('a.example')).value, first.value)
  })

  test('an account has at most 100 tokens, and may still change those that it has', async (t) => {
    const store = await makeStore(t)
    const { accountId } = await newCaller(store, PLANS, 'large', NOW)
    const save = async (at: number) =>
      (await saveDomainToken(store, accountId, { host: `s${at}.example` }, NOW)).kind
    for (let at = 1; at <= 100; at += 1) assert.equal(await save(at), 'saved')
    assert.equal(await save(101), 'too-many')
    assert.equal(await save(100), 'saved')
    await removeDomainToken(store, accountId, 's7.example', NOW)
    assert.equal(await save(101), 'saved')
  })
})
