// Private addresses in their owner's look-ups: every kind of look-up, what it costs, in which order, and when.
// Covers: src/private-addresses/**, src/search/product/overlay.ts

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { LookUps, NOT_FOUND } from '../../support/look-ups.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { posting, startTestService, type TestAccount, testService } from '../../support/running.ts'
import { stopOwnPostgres } from '../../support/servers/postgres.ts'
import { newDatabase } from '../../support/stores.ts'

const OKAPI = {
  postcode: 'SK10 1AA',
  line_1: 'Flat 3',
  line_2: '77 Okapi Street',
  town_or_city: 'Macclesfield',
  county: 'Cheshire',
  latitude: 53.2599,
  longitude: -2.1301,
  residential: true,
}
const QUOKKA = {
  postcode: '3000',
  line_1: 'Zebra Works',
  line_2: '5/77 Quokka St',
  town_or_city: 'Melbourne',
  county: 'Victoria',
  latitude: -37.8201,
  longitude: 144.9301,
  residential: false,
}

const running = await testService()
after(stopOwnPostgres)

async function add(by: TestAccount, body: unknown, at = running): Promise<string> {
  const { status, json, text } = await at.ask('/v2/private-address', by.adminKey, posting(body))
  assert.equal(status, 200, text)
  return json.id
}

interface Suggested {
  readonly address: string
  readonly url: string
  readonly id: string
}

const idsOf = ({ suggestions }: { suggestions: Suggested[] }) => suggestions.map(({ id }) => id)

test('an owner in the UK finds, gets and validates a private address like any other', async () => {
  const owner = await running.account('uk')
  const id = await add(owner, OKAPI)
  const ups = new LookUps(running, owner)
  for (const term of [
    '77 okapi',
    'flat 3 77 okapi street',
    'okapi st macclesfield 77',
    'u3/77 OKAPI',
    'sk101aa 77 okapi',
    '77 okpai street',
  ]) {
    const { suggestions } = await ups.free(`/autocomplete/${term}`)
    assert.deepEqual(
      suggestions[0],
      {
        address: 'Flat 3, 77 Okapi Street, Macclesfield, Cheshire',
        url: `/get/${id}`,
        id,
      },
      term,
    )
    assert.deepEqual((await ups.free(`/suggest/${term}`)).suggestions[0].id, id)
  }
  assert.deepEqual(await ups.free('/autocomplete/78 okapi'), { suggestions: [] })
  const address = await ups.one(`/get/${id}`)
  assert.deepEqual(address.formatted_address, [
    'Flat 3',
    '77 Okapi Street',
    '',
    'Macclesfield',
    'Cheshire',
  ])
  assert.equal(address.residential, true)
  const line = '/validate/Flat 3, 77 Okapi Street, Macclesfield'
  assert.deepEqual(await ups.one(line), { status: 200, address })
  assert.equal((await ups.free(`${line}?residential=false`)).status, 404)
  assert.equal((await ups.free('/validate/77 Okapi Street, Macclesfield')).status, 300)
  assert.equal((await ups.one('/validate/77 Okapi Street?strict=false')).status, 200)
  assert.equal((await ups.free('/validate/Flat 4, 77 Okapi Street, Macclesfield')).status, 404)
  await add(owner, OKAPI)
  assert.equal((await ups.free(line)).status, 300)
})

test('an owner in Australia finds, gets and validates a private address like any other', async () => {
  const owner = await running.account('au')
  const id = await add(owner, QUOKKA)
  const ups = new LookUps(running, owner)
  const address_label = 'ZEBRA WORKS, 5/77 QUOKKA ST, MELBOURNE VICTORIA 3000'
  for (const term of [
    '5/77 quokka',
    'unit 5 77 quokka street vic',
    'zebra works',
    'quokka street',
  ]) {
    const { suggestions } = await ups.free(`/autocomplete/${term}`)
    assert.deepEqual(suggestions[0], { address: address_label, url: `/get/${id}`, id }, term)
  }
  const body = { template: '{locality_name}{state, ,}{postcode, ,}' }
  const { suggestions } = await ups.free('/autocomplete/5/77 quokka', body)
  assert.equal(suggestions[0].address, 'MELBOURNE VIC 3000')
  const address = await ups.one(`/get/${id}`)
  assert.equal(address.address_label, address_label)
  assert.equal(address.address_detail_pid, id)
  assert.equal(address.locality_name, 'MELBOURNE')
  assert.equal(address.street_name, '')
  assert.deepEqual(address.coordinates, { latitude: -37.8201, longitude: 144.9301 })
  assert.deepEqual(await ups.one('/validate/5/77 Quokka Street, Melbourne'), address)
  const several = await ups.answered('/validate/5/77 Quokka Street', 300, 0)
  assert.deepEqual(several.json, { candidates: [id] })
  await ups.refused('/validate/6/77 Quokka Street, Melbourne', NOT_FOUND)
  assert.ok((await ups.free(`/distance/${id}/melbourne-vic-3000`)).metres > 0)
})

