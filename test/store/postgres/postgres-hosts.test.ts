// Several hosts in one URL: each becomes a URL of its own, and they are asked in turn.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDatabaseUrl, PostgresHosts, urlsOf } from '../../../src/store/postgres/postgres-hosts.ts'

test('each host has the user, the password and the database', () => {
  assert.deepEqual(urlsOf('postgres://u:p@one:5432, two:5433/name?x=1'), [
    'postgres://u:p@one:5432/name?x=1',
    'postgres://u:p@two:5433/name?x=1',
  ])
})

test('the next host is asked when one is left, and after the last the first again', () => {
  const hosts = new PostgresHosts('postgres://u@one,two,three/name')
  const seen = [hosts.url]
  for (let at = 0; at < 3; at += 1) {
    hosts.leave(hosts.url)
    seen.push(hosts.url)
  }
  assert.deepEqual(
    seen.map((url) => new URL(url).hostname),
    ['one', 'two', 'three', 'one'],
  )
  hosts.leave('postgres://u@three/name')
  assert.equal(new URL(hosts.url).hostname, 'one', 'somebody else has moved on already')
})

test('ten hosts may be named, and eleven may not', () => {
  const named = (count: number) => Array.from({ length: count }, (_, at) => `host${at}`).join()
  assert.equal(isDatabaseUrl(`postgres://${named(10)}/name`), true)
  assert.equal(isDatabaseUrl(`postgres://${named(11)}/name`), false)
  for (const text of ['mysql://a/b', 'postgres', '', 'postgres://a b/c']) {
    assert.equal(isDatabaseUrl(text), false, text)
  }
})
