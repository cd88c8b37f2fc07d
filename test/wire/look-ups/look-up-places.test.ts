// Typeahead, Location, Get Location, Nearest and Nearest Location of both variants, over real HTTP.
// Covers: src/endpoints/look-ups/**

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bad, type LookUps, lookUpsOf, NOT_FOUND } from '../../support/look-ups.ts'
import { testService } from '../../support/running.ts'

const RICHMOND = '-37.822368/145.002796'
const NETHERBY = '57.138367/-2.165619'
const MID_ATLANTIC = '0/-30'
const running = await testService()
const au = await lookUpsOf(running, 'au')
const uk = await lookUpsOf(running, 'uk')

interface Near {
  readonly distance: number
  readonly address: string
  readonly location: string
  readonly url: string
  readonly id: string
}

async function nearby(each: LookUps, path: string, body?: unknown): Promise<readonly Near[]> {
  const ask = path.toLowerCase().startsWith('/nearest-location') ? each.one : each.free
  return (await ask.call(each, path, body)).suggestions
}

async function places(each: LookUps, path: string, body?: unknown): Promise<string[]> {
  const { suggestions } = await each.free(path, body)
  return suggestions.map((each: Near) => each.location)
}

test('typeahead completes values of every field, free, and none is an empty list', async () => {
  assert.deepEqual(await uk.free('/typeahead/sheff'), ['Sheffield'])
  assert.deepEqual(await au.free('/Typeahead/richm/'), ['RICHMOND'])
  assert.deepEqual(await uk.free('/typeahead/xyzzy'), [])
  assert.deepEqual(await au.free('/typeahead/xyzzy', {}), [])
})

test('typeahead answers 6 by default and at most 20', async () => {
  for (const each of [au, uk]) {
    assert.equal((await each.free('/typeahead/s')).length, 6)
    assert.equal((await each.free('/typeahead/s', { top: 0 })).length, 6)
    assert.equal((await each.free('/typeahead/s?top=20')).length, 20)
    const most = await each.free('/typeahead/s', { top: '21' })
    assert.equal(most.length, 20)
    assert.equal(new Set(most).size, 20)
    await each.refused('/typeahead/s?top=-1', bad('top'))
    await each.refused('/typeahead/s?top=1.5', bad('top'))
    await each.refused('/typeahead/', bad('term'))
    await each.refused(`/typeahead/${'x'.repeat(501)}`, bad('term'))
    assert.deepEqual(await each.free(`/typeahead/${'x'.repeat(500)}`), [])
  }
})

test('typeahead searches the fields that it is told, and refuses a name that is none', async () => {
  assert.deepEqual(await au.free('/typeahead/s', { search: ['state'] }), ['SA'])
  assert.ok((await au.free('/typeahead/swan', { search: ['street_name'] })).includes('SWAN'))
  const counties = await uk.free('/typeahead/s', { search: ['county'] })
  assert.ok(counties.includes('South Yorkshire') && !counties.includes('Sheffield'))
  assert.match((await uk.free('/typeahead/ab15 9', { search: ['postcode'] }))[0], /^AB15 9/)
  await au.refused('/typeahead/s', bad('search'), { search: ['county'] })
  await uk.refused('/typeahead/s', bad('search'), { search: ['county', 'street_name'] })
  await uk.refused('/typeahead/s', bad('search'), { search: Array(101).fill('county') })
})

test('typeahead keeps what fits its filter, in any letter case', async () => {
  assert.deepEqual(
    await uk.free('/typeahead/s', { search: ['county'], filter: { country: 'WALES' } }),
    ['South Glamorgan'],
  )
  const streets = { search: ['street_name'] }
  for (const filter of [
    { locality_name: 'richmond', state: 'vic' },
    { locality: 'Richmond', state: ['VIC', 'XX'] },
    { locality: ['RICHMOND'], postcode: '3121' },
  ]) {
    assert.deepEqual(await au.free('/typeahead/swa', { ...streets, filter }), ['SWAN'])
  }
  assert.deepEqual(await au.free('/typeahead/swa', { ...streets, filter: { state: 'XX' } }), [])
  await uk.refused('/typeahead/s', bad('filter'), { filter: 'x' })
  await uk.refused('/typeahead/s', bad('filter.county'), { filter: { county: ['a', 'b'] } })
})

test('Australia: location finds places, free, and Get Location resolves one for a look-up', async () => {
  const { suggestions } = await au.free('/location/richmond')
  assert.deepEqual(suggestions[0], {
    location: 'RICHMOND VIC 3121',
    url: '/get-location/richmond-vic-3121',
    id: 'richmond-vic-3121',
  })
  const place = await au.one(suggestions[0].url)
  assert.deepEqual(Object.keys(place).sort(), AU_PLACE_FIELDS)
  assert.equal(place.locality_name, 'RICHMOND')
  assert.equal(typeof place.latitude, 'number')
})