test('nearest measures private addresses by their true distance, and leaves out those without a point', async () => {
  const owner = await running.account('uk')
  const ups = new LookUps(running, owner)
  const near = '/nearest/53.26/-2.13'
  const id = await add(owner, OKAPI)
  await add(owner, { ...OKAPI, postcode: 'ZE3 9JZ', latitude: null, longitude: null })
  const [first, ...rest] = (await ups.free(`${near}?top=20&radius=1`)).suggestions
  assert.equal(first.id, id)
  assert.equal(first.distance, 0.013)
  assert.ok(rest.every((other: { distance: number }) => other.distance >= first.distance))
  assert.deepEqual(idsOf(await ups.free(`${near}?term=okapi`)), [id])
  assert.deepEqual(idsOf(await ups.free(`${near}?term=giraffe`)), [])
  const homes = await ups.free(near, { filter: { residential: false } })
  assert.ok(!idsOf(homes).includes(id))
  assert.deepEqual(idsOf(await ups.free('/nearest/0/0?radius=1&top=20')), [])
  assert.deepEqual(idsOf(await ups.free('/nearest/0/0?radius=1&top=20&term=okapi')), [])
})

test('filters, a radius and a location hold for private addresses as for others', async () => {
  const owner = await running.account('uk')
  const ups = new LookUps(running, owner)
  const id = await add(owner, OKAPI)
  const far = await add(owner, { ...OKAPI, postcode: 'N1 9AA', latitude: 51.5, longitude: -0.1 })
  const nowhere = await add(owner, {
    ...OKAPI,
    postcode: 'ZE3 9JZ',
    latitude: null,
    longitude: null,
  })
  const found = async (body: unknown) => idsOf(await ups.free('/autocomplete/77 okapi', body))
  assert.deepEqual(new Set(await found({})), new Set([id, far, nowhere]))
  assert.deepEqual(await found({ filter: { postcode: 'ze39jz' } }), [nowhere])
  assert.deepEqual(await found({ filter: { county: 'Kent' } }), [])
  assert.deepEqual(await found({ filter: { residential: false } }), [])
  assert.deepEqual(await found({ filter: { thoroughfare: 'okapi street', town_or_city: 'x' } }), [])
  const london = { latitude: 51.5, longitude: -0.1 }
  assert.deepEqual(await found({ filter: { radius: { km: 5, ...london } } }), [far])
  assert.deepEqual(await found({ location: { latitude: 53.26, longitude: -2.13 } }), [
    id,
    far,
    nowhere,
  ])
})

test('find lists the private addresses of a postcode, even if no other address has it', async () => {
  const owner = await running.account('uk')
  const ups = new LookUps(running, owner)
  const before = await ups.one('/find/SK10 1AA')
  await add(owner, OKAPI)
  await add(owner, { ...OKAPI, postcode: 'ZE3 9JZ' })
  const after = await ups.one('/find/SK10 1AA')
  const own = 'Flat 3, 77 Okapi Street, , , , Macclesfield, Cheshire'
  assert.ok(after.addresses.includes(own))
  assert.deepEqual(
    after.addresses.filter((each: string) => each !== own),
    before.addresses,
  )
  assert.equal(after.latitude, before.latitude)
  assert.deepEqual((await ups.one('/find/SK10 1AA/77')).addresses, [own])
  const alone = await ups.one('/find/ze39jz?expand=true')
  assert.equal(alone.latitude, OKAPI.latitude)
  assert.equal(alone.addresses[0].line_2, '77 Okapi Street')
  const whole = await ups.one('/autocomplete/ze3 9jz?all=true')
  assert.equal(whole.suggestions.length, 1)
})

