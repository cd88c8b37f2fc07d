// How long a credential is remembered: a second, and a minute while the store is out of reach.

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Caller } from '../../src/access/caller.ts'
import { Changes, Credentials } from '../../src/access/credentials.ts'
import { createAccount } from '../../src/account/accounts.ts'
import { addApiKey } from '../../src/account/keys/account-keys.ts'
import { insertCredential, newCredential, sha256 } from '../../src/account/keys/credential.ts'
import { saveDomainToken } from '../../src/account/keys/domain-tokens.ts'
import { choosePlan, subscriptionOf } from '../../src/account/subscriptions.ts'
import {
  addPrivateAddresses,
  privateAddressesOf,
  removePrivateAddress,
} from '../../src/private-addresses/private-addresses.ts'
import type { Sql, Store } from '../../src/store/store.ts'
import { StoreError } from '../../src/store/store-error.ts'
import { makePlans, NO_TOKEN, newEmail } from '../support/accounts.ts'
import { ManualClock } from '../support/manual-clock.ts'
import { eachSharedStore, type MakeStore } from '../support/stores.ts'

const PLANS = makePlans({ name: 'small', daily_lookup_limit_1: 10 })

eachSharedStore((makeStore) => {
  test('a caller has all that the store knows of its key, by the sort of key', async (t) => {
    const { store, clock, credentials, digest } = await open(makeStore, t)
    const main = await credentials.find(digest)
    assert(main)
    const { accountId } = main
    const added = await addApiKey(store, accountId, { name: 'Try', isTest: true }, clock.now())
    assert(added.kind === 'made')
    const host = 'shop.example.com'
    const token = async (limits: { visitorLimit?: number; visitorMinutes?: number }) => {
      const saved = await saveDomainToken(store, accountId, { host, ...limits }, clock.now())
      assert(saved.kind === 'saved')
      credentials.forget(sha256(saved.token.value))
      return credentials.find(sha256(saved.token.value))
    }
    const subscription = await subscriptionOf(store.db, accountId)
    const bare = { kind: 'api', accountId, subscription, privateVersion: undefined, ...NO_TOKEN }
    const known = (caller: Caller | undefined) => {
      const { credentialId = '', ...rest } = caller ?? {}
      assert.match(credentialId, /^cred_/)
      return rest
    }
    assert.deepEqual(known(main), { ...bare, name: 'main' })
    const tried = await credentials.find(sha256(added.key))
    assert.deepEqual(known(tried), { ...bare, name: 'Try', isTest: true })
    const page = { ...bare, kind: 'token', name: '', domain: host }
    assert.deepEqual(known(await token({})), page)
    const limits = { visitorLimit: 7, visitorMinutes: 30 }
    assert.deepEqual(known(await token(limits)), { ...page, ...limits })
  })

  test('a key that was asked for before it was made is found as soon as that is said', async (t) => {
    const { store, clock, credentials, digest } = await open(makeStore, t)
    const { accountId = '' } = (await credentials.find(digest)) ?? {}
    const key = newCredential('api')
    assert.equal(await credentials.find(sha256(key)), undefined)
    await store.transaction((tx) =>
      insertCredential(tx, accountId, 'api', key, clock.now(), { name: 'new', isTest: false }),
    )
    assert.equal(await credentials.find(sha256(key)), undefined, 'unknown keys are remembered')
    credentials.forget(sha256(key))
    assert.equal((await credentials.find(sha256(key)))?.name, 'new')
  })

  test('a store that is back is asked at once by whoever is not known, and a gone key is gone', async (t) => {
    const { store, clock, credentials, digest, cut, questions } = await open(makeStore, t)
    cut(true)
    await assert.rejects(credentials.find(digest), { code: 'service-unavailable' })
    cut(false)
    clock.advance(1001)
    assert(await credentials.find(digest))
    const unknown = sha256(newCredential('api'))
    const asked = questions()
    assert.equal(await credentials.find(unknown), undefined)
    assert.equal(questions(), asked + 1, 'it is known to be back')
    await sql`delete from credential where sha256 = ${digest}`.execute(store.db)
    clock.advance(1001)
    assert.equal(await credentials.find(digest), undefined)
    cut(true)
    clock.advance(1)
    assert.equal(
      await credentials.find(digest),
      undefined,
      'nor does it serve while the store is away',
    )
    clock.advance(10_001)
    await assert.rejects(credentials.find(digest), { code: 'service-unavailable' })
  })

  test('a revoked key is dead a second later, and read once a second only', async (t) => {
    const { store, clock, credentials, digest, questions } = await open(makeStore, t)
    assert(await credentials.find(digest))
    await sql`update credential set revoked_at = ${clock.now()} where sha256 = ${digest}`.execute(
      store.db,
    )
    clock.advance(1000)
    assert(await credentials.find(digest))
    assert.equal(questions(), 1)
    clock.advance(1)
    assert.equal(await credentials.find(digest), undefined)
    assert.equal(questions(), 2)
  })

  test('a change is known at once where it is told, and to the other threads when they hear of it', async (t) => {
    const { store, clock, credentials, digest } = await open(makeStore, t)
    const others = new Credentials(store, clock)
    const [own, other] = [credentials, others].map((each) => new Changes(each, `changes ${digest}`))
    t.after(() => {
      own?.close()
      other?.close()
    })
    const end = (at: number | null) =>
      sql`update credential set revoked_at = ${at} where sha256 = ${digest}`.execute(store.db)
    const { accountId = '' } = (await credentials.find(digest)) ?? {}
    for (const tell of [() => own?.ofCredential(digest), () => own?.ofAccount(accountId)]) {
      assert.ok((await credentials.find(digest)) && (await others.find(digest)))
      await end(clock.now())
      tell()
      assert.equal(await credentials.find(digest), undefined)
      while ((await others.find(digest)) !== undefined) await setImmediate()
      await end(null)
      clock.advance(1001)
    }
  })

  test('a chosen plan reaches the caller in a second, at once if forgotten', async (t) => {
    const { store, clock, credentials, digest } = await open(makeStore, t)
    const before = await credentials.find(digest)
    assert(before)
    await choosePlan(store, PLANS, before.accountId, 'small', clock.now())
    assert.equal((await credentials.find(digest))?.subscription?.planName, 'trial')
    credentials.forget(digest)
    assert.equal((await credentials.find(digest))?.subscription?.planName, 'small')
  })

  test('what was being read when it was forgotten is answered, and not remembered', async (t) => {
    const { credentials, digest, questions } = await open(makeStore, t)
    for (const forget of [
      () => credentials.forget(digest),
      () => credentials.forgetAccount('another'),
    ]) {
      const reading = credentials.find(digest)
      const asked = questions()
      forget()
      assert(await reading)
      assert(await credentials.find(digest))
      assert.equal(questions(), asked + 1, 'it was asked for again')
      credentials.forget(digest)
    }
  })

  test('what was being read when it was forgotten is read again', async (t) => {
    const { credentials, digest, questions } = await open(makeStore, t)
    const early = credentials.find(digest)
    credentials.forget(digest)
    const late = credentials.find(digest)
    assert(await early)
    assert(await late)
    assert.equal(questions(), 2)
    assert(await credentials.find(digest))
    assert.equal(questions(), 2)
    const again = credentials.find(digest)
    credentials.forgetAccount((await again)?.accountId ?? '')
    assert(await credentials.find(digest))
    assert.equal(questions(), 3)
  })

  test('a caller knows the version of its private addresses, and of none there is none', async (t) => {
    const { store, credentials, digest } = await open(makeStore, t)
    const found = async () => {
      credentials.forget(digest)
      return (await credentials.find(digest)) ?? assert.fail()
    }
    const { accountId, privateVersion } = await found()
    assert.equal(privateVersion, undefined)
    const texts = { line_1: 'x', line_2: '', line_3: '', line_4: '', locality: '' }
    const place = { town_or_city: '', county: '', postcode: '3121' }
    const address = { ...texts, ...place, residential: true, point: undefined }
    await addPrivateAddresses(store, accountId, [address])
    assert.equal((await found()).privateVersion, 1)
    const [{ id }] = await privateAddressesOf(store.db, accountId)
    await removePrivateAddress(store, accountId, id)
    assert.equal((await found()).privateVersion, undefined)
    await addPrivateAddresses(store, accountId, [address])
    assert.equal((await found()).privateVersion, 3)
    await sql`update credential set is_test = 1 where sha256 = ${digest}`.execute(store.db)
    assert.equal((await found()).privateVersion, undefined, 'a test key sees the sample alone')
  })

  test('a key expires at its moment, though it is still remembered', async (t) => {
    const { store, clock, credentials, digest, key } = await open(makeStore, t)
    const end = clock.now() + 500
    await sql`update credential set expires_at = ${end} where sha256 = ${digest}`.execute(store.db)
    assert(await credentials.find(digest))
    credentials.remember(key, digest)
    clock.advance(499)
    assert(await credentials.find(digest))
    assert(credentials.findByKey(key))
    clock.advance(1)
    assert.equal(await credentials.find(digest), undefined)
    assert.equal(credentials.findByKey(key), undefined, 'nor is it on the fast path')
  })

  test('a hundred requests of one key at once ask the store once', async (t) => {
    const { credentials, digest, questions } = await open(makeStore, t)
    const found = await Promise.all(Array.from({ length: 100 }, () => credentials.find(digest)))
    assert(found.every((caller) => caller !== undefined))
    assert.equal(questions(), 1)
  })

  test('a key that is in use is found without a wait, one that is not is in memory no more', async (t) => {
    const { clock, credentials, digest, key } = await open(makeStore, t)
    assert.equal(credentials.findByKey(key), undefined)
    assert(await credentials.find(digest))
    credentials.remember(key, digest)
    for (let turn = 0; turn < 3; turn += 1) {
      credentials.forgetUnusedKeys()
      assert(credentials.findByKey(key))
    }
    clock.advance(1001)
    assert.equal(credentials.findByKey(key), undefined)
    assert(await credentials.find(digest))
    credentials.forgetUnusedKeys()
    credentials.forgetUnusedKeys()
    assert.equal(credentials.findByKey(key), undefined)
  })

  test('what a slow store says of a key is as old as the question', async (t) => {
    const { clock, credentials, digest, questions } = await open(makeStore, t)
    for (const [asked, passedMs, isKnown] of [
      [digest, 1000, true],
      [sha256(newCredential('api')), 10_000, false],
    ] as const) {
      const before = questions()
      const slow = credentials.find(asked)
      clock.advance(passedMs - 1)
      assert.equal((await slow) !== undefined, isKnown)
      clock.advance(1)
      await credentials.find(asked)
      assert.equal(questions(), before + 1)
      clock.advance(1)
      await credentials.find(asked)
      assert.equal(questions(), before + 2)
    }
  })

  test('an unknown key asks the store once in ten seconds', async (t) => {
    const { clock, credentials, questions } = await open(makeStore, t)
    const unknown = sha256(newCredential('api'))
    for (let second = 0; second < 10; second += 1) {
      assert.equal(await credentials.find(unknown), undefined)
      clock.advance(1000)
    }
    assert.equal(questions(), 1)
    clock.advance(1)
    assert.equal(await credentials.find(unknown), undefined)
    assert.equal(questions(), 2)
  })

  test('while the store is down known keys serve for a minute, and others are 503', async (t) => {
    const { clock, credentials, digest, cut, questions } = await open(makeStore, t)
    assert(await credentials.find(digest))
    cut(true)
    clock.advance(60_000)
    assert(await credentials.find(digest))
    const asked = questions()
    // It is known to be down: nobody else waits for the same time-out within the second.
    await assert.rejects(credentials.find(sha256('another')), {
      code: 'service-unavailable',
      extra: { retryAfterSeconds: 1 },
    })
    assert.equal(questions(), asked)
    clock.advance(1)
    await assert.rejects(credentials.find(digest), { code: 'service-unavailable' })
    clock.advance(1001)
    cut(false)
    assert(await credentials.find(digest))
  })
})

async function open(makeStore: MakeStore, t: TestContext) {
  const store = await makeStore(t)
  const clock = new ManualClock()
  const wanted = { email: newEmail(), product: 'au' } as const
  const made = await createAccount(store, PLANS, wanted, clock.now())
  assert(made.kind === 'created')
  const counting = countingDb(store)
  return {
    store,
    clock,
    key: made.apiKey,
    digest: sha256(made.apiKey),
    credentials: new Credentials(counting, clock),
    questions: () => counting.questions,
    cut: (isDown: boolean) => {
      counting.isDown = isDown
    },
  }
}

// The real store behind a switch, which also counts how often it is asked.
function countingDb(store: Store) {
  const counting = {
    questions: 0,
    isDown: false,
    get db(): Sql {
      counting.questions += 1
      if (counting.isDown) throw new StoreError('The store is away.')
      return store.db
    },
  }
  return counting
}
