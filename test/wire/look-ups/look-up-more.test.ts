// Validate, Distance, Find and the older name of autocomplete, of both variants, over real HTTP.
// Covers: src/endpoints/look-ups/**

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleSource } from '../../../src/sample/sample.ts'
import { bad, lookUpsOf, NOT_FOUND } from '../../support/look-ups.ts'
import { testService } from '../../support/running.ts'
import { POSTAL_FIELDS } from './address-fields.ts'

// Half the circumference of the specification's sphere.
const HALF_WAY_ROUND = Math.round(Math.PI * 6_371_008.8 * 100) / 100
const running = await testService()
const au = await lookUpsOf(running, 'au')
const uk = await lookUpsOf(running, 'uk')

test('Australia: a line that one address fits is that address, and costs one look-up', async () => {
  const address = await au.one('/validate/1 Swan Street Richmond')
  assert.equal(address.address_label, '1 SWAN ST, RICHMOND VIC 3121')
  const written = await au.one('/Validate/1, swan st, richmond vic 3121/', '""')
  assert.deepEqual(written, address)
  assert.deepEqual(await au.one(`/get/${address.address_detail_pid}`), address)
})

test('Australia: with explain a suggestion says what was given up to find it, and else nothing', async () => {
  const path = '/autocomplete/1 swan st richmond vic'
  const { suggestions: right } = await au.free(`${path} 3121?explain=true`)
  const { suggestions: wrong } = await au.free(`${path} 3999?explain=true`)
  const { suggestions: plain } = await au.free(`${path} 3999`)
  assert.deepEqual(right[0].without, [])
  assert.deepEqual(wrong[0], { ...right[0], without: ['postcode'] })
  assert.deepEqual(Object.keys(plain[0]).sort(), ['address', 'id', 'url'])
  assert.equal(plain[0].id, right[0].id)
})

test('UK: with explain a suggestion says what was given up to find it, and else nothing', async () => {
  const path = '/autocomplete/14 Queens Road, Canterbury, CT1 1A'
  const { suggestions: right } = await uk.free(`${path}A?explain=true`)
  const { suggestions: wrong } = await uk.free(`${path}Z?explain=true`)
  const { suggestions: plain } = await uk.free(`${path}Z`)
  assert.deepEqual(right[0].without, [])
  assert.deepEqual(wrong[0], { ...right[0], without: ['postcode'] })
  assert.deepEqual(Object.keys(plain[0]).sort(), ['address', 'id', 'url'])
  assert.equal(plain[0].id, right[0].id)
})

test('Australia: the slash of a unit may be raw or encoded', async () => {
  for (const line of [
    '3/1 Taylor St Melbourne',
    '3%2F1 Taylor St Melbourne',
    'unit 3 1 taylor st melbourne',
  ]) {
    const address = await au.one(`/validate/${line}`)
    assert.equal(address.address_label, 'UNIT 3 1 TAYLOR ST, MELBOURNE VIC 3000', line)
    assert.equal(address.flat_number, '3')
  }
})

test('Australia: several that fit are at most ten candidates, and cost nothing', async () => {
  const { json } = await au.answered('/validate/Swan Street Richmond VIC', 300, 0)
  assert.equal(json.candidates.length, 10)
  assert.deepEqual(Object.keys(json), ['candidates'])
  const first = await au.one(`/get/${json.candidates[0]}`)
  assert.match(first.address_label, / SWAN ST, RICHMOND VIC 3121$/)
})

test('Australia: without suburb and postcode even a single fit is only a candidate', async () => {
  const { json } = await au.answered('/validate/1 Swan Street', 300, 0)
  assert.deepEqual(json.candidates, [
    (await au.one('/validate/1 Swan Street Richmond')).address_detail_pid,
  ])
})

test('Australia: a building that is held only as its units answers its units', async () => {
  const { json } = await au.answered('/validate/1 Taylor St Melbourne VIC', 300, 0)
  const unit = await au.one('/validate/3/1 Taylor St Melbourne')
  assert.ok(json.candidates.includes(unit.address_detail_pid))
})

