// What an agent asks at /mcp is checked, limited and charged like the look-ups of any caller.
// Covers: src/agents/http.ts, src/agents/tools.ts, src/agents/look-ups.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { testService } from '../support/running.ts'

const running = await testService({ settings: { KEY_REQUESTS_PER_MINUTE: '30' } })
const ID = 'GAVIC413656673'

async function connected(key: string, headers: Readonly<Record<string, string>> = {}) {
  const client = new Client({ name: 'test', version: '1' })
  const query = key === '' ? '' : `?api-key=${key}`
  const url = new URL(`${running.baseUrl}/mcp${query}`)
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }))
  return client
}

async function usedToday(adminKey: string): Promise<number> {
  const answer = await fetch(`${running.baseUrl}/v2/usage?api-key=${adminKey}`)
  return (await answer.json()).count
}

function post(query: string, body: string) {
  return fetch(`${running.baseUrl}/mcp${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body,
  })
}

test('what an agent gets costs a look-up, and what it finds costs nothing', async () => {
  const { apiKey, adminKey } = await running.account('au')
  const client = await connected(apiKey)
  await client.callTool({ name: 'find_address', arguments: { text: 'taylor' } })
  assert.equal(await usedToday(adminKey), 0)
  const got = await client.callTool({ name: 'get_address', arguments: { id: ID } })
  assert.match(JSON.stringify(got.content), /8-10 TAYLOR/)
  assert.equal(await usedToday(adminKey), 1)
  const lines = ['8-10 Taylor St, Melbourne VIC 3000', 'nowhere']
  const matched = await client.callTool({ name: 'match_addresses', arguments: { lines } })
  const [first] = matched.content as { text: string }[]
  const { results } = JSON.parse(first?.text ?? '')
  assert.deepEqual(results[0].differs, [])
  assert.deepEqual(
    results.map(({ line }: { line: string }) => line),
    lines,
  )
  const near = async (more: object) => {
    const at = { latitude: coordinates.latitude, longitude: coordinates.longitude }
    const found = await client.callTool({
      name: 'nearest_addresses',
      arguments: { ...at, ...more },
    })
    return JSON.stringify(found.content)
  }
  const { coordinates } = JSON.parse((got.content as { text: string }[])[0]?.text ?? '')
  assert.equal(await near({}), await near({ radius_km: 0.2, top: 5 }))
  assert.notEqual(await near({}), await near({ radius_km: 5, top: 50 }))
  const none = await client.callTool({ name: 'get_address', arguments: { id: 'x' } })
  assert.equal(none.isError, true)
  assert.equal(await usedToday(adminKey), 2)
  await client.close()
})

test('an agent gets five answers by default, and the nearest ones within 0.2 km', async () => {
  const { apiKey } = await running.account('au')
  const client = await connected(apiKey)
  const found = async (name: string, given: object) => {
    const { content } = await client.callTool({ name, arguments: { ...given } })
    const [first] = content as { text: string }[]
    const answer = JSON.parse(first?.text ?? '')
    return answer.suggestions as { id: string }[]
  }
  assert.equal((await found('find_address', { text: 'st' })).length, 5)
  const got = await fetch(`${running.baseUrl}/get/${ID}?api-key=${apiKey}`)
  const { latitude, longitude } = (await got.json()).coordinates
  const nearest = (north: number, given: object) =>
    found('nearest_addresses', { latitude: latitude + north, longitude, ...given })
  assert.deepEqual(await nearest(0, {}), await nearest(0, { radius_km: 0.2, top: 5 }))
  let north = 0
  while ((await nearest(north, { radius_km: 0.2 })).length > 0) north += 0.003
  assert.notDeepEqual(await nearest(north, { radius_km: 1 }), [], 'between 0.2 and 1 km')
  assert.deepEqual(await nearest(north, {}), [])
  await client.close()
})

test('an agent is told with each answer and refusal that the addresses are samples', async () => {
  const { apiKey } = await running.account('au')
  const client = await connected(apiKey)
  for (const [name, given] of [
    ['find_address', { text: 'taylor' }],
    ['get_address', { id: ID }],
    ['match_addresses', { lines: ['nowhere'] }],
    ['get_address', { id: 'GANONE' }],
  ] as const) {
    const { content } = await client.callTool({ name, arguments: { ...given } })
    assert.match(JSON.stringify(content), /Sample data: these addresses are not real\./, name)
  }
  await client.close()
})

test('an agent may send its key in Authorization', async () => {
  const { apiKey } = await running.account('au')
  const client = await connected('', { authorization: `Bearer ${apiKey}` })
  const { tools } = await client.listTools()
  assert.equal(tools.length, 5)
  await client.close()
})

test('no key, and the admin key, are refused before anything is answered', async () => {
  const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })
  const { adminKey } = await running.account('au')
  assert.equal((await post('', ping)).status, 401)
  assert.equal((await post(`?api-key=${adminKey}`, ping)).status, 403)
  assert.equal((await fetch(`${running.baseUrl}/mcp`)).status, 405)
})

test('an agent that asks too often is refused like any caller', async () => {
  const { apiKey } = await running.account('au')
  const client = await connected(apiKey)
  const find = { name: 'find_address', arguments: { text: 'taylor' } }
  const answers: string[] = []
  for (let times = 0; times < 40 && !answers.at(-1)?.includes('429'); times += 1) {
    const answer = await client.callTool(find).catch((error: Error) => error.message)
    answers.push(JSON.stringify(answer))
  }
  assert.match(answers.at(-1) ?? '', /429/)
  await client.close()
})

test('anything but a message of the protocol is refused, and no stream is held open', async () => {
  const { apiKey } = await running.account('au')
  const key = `?api-key=${apiKey}`
  assert.equal((await post(key, '{')).status, 400)
  assert.equal((await post(key, 'x'.repeat(70_000))).status, 413)
  for (const nothing of ['null', '1', '"ping"', '', '[]', '{}']) {
    assert.equal((await post(key, nothing)).status, 400, nothing)
  }
  const listen = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'subscriptions/listen' })
  const refused = await (await post(key, listen)).json()
  assert.deepEqual([refused.id, refused.error.code], [1, -32601])
})

test('a batch is refused, and nothing of it is asked, counted or charged', async () => {
  const { apiKey, adminKey } = await running.account('au')
  const call = (id: number) => ({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name: 'get_address', arguments: { id: ID } },
  })
  const refused = await post(`?api-key=${apiKey}`, JSON.stringify([call(1), call(2)]))
  assert.equal(refused.status, 400)
  assert.deepEqual(await refused.json(), {
    jsonrpc: '2.0',
    id: null,
    error: {
      code: -32600,
      message:
        'Send one message as a JSON object. Batches were removed from the protocol in version 2025-06-18.',
    },
  })
  assert.equal(await usedToday(adminKey), 0)
  const alone = await post(`?api-key=${apiKey}`, JSON.stringify(call(3)))
  assert.equal(alone.status, 200)
  assert.equal(await usedToday(adminKey), 1)
})

test('agents of two accounts who ask at the same time each get and pay for their own', async () => {
  const accounts = await Promise.all([running.account('au'), running.account('uk')])
  const asked = [
    { name: 'get_address', arguments: { id: ID } },
    { name: 'find_address', arguments: { text: 'high street' } },
  ]
  const clients = await Promise.all(accounts.map(({ apiKey }) => connected(apiKey)))
  const answers = await Promise.all(
    clients.map((client, at) => client.callTool(asked[at] ?? asked[0])),
  )
  assert.match(JSON.stringify(answers[0]?.content), /TAYLOR ST/)
  assert.match(JSON.stringify(answers[1]?.content), /High Street/)
  const used = await Promise.all(accounts.map(({ adminKey }) => usedToday(adminKey)))
  assert.deepEqual(used, [1, 0])
  await Promise.all(clients.map((client) => client.close()))
})
