// Areas on the wire: asked for in every look-up and list, chosen by, completed, and swapped without a failed look-up.
// Covers: src/endpoints/look-ups/*.ts, src/endpoints/batch/batch.ts, src/agents/*.ts, src/batches/**, src/threads/*.ts

import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { createClient } from 'doorplate/client'
import { addOperator } from '../../../src/account/operators/operators.ts'
import { localLookUps } from '../../../src/agents/look-ups.ts'
import { runCli } from '../../support/cli.ts'
import { testService } from '../../support/running.ts'

const running = await testService({ settings: { THREADS: '2' } })
const { dataDir, service } = running
const { apiKey } = await running.account('uk', 'scale')
const search = service.data.searches.uk ?? assert.fail()
const addresses = Array.from({ length: 40 }, (_, row) => search.at(row * 7))
const [first = assert.fail()] = addresses
const { postcode } = first.item
const held = addresses.filter(({ item }) => item.postcode === postcode)
const other = addresses.find(({ item }) => item.postcode !== postcode) ?? assert.fail()

const COUNCIL = { code: 'E08000035', name: 'Leeds' }
const NONE = { code: '', name: '' }

async function cli(...words: string[]) {
  const { code, err } = await runCli(['areas', ...words, '--product', 'uk'], { DATA_DIR: dataDir })
  assert.equal(code, 0, err)
  await service.data.refresh()
}

async function addCouncil(code: string, name = COUNCIL.name) {
  const file = join(dataDir, 'councils.csv')
  writeFileSync(file, `postcode,code,name\n${postcode},${code},${name}\n`)
  await cli('add', 'council', file)
}

// The layers of the sample would be among all layers.
rmSync(join(dataDir, 'areas'), { recursive: true })
await addCouncil(COUNCIL.code)
await cli(
  'add',
  'ward',
  join(dataDir, 'councils.csv'),
  '--code',
  'name',
  '--from',
  '2025-05-01',
  '--attribution',
  'Made up.',
)

/** Asks until each thread has answered, which must all say the same. */
async function get(path: string) {
  const threads = new Set<string>()
  const answers = new Map<string, Awaited<ReturnType<typeof running.ask>>>()
  for (let asked = 0; threads.size < 2 && asked < 200; asked++) {
    const answer = await running.ask(path, apiKey, { headers: { connection: 'close' } })
    threads.add(String(answer.headers.get('x-request-id')).split('-')[0] ?? '')
    answers.set(JSON.stringify(answer.json), answer)
  }
  assert.deepEqual([threads.size, answers.size], [2, 1])
  return [...answers.values()][0] ?? assert.fail()
}

const post = (path: string, body: object) =>
  running.ask(path, apiKey, { method: 'POST', body: JSON.stringify(body) })

test('get answers areas on every thread where they are asked for, and not a byte more where not', async () => {
  const plain = await get(`/get/${first.id}`)
  assert.equal('areas' in plain.json, false)
  const { json } = await get(`/get/${first.id}?areas=council,ward@2025-05-01`)
  const { areas, ...rest } = json
  assert.deepEqual(rest, plain.json)
  assert.deepEqual(areas, { council: COUNCIL, 'ward@2025-05-01': { code: 'Leeds', name: 'Leeds' } })
  const all = await get(`/get/${first.id}?areas=all`)
  assert.deepEqual(Object.keys(all.json.areas), ['council', 'ward'])
  const outside = await get(`/get/${other.id}?areas=council`)
  assert.deepEqual(outside.json.areas, { council: NONE })
})

