// Which searches an account is given: its own addresses as the list has them now, within a bound of memory.
// Covers: src/private-addresses/private-searches.ts, src/private-addresses/private-address.ts

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Caller } from '../../src/access/caller.ts'
import { createAccount } from '../../src/account/accounts.ts'
import type { NewPrivateAddress } from '../../src/private-addresses/private-address.ts'
import {
  addPrivateAddresses,
  privateAddressesOf,
  removePrivateAddress,
} from '../../src/private-addresses/private-addresses.ts'
import {
  PrivateIndexThread,
  PrivateSearches,
} from '../../src/private-addresses/private-searches.ts'
import type { PostalSearch, Searches } from '../../src/search/address-search.ts'
import { openStore } from '../../src/store/open-store.ts'
import type { Store } from '../../src/store/store.ts'
import { builtNational, builtPostal } from '../search/built.ts'
import { national, nationalSource, postal, postalSource } from '../search/small-world.ts'
import { makePlans, NO_TOKEN, newEmail } from '../support/accounts.ts'
import { newDataDir } from '../support/stores.ts'

const ending: (() => unknown)[] = []
after(async () => {
  for (const end of ending.reverse()) await end()
})
const dataDir = newDataDir({ after: (work) => ending.push(work) })
const place = { databaseUrl: '', dataDir }
const store: Store = await openStore(place)
ending.push(() => store.close())

const release = (...rows: Parameters<typeof postal>[0][]) =>
  builtPostal(postalSource(rows.map((row) => postal(row))))
const WITHOUT = await release({ thoroughfare: 'High Street', postcode: 'SK1 1AA' })
const KNOWN_POINT = { latitude: 53.25, longitude: -2.125 }
const WITH = await release({ thoroughfare: 'High Street', postcode: 'ZE3 9JZ', ...KNOWN_POINT })

const OKAPI: NewPrivateAddress = {
  postcode: 'ZE3 9JZ',
  line_1: '77 Okapi Street',
  line_2: '',
  line_3: '',
  line_4: '',
  locality: '',
  town_or_city: 'Leek',
  county: '',
  residential: true,
  point: undefined,
}

interface Owner {
  readonly accountId: string
  caller(version: number | undefined): Caller
}

async function newOwner(): Promise<Owner> {
  const wanted = { email: newEmail(), product: 'au' } as const
  const made = await createAccount(store, makePlans(), wanted, 0)
  assert.equal(made.kind, 'created')
  const { accountId } = made
  const caller = (privateVersion: number | undefined): Caller => ({
    ...NO_TOKEN,
    credentialId: 'cred_test',
    kind: 'api',
    accountId,
    subscription: undefined,
    privateVersion,
  })
  return { accountId, caller }
}

function opened(data: Searches, options: { db?: Store['db']; bytesMax?: number } = {}) {
  const searches = new PrivateSearches({ db: options.db ?? store.db }, data, options)
  ending.push(() => searches.close())
  return searches
}

function found(searches: Searches, term: string, top = 20): string[] {
  return (searches.uk?.autocomplete({ term, top }) ?? []).map(({ item }) => item.line_1)
}

const numbered = (count: number, from = 1) =>
  Array.from({ length: count }, (_, at) => ({ ...OKAPI, line_1: `${from + at} Okapi Street` }))

test('an account without private addresses is given the release itself, at once', async () => {
  const data = { au: undefined, uk: WITHOUT }
  const owner = await newOwner()
  assert.equal(opened(data).of(owner.caller(undefined), 'uk'), data)
  assert.equal(opened(data).of(owner.caller(1), 'au'), data)
  assert.equal(opened(data).of(owner.caller(1), undefined), data)
})

test('an unchanged list is not read again, and a caller with an older version gets the newer list', async () => {
  const searches = opened({ au: undefined, uk: WITHOUT })
  const owner = await newOwner()
  await addPrivateAddresses(store, owner.accountId, [OKAPI])
  const first = await searches.of(owner.caller(1), 'uk')
  assert.deepEqual(found(first, 'okapi'), ['77 Okapi Street'])
  assert.equal(searches.of(owner.caller(1), 'uk'), first)
  await addPrivateAddresses(store, owner.accountId, [{ ...OKAPI, line_1: '78 Okapi Street' }])
  assert.equal(searches.of(owner.caller(1), 'uk'), first)
  const second = await searches.of(owner.caller(2), 'uk')
  assert.deepEqual(found(second, 'okapi'), ['77 Okapi Street', '78 Okapi Street'])
  assert.equal(searches.of(owner.caller(1), 'uk'), second)
})

test('of many callers at once all are given the same search', async () => {
  const searches = opened({ au: undefined, uk: WITHOUT })
  const owner = await newOwner()
  await addPrivateAddresses(store, owner.accountId, [OKAPI])
  const asked = Array.from({ length: 20 }, () => searches.of(owner.caller(1), 'uk'))
  assert.equal(new Set(await Promise.all(asked)).size, 1)
})

