// The CC lists: each address once, at most twenty, and no id is ever given a second time.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  addCcRecipient,
  CC_RECIPIENTS_MAX,
  ccRecipient,
  ccRecipients,
  recipientsOf,
  removeCcRecipient,
} from '../../src/mail/cc-recipients.ts'
import type { Store } from '../../src/store/store.ts'
import { makePlans, newCaller } from '../support/accounts.ts'
import { eachSharedStore } from '../support/stores.ts'

const PLANS = makePlans({ name: 'small', daily_lookup_limit_1: 50 })
const NOW = Date.parse('2026-03-14T12:00:00Z')

async function newAccount(store: Store): Promise<string> {
  return (await newCaller(store, PLANS, 'small', NOW)).accountId
}

eachSharedStore((makeStore) => {
  test('one address added many times at once is on the list once', async (t) => {
    const store = await makeStore(t)
    const id = await newAccount(store)
    const spellings = ['a@x.com', 'A@x.com', 'a@X.com', 'A@X.COM', 'a@x.Com']
    const added = await Promise.all(
      spellings.map((email) => addCcRecipient(store, id, 'expired', email)),
    )
    assert.equal(added.filter(({ kind }) => kind === 'added').length, 1)
    assert.equal((await ccRecipients(store.db, id, 'expired')).length, 1)
    assert.equal((await addCcRecipient(store, id, 'invoices', 'a@x.com')).kind, 'added')
  })

  test('however many are added at once, a list has at most twenty', async (t) => {
    const store = await makeStore(t)
    const id = await newAccount(store)
    const wanted = Array.from({ length: CC_RECIPIENTS_MAX + 5 }, (_, at) => `a${at}@x.com`)
    const added = await Promise.all(
      wanted.map((email) => addCcRecipient(store, id, 'invoices', email)),
    )
    assert.equal(added.filter(({ kind }) => kind === 'added').length, CC_RECIPIENTS_MAX)
    assert.equal(added.filter(({ kind }) => kind === 'too-many').length, 5)
    assert.equal((await ccRecipients(store.db, id, 'invoices')).length, CC_RECIPIENTS_MAX)
  })

  test('the id of a removed recipient is never given again', async (t) => {
    const store = await makeStore(t)
    const id = await newAccount(store)
    assert.deepEqual(await addCcRecipient(store, id, 'expired', 'a@x.com'), {
      kind: 'added',
      id: 1,
    })
    assert.equal(await removeCcRecipient(store, id, 'expired', 1), 'a@x.com')
    assert.equal(await removeCcRecipient(store, id, 'expired', 1), undefined)
    assert.deepEqual(await addCcRecipient(store, id, 'expired', 'a@x.com'), {
      kind: 'added',
      id: 2,
    })
  })

  test('an id is found in its own list of its own account and nowhere else', async (t) => {
    const store = await makeStore(t)
    const [mine, theirs] = [await newAccount(store), await newAccount(store)]
    await addCcRecipient(store, mine, 'expired', 'a@x.com')
    assert.deepEqual(await ccRecipient(store.db, mine, 'expired', 1), { id: 1, email: 'a@x.com' })
    assert.equal(await ccRecipient(store.db, mine, 'invoices', 1), undefined)
    assert.equal(await ccRecipient(store.db, theirs, 'expired', 1), undefined)
    assert.equal(await removeCcRecipient(store, theirs, 'expired', 1), undefined)
    for (const id of [-1, 0, 2 ** 31, 999_999_999_999_999]) {
      assert.equal(await ccRecipient(store.db, mine, 'expired', id), undefined)
      assert.equal(await removeCcRecipient(store, mine, 'expired', id), undefined)
    }
  })

  test('who is on the list under the own address of the account gets a mail once', async (t) => {
    const store = await makeStore(t)
    const id = await newAccount(store)
    const { to } = await recipientsOf(store.db, id, 'invoices')
    await addCcRecipient(store, id, 'invoices', to.toUpperCase())
    await addCcRecipient(store, id, 'invoices', 'other@x.com')
    await addCcRecipient(store, id, 'expired', 'not-this-list@x.com')
    assert.deepEqual(await recipientsOf(store.db, id, 'invoices'), { to, cc: ['other@x.com'] })
  })
})