test('typeahead completes the values of private addresses, first', async () => {
  const owner = await running.account('uk')
  const ups = new LookUps(running, owner)
  await add(owner, { ...OKAPI, town_or_city: 'Mazzington', locality: 'MANCHESTER' })
  const values = await ups.free('/typeahead/ma?top=20')
  assert.ok(values.slice(0, 2).includes('Mazzington'))
  assert.ok(values.includes('Manchester') && !values.includes('MANCHESTER'))
  assert.deepEqual(await ups.free('/typeahead/mazz', { search: ['county'] }), [])
  assert.deepEqual(await ups.free('/typeahead/mazz', { filter: { postcode: 'SK10 1AA' } }), [
    'Mazzington',
  ])
  const australian = await running.account('au')
  await add(australian, { ...QUOKKA, town_or_city: 'Zzyzx' })
  const upsA = new LookUps(running, australian)
  assert.deepEqual(await upsA.free('/typeahead/zzy'), ['ZZYZX'])
})

test('a private address replaces nothing, and comes first among equals', async () => {
  const owner = await running.account('uk')
  const ups = new LookUps(running, owner)
  const [known] = (await ups.free('/autocomplete/7 netherby road')).suggestions
  const { latitude: _a, longitude: _o, ...address } = await ups.one(`/get/${known.id}`)
  const id = await add(owner, address)
  const ids = idsOf(await ups.free('/autocomplete/7 netherby road'))
  assert.deepEqual(ids.slice(0, 2), [id, known.id])
  const line = `${address.line_1}, ${address.town_or_city}, ${address.postcode}`
  assert.equal((await ups.free(`/validate/${line}`)).status, 300)
})

test('what is on the page stays there while one types on', async () => {
  const owner = await running.account('uk')
  const ups = new LookUps(running, owner)
  const id = await add(owner, { ...OKAPI, line_1: '7 Netherby Mews', line_2: '' })
  const text = '7 netherby mews macclesfield'
  let isThere = false
  for (let end = 1; end <= text.length; end += 1) {
    const { suggestions } = await ups.free(`/autocomplete/${text.slice(0, end)}?top=6`)
    const is = suggestions.some((each: Suggested) => each.id === id)
    assert.ok(is || !isThere, text.slice(0, end))
    isThere = is
  }
  assert.ok(isThere)
})

test('a kept answer never shows a private address, nor hides one', async () => {
  const [stranger, owner] = [await running.account('uk'), await running.account('uk')]
  const path = '/autocomplete/77%20okapi%20street'
  const seen = async (by: TestAccount) => idsOf((await running.ask(path, by.apiKey)).json)
  assert.deepEqual(await seen(stranger), [])
  assert.deepEqual(await seen(owner), [])
  const id = await add(owner, OKAPI)
  assert.deepEqual(await seen(owner), [id])
  assert.deepEqual(await seen(stranger), [])
  assert.deepEqual(await seen(owner), [id])
  const { adminKey } = owner
  await running.ask(`/v2/private-address/${id}`, adminKey, { method: 'DELETE' })
  assert.deepEqual(await seen(owner), [])
  assert.deepEqual(await seen(stranger), [])
})

test('a change on one node is seen on another a second later', async (t) => {
  const { databaseUrl } = await newDatabase(t)
  const clock = new ManualClock()
  const one = await startTestService({ databaseUrl, clock })
  const other = await startTestService({ databaseUrl, clock })
  t.after(async () => {
    await one[Symbol.asyncDispose]()
    await other[Symbol.asyncDispose]()
  })
  const owner = await one.account('uk')
  const path = '/autocomplete/77 okapi'
  const seen = async (node: typeof running) => idsOf((await node.ask(path, owner.apiKey)).json)
  assert.deepEqual(await seen(other), [])
  const id = await add(owner, OKAPI, one)
  assert.deepEqual(await seen(one), [id])
  clock.advance(1001)
  assert.deepEqual(await seen(other), [id])
  const second = await add(owner, OKAPI, other)
  assert.deepEqual(new Set(await seen(other)), new Set([id, second]))
  await other.ask(`/v2/private-address/${id}`, owner.adminKey, { method: 'DELETE' })
  assert.deepEqual(await seen(other), [second])
  clock.advance(1001)
  assert.deepEqual(await seen(one), [second])
})
