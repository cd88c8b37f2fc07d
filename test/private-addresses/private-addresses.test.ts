// The list of private addresses in the store: exact at its maximum, versioned, and numbered without repeats.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { createAccount } from '../../src/account/accounts.ts'
import { sortableIdFrom } from '../../src/lib/ids.ts'
import {
  type NewPrivateAddress,
  PRIVATE_ADDRESSES_MAX,
  type PrivateAddress,
} from '../../src/private-addresses/private-address.ts'
import {
  addPrivateAddresses,
  finishImports,
  numberRuns,
  privateAddressAt,
  privateAddressesOf,
  privateAddressOf,
  privateAddressPages,
  privateAddressPagesAt,
  privateAddressPagesIn,
  removePrivateAddress,
} from '../../src/private-addresses/private-addresses.ts'
import type { Store } from '../../src/store/store.ts'
import { makePlans, newEmail } from '../support/accounts.ts'
import { eachSharedStore } from '../support/stores.ts'

const ONE: NewPrivateAddress = {
  postcode: 'SK10 1AA',
  line_1: '77 Okapi Street',
  line_2: '',
  line_3: '',
  line_4: '',
  locality: '',
  town_or_city: 'Macclesfield',
  county: '',
  residential: true,
  point: { latitude: 53.259_912_345, longitude: -2.130_1 },
}

async function newAccount(store: Store): Promise<string> {
  const wanted = { email: newEmail(), product: 'au' } as const
  const made = await createAccount(store, makePlans(), wanted, 0)
  assert.equal(made.kind, 'created')
  return made.accountId
}

async function allAt(db: Store['db'], accountId: string, postcode: string) {
  const all: PrivateAddress[] = []
  for await (const page of privateAddressPagesAt(db, accountId, postcode)) all.push(...page)
  return all
}

async function listOf(store: Store, accountId: string) {
  const { rows } = await sql<{ version: number; addresses: number }>`
    select version, addresses from private_address_list
    where account_id = ${accountId}`.execute(store.db)
  return rows[0]
}

