// The private addresses of an account over HTTP: both forms of one list, every refusal, and nobody else's.
// Covers: src/endpoints/private-address/**, src/private-addresses/**

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { NewPrivateAddress } from '../../../src/private-addresses/private-address.ts'
import { addPrivateAddresses } from '../../../src/private-addresses/private-addresses.ts'
import { assertAsDefined } from '../../support/answers.ts'
import { type Answer, posting, testService } from '../../support/running.ts'

const V2 = '/v2/private-address'
const FULL = {
  postcode: 'sk10 1aa',
  line_1: 'Unit 5',
  line_2: 'Zebra Works',
  line_3: '77 Quagga Lane',
  line_4: 'Back Yard',
  locality: 'Tytherington',
  town_or_city: 'Macclesfield',
  county: 'Cheshire',
  latitude: 53.26,
  longitude: -2.13,
  residential: true,
}
const running = await testService({ settings: { KEY_REQUESTS_PER_MINUTE: '100000' } })
const owner = await running.account('uk')

const ask = (path: string, init?: RequestInit, by = owner) => running.ask(path, by.adminKey, init)
const add = (body: unknown, by = owner) => ask(V2, posting(body), by)
const remove = (path: string, by = owner) => ask(path, { method: 'DELETE' }, by)

function assertRefused({ status, json }: Answer, expected: number, title?: string): void {
  assert.equal(status, expected, JSON.stringify(json))
  assert.equal(json.code, expected === 400 ? 'bad-request' : 'not-found')
  assert.equal(json.Message, json.detail)
  if (title !== undefined) assert.equal(json.title, title)
}

test('an address is added, listed, seen and removed by its pa_ id', async () => {
  const by = await running.account('uk')
  const added = await add(FULL, by)
  assert.equal(added.status, 200)
  assertAsDefined('POST', V2, added)
  const { id, message } = added.json
  assert.match(id, /^pa_[0-9A-Za-z]{22}$/)
  assert.ok(message.includes(id))
  const seen = await ask(`${V2}/${id}/`, undefined, by)
  assert.equal(seen.status, 200)
  assertAsDefined('GET', `${V2}/{id}`, seen)
  assert.deepEqual(seen.json, {
    id,
    thoroughfare: '',
    building_name: '',
    sub_building_name: '',
    sub_building_number: '',
    building_number: '',
    district: '',
    country: '',
    ...FULL,
    postcode: 'SK10 1AA',
  })
  const second = await add({ postcode: 'NN1 3ER', line_1: 'Flat 9', residential: 'false' }, by)
  const list = await ask(V2, undefined, by)
  assertAsDefined('GET', V2, list)
  assert.deepEqual(
    list.json.map((each: { id: string }) => each.id),
    [id, second.json.id],
  )
  const removed = await remove(`${V2}/${id}`, by)
  assert.equal(removed.status, 200)
  assertAsDefined('DELETE', `${V2}/{id}`, removed)
  assert.ok(removed.json.message.includes(id))
  assertRefused(await remove(`${V2}/${id}`, by), 404)
  assertRefused(await ask(`${V2}/${id}`, undefined, by), 404)
  assert.equal((await ask(V2, undefined, by)).json.length, 1)
})

test('the older form is a view of the same list, with ids counted within the postcode', async () => {
  const by = await running.account('uk')
  const path = '/private-address/sk101aa'
  assert.deepEqual((await ask(path, undefined, by)).json, [])
  const newer = await add(FULL, by)
  const body = { line1: '2 Okapi Road', line2: 'x', townOrCity: 'Leek', county: 'Staffs' }
  const added = await ask(path, posting({ ...body, latitude: '53.1', longitude: -2.0 }), by)
  assertAsDefined('POST', '/private-address/{postcode}', added)
  assert.equal(added.json.id, '2')
  assert.match(added.json.message, /\b2\b/)
  const elsewhere = await ask('/private-address/NN1 3ER', posting({ line1: 'Flat 9' }), by)
  assert.equal(elsewhere.json.id, '1')
  const list = await ask(path, undefined, by)
  assertAsDefined('GET', '/private-address/{postcode}', list)
  assert.deepEqual(
    list.json.map((each: { id: string; line1: string }) => [each.id, each.line1]),
    [
      ['1', 'Unit 5'],
      ['2', '2 Okapi Road'],
    ],
  )
  const seen = await ask(`${path}/2`, undefined, by)
  assertAsDefined('GET', '/private-address/{postcode}/{id}', seen)
  const others = { id: '2', line3: '', line4: '', locality: '' }
  assert.deepEqual(seen.json, { ...others, ...body })
  const all = await ask(V2, undefined, by)
  assert.equal(all.json[1].residential, false)
  assert.equal(all.json[1].latitude, 53.1)
  const removed = await remove(`${path}/1`, by)
  assertAsDefined('DELETE', '/private-address/{postcode}/{id}', removed)
  assert.match(removed.json.message, /\b1\b/)
  assertRefused(await ask(`${V2}/${newer.json.id}`, undefined, by), 404)
  for (const id of ['1', '02', '3', 'x', '-2', '2.0']) {
    assertRefused(await ask(`${path}/${id}`, undefined, by), 404)
    assertRefused(await remove(`${path}/${id}`, by), 404)
  }
})