test('Australia: where an alias fits its principal is the answer, and Get answers the alias', async () => {
  const alias = await sampleAlias()
  const found = await au.one(`/validate/${encodeURIComponent(alias.addressLabel)}`)
  assert.equal(found.address_detail_pid, alias.principalPid)
  assert.equal(found.alias_principal, 'P')
  const itself = await au.one(`/get/${alias.addressDetailPid}`)
  assert.equal(itself.address_label, alias.addressLabel)
  assert.equal(itself.alias_principal, 'A')
})

async function sampleAlias() {
  for await (const row of sampleSource('au').rows()) {
    if (row.aliasPrincipal === 'A' && row.localityName === 'SYDNEY') return row
  }
  return assert.fail('The sample has no alias in Sydney.')
}

test('a line that fits nothing says what it may mean, in what that differs, and what it passed over', async () => {
  const { address_detail_pid: id } = await au.one('/validate/1 Swan Street Richmond VIC 3121')
  const address = '1 SWAN ST, RICHMOND VIC 3121'
  for (const [line, differs, passed_over] of [
    ['1 Swan Street Richmond VIC 3999', ['postcode'], []],
    ['1 Swan Road Richmond VIC 3121', ['street type'], []],
    ['Attn: Jenny, 1 Swan Street Richmond VIC 3121', ['words before the number'], ['Attn: Jenny']],
  ] as const) {
    const { json } = await au.answered(`/validate/${line}`, 404, 0)
    assert.deepEqual(json.nearest[0], { id, address, differs, passed_over }, line)
    assert.ok(json.nearest.length <= 3)
  }
})

test('Australia: a line that no address fits is not found', async () => {
  await au.refused('/validate/1 Swan Street Richmond xyzzyplugh', NOT_FOUND)
})

test('Australia: a line has at most 200 characters, counted after decoding', async () => {
  await au.refused(`/validate/${'x'.repeat(200)}`, NOT_FOUND)
  await au.refused(`/validate/${encodeURIComponent('🏠x'.repeat(100))}`, NOT_FOUND)
  await au.refused(`/validate/${'x'.repeat(201)}`, bad('address'))
  await au.refused('/validate/', bad('address'))
  await au.refused('/validate/%2C-', bad('address'))
})

test('UK: a line that one address fits is that address, with status 200 and for one look-up', async () => {
  const { status, address } = await uk.one('/validate/7 Netherby Rd, Aberdeen, AB15 9HL')
  assert.equal(status, 200)
  assert.equal(address.line_1, '7 Netherby Road')
  assert.equal(address.formatted_address.length, 5)
  const posted = await uk.one('/Validate/7 netherby road ab159hl', {})
  assert.deepEqual(posted.address, address)
})

test('UK: several or none that fit are HTTP 200 with their status and the empty address, free', async () => {
  const several = await uk.free('/validate/netherby road aberdeen')
  assert.deepEqual(several, { status: 300, address: EMPTY_ADDRESS })
  const none = await uk.free('/validate/xyzzyplugh')
  assert.deepEqual(none, { status: 404, address: EMPTY_ADDRESS })
  const { nearest, ...nearly } = await uk.free('/validate/7 netherby road aberdeen xyzzyplugh')
  assert.deepEqual(nearly, { status: 404, address: EMPTY_ADDRESS })
  assert.deepEqual(nearest[0].passed_over, ['xyzzyplugh'])
})

test('UK: strict=false answers the most likely of several, for one look-up', async () => {
  for (const [path, body] of [
    ['/validate/netherby road aberdeen?strict=false', undefined],
    ['/validate/netherby road aberdeen', { strict: 'false' }],
  ] as const) {
    const { status, address } = await uk.one(path, body)
    assert.equal(status, 200)
    assert.equal(address.thoroughfare, 'Netherby Road')
  }
})

test('UK: residential considers homes only or companies only', async () => {
  const line = '/validate/7 netherby road ab15 9hl'
  assert.equal((await uk.one(`${line}?residential=true`)).address.residential, true)
  assert.equal((await uk.free(`${line}?residential=false`)).status, 404)
  assert.equal((await uk.free(line, { residential: false })).status, 404)
  await uk.refused(`${line}?residential=perhaps`, bad('residential'))
  await uk.refused(line, bad('strict'), { strict: 'x' })
})

