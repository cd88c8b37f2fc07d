// The API keys of an account: named, listed as they are in use, and removed one by one.
// Covers: src/account/keys/account-keys.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  API_KEYS_MAX,
  accountKey,
  addApiKey,
  apiKeysOf,
  keyNameFault,
  maskedKey,
  removeApiKey,
  rotateKey,
} from '../../../src/account/keys/account-keys.ts'
import {
  credentialsOf,
  maskCredential,
  parseCredential,
  sha256,
} from '../../../src/account/keys/credential.ts'
import type { Store } from '../../../src/store/store.ts'
import { makePlans, newCaller } from '../../support/accounts.ts'
import { eachSharedStore } from '../../support/stores.ts'

const PLANS = makePlans()

async function newAccount(store: Store): Promise<string> {
  return (await newCaller(store, PLANS, 'trial', 1)).accountId
}

async function made(store: Store, accountId: string, name: string, isTest: boolean, now: number) {
  const key = await addApiKey(store, accountId, { name, isTest }, now)
  assert.equal(key.kind, 'made')
  return key.key
}

eachSharedStore((makeStore) => {
  test('keys are listed with the main one first, each with its name, mask, sort and age', async (t) => {
    const store = await makeStore(t)
    const id = await newAccount(store)
    const shop = await made(store, id, 'Shop', false, 3)
    const trial = await made(store, id, 'A trial', true, 2)
    assert.deepEqual(
      [shop, trial].map((key) => parseCredential(key)?.isTest),
      [false, true],
    )
    const { key: main } = await rotateKey(store, id, accountKey('api'), 60, 4)
    assert.deepEqual(await apiKeysOf(store.db, id), [
      { name: 'main', masked: maskCredential(main), isTest: false, createdAt: 4 },
      { name: 'A trial', masked: maskCredential(trial), isTest: true, createdAt: 2 },
      { name: 'Shop', masked: maskCredential(shop), isTest: false, createdAt: 3 },
    ])
    assert.equal(await maskedKey(store, id, 'api', 5), maskCredential(main))
    const admin = await maskedKey(store, id, 'admin', 5)
    assert.match(admin ?? '', /^admin_…/)
    // As the operator sees them, with the one that is on its way out.
    const all = (await credentialsOf(store.db, id)).map(({ id: _, masked: __, ...rest }) => rest)
    const summary = (kind: string, name: string, createdAt: number, expiresAt?: number) => {
      return { kind, name, createdAt, expiresAt, revokedAt: undefined }
    }
    assert.deepEqual(all, [
      summary('admin', '', 1),
      summary('api', 'main', 1, 60_004),
      summary('api', 'A trial', 2),
      summary('api', 'Shop', 3),
      summary('api', 'main', 4),
    ])
  })

  test('a test key that is replaced stays one, and its name stays', async (t) => {
    const store = await makeStore(t)
    const id = await newAccount(store)
    await made(store, id, 'try', true, 2)
    const which = { kind: 'api', name: 'try', isTest: true } as const
    const { key } = await rotateKey(store, id, which, 0, 3)
    assert.equal(parseCredential(key)?.isTest, true)
    const [, listed] = await apiKeysOf(store.db, id)
    assert.deepEqual(listed, {
      name: 'try',
      masked: maskCredential(key),
      isTest: true,
      createdAt: 3,
    })
  })

  test('a name is given once in an account, however it is written, and fifty keys are the most', async (t) => {
    const store = await makeStore(t)
    const [id, other] = [await newAccount(store), await newAccount(store)]
    await made(store, id, 'Shop', false, 2)
    await made(store, other, 'Shop', false, 2)
    for (const name of ['Shop', 'sHOP', 'MAIN']) {
      assert.deepEqual(await addApiKey(store, id, { name, isTest: false }, 3), { kind: 'taken' })
    }
    for (let at = 2; at < API_KEYS_MAX; at += 1) await made(store, id, `k${at}`, at % 2 === 0, 4)
    const more = await addApiKey(store, id, { name: 'more', isTest: true }, 5)
    assert.deepEqual(more, { kind: 'too-many' })
    assert.equal((await apiKeysOf(store.db, id)).length, API_KEYS_MAX)
    assert.deepEqual(await addApiKey(store, id, { name: 'k3', isTest: false }, 5), {
      kind: 'taken',
    })
  })

  test('removing a key names what ends, all of that name and nothing else; the main one stays', async (t) => {
    const store = await makeStore(t)
    const [id, other] = [await newAccount(store), await newAccount(store)]
    const old = await made(store, id, 'Shop', false, 2)
    await made(store, other, 'Shop', false, 2)
    await made(store, id, 'shopper', false, 2)
    const which = { kind: 'api', name: 'Shop', isTest: false } as const
    const { key } = await rotateKey(store, id, which, 60, 3)
    assert.deepEqual((await removeApiKey(store, id, 'Shop')).sort(), [old, key].map(sha256).sort())
    assert.deepEqual(await removeApiKey(store, id, 'Shop'), [])
    assert.deepEqual(await removeApiKey(store, id, 'main'), [])
    const names = async (account: string) =>
      (await apiKeysOf(store.db, account)).map(({ name }) => name)
    assert.deepEqual(await names(id), ['main', 'shopper'])
    assert.deepEqual(await names(other), ['main', 'Shop'])
    assert.equal((await credentialsOf(store.db, id)).length, 3, 'the admin key too')
  })
})

test('a name has 1 to 50 characters, and begins and ends with a letter or digit', () => {
  const good = ['A', 'Zoë 2', 'a.b_c-d', 'x'.repeat(50)]
  const bad = ['', ' A', 'A ', 'A.', '_a', 'a@b', 'a<b', 'a\nb', 'x'.repeat(51)]
  assert.deepEqual(good.map(keyNameFault), [undefined, undefined, undefined, undefined])
  for (const name of bad) assert.match(keyNameFault(name) ?? '', /^A name must be 1 to 50 /, name)
})