test('what is missing, too long or out of range is 400 and named', async () => {
  const cases: [string, unknown][] = [
    ['postcode', undefined],
    ['postcode', ''],
    ['postcode', 'SK10'],
    ['postcode', '3121'],
    ['postcode', ['SK10 1AA']],
    ['line_1', undefined],
    ['line_1', null],
    ['line_1', ' \u202e\u0000 '],
    ['line_1', {}],
    ['line_1', 'x'.repeat(256)],
    ['county', 'x'.repeat(256)],
    ['residential', undefined],
    ['residential', 'maybe'],
    ['latitude', 90.01],
    ['latitude', 'north'],
    ['longitude', -180.5],
    ['longitude', undefined],
    ['latitude', undefined],
  ]
  for (const [field, value] of cases) {
    const answer = await add({ ...FULL, [field]: value })
    assertRefused(answer, 400, field)
  }
  assertRefused(await ask('/private-address/SK10 1AA', posting({})), 400, 'line1')
  assertRefused(await ask('/private-address/SK10 1AA', posting({ line1: '\u200b' })), 400, 'line1')
  assertRefused(await ask('/private-address/3121', posting({ line1: 'x' })), 400, 'postcode')
  assertRefused(await ask('/private-address/x'), 400, 'postcode')
  assertRefused(await ask('/private-address/x/1'), 400, 'postcode')
  assertRefused(await remove('/private-address/x/1'), 400, 'postcode')
  assertRefused(await add('[]'), 400, 'body')
  assertRefused(await ask(`${V2}/${'x'.repeat(201)}`), 400, 'id')
  assert.deepEqual((await ask(V2)).json, [])
})

test('a field of 255 characters is kept, and unknown members are ignored', async () => {
  const by = await running.account('uk')
  const line_1 = '\u{1F3E0}'.repeat(255)
  const body = { ...FULL, line_1, id: 'pa_mine', account_id: owner.accountId, number: 7 }
  const { json } = await add(body, by)
  assert.notEqual(json.id, 'pa_mine')
  const [only] = (await ask(V2, undefined, by)).json
  assert.equal(only.line_1, line_1)
  assert.deepEqual((await ask(V2)).json, [])
})

test('invisible characters are not kept', async () => {
  const by = await running.account('uk')
  await add({ ...FULL, line_1: ' 7\tOkapi \u202eRoad\u0007 \ud800' }, by)
  const [only] = (await ask(V2, undefined, by)).json
  assert.equal(only.line_1, '7 Okapi Road \ufffd')
})

test('without coordinates, or with 0 and 0, an address has those of its postcode where it is known', async () => {
  const by = await running.account('uk')
  const { latitude: _a, longitude: _o, ...bare } = FULL
  const known = (await running.ask('/get-location/SK10 1AA', by.apiKey)).json
  await add(bare, by)
  await add({ ...bare, latitude: 0, longitude: 0 }, by)
  await add({ ...bare, postcode: 'ZE3 9JZ' }, by)
  const list = (await ask(V2, undefined, by)).json
  const points = list.map((each: typeof FULL) => [each.latitude, each.longitude])
  const there = [known.latitude, known.longitude]
  assert.deepEqual(points, [there, there, [0, 0]])
})

test('an id of another account is the same 404 as one that nobody has', async () => {
  const { id } = (await add(FULL)).json
  for (const product of ['uk', 'au'] as const) {
    const other = await running.account(product)
    const unknown = `pa_${'0'.repeat(22)}`
    for (const method of ['GET', 'DELETE']) {
      const theirs = await ask(`${V2}/${id}`, { method }, other)
      const nobodys = await ask(`${V2}/${unknown}`, { method }, other)
      assertRefused(theirs, 404)
      assert.deepEqual(theirs.json, nobodys.json)
    }
    const theirs = await running.ask(`/get/${id}`, other.apiKey)
    assert.equal(theirs.status, 404)
    assert.deepEqual(theirs.json, (await running.ask(`/get/${unknown}`, other.apiKey)).json)
  }
  const other = await running.account('uk')
  assertRefused(await ask('/private-address/SK10 1AA/1', undefined, other), 404)
  assertRefused(await remove('/private-address/SK10 1AA/1', other), 404)
  assert.equal((await ask(`${V2}/${id}`)).status, 200)
  await remove(`${V2}/${id}`)
})