test('UK: a line has at most 500 characters', async () => {
  assert.equal((await uk.free(`/validate/${'x'.repeat(500)}`)).status, 404)
  await uk.refused(`/validate/${'x'.repeat(501)}`, bad('address'))
  await uk.refused('/validate/', bad('address'))
})

test('Australia: the distance between any mix of addresses and places is whole metres, free', async () => {
  const { suggestions } = await au.free('/autocomplete/swan st richmond vic')
  const [{ id: near }, { id: next }] = suggestions
  const place = 'richmond-vic-3121'
  for (const [from, to] of [
    [near, next],
    [near, place],
    [place, near],
    [place, 'sydney-nsw-2000'],
  ]) {
    const answer = await au.free(`/distance/${from}/${to}`)
    assert.deepEqual(Object.keys(answer), ['metres'])
    assert.ok(Number.isInteger(answer.metres), `${from} ${to}`)
  }
  assert.deepEqual(await au.free(`/distance/${near}/${near}/`), { metres: 0 })
})

test('Australia: an end of a distance that is not known is not found', async () => {
  await au.refused('/distance/richmond-vic-3121/nowhere', NOT_FOUND)
  await au.refused('/distance/GAVIC000000000/richmond-vic-3121', NOT_FOUND)
  await au.refused('/distance/richmond-vic-3121', NOT_FOUND)
  await au.refused(`/distance/${'x'.repeat(200)}/richmond-vic-3121`, NOT_FOUND)
  await au.refused(`/distance/${'x'.repeat(201)}/richmond-vic-3121`, bad('from'))
})

test('UK: the distance between postcodes says where both are, to the centimetre, free', async () => {
  const answer = await uk.free('/distance/ab159hl/SL6 6LX')
  assert.deepEqual(Object.keys(answer), ['from', 'to', 'metres'])
  assert.deepEqual(Object.keys(answer.from), ['latitude', 'longitude', 'postcode'])
  assert.equal(answer.from.postcode, 'AB15 9HL')
  assert.equal(answer.to.postcode, 'SL6 6LX')
  assert.ok(answer.metres > 600_000 && answer.metres < 660_000)
  assert.equal(answer.metres, Math.round(answer.metres * 100) / 100)
  await uk.refused('/distance/AB15 9HL/AB15 0ZZ', NOT_FOUND)
})

test('the distance between points is whole metres for Australia and two decimals for the UK', async () => {
  const path = '/distance/52.245927/-0.891623/to/52.49/0.05'
  assert.deepEqual(await uk.free(path), { metres: 69452.37 })
  assert.deepEqual(await au.free(path.replace('/to/', '/To/')), { metres: 69452 })
  assert.deepEqual(await uk.free('/distance/90/180/to/-90/-180'), { metres: HALF_WAY_ROUND })
})

test('a point of a distance that is out of range or no number is refused by its name', async () => {
  for (const each of [au, uk]) {
    await each.refused('/distance/90.1/0/to/0/0', bad('from_latitude'))
    await each.refused('/distance/0/-180.1/to/0/0', bad('from_longitude'))
    await each.refused('/distance/0/0/to/north/0', bad('to_latitude'))
    await each.refused('/distance/0/0/to/0/181', bad('to_longitude'))
  }
})

test('UK: find lists a postcode as strings of seven parts, in order, for one look-up', async () => {
  const found = await uk.one('/find/ab159hl?sort=true')
  assert.equal(found.postcode, 'AB15 9HL')
  assert.equal(typeof found.latitude, 'number')
  assert.equal(typeof found.longitude, 'number')
  assert.equal(found.addresses[0], '1 Netherby Road, , , , Cults, Aberdeen, Aberdeenshire')
  for (const address of found.addresses) assert.equal(address.split(', ').length, 7)
  assert.deepEqual(await uk.one('/Find/AB15 9HL/?expand=false'), found)
})

