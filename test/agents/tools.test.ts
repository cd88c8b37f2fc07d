// The tools that an agent is offered over data on this machine: one product, or a country to be named with each call.
// Covers: src/agents/tools.ts, src/agents/look-ups.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { localLookUps } from '../../src/agents/look-ups.ts'
import { AgentTools } from '../../src/agents/tools.ts'
import type { Searches } from '../../src/search/address-search.ts'
import { nationalKinds, postalKinds } from '../cases/kinds/kind-worlds.ts'
import { builtNational, builtPostal } from '../search/built.ts'
import { national, nationalSource } from '../search/small-world.ts'

const searches = { au: await builtNational(nationalKinds()), uk: await builtPostal(postalKinds()) }

/** Eight addresses at one place, two 500 metres north of it, and two 900. */
const kingStreet = await builtNational(
  nationalSource(
    Array.from({ length: 12 }, (_, at) => {
      const north = at < 8 ? 0 : at < 10 ? 0.0045 : 0.0081
      return national(`${at + 1} KING ST, NEWTOWN NSW 2042`, { latitude: -33.8 + north })
    }),
  ),
)

async function connected(data: Searches): Promise<Client> {
  const [ours, theirs] = InMemoryTransport.createLinkedPair()
  const client = new Client({ name: 'test', version: '1' })
  const lookUps = localLookUps(data)
  const server = new AgentTools(lookUps).serverFor(lookUps)
  await Promise.all([server.connect(ours), client.connect(theirs)])
  return client
}

async function answered(client: Client, name: string, given: object): Promise<[boolean, string]> {
  const { content, isError = false } = await client.callTool({ name, arguments: { ...given } })
  const [first] = content as { text: string }[]
  return [isError, first?.text ?? '']
}

test('an agent names the country only where there are two', async () => {
  for (const [data, countries] of [
    [searches, ['au', 'uk']],
    [{ au: undefined, uk: searches.uk }, undefined],
  ] as const) {
    const { tools } = await (await connected(data)).listTools()
    assert.deepEqual(tools.map(({ name }) => name).toSorted(), [
      'find_address',
      'get_address',
      'match_addresses',
      'nearest_addresses',
      'validate_address',
    ])
    for (const { name, inputSchema, annotations } of tools) {
      const country = JSON.stringify(inputSchema.properties?.country ?? null)
      assert.deepEqual(
        country.match(/"(?:au|uk)"/g) ?? undefined,
        countries?.map((c) => `"${c}"`),
      )
      assert.equal(
        inputSchema.required?.includes('country') ?? false,
        countries !== undefined,
        name,
      )
      assert.equal(annotations?.readOnlyHint, true)
    }
  }
})

test('each tool answers for the country that it is given', async () => {
  const client = await connected(searches)
  const uk = { country: 'uk' }
  const au = { country: 'au' }
  const [, found] = await answered(client, 'find_address', { text: '7 netherby road', ...uk })
  assert.deepEqual(Object.keys(JSON.parse(found)), ['suggestions'], 'no note where data is real')
  const [first] = JSON.parse(found).suggestions
  assert.equal(first.address, '7 Netherby Road, Cults, Aberdeen, Aberdeenshire')
  const [, got] = await answered(client, 'get_address', { id: first.id, ...uk })
  assert.equal(JSON.parse(got).postcode, 'AB15 9HL')
  assert.deepEqual(await answered(client, 'get_address', { id: first.id, ...au }), [
    true,
    `No address has the ID ${first.id}.`,
  ])
  const line = '10 King St, Newtown NSW 2042'
  assert.equal(
    JSON.parse((await answered(client, 'validate_address', { line, ...au }))[1]).kind,
    'one',
  )
  assert.deepEqual(JSON.parse((await answered(client, 'validate_address', { line, ...uk }))[1]), {
    kind: 'none',
  })
  const lines = [line, '10 Kign St, Newtown NSW 2042', 'nowhere at all']
  const [, matched] = await answered(client, 'match_addresses', { lines, ...au })
  const results = JSON.parse(matched).results.map(
    (each: { line: string; verdict: string; address: string; differs: { state: string }[] }) => [
      each.line,
      each.verdict,
      each.address,
      each.differs.map(({ state }) => state),
    ],
  )
  assert.deepEqual(results, [
    [lines[0], 'exact', '10 KING ST, NEWTOWN NSW 2042', []],
    [lines[1], 'corrected', '10 KING ST, NEWTOWN NSW 2042', ['corrected']],
    [lines[2], 'not-found', '', []],
  ])
  const here = { latitude: 57.1191, longitude: -2.1803, radius_km: 1, top: 2, ...uk }
  const near = JSON.parse((await answered(client, 'nearest_addresses', here))[1]).suggestions
  assert.equal(near.length, 2)
  assert.match(near[0].address, /Netherby Road/)
})

test('every optional argument of a tool has an effect, and its default is 5 answers or 0.2 km', async () => {
  const client = await connected({ au: kingStreet, uk: undefined })
  const count = async (name: string, given: object) =>
    JSON.parse((await answered(client, name, given))[1]).suggestions.length
  const hasAreas = async (name: string, given: object) => {
    for (const [areas, isThere] of [
      [undefined, false],
      ['all', true],
    ] as const) {
      const [, text] = await answered(client, name, { ...given, areas })
      assert.equal(text.includes('"areas":{}'), isThere, `${name}: ${text}`)
    }
  }
  const find = { text: 'king st' }
  const near = { latitude: -33.8, longitude: 151.2 }
  const effects: Readonly<Record<string, () => Promise<void>>> = {
    'find_address top': async () => {
      assert.equal(await count('find_address', find), 5)
      for (const top of [1, 7, 10]) assert.equal(await count('find_address', { ...find, top }), top)
    },
    'nearest_addresses top': async () => {
      assert.equal(await count('nearest_addresses', near), 5)
      for (const top of [1, 7])
        assert.equal(await count('nearest_addresses', { ...near, top }), top)
    },
    'nearest_addresses radius_km': async () => {
      const all = { ...near, top: 10 }
      assert.equal(await count('nearest_addresses', all), 8)
      for (const [radius_km, found] of [
        [0.4, 8],
        [0.6, 10],
      ]) {
        assert.equal(await count('nearest_addresses', { ...all, radius_km }), found)
      }
    },
    'get_address areas': () => hasAreas('get_address', { id: kingStreet.at(0).id }),
    'validate_address areas': () =>
      hasAreas('validate_address', { line: '10 king st newtown 2042' }),
    'nearest_addresses areas': () => hasAreas('nearest_addresses', near),
    'match_addresses areas': () =>
      hasAreas('match_addresses', { lines: ['10 king st newtown 2042'] }),
  }
  const { tools } = await client.listTools()
  const optional = tools.flatMap(({ name, inputSchema: { properties = {}, required = [] } }) =>
    Object.keys(properties)
      .filter((argument) => !required.includes(argument))
      .map((argument) => `${name} ${argument}`),
  )
  assert.deepEqual(optional.toSorted(), Object.keys(effects).toSorted())
  for (const effect of Object.values(effects)) await effect()
})
