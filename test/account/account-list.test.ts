// Accounts as operators find them: by part of an address, page by page, each once.
// Covers: src/account/accounts.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createAccount,
  findAccounts,
  listAccounts,
  searchAccounts,
} from '../../src/account/accounts.ts'
import { makePlans } from '../support/accounts.ts'
import { eachStore } from '../support/stores.ts'

const PLANS = makePlans({ name: 'trial', product: 'uk', daily_lookup_limit_1: 100 })
const NOW = Date.parse('2026-03-14T12:00:00Z')

eachStore((makeStore) => {
  test('accounts are found by what stands in their address, newest first, in pages that share none', async (t) => {
    const store = await makeStore(t)
    const ids: string[] = []
    for (const [at, email] of [
      'one@a.example',
      'two_x@a.example',
      'twoyx@b.example',
      'Three@a.example',
      'f%ur!@a.example',
    ].entries()) {
      // Two of them at the same moment.
      const made = await createAccount(store, PLANS, { email, product: 'uk' }, NOW + (at >> 1))
      assert(made.kind === 'created')
      ids.push(made.accountId)
    }
    const found = async (search: string, top = 10, after = '') =>
      (await searchAccounts(store, { search, after, top }, NOW)).map(({ email }) => email)
    assert.deepEqual(await found('THREE'), ['Three@a.example'])
    assert.deepEqual(await found('two_'), ['two_x@a.example'], 'a sign is itself')
    for (const sign of ['%', '!', 'r!@']) {
      assert.deepEqual(await found(sign), ['f%ur!@a.example'], sign)
    }
    assert.deepEqual(await found(ids[2] ?? ''), ['twoyx@b.example'], 'by its id')
    assert.deepEqual(await found('nobody'), [])
    const seen: string[] = []
    for (let after = ''; ; ) {
      const page = await searchAccounts(store, { search: '', after, top: 2 }, NOW)
      seen.push(...page.map(({ accountId }) => accountId))
      if (page.length < 2) break
      after = page.at(-1)?.accountId ?? ''
    }
    assert.equal(seen.length, 5)
    assert.deepEqual(seen.toSorted(), ids.toSorted())
    assert.equal(seen[0], ids[4], 'the newest first')
    const listed = await listAccounts(store, NOW)
    assert.equal(listed[0]?.createdAt, NOW, 'and there the oldest')
    const rest = await listAccounts(store, NOW, listed[1])
    assert.deepEqual(
      [...listed.slice(0, 2), ...rest].map(({ accountId }) => accountId).toSorted(),
      ids.toSorted(),
    )
    // A page that ends between two of the same moment.
    const second = await listAccounts(store, NOW, listed[0])
    assert.deepEqual(second, listed.slice(1))
    const [details] = await findAccounts(store, 'THREE@a.example', NOW)
    assert.deepEqual(details?.credentials.map(({ kind }) => kind).sort(), ['admin', 'api'])
  })
})
