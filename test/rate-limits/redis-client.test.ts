// The Redis client slows no string: it is not loaded without a Redis, and undone with one.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { newRedis } from '../../src/rate-limits/redis-client.ts'

/** Whether V8 calls the methods of strings directly after `code`, in a process of its own. */
function areStringsQuick(code: string): boolean {
  const asked = `${code}; process.stdout.write(String(%HasFastProperties(String.prototype)))`
  const args = ['--allow-natives-syntax', '--input-type=module', '-e', asked]
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  assert.match(stdout, /^(true|false)$/, stderr)
  return stdout === 'true'
}

test('strings are slow with the client alone, and quick as the service loads it', () => {
  assert.equal(areStringsQuick("await import('ioredis')"), false)
  const { href } = new URL('../../src/rate-limits/redis-client.ts', import.meta.url)
  const load = `const { newRedis } = await import('${href}')`
  const make = "await newRedis('redis://127.0.0.1:1', { connectTimeout: 500 })"
  assert.equal(areStringsQuick(`${load}; ${make}`), true)
})

test('strings are quick in a service without Redis, which does not load the client', () => {
  const { href } = new URL('../../src/service.ts', import.meta.url)
  assert.equal(areStringsQuick(`await import('${href}')`), true)
})

test('a client goes where its URL says, with its password, encrypted where it says so, and waits for nothing', async () => {
  const options = { connectTimeout: 77, retryStrategy: () => 5 }
  const made = async (url: string) => {
    const client = await newRedis(url, options)
    client.disconnect()
    const { redisOptions, ...own } = { redisOptions: {}, ...client.options }
    return { ...own, ...redisOptions } as Record<string, unknown>
  }
  const login = { username: 'me', password: 'p@ss' }
  const quick = {
    lazyConnect: true,
    enableOfflineQueue: false,
    enableReadyCheck: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    connectTimeout: 77,
  }
  const sentinels = [
    { host: 'one', port: 5000 },
    { host: 'two', port: 26_379 },
  ]
  const asked = { name: 'limits', sentinels, sentinelCommandTimeout: 77 }
  const bySentinel = { ...quick, ...login, ...asked }
  const sealed = { tls: {}, enableTLSForSentinelMode: true, sentinelTLS: {} }
  const plain = { tls: undefined, enableTLSForSentinelMode: false, sentinelTLS: undefined }
  const cluster = { ...quick, ...login, maxRedirections: 4, slotsRefreshTimeout: 77 }
  for (const [url, expected] of [
    ['redis://me:p%40ss@one:5000/2', { ...quick, ...login, host: 'one', port: 5000, db: 2 }],
    ['redis+sentinel://me:p%40ss@one:5000,two/limits', { ...bySentinel, ...plain }],
    ['rediss+sentinel://me:p%40ss@one:5000,two/limits', { ...bySentinel, ...sealed }],
    ['redis+sentinel://one:5000/limits', { ...plain, username: null, password: null }],
    ['redis+cluster://me:p%40ss@one:5000', { ...cluster, tls: undefined }],
    ['rediss+cluster://me:p%40ss@one:5000', { ...cluster, tls: {} }],
  ] as const satisfies readonly (readonly [string, object])[]) {
    const found = await made(url)
    const seen = Object.fromEntries(Object.keys(expected).map((name) => [name, found[name]]))
    assert.deepEqual(seen, expected, url)
  }
  const secure = await made('rediss://one:5000')
  assert.ok(secure.tls, 'rediss is encrypted')
  await assert.rejects(newRedis('http://one', options), /malformed/)
})