test('UK: location finds places, outcodes and postcodes, and Get Location resolves each', async () => {
  assert.deepEqual(await places(uk, '/location/sheff'), ['Sheffield, South Yorkshire'])
  const [outcode, , postcode] = (await uk.free('/location/S1')).suggestions
  assert.equal(outcode.location, 'S1, Sheffield, South Yorkshire')
  const district = await uk.one(outcode.url)
  assert.deepEqual(Object.keys(district).sort(), UK_PLACE_FIELDS)
  assert.deepEqual([district.outcode, district.postcode], ['S1', ''])
  const exact = await uk.one(postcode.url)
  assert.equal(exact.outcode, 'S1')
  assert.match(exact.postcode, /^S1 \d[A-Z]{2}$/)
})

test('UK: each kind of location has a template, and an unknown field is refused by its option', async () => {
  const found = await places(uk, '/location/AB15', {
    template_outcode: 'O {outcode}{postcode,!}',
    template_postcode: 'P {postcode} {area}',
    top: 3,
  })
  assert.equal(found[0], 'O AB15')
  assert.match(found[1], /^P AB15 \d[A-Z]{2} /)
  assert.deepEqual(await places(uk, '/location/sheffield?template={county}%09{country}'), [
    'South Yorkshire\tEngland',
  ])
  for (const option of ['template', 'template_outcode', 'template_postcode']) {
    await uk.refused('/location/AB15', bad(option), { [option]: '{line_1}' })
    await uk.refused('/location/AB15', bad(option), { [option]: 'x'.repeat(1001) })
    await places(uk, '/location/AB15', { [option]: 'x'.repeat(1000) })
  }
})

test('location keeps what fits its filter and puts near places first', async () => {
  assert.deepEqual(await places(au, '/location/richmond', { filter: { state: 'nsw' } }), [
    'RICHMOND NSW 2753',
  ])
  const two = await places(au, '/location/richmond', { filter: { state: ['nsw', 'VIC'] } })
  assert.equal(two.length, 2)
  const hobart = { latitude: -42.9, longitude: 147.3 }
  const template = '{suburb}{state,/,!}'
  const near = await places(au, '/location/richmond', { location: hobart, template })
  assert.equal(near[0], 'RICHMOND/TAS!')
  assert.equal(near.length, (await places(au, '/location/richmond')).length)
  assert.deepEqual(await places(uk, '/location/sh', { filter: { county: 'surrey' } }), [
    'Shirley, Croydon, Surrey',
  ])
  assert.match((await places(uk, '/location/s', { filter: { outcode: 's11' } }))[0], /^S11, /)
  await au.refused('/location/richmond', bad('location.longitude'), { location: { latitude: 1 } })
  await au.refused('/location/richmond?template={outcode}', bad('template'))
})

test('a radius removes places that are farther away', async () => {
  const hobart = { km: 50, latitude: -42.9, longitude: 147.3 }
  assert.deepEqual(await places(au, '/location/richmond', { filter: { radius: hobart } }), [
    'RICHMOND TAS 7025',
  ])
  const leeds = { km: 20, latitude: 53.8, longitude: -1.55 }
  assert.deepEqual(await places(uk, '/location/sheffield', { filter: { radius: leeds } }), [])
  await uk.refused('/location/s', bad('filter.radius.latitude'), {
    filter: { radius: { ...leeds, latitude: 91 } },
  })
})

test('location answers 6 by default and at most 20, and no match is an empty list', async () => {
  for (const each of [au, uk]) {
    assert.equal((await places(each, '/location/c')).length, 6)
    assert.equal((await places(each, '/location/c?top=20')).length, 20)
    assert.equal((await places(each, '/Location/c/', { top: 21 })).length, 20)
    assert.deepEqual(await each.free('/location/xyzzyplugh'), { suggestions: [] })
    await each.refused('/location/', bad('term'))
    await each.refused('/location/s?top=many', bad('top'))
  }
})

test('an unknown id of a location is not found and costs nothing', async () => {
  for (const each of [au, uk]) {
    await each.refused('/get-location/nowhere', NOT_FOUND)
    await each.refused('/get-location/__proto__', NOT_FOUND)
    await each.refused('/get-location/', NOT_FOUND)
    await each.refused(`/get-location/${'x'.repeat(200)}`, NOT_FOUND)
    await each.refused(`/get-location/${'x'.repeat(201)}`, bad('id'))
  }
})

test('nearest answers one address by default and at most 20, nearest first, free', async () => {
  for (const [each, point] of [
    [au, RICHMOND],
    [uk, NETHERBY],
  ] as const) {
    const [only, ...rest] = await nearby(each, `/nearest/${point}`)
    assert.deepEqual(rest, [])
    assert.deepEqual(Object.keys(only), ['distance', 'address', 'url', 'id'])
    const many = await nearby(each, `/Nearest/${point}/`, { top: '21', radius: 1 })
    assert.equal(many.length, 20)
    assert.deepEqual(many[0], only)
    for (const [i, { distance }] of many.entries()) {
      assert.ok(i === 0 || distance >= many[i - 1].distance)
      assert.equal(distance, Math.round(distance * 1000) / 1000)
    }
    await each.one(only.url)
  }
})

