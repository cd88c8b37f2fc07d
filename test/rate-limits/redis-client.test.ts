// The Redis client slows no string: it is not loaded without a Redis, and undone with one.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'

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
