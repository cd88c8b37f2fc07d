// Which servers a REDIS_URL names, and what is none.
// Covers: src/rate-limits/redis-client.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseRedisUrl } from '../../src/rate-limits/redis-client.ts'

test('a URL names one server, a master by its sentinels, or a cluster', () => {
  const url = 'rediss://user:secret@redis.example:6380/2'
  assert.deepEqual(parseRedisUrl(url), { kind: 'server', url })
  assert.deepEqual(parseRedisUrl('redis+sentinel://:p%40ss@one:5000,two/limits'), {
    kind: 'sentinel',
    masterName: 'limits',
    hosts: [
      { host: 'one', port: 5000 },
      { host: 'two', port: 26_379 },
    ],
    username: '',
    password: 'p@ss',
    isTls: false,
  })
  assert.deepEqual(parseRedisUrl('rediss+cluster://user:secret@[::1]:7000,10.0.0.2/'), {
    kind: 'cluster',
    hosts: [
      { host: '::1', port: 7000 },
      { host: '10.0.0.2', port: 6379 },
    ],
    username: 'user',
    password: 'secret',
    isTls: true,
  })
})

test('scheme and kind may be written in any case', () => {
  for (const url of [
    'rediss+cluster://one',
    'redis+cluster://one',
    'rediss+sentinel://one/limits',
  ]) {
    const place = parseRedisUrl(url)
    const upper = url.replace(/^[^:]+/, (scheme) => scheme.toUpperCase())
    const mixed = upper.replace('REDIS', 'Redis').replace('CLUSTER', 'Cluster')
    assert.deepEqual([parseRedisUrl(upper), parseRedisUrl(mixed)], [place, place], url)
    assert.equal(place?.kind !== 'server' && place?.isTls, url.startsWith('rediss'))
  }
})

for (const [fault, url] of [
  ['another scheme', 'http://one:6379'],
  ['another kind', 'redis+ring://one:6379'],
  ['no host', 'redis+cluster://'],
  ['an empty host', 'redis+cluster://one:6379,,two:6379'],
  ['a port that is none', 'redis+cluster://one:6379,two:70000'],
  ['port 0', 'redis+cluster://one:0'],
  ['sentinels without the name of a master', 'redis+sentinel://:secret@one:26379,two:26379/'],
  ['a cluster with a database', 'redis+cluster://one:6379/1'],
  ['an @ in the password', 'redis+cluster://:sec@ret@one:6379'],
  ['a % in the password', 'redis+cluster://:sec%ret@one:6379'],
  ['too many hosts', `redis+cluster://${Array(21).fill('one:6379').join(',')}`],
] as const) {
  test(`a URL with ${fault} is none`, () => assert.equal(parseRedisUrl(url), undefined))
}