test('nearest looks 0.2 km far, or as far as it is told up to 1 km', async () => {
  const [exact] = await nearby(au, `/nearest/${RICHMOND}`, { top: 0, radius: 0 })
  assert.ok(exact.distance <= 0.2)
  const all = await nearby(uk, `/nearest/${NETHERBY}?top=20&radius=0.02`)
  assert.ok(all.length > 0 && all.every(({ distance }) => distance <= 0.02))
  const reach = await farthestReach(uk, 57.138367, -2.165619)
  assert.ok(reach <= 1, `${reach} km`)
})

/** South of all there is in Aberdeen, so far away that only a radius beyond the maximum could find it. */
async function farthestReach(each: LookUps, latitude: number, longitude: number): Promise<number> {
  let farthest = 0
  for (let south = 0; south < 0.06; south += 0.004) {
    const found = await nearby(each, `/nearest/${latitude - south}/${longitude}?radius=50`)
    farthest = Math.max(farthest, ...found.map(({ distance }) => distance))
  }
  return farthest
}

test('nearest takes a term, a template and, in the UK, homes or companies only', async () => {
  const [named] = await nearby(
    uk,
    `/nearest/${NETHERBY}?term=church barn&template={line_1}/{outcode}`,
  )
  assert.equal(named.address, 'Church Barn/AB15')
  assert.deepEqual(await nearby(uk, `/nearest/${NETHERBY}?term=xyzzyplugh`), [])
  const [swan] = await nearby(au, `/nearest/${RICHMOND}`, {
    term: 'swan st',
    radius: 1,
    template: '{locality}{state,(,)}',
  })
  assert.equal(swan.address, 'RICHMOND(VIC)')
  const filter = { residential: false }
  const companies = await nearby(uk, '/nearest/53.379791/-1.468745', { filter, radius: 1, top: 3 })
  assert.ok(companies.length > 0)
  for (const { url } of companies) assert.equal((await uk.one(url)).residential, false)
})

test('both nearest look-ups refuse what is no point, no wish and no template', async () => {
  for (const path of ['/nearest', '/nearest-location']) {
    for (const each of [au, uk]) {
      await each.refused(`${path}/90.01/0`, bad('latitude'))
      await each.refused(`${path}/0/180.01`, bad('longitude'))
      await each.refused(`${path}/north/0`, bad('latitude'))
      await each.refused(`${path}/0`, NOT_FOUND)
      await each.refused(`${path}/0/0?top=-1`, bad('top'))
      await each.refused(`${path}/0/0`, bad('radius'), { radius: -0.1 })
      await each.refused(`${path}/0/0`, bad('term'), { term: 'x'.repeat(1001) })
      await each.refused(`${path}/0/0?template={nope}`, bad('template'))
      assert.deepEqual(await nearby(each, `${path}/0/0`, { term: 'x'.repeat(1000) }), [])
      assert.deepEqual(await nearby(each, `${path}/-90/180`), [])
    }
    await uk.refused(`${path}/0/0?template={postcode}`, bad('template'))
  }
})

test('nearest location answers one place by default, for a look-up, even when there is none', async () => {
  const [suburb, ...others] = await nearby(au, `/nearest-location/${RICHMOND}`)
  assert.deepEqual(others, [])
  assert.deepEqual(Object.keys(suburb), ['distance', 'location', 'url', 'id'])
  assert.equal(suburb.location, 'RICHMOND VIC 3121')
  assert.equal((await au.one(suburb.url)).postcode, '3121')
  const [area] = await nearby(uk, `/Nearest-Location/${NETHERBY}/`, { term: 'cults' })
  assert.equal(area.location, 'Cults, Aberdeen, Aberdeenshire')
  assert.equal((await uk.one(area.url)).area, 'Cults')
  for (const each of [au, uk]) {
    assert.deepEqual(await each.one(`/nearest-location/${MID_ATLANTIC}`), { suggestions: [] })
  }
})

test('nearest location answers at most 20 places, within 5 km by default and at most 20', async () => {
  const sydney = '-33.8688/151.2093'
  const near = await nearby(au, `/nearest-location/${sydney}?top=20`)
  assert.ok(near.length > 1 && near.every(({ distance }) => distance <= 5))
  const far = await nearby(au, `/nearest-location/${sydney}?template={suburb}`, {
    top: 21,
    radius: 500,
  })
  assert.ok(far.length > near.length && far.length <= 20)
  assert.ok(far.every(({ distance }) => distance <= 20))
  assert.match(far[0].location, /^[A-Z ]+$/)
  const london = await nearby(uk, '/nearest-location/51.5/-0.12', { top: 30, radius: 20 })
  assert.ok(london.length > 5 && london.length <= 20)
})

const AU_PLACE_FIELDS = ['latitude', 'locality_name', 'longitude', 'postcode', 'state']
const UK_PLACE_FIELDS = [
  'area',
  'country',
  'county',
  'latitude',
  'longitude',
  'outcode',
  'postcode',
  'town_or_city',
]