test('a layer that there is none of is refused with those that there are', async () => {
  const message = 'Unknown area layer "parish". Choose from: council, ward, ward@2025-05-01.'
  for (const path of [
    `/get/${first.id}?areas=parish`,
    '/nearest/1/1?areas=council,parish',
    '/typeahead/x?areas=parish',
  ]) {
    const { status, json } = await running.ask(path, apiKey)
    assert.deepEqual([status, json.title, json.detail], [400, 'areas', message], path)
  }
  const filtered = await post('/autocomplete/high', { filter: { areas: ['parish:1'] } })
  assert.deepEqual(
    [filtered.status, filtered.json.title, filtered.json.detail],
    [400, 'filter.areas', message],
  )
  const malformed = await post('/autocomplete/high', { filter: { areas: 'E08000035' } })
  assert.equal(malformed.json.detail, 'Send a layer and a code or name: `council:E08000035`.')
})

test('validate, nearest and match answer areas too', async () => {
  const line = [...first.item.formatted_address, postcode].filter((part) => part !== '').join(', ')
  const validated = await running.ask(`/validate/${encodeURIComponent(line)}?areas=council`, apiKey)
  assert.deepEqual(
    [validated.json.status, validated.json.address.areas],
    [200, { council: COUNCIL }],
  )
  const { latitude, longitude } = first.item
  const near = await running.ask(
    `/nearest/${latitude}/${longitude}?top=5&radius=1&areas=council`,
    apiKey,
  )
  const nearest = near.json.suggestions.map(({ id, areas }: { id: string; areas: object }) => [
    id,
    areas,
  ])
  for (const [id, areas] of nearest) {
    assert.deepEqual(areas, { council: search.get(id)?.postcode === postcode ? COUNCIL : NONE })
  }
  assert.ok(nearest.length > 0)
  const { json } = await post('/match', { addresses: [line, 'nowhere at all'], areas: 'council' })
  assert.deepEqual(
    json.matches.map(({ areas }: { areas?: object }) => areas),
    [{ council: COUNCIL }, undefined],
  )
})

test('autocomplete and nearest answer only addresses in an area, by its code or its name', async () => {
  const street = first.item.thoroughfare
  const idsOf = async (areas: string | string[]) => {
    const { json } = await post(`/autocomplete/${encodeURIComponent(street)}`, {
      top: 20,
      filter: { areas },
    })
    return json.suggestions.map(({ id }: { id: string }) => id)
  }
  const found: string[] = await idsOf('council:e08000035')
  assert.ok(found.length > 0)
  for (const id of found) assert.equal(search.get(id)?.postcode, postcode)
  assert.deepEqual(await idsOf(['council:leeds', 'council:none', 'ward:LEEDS']), found)
  assert.deepEqual(await idsOf('council:none'), [])
  const { latitude, longitude } = other.item
  for (const term of ['', street]) {
    const body = { top: 20, radius: 1, term, filter: { areas: 'council:Leeds' } }
    const { json } = await post(`/nearest/${first.item.latitude}/${first.item.longitude}`, body)
    assert.ok(json.suggestions.length > 0)
    for (const { id } of json.suggestions) assert.equal(search.get(id)?.postcode, postcode)
  }
  const away = await post(`/nearest/${latitude}/${longitude}`, {
    radius: 0.01,
    filter: { areas: 'council:none' },
  })
  assert.deepEqual(away.json.suggestions, [])
})

test('names of areas are completed', async () => {
  const { json } = await running.ask('/typeahead/lee?areas=council,ward', apiKey)
  assert.deepEqual(json, ['Leeds'])
  assert.deepEqual((await running.ask('/typeahead/lex?areas=all', apiKey)).json, [])
})

test('the typed client and an agent ask for areas as everybody does', async () => {
  const client = createClient({ baseUrl: running.baseUrl, key: apiKey, product: 'uk' })
  const { areas } = await client.get({ id: first.id, areas: 'council' })
  assert.deepEqual(areas, { council: COUNCIL })
  const local = localLookUps(service.data.searches)
  const asked = (question: Parameters<typeof local.ask>[0]) => local.ask(question, 'uk')
  assert.partialDeepStrictEqual(await asked({ kind: 'get', id: first.id, areas: 'all' }), {
    areas: { council: COUNCIL },
  })
  await assert.rejects(
    asked({ kind: 'get', id: first.id, areas: 'parish' }),
    /Unknown area layer "parish"/,
  )
})

