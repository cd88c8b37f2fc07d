// Ids of addresses that the data has lost: what get says of them in each country, on every thread, and what it costs.
// Covers: src/endpoints/look-ups/get.ts, src/releases/ledger/*.ts, src/releases/release-*.ts, src/threads/threads.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient, DoorplateError } from 'doorplate/client'
import { addApiKey } from '../../../src/account/keys/account-keys.ts'
import { readUsage } from '../../../src/account/usage.ts'
import type { NationalRow } from '../../../src/address/national.ts'
import { EMPTY_POSTAL_ROW, type PostalRow } from '../../../src/address/postal.ts'
import { buildIndex, sourceOfRows } from '../../../src/engine/engine.ts'
import { postalIdOf, postalIdText } from '../../../src/index/ids/postal-id.ts'
import { utcDay } from '../../../src/lib/clock.ts'
import { releasesIn } from '../../../src/releases/release-folder.ts'
import { testService } from '../../support/running.ts'

const running = await testService({ settings: { THREADS: '2' } })
const { directory } = releasesIn(running.dataDir)

function national(id: string, numberFirst: string, more: Partial<NationalRow> = {}) {
  const street = { streetName: 'ZEBRA', streetType: 'STREET', localityName: 'TOWN' }
  return { addressDetailPid: id, numberFirst, ...street, state: 'VIC', postcode: '3999', ...more }
}

function postal(uprn: string, buildingNumber: string, postcode: string): Partial<PostalRow> {
  return { uprn, buildingNumber, thoroughfare: 'Zebra Street', townOrCity: 'Stockport', postcode }
}

async function use(source: Parameters<typeof buildIndex>[0], day: string): Promise<string> {
  const { release } = await buildIndex(source, { directory, now: Date.parse(day) })
  await running.service.answering.context.operations.useRelease(release, true)
  return release
}

/** Asks until each thread has answered, which must all say the same. */
async function get(id: string, apiKey: string, query = '') {
  const threads = new Set<string>()
  const answers = new Set<string>()
  let last = await running.ask(`/get/${id}${query}`, apiKey)
  for (let asked = 0; threads.size < 2 && asked < 200; asked++) {
    last = await running.ask(`/get/${id}${query}`, apiKey, { headers: { connection: 'close' } })
    threads.add(String(last.headers.get('x-request-id')).split('-')[0] ?? '')
    const { Message: _, ...body } = last.json
    answers.add(JSON.stringify([last.status, body]))
  }
  assert.deepEqual([threads.size, answers.size], [2, 1])
  return last
}