test('UK: an address of find has seven parts even when a line has a comma', async () => {
  const path = '/autocomplete/red kite plumbing trinity mansions'
  const [{ url }] = (await uk.free(path)).suggestions
  const { line_4, postcode } = await uk.one(url)
  assert.equal(line_4, 'Trinity Mansions, Homestead Road')
  const { addresses } = await uk.one(`/find/${postcode}`)
  assert.ok(addresses.some((address: string) => address.includes('Mansions Homestead Road')))
  for (const address of addresses) assert.equal(address.split(',').length, 7, address)
})

test('UK: find with expand lists addresses without postcode, point and residential', async () => {
  const { addresses } = await uk.one('/find/AB15 9HL?expand=true')
  assert.equal(addresses[0].line_1, '1 Netherby Road')
  assert.deepEqual(Object.keys(addresses[0]).sort(), EXPANDED_FIELDS)
  await uk.refused('/find/AB15 9HL?expand=perhaps', bad('expand'))
})

test('UK: find takes the number or the name of a house', async () => {
  assert.deepEqual((await uk.one('/find/AB15 9HL/7')).addresses, [
    '7 Netherby Road, , , , Cults, Aberdeen, Aberdeenshire',
  ])
  const [named] = (await uk.one('/find/AB15 9HL/church barn?expand=true')).addresses
  assert.equal(named.building_name, 'Church Barn')
  const [flat] = (await uk.one('/find/AB15 9HL/1%2F2')).addresses
  assert.match(flat, /^Flat 1\/2, 3 Netherby Road, /)
})

test('UK: find takes a house with a raw slash', async () => {
  const [flat] = (await uk.one('/find/AB15 9HL/1/2')).addresses
  assert.match(flat, /^Flat 1\/2, 3 Netherby Road, /)
})

test('UK: find is 404 without addresses, and 400 for what is no full postcode', async () => {
  await uk.refused('/find/AB15 0ZZ', NOT_FOUND)
  await uk.refused('/find/AB15 9HL/9999', NOT_FOUND)
  await uk.refused('/find/', NOT_FOUND)
  await uk.refused('/find/AB15', bad('postcode'))
  await uk.refused('/find/nonsense/7', bad('postcode'))
  await au.refused('/find/AB15 9HL', NOT_FOUND)
})

test('UK: the test postcodes of find answer their errors, and cost nothing', async () => {
  for (const [postcode, code] of [
    ['XX4 00X', 'bad-request'],
    ['xx401x', 'unauthorized'],
    ['XX4 03X', 'forbidden'],
    ['XX4 04X/1', 'not-found'],
    ['XX4 29X', 'rate-limit'],
  ] as const) {
    await uk.refused(`/find/${postcode}`, { code })
  }
})

test('UK: suggest is autocomplete by its older name, cost included', async () => {
  const path = 'netherby road?top=3'
  assert.deepEqual(await uk.free(`/suggest/${path}`), await uk.free(`/autocomplete/${path}`))
  const all = await uk.one('/Suggest/ab15 9hl', { all: true, template: '{line_1}' })
  assert.ok(all.suggestions.length > 6)
  assert.deepEqual(await uk.free('/suggest/xyzzyplugh'), { suggestions: [] })
  await uk.refused('/suggest/', bad('term'))
  await uk.refused('/suggest/s?top=-1', bad('top'))
})

test('Australia: suggest is autocomplete by its older name', async () => {
  const path = 'swan st richmond?top=3'
  assert.deepEqual(await au.free(`/suggest/${path}`), await au.free(`/autocomplete/${path}`))
  await au.refused('/suggest/', bad('term'))
})

const LEFT_OUT_OF_FIND = ['latitude', 'longitude', 'postcode', 'residential']
const EXPANDED_FIELDS = POSTAL_FIELDS.filter((name) => !LEFT_OUT_OF_FIND.includes(name))

const EMPTY_ADDRESS = {
  ...Object.fromEntries(EXPANDED_FIELDS.map((name) => [name, ''])),
  formatted_address: ['', '', '', '', ''],
  postcode: '',
  latitude: 0,
  longitude: 0,
  residential: false,
}