eachSharedStore((makeStore) => {
  test('an address comes back as it was given', async (t) => {
    const store = await makeStore(t)
    const id = await newAccount(store)
    const nowhere = {
      ...ONE,
      point: undefined,
      residential: false,
      line_4: '\u{1F3E0} \' " ; --',
    }
    const added = await addPrivateAddresses(store, id, [ONE, nowhere])
    assert.equal(added.kind, 'added')
    const [first, second] = await privateAddressesOf(store.db, id)
    assert.deepEqual(first, {
      ...ONE,
      id: added.addresses[0].id,
      number: 1,
      postcodeNumber: 1,
    })
    assert.deepEqual(second, {
      ...nowhere,
      id: added.addresses[1].id,
      number: 2,
      postcodeNumber: 2,
    })
    assert.deepEqual(await privateAddressOf(store.db, id, first.id), first)
    assert.deepEqual(await allAt(store.db, id, 'SK10 1AA'), [first, second])
    const other = await newAccount(store)
    assert.equal(await privateAddressOf(store.db, other, first.id), undefined)
    assert.equal(await removePrivateAddress(store, other, first.id), false)
    assert.deepEqual(await allAt(store.db, other, 'SK10 1AA'), [])
  })

  test('a long list is read in pages of 200, each row once and in order, by either form', async (t) => {
    const store = await makeStore(t)
    const id = await newAccount(store)
    for (const [more, sizes] of [
      [199, [199]],
      [1, [200]],
      [1, [200, 1]],
      [199, [200, 200]],
    ] as const) {
      await addPrivateAddresses(store, id, Array(more).fill(ONE))
      for (const pages of [
        privateAddressPages(store.db, id),
        privateAddressPagesAt(store.db, id, ONE.postcode),
      ]) {
        const read = await Array.fromAsync(pages)
        assert.deepEqual(
          read.map((page) => page.length),
          sizes,
        )
        const numbers = read.flat().map(({ number }) => number)
        assert.deepEqual(
          numbers,
          numbers.map((_, at) => at + 1),
        )
      }
    }
  })

  test('a point on the equator or the meridian is a point', async (t) => {
    const store = await makeStore(t)
    const id = await newAccount(store)
    const points = [
      [51.4779, 0],
      [0, 147],
      [0, 0],
      [-42.88, 147.33],
    ].map(([latitude = 0, longitude = 0]) => ({ latitude, longitude }))
    await addPrivateAddresses(
      store,
      id,
      points.map((point) => ({ ...ONE, point })),
    )
    const held = await privateAddressesOf(store.db, id)
    assert.deepEqual(
      held.map(({ point }) => point),
      points,
    )
  })

  test('each address has the next number of its own postcode, whatever is added with it', async (t) => {
    const store = await makeStore(t)
    const id = await newAccount(store)
    const at = (postcode: string) => ({ ...ONE, postcode })
    const add = async (...postcodes: string[]) => {
      const added = await addPrivateAddresses(store, id, postcodes.map(at))
      assert(added.kind === 'added')
      return added.addresses.map(({ postcodeNumber }) => postcodeNumber)
    }
    assert.deepEqual(await add('M1 1AA', 'SK10 1AA', 'M1 1AA'), [1, 1, 2])
    assert.deepEqual(await add('SK10 1AA', 'M1 1AA', 'B1 1AA'), [2, 3, 1])
    assert.deepEqual(await add('M1 1AA'), [4])
    for (const [postcode, count] of [
      ['M1 1AA', 4],
      ['SK10 1AA', 2],
      ['B1 1AA', 1],
    ] as const) {
      const found = await allAt(store.db, id, postcode)
      const numbers = found.map(({ postcodeNumber }) => postcodeNumber)
      assert.deepEqual(
        numbers,
        Array.from({ length: count }, (_, index) => index + 1),
      )
      const last = await privateAddressAt(store.db, id, postcode, count)
      assert.deepEqual(last, found.at(-1))
      assert.equal(await privateAddressAt(store.db, id, postcode, count + 1), undefined)
    }
  })

  test('of many who add at once exactly as many succeed as there is room for', async (t) => {
    const store = await makeStore(t)
    const id = await newAccount(store)
    await addPrivateAddresses(store, id, Array(PRIVATE_ADDRESSES_MAX - 5).fill(ONE))
    const adding = Array.from({ length: 12 }, () => addPrivateAddresses(store, id, [ONE]))
    const kinds = (await Promise.all(adding)).map(({ kind }) => kind)
    assert.equal(kinds.filter((kind) => kind === 'added').length, 5)
    const all = await privateAddressesOf(store.db, id)
    assert.equal(all.length, PRIVATE_ADDRESSES_MAX)
    assert.equal((await listOf(store, id)).addresses, PRIVATE_ADDRESSES_MAX)
    assert.equal(new Set(all.map(({ postcodeNumber }) => postcodeNumber)).size, all.length)
    const more = await addPrivateAddresses(store, id, [ONE])
    assert.deepEqual(more, { kind: 'too-many', held: PRIVATE_ADDRESSES_MAX })
  })

  test('adding all or nothing leaves nothing, and replacing needs room for the new ones only', async (t) => {
    const store = await makeStore(t)
    const id = await newAccount(store)
    await addPrivateAddresses(store, id, [ONE])
    const whole = Array(PRIVATE_ADDRESSES_MAX).fill({
      ...ONE,
      postcode: 'SK10 1AB',
    })
    assert.equal((await addPrivateAddresses(store, id, whole)).kind, 'too-many')
    assert.equal((await privateAddressesOf(store.db, id)).length, 1)
    const replaced = await addPrivateAddresses(store, id, whole, {
      replace: true,
    })
    assert.equal(replaced.kind, 'added')
    assert.equal((await allAt(store.db, id, 'SK10 1AA')).length, 0)
    assert.equal((await listOf(store, id)).addresses, PRIVATE_ADDRESSES_MAX)
    await addPrivateAddresses(store, id, [], { replace: true })
    assert.deepEqual(await privateAddressesOf(store.db, id), [])
  })

  test('each change raises the version, and of two removals at once one succeeds', async (t) => {
    const store = await makeStore(t)
    const id = await newAccount(store)
    await addPrivateAddresses(store, id, [ONE, ONE])
    const before = await listOf(store, id)
    const [first] = await privateAddressesOf(store.db, id)
    const removing = Array.from({ length: 6 }, () => removePrivateAddress(store, id, first.id))
    const removed = await Promise.all(removing)
    assert.equal(removed.filter((is) => is).length, 1)
    const after = await listOf(store, id)
    assert.equal(after.addresses, 1)
    assert.ok(after.version > before.version)
    const added = await addPrivateAddresses(store, id, [ONE])
    assert.equal(added.kind, 'added')
    assert.equal(added.addresses[0].postcodeNumber, 3)
  })

  test("adding, removing and replacing at the same time never end in each other's way", async (t) => {
    const store = await makeStore(t)
    const id = await newAccount(store)
    await addPrivateAddresses(store, id, Array(20).fill(ONE))
    const held = await privateAddressesOf(store.db, id)
    await Promise.all([
      ...held.map((address) => removePrivateAddress(store, id, address.id)),
      addPrivateAddresses(store, id, [ONE, ONE], { replace: true }),
      ...held.map(() => addPrivateAddresses(store, id, [ONE])),
    ])
    const left = await privateAddressesOf(store.db, id)
    assert.equal((await listOf(store, id)).addresses, left.length)
  })

  test('runs of numbers tell what has changed', async (t) => {
    const store = await makeStore(t)
    const id = await newAccount(store)
    await addPrivateAddresses(store, id, Array(25).fill(ONE))
    const [first, second, third] = await numberRuns(store.db, id, 10)
    assert.deepEqual(first, { from: 0, to: 10, addresses: 9, last: 9 })
    assert.deepEqual(third, { from: 20, to: 30, addresses: 6, last: 25 })
    const inside = (await Array.fromAsync(privateAddressPagesIn(store.db, id, second))).flat()
    assert.deepEqual(
      inside.map(({ number }) => number),
      [10, 11, 12, 13, 14, 15, 16, 17, 18, 19],
    )
    await removePrivateAddress(store, id, inside[9].id)
    const after = await numberRuns(store.db, id, 10)
    assert.deepEqual(after, [first, { ...second, addresses: 9, last: 18 }, third])
  })

  test('many are added in short transactions, between which others see the list as it was', async (t) => {
    const store = await makeStore(t)
    const id = await newAccount(store)
    await addPrivateAddresses(store, id, Array(600).fill(ONE))
    let rowsMost = 0
    const seen = new Set<number>()
    const watched = eachTransaction(store, async (transaction) => {
      const before = await changesOf(store)
      const result = await transaction()
      rowsMost = Math.max(rowsMost, (await changesOf(store)) - before)
      const { addresses = 0 } = (await listOf(store, id)) ?? {}
      const all = await privateAddressesOf(store.db, id)
      const runs = await numberRuns(store.db, id, 100_000)
      const numbers = [addresses, all.length, runs[0]?.addresses]
      assert.equal(new Set(numbers).size, 1, `${numbers}`)
      seen.add(addresses)
      return result
    })
    await addPrivateAddresses(watched, id, Array(900).fill(ONE), { replace: true })
    await addPrivateAddresses(watched, id, Array(700).fill(ONE))
    assert.deepEqual([...seen], [600, 900, 1600])
    assert.ok(rowsMost <= 252, `${rowsMost} rows in one transaction`)
    assert.equal(await storedOf(store, id), 1600)
    assert.equal((await privateAddressAt(store.db, id, ONE.postcode, 1600))?.number, 2200)
  })

  test('an import that is cut off leaves nothing, and holds up the next one for a while at most', async (t) => {
    const store = await makeStore(t)
    const id = await newAccount(store)
    await addPrivateAddresses(store, id, Array(300).fill(ONE))
    const held = await privateAddressesOf(store.db, id)
    for (const [steps, replace] of [
      [4, false],
      [7, true],
    ] as const) {
      let left = steps
      const failing = eachTransaction(store, async (transaction) => {
        left -= 1
        if (left === 0) throw new Error('cut off')
        return transaction()
      })
      const importing = addPrivateAddresses(failing, id, Array(900).fill(ONE), { replace })
      await assert.rejects(importing, { message: 'cut off' })
      assert.deepEqual(await privateAddressesOf(store.db, id), held)
      await finishImports(store)
      assert.ok((await storedOf(store, id)) > 300, 'it may still be under way')
      await sql`update private_address_list set importing = ${sortableIdFrom(1)}
        where account_id = ${id}`.execute(store.db)
      await finishImports(store)
      assert.equal(await storedOf(store, id), 300)
      assert.deepEqual(await privateAddressesOf(store.db, id), held)
    }
    const added = await addPrivateAddresses(store, id, [ONE])
    assert.equal(added.kind === 'added' && added.addresses[0]?.number, 301)
  })
})

function eachTransaction(
  store: Store,
  around: <T>(transaction: () => Promise<T>) => Promise<T>,
): Store {
  return { ...store, transaction: (work) => around(() => store.transaction(work)) }
}

/** Rows that the connection has written; PostgreSQL has no such count. */
async function changesOf({ kind, db }: Store): Promise<number> {
  if (kind === 'postgres') return 0
  const { rows } = await sql<{ n: number }>`select total_changes() as n`.execute(db)
  return rows[0]?.n ?? 0
}

async function storedOf({ db }: Store, accountId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select cast(count(*) as integer) as n from private_address
    where account_id = ${accountId}`.execute(db)
  return rows[0]?.n ?? 0
}
