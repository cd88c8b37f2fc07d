// Twenty tasks of an agent through the SDK's own client: over standard input and output, and over HTTP.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

interface Agents {
  readonly node24: string
  readonly baseUrl: string
  /** API keys of the demo accounts. */
  readonly keys: Readonly<Record<'au' | 'uk', string>>
  /** A folder in which the package was installed. */
  readonly cwd: string
}

interface Task {
  readonly name: string
  readonly tool: string
  readonly given: Readonly<Record<string, unknown>>
  readonly says: RegExp
  readonly isError?: true
}

const MELBOURNE = { latitude: -37.8175229, longitude: 144.9643777 }
const TAYLOR = 'GAVIC413656673'

/** The same questions over either transport; only the local one is told the country. */
function tasks(country: 'au' | 'uk'): readonly Task[] {
  const name = (text: string) => `${text} (${country})`
  if (country === 'au') {
    return [
      {
        name: name('finds by the beginning of an address'),
        tool: 'find_address',
        given: { text: '8-10 taylor' },
        says: /8-10 TAYLOR ST, MELBOURNE VIC 3000/,
      },
      {
        name: name('gets all of an address'),
        tool: 'get_address',
        given: { id: TAYLOR },
        says: /"postcode":"3000"/,
      },
      {
        name: name('validates a whole line'),
        tool: 'validate_address',
        given: { line: '8-10 Taylor St, Melbourne VIC 3000' },
        says: /GAVIC413656673/,
      },
      {
        name: name('lists what is near a point'),
        tool: 'nearest_addresses',
        given: { ...MELBOURNE, radius_km: 1, top: 2 },
        says: /"distance":/,
      },
      {
        name: name('matches a list, line by line'),
        tool: 'match_addresses',
        given: { lines: ['8-10 Taylor St, Melbourne VIC 3000', 'nowhere at all'] },
        says: /GAVIC413656673.*nowhere at all/,
      },
      {
        name: name('is told that an id is unknown'),
        tool: 'get_address',
        given: { id: 'GANONE1' },
        says: /address/,
        isError: true,
      },
      {
        name: name('is told which field is wrong'),
        tool: 'find_address',
        given: { text: '' },
        says: /text/,
        isError: true,
      },
    ]
  }
  return [
    {
      name: name('finds by the beginning of an address'),
      tool: 'find_address',
      given: { text: '7 netherby road', top: 1 },
      says: /Netherby Road.*AB15 9HL|Netherby Road/,
    },
    {
      name: name('validates a whole line'),
      tool: 'validate_address',
      given: { line: '7 Netherby Road, Aberdeen, AB15 9HL' },
      says: /Netherby Road/,
    },
    {
      name: name('is told that a list is too long'),
      tool: 'match_addresses',
      given: { lines: Array(21).fill('x') },
      says: /lines/,
      isError: true,
    },
  ]
}

async function runTasks(
  client: Client,
  country: 'au' | 'uk',
  more: Readonly<Record<string, string>>,
): Promise<number> {
  let done = 0
  for (const { name, tool, given, says, isError } of tasks(country)) {
    const result = await client.callTool({ name: tool, arguments: { ...given, ...more } })
    const text = JSON.stringify(result.content).replaceAll('\\"', '"')
    assert.match(text, says, name)
    assert.equal(result.isError === true, isError === true, `${name}: ${text}`)
    assert.ok(text.length < 4000, `${name}: ${text.length}`)
    done += 1
  }
  return done
}

export function agentTests({ node24, baseUrl, keys, cwd }: Agents): void {
  test('ten tasks of an agent are done over standard input and output, from the data on the machine', async () => {
    const client = new Client({ name: 'tasks', version: '1' })
    const args = ['node_modules/.bin/doorplate', 'mcp']
    await client.connect(new StdioClientTransport({ command: node24, args, cwd, env: {} }))
    const { tools } = await client.listTools()
    assert.equal(tools.length, 5)
    for (const { description } of tools) assert.match(description ?? '', /Free/)
    let done = 0
    for (const country of ['au', 'uk'] as const)
      done += await runTasks(client, country, { country })
    assert.equal(done, 10)
    await client.close()
  })

  test('ten tasks of an agent are done at /mcp with the keys of two accounts', async () => {
    let done = 0
    for (const country of ['au', 'uk'] as const) {
      const client = new Client({ name: 'tasks', version: '1' })
      const url = new URL(`${baseUrl}/mcp?api-key=${keys[country]}`)
      await client.connect(new StreamableHTTPClientTransport(url))
      const { tools } = await client.listTools()
      assert.match(JSON.stringify(tools), /Costs one look-up/)
      done += await runTasks(client, country, {})
      await client.close()
    }
    assert.equal(done, 10)
  })
}