test('a list gets a column for the code and one for the name of each layer', async () => {
  const lines = held.map(({ item }) =>
    [...item.formatted_address, item.postcode].filter(Boolean).join(' '),
  )
  const body = `id,address\n1,"${lines[0]}"\n2,nowhere at all\n`
  const refused = await running.ask('/batch?areas=parish', apiKey, { method: 'POST', body })
  assert.equal(refused.json.title, 'areas')
  const { json: batch } = await running.ask('/batch?areas=council', apiKey, {
    method: 'POST',
    body,
  })
  let result = await running.ask(`/batch/${batch.id}/result`, apiKey)
  for (let tries = 0; result.status !== 200 && tries < 20; tries++) {
    await service.jobs.batches.round()
    result = await running.ask(`/batch/${batch.id}/result`, apiKey)
  }
  const [header = '', one = '', two = ''] = result.text.split('\n')
  assert.match(header, /,match_candidates,match_council,match_council_name$/)
  assert.match(one, /,E08000035,Leeds$/)
  assert.match(two, /,,$/)
})

test('the command match writes the same columns', async () => {
  const list = join(dataDir, 'list.csv')
  writeFileSync(
    list,
    `address\n"${[...first.item.formatted_address, postcode].filter(Boolean).join(' ')}"\n`,
  )
  const match = (...words: string[]) =>
    runCli(['match', list, '--product', 'uk', ...words], { DATA_DIR: dataDir })
  const output = join(dataDir, 'out.ndjson.csv')
  const { code, err } = await match('--areas', 'council', '--output', output, '--threads', '1')
  assert.equal(code, 0, err)
  assert.match(err, /Added columns: .*match_council, match_council_name/)
  const { out, err: unknown } = await match('--areas', 'parish', '--output', `${output}2`)
  assert.match(`${out}${unknown}`, /Unknown area layer "parish". Choose from: council, ward/)
})

test('operators see each layer with its source and coverage, and remove it', async () => {
  const key = (await addOperator(service.store, 'Ada', service.clock.now())) ?? ''
  const { json } = await running.ask('/operator/layers', key)
  assert.partialDeepStrictEqual(json[1], {
    product: 'uk',
    layer: 'ward@2025-05-01',
    by: 'postcode',
    source: 'councils.csv',
    attribution: 'Made up.',
    areas: 1,
    addresses: search.release.addresses,
    release: search.release.release,
  })
  assert.ok(json[1].joined > 0 && json[1].joined < json[1].addresses)
  assert.ok(service.data.attributions().includes('Made up.'))
  const remove = (layer: string) =>
    running.ask(`/operator/layers/uk/${layer}`, key, { method: 'DELETE' })
  assert.equal((await remove('ward@2025-05-01')).status, 200)
  // The first thread hands it to the others; another one may have answered.
  await service.data.refresh()
  assert.deepEqual(service.data.searches.uk?.areas?.names, ['council'])
  const gone = await remove('ward')
  assert.deepEqual(
    [gone.status, gone.json.detail],
    [404, 'uk has no layer "ward". Its layers: council.'],
  )
})

test('a layer is replaced and removed during look-ups, and no look-up fails', async () => {
  let isOver = false
  let asked = 0
  const codes = new Set<string>()
  const asking = (async () => {
    while (!isOver) {
      const { status, json } = await running.ask(`/get/${first.id}?areas=council`, apiKey)
      asked += 1
      assert.equal(status, 200)
      codes.add(json.areas.council.code)
    }
  })()
  await addCouncil('NEW')
  await addCouncil(COUNCIL.code)
  isOver = true
  await asking
  assert.ok(asked > 0)
  for (const code of codes) assert.ok(['NEW', COUNCIL.code].includes(code), code)
})