test('a long list with gaps is found whole, whatever is added and removed', async () => {
  const searches = opened({ au: undefined, uk: WITHOUT })
  const owner = await newOwner()
  await addPrivateAddresses(store, owner.accountId, numbered(4200))
  const many = await searches.of(owner.caller(1), 'uk')
  for (const line of ['1 Okapi Street', '2100 Okapi Street', '4200 Okapi Street']) {
    assert.equal(found(many, line)[0], line)
  }
  const all = await privateAddressesOf(store.db, owner.accountId)
  for (const at of [0, 2099, 4199]) {
    await removePrivateAddress(store, owner.accountId, all[at].id)
  }
  await addPrivateAddresses(store, owner.accountId, numbered(1, 9001))
  const changed = await searches.of(owner.caller(5), 'uk')
  const exact = (line: string) => found(changed, line).filter((other) => other === line).length
  for (const line of ['1 Okapi Street', '2100 Okapi Street', '4200 Okapi Street']) {
    assert.equal(exact(line), 0, line)
  }
  for (const line of ['2 Okapi Street', '2101 Okapi Street', '9001 Okapi Street']) {
    assert.equal(exact(line), 1, line)
  }
})

test('memory is bounded: accounts that were let go are read again when they come', async () => {
  const searches = opened({ au: undefined, uk: WITHOUT }, { bytesMax: 100_000 })
  const owners = await Promise.all(Array.from({ length: 12 }, newOwner))
  for (const { accountId } of owners) await addPrivateAddresses(store, accountId, [OKAPI])
  for (let round = 0; round < 2; round += 1) {
    for (const owner of owners) {
      const own = await searches.of(owner.caller(1), 'uk')
      assert.deepEqual(found(own, 'okapi'), ['77 Okapi Street'])
      assert.ok(searches.bytes <= 100_000, String(searches.bytes))
      assert.ok(searches.bytes > 0)
    }
  }
})

test('of two accounts for which there is room the one that was asked for last stays, and the newest always', async () => {
  const owners = await Promise.all(Array.from({ length: 3 }, newOwner))
  for (const { accountId } of owners) await addPrivateAddresses(store, accountId, [OKAPI])
  const [first, second, third] = owners as [Owner, Owner, Owner]
  const one = opened({ au: undefined, uk: WITHOUT }, { bytesMax: 1 })
  const alone = await one.of(first.caller(1), 'uk')
  const each = one.bytes
  assert.equal(one.of(first.caller(1), 'uk'), alone, 'it is kept, whatever its size')
  await one.of(second.caller(1), 'uk')
  assert.equal(one.bytes, each)
  const two = opened({ au: undefined, uk: WITHOUT }, { bytesMax: 2 * each })
  const kept = await two.of(first.caller(1), 'uk')
  await two.of(second.caller(1), 'uk')
  assert.equal(two.of(first.caller(1), 'uk'), kept)
  await two.of(third.caller(1), 'uk')
  assert.equal(two.of(first.caller(1), 'uk'), kept)
  assert.equal(two.bytes, 2 * each)
  // A list that is read anew takes the room of what was there before.
  for (const version of [2, 3, 4]) await two.of(third.caller(version), 'uk')
  assert.equal(two.bytes, 2 * each)
  assert.equal(two.of(first.caller(1), 'uk'), kept)
})

test('a new release places addresses anew', async () => {
  const data: { au: undefined; uk: PostalSearch } = { au: undefined, uk: WITHOUT }
  const searches = opened(data)
  const owner = await newOwner()
  await addPrivateAddresses(store, owner.accountId, [OKAPI])
  const near = { ...KNOWN_POINT, radiusKm: 1, top: 20, term: 'okapi' }
  const before = await searches.of(owner.caller(1), 'uk')
  assert.deepEqual(before.uk?.nearest(near), [])
  data.uk = WITH
  const after = await searches.of(owner.caller(1), 'uk')
  assert.equal(after.uk?.nearest(near).length, 1)
})

test('while the store is away what is known serves on, and what is not is 503', async () => {
  const second = await openStore(place)
  const au = await builtNational(nationalSource([national('1 KING ST, NEWTOWN NSW 2042')]))
  const searches = opened({ au, uk: WITHOUT }, { db: second.db })
  const [owner, other] = [await newOwner(), await newOwner()]
  await addPrivateAddresses(store, owner.accountId, [OKAPI])
  const known = await searches.of(owner.caller(1), 'uk')
  await second.close()
  assert.equal(await searches.of(owner.caller(2), 'uk'), known)
  for (const [caller, product] of [
    [other.caller(1), 'uk'],
    [owner.caller(1), 'au'],
  ] as const) {
    await assert.rejects(async () => searches.of(caller, product), { code: 'service-unavailable' })
  }
})

test('a build that a stop cuts in two is told, and the next one has a new thread', async () => {
  const thread = new PrivateIndexThread()
  ending.push(() => thread.close())
  const request = { product: 'uk', addresses: numbered(3) } as const
  assert.equal((await thread.build(request)).ids.length, 3)
  const cut = thread.build({ product: 'uk', addresses: numbered(500) })
  await Promise.all([assert.rejects(cut, /has stopped/), thread.close()])
  assert.equal((await thread.build(request)).ids.length, 3)
})