test('an Australian account takes postcodes of four digits and no others', async () => {
  const by = await running.account('au')
  const body = { ...FULL, postcode: '3121' }
  const { json } = await add(body, by)
  assert.equal((await ask(`${V2}/${json.id}`, undefined, by)).json.postcode, '3121')
  assert.equal((await ask('/private-address/3121/1', undefined, by)).status, 200)
  for (const postcode of ['312', '31211', 'SK10 1AA', '３１２１']) {
    assertRefused(await add({ ...body, postcode }, by), 400, 'postcode')
  }
})

test('the ten-thousandth address is taken and the next one is 400', async () => {
  const by = await running.account('uk')
  const { latitude: _a, longitude: _o, ...texts } = FULL
  const one: NewPrivateAddress = { ...texts, postcode: 'SK10 1AA', point: undefined }
  await addPrivateAddresses(running.service.store, by.accountId, Array(9_999).fill(one))
  const answers = await Promise.all(Array.from({ length: 8 }, () => add(FULL, by)))
  const statuses = answers.map(({ status }) => status).sort()
  assert.deepEqual(statuses, [200, 400, 400, 400, 400, 400, 400, 400])
  const refused = answers.find(({ status }) => status === 400) ?? assert.fail()
  assertRefused(refused, 400, 'private-address')
  assert.match(refused.json.detail, /10,000/)
  const list = await ask(V2, undefined, by)
  assert.equal(list.json.length, 10_000)
  await remove(`${V2}/${list.json[0].id}`, by)
  assert.equal((await add(FULL, by)).status, 200)
})

test('a list of many pages is one JSON answer, whole and in order, also for many who ask at once', async () => {
  const by = await running.account('uk')
  const csv = Array.from({ length: 450 }, (_, at) => `Barn ${at} "é",SK10 1AA,true`)
  await ask(
    `${V2}/import`,
    posting({ csv: ['line_1,postcode,residential', ...csv].join('\n') }),
    by,
  )
  const older = '/private-address/SK10 1AA'
  const lists = await Promise.all(
    [V2, V2, older, V2, older].map((path) => ask(path, undefined, by)),
  )
  for (const { status, headers, text, json } of lists) {
    assert.equal(status, 200)
    assert.equal(headers.get('content-type'), 'application/json; charset=utf-8')
    assert.equal(text, JSON.stringify(json))
    assert.deepEqual(
      json.map(({ line_1, line1 = line_1 }: Record<string, string>) => line1),
      csv.map((line) => line.split(',')[0]),
    )
  }
  const [{ json: first }] = lists
  assert.deepEqual((await ask(`${V2}/${first[333].id}`, undefined, by)).json, first[333])
})

test('reading and changing the list costs nothing', async () => {
  const by = await running.account('uk')
  const { id } = (await add(FULL, by)).json
  for (const path of [V2, `${V2}/${id}`, '/private-address/SK10 1AA']) {
    assert.equal((await ask(path, undefined, by)).headers.get('lookup-cost'), null)
  }
})

test('a CSV file is added whole or not at all, however long, and can take the place of the list', async () => {
  const by = await running.account('uk')
  const send = (csv: string, replace = false) => ask(`${V2}/import`, posting({ csv, replace }), by)
  const held = async () => (await ask(V2, undefined, by)).json.length
  const head = '\uFEFFLine 1;Postcode;residential'
  const rows = Array.from({ length: 3_000 }, (_, at) => `"Barn; ${at}";SK10 1AA;true`)
  const long = [head, ...rows].join('\r\n')
  assert.ok(Buffer.byteLength(long) > 64 * 1024)
  const faulty = await send(`${long}\nNo postcode;;true\nNo use;SK10 1AA;perhaps`)
  assertRefused(faulty, 400, 'csv')
  assert.deepEqual(faulty.json.detail.split('\n'), [
    '2 lines are invalid. Nothing was imported.',
    'line 3002: postcode must be a full UK postcode',
    'line 3003: residential must be true or false',
  ])
  assert.equal(await held(), 0)
  const added = await send(long)
  assertAsDefined('POST', `${V2}/import`, added)
  assert.equal(added.json.added, 3_000)
  assert.equal(await held(), 3_000)
  const replaced = await send(`${head}\nThe Old Forge;SK10 1AA;false`, true)
  assert.equal(replaced.json.message, 'All private addresses were replaced by 1 address.')
  assert.equal(await held(), 1)
  assertRefused(await send([head, ...rows, ...rows, ...rows, ...rows].join('\n')), 400, 'csv')
  assert.equal(await held(), 1)
  const many = posting({ csv: long, more: Array(1_000_000).fill([]) })
  const refused = await ask(`${V2}/import`, many, by)
  assertRefused(refused, 400, 'body')
  assert.equal(refused.json.detail, 'The body has more than 10,000 values.')
  const huge = await add({ ...FULL, line_2: 'x'.repeat(70_000) }, by)
  assert.equal(huge.json.code, 'payload-too-large')
})
