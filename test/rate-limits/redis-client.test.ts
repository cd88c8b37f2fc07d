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
  const redis = "(await import('./src/rate-limits/redis-client.ts')).newRedis"
  const options = '{ lazyConnect: true }'
  assert.equal(areStringsQuick(`await ${redis}('redis://127.0.0.1:1', ${options})`), true)
})

test('strings are quick in a service without Redis, which does not load the client', () => {
  assert.equal(areStringsQuick("await import('./src/service.ts')"), true)
})