test('a retired id is a free 404 that says since when and what it continues as', async () => {
  const { accountId, apiKey } = await running.account('au', 'scale')
  const other = { aliasPrincipal: 'A', principalPid: 'GAVIC4' } as const
  const first = [
    ...['1', '2', '3', '4'].map((number) => national(`GAVIC${number}`, number)),
    national('GAVIC5', '5', { streetName: 'OTHER', ...other }),
  ]
  const older = await use(sourceOfRows('au', first), '2026-01-01')
  const next = [
    national('GAVIC1', '1'),
    national('GANSW77', '2'),
    national('GAVIC4', '4'),
    national('GANSW78', '3', { postcode: '3998' }),
  ]
  const newer = await use(sourceOfRows('au', next), '2026-01-02')
  const facts = async (id: string) => {
    const { status, json } = await get(id, apiKey)
    const { retired, release, successors, detail, code } = json
    return { status, retired, release, successors, detail, code }
  }
  const known = { status: 404, code: 'not-found', retired: true, release: older }
  const says = (then: string) =>
    `This ID is retired: ${older} was the last release with it. ${then}.`
  for (const [id, successor, inferred] of [
    ['GAVIC2', 'GANSW77', true],
    ['GAVIC3', 'GANSW78', true],
    ['GAVIC5', 'GAVIC4', false],
  ] as const) {
    const detail = says(`It continues as ${successor}`)
    assert.deepEqual(await facts(id), {
      ...known,
      detail,
      successors: [{ id: successor, inferred }],
    })
  }
  assert.equal((await get('GAVIC1', apiKey)).status, 200)
  // One that never was is as it has always been.
  const { json: never } = await get('GAVIC6', apiKey)
  assert.deepEqual(Object.keys(never), ['type', 'title', 'status', 'detail', 'code', 'Message'])
  assert.equal(never.detail, 'No address has this ID.')

  const usage = async () =>
    (await readUsage(running.service.store, accountId, utcDay(running.service.clock.now()))).lookups
  const before = await usage()
  const followed = await running.ask('/get/GAVIC2?follow=true', apiKey)
  assert.equal(followed.json.address_detail_pid, 'GANSW77')
  assert.equal(followed.headers.get('lookup-cost'), '1')
  assert.equal(await usage(), before + 1)
  assert.equal((await running.ask('/get/GAVIC6?follow=true', apiKey)).status, 404)
  assert.equal((await running.ask('/get/GAVIC2?follow=perhaps', apiKey)).json.title, 'follow')

  // The third release has lost what the first id continued as, and says so of both.
  await use(sourceOfRows('au', [national('GAVIC1', '1')]), '2026-01-03')
  const gone = { ...known, successors: [], detail: says('No successor is known') }
  assert.deepEqual(await facts('GAVIC2'), gone)
  assert.equal((await facts('GANSW77')).release, newer)
  assert.equal((await running.ask('/get/GAVIC2?follow=true', apiKey)).status, 404)
  // Back again, nothing is retired that is there.
  await use(sourceOfRows('au', first), '2026-01-01')
  assert.equal((await get('GAVIC2', apiKey)).status, 200)
  assert.equal((await facts('GANSW77')).release, newer)

  const made = await addApiKey(running.service.store, accountId, { name: 'try', isTest: true }, 1)
  assert(made.kind === 'made')
  const { status, json } = await running.ask('/get/GANSW77', made.key)
  assert.deepEqual([status, json.retired], [404, undefined])
})

test('British and New Zealand ids are followed too, and the typed client has what the error says', async () => {
  const { apiKey } = await running.account('uk')
  const id = (uprn: string) => postalIdText(postalIdOf({ ...EMPTY_POSTAL_ROW, uprn }))
  const rows = ['1', '2', '3'].map((number) => postal(`10000${number}`, number, 'SK1 1AA'))
  const older = await use(sourceOfRows('uk', rows as PostalRow[]), '2026-01-01')
  const next = [
    postal('100001', '1', 'SK1 1AA'),
    postal('200002', '2', 'SK1 9ZZ'),
    postal('200003', '3', 'M1 1AA'),
  ]
  await use(sourceOfRows('uk', next as PostalRow[]), '2026-01-02')
  const successors = [{ id: id('200002'), inferred: true }]
  for (const name of [id('100002'), 'uprn-100002']) {
    const { json } = await get(name, apiKey)
    assert.deepEqual([json.retired, json.release, json.successors], [true, older, successors])
  }
  // The phrase that published clients compare stays.
  assert.equal((await running.ask(`/get/${id('100002')}`, apiKey)).json.Message, 'Not Found')
  assert.deepEqual((await get(id('100003'), apiKey)).json.successors, [])
  const client = createClient({ baseUrl: running.baseUrl, key: apiKey, product: 'uk' })
  await assert.rejects(client.get({ id: id('100002') }), (error) => {
    assert.ok(error instanceof DoorplateError)
    assert.deepEqual([error.retired, error.successors], [true, successors])
    return true
  })
  assert.equal((await client.get({ id: id('100002'), follow: true })).postcode, 'SK1 9ZZ')

  const zealander = await running.account('nz')
  const place = { state: '', townCity: 'Christchurch' }
  await use(
    sourceOfRows('nz', [national('11', '1', place), national('12', '2', place)]),
    '2026-01-01',
  )
  await use(
    sourceOfRows('nz', [national('11', '1', place), national('99', '2', place)]),
    '2026-01-02',
  )
  const { json } = await get('12', zealander.apiKey)
  assert.deepEqual(json.successors, [{ id: '99', inferred: true }])
})
