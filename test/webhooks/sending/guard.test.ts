// Nobody gets us to connect to what is not public: each layer of the guard alone, and all of them with a listener.
// Covers: src/webhooks/sending/**

import assert from 'node:assert/strict'
import { syncBuiltinESMExports } from 'node:module'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import os from 'node:os'
import { type TestContext, test } from 'node:test'
import { systemClock } from '../../../src/lib/clock.ts'
import { SealedSecrets } from '../../../src/store/sealed-secrets.ts'
import type { ClaimedEndpoint } from '../../../src/webhooks/delivery/claims.ts'
import { runDeliveries } from '../../../src/webhooks/delivery/delivery-run.ts'
import { Pace } from '../../../src/webhooks/sending/pace.ts'
import { addressOf, nameServers, type Resolve } from '../../../src/webhooks/sending/resolve.ts'
import {
  allowedHost,
  isPublicAddress,
  readTarget,
  type TargetRules,
  WEBHOOK_PORTS,
} from '../../../src/webhooks/sending/target.ts'
import { startNameServer } from './name-server.ts'
import { forbiddenHosts } from './spellings.ts'

const RULES: TargetRules = { ports: [443], allowed: [], ownHost: 'api.example.net', ownPort: 8080 }

test('no spelling of a private or local target makes a connection', async (t) => {
  const sentinel = await startSentinel(t)
  const rules = { ...RULES, ports: [sentinel.port] }
  const hosts = forbiddenHosts()
  assert(hosts.length >= 400, `${hosts.length} spellings`)
  for (const host of hosts) {
    const url = `https://${host}:${sentinel.port}/`
    assert.equal(readTarget(url, rules).kind, 'fault', host)
    assert.equal(await statusOf(url, rules, noNames), 0, host)
  }
  assert.equal(sentinel.connections(), 0)
})

test('a name is used when all of its addresses are public, and else not at all', async (t) => {
  const sentinel = await startSentinel(t)
  const rules = { ...RULES, ports: [sentinel.port] }
  const zone: Record<string, readonly string[]> = {
    'private.example.com': ['127.0.0.1'],
    'metadata.example.com': ['169.254.169.254'],
    'mixed.example.com': ['93.184.215.14', '127.0.0.1'],
    'mixed6.example.com': ['93.184.215.14', '::1'],
    'mapped.example.com': ['::ffff:7f00:1'],
    'crowd.example.com': Array.from({ length: 17 }, (_, at) => `93.184.215.${at + 1}`),
    'full.example.com': Array.from({ length: 16 }, (_, at) => `93.184.215.${at + 1}`),
    'public.example.com': ['93.184.215.14', '2606:2800:21f:cb07::1'],
  }
  const names = await startNameServer(t, (name) => zone[name] ?? [])
  const resolve = nameServers([names.server])
  for (const name of [...Object.keys(zone).slice(0, -2), 'nobody.example.com']) {
    const url = `https://${name}:${sentinel.port}/`
    assert.equal(readTarget(url, rules).kind, 'target', name)
    assert.equal(await statusOf(url, rules, resolve), 0, name)
    const target = readTarget(url, rules)
    assert(target.kind === 'target')
    assert.equal(await addressOf(target, rules, 0, resolve), undefined, name)
  }
  const target = readTarget(`https://public.example.com:${sentinel.port}/`, rules)
  assert(target.kind === 'target')
  assert.equal(await addressOf(target, rules, 0, resolve), '93.184.215.14')
  assert.equal(await addressOf(target, rules, 1, resolve), '2606:2800:21f:cb07::1')
  assert.equal(await addressOf(target, rules, 2, resolve), '93.184.215.14', 'the first once more')
  const full = { ...target, host: 'full.example.com' }
  assert.equal(await addressOf(full, rules, 0, resolve), '93.184.215.1', 'sixteen are not too many')
  assert.equal(sentinel.connections(), 0)
})

test('a name that nobody can resolve gets nothing, and a host is allowed in any spelling of its address', async () => {
  const target = readTarget('https://gone.example.com/', RULES)
  assert(target.kind === 'target')
  const failing: Resolve = () => Promise.reject(new Error('SERVFAIL'))
  assert.equal(await addressOf(target, RULES, 0, failing), undefined)
  for (const [text, host, port] of [
    ['::1', '::1', undefined],
    ['[::1]', '::1', undefined],
    ['[0:0::1]:9000', '::1', 9000],
    [' Hooks.LAN.:443 ', 'hooks.lan', 443],
    ['10.1.2.3', '10.1.2.3', undefined],
  ] as const) {
    const allowed = allowedHost(text) ?? assert.fail(text)
    assert.deepEqual(allowed, { host, port })
    const at = `http://${host.includes(':') ? `[${host}]` : host}:${port ?? 81}/`
    assert.equal(readTarget(at, { ...RULES, allowed: [allowed] }).kind, 'target', at)
    assert.equal(readTarget(at, RULES).kind, 'fault', at)
  }
})

test('a name that leads to a private address the second time is not connected to', async (t) => {
  const sentinel = await startSentinel(t)
  const rules = { ...RULES, ports: [sentinel.port] }
  let asked = 0
  const names = await startNameServer(t, () => {
    asked += 1
    return asked <= 2 ? ['93.184.215.14'] : ['127.0.0.1']
  })
  const resolve = nameServers([names.server])
  const target = readTarget(`https://rebind.example.com:${sentinel.port}/`, rules)
  assert(target.kind === 'target')
  assert.equal(await addressOf(target, rules, 0, resolve), '93.184.215.14')
  assert.equal(await statusOf(target.href, rules, resolve), 0)
  assert.equal(sentinel.connections(), 0)
})

test('a target is https on its usual ports, whole and without a password', () => {
  for (const url of [
    'http://example.com/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'gopher://example.com/',
    'javascript:alert(1)',
    'data:text/plain,x',
    'https://user@example.com/',
    'https://user:password@example.com/',
    'https://example.com:22/',
    'https://example.com:25/',
    'https://example.com:6379/',
    'https://example.com:0/',
    'https://',
    'https:///',
    'example.com/hook',
    '//example.com/hook',
    'https://exa mple.com/',
    'https://example.com/\r\nX-Injected: 1',
    'https://example.com/\u0000',
    ' https://example.com/',
    'https://[::1',
    'https://999.1.1.1/',
    `https://example.com/${'x'.repeat(2048 - 20 + 1)}`,
    'https://printer.lan/',
    'https://db.internal/',
    'https://nas.local/',
    'https://router.home.arpa/',
    'https://app.localhost/',
    'https://api.example.net/hook',
    'https://API.example.NET./hook',
    '',
  ]) {
    assert.equal(readTarget(url, RULES).kind, 'fault', JSON.stringify(url))
  }
  assert.equal(readTarget(`https://example.com/${'x'.repeat(2048 - 20)}`, RULES).kind, 'target')
  for (const url of ['https://example.com', 'https://93.184.215.14/', 'https://bücher.example/x']) {
    assert.equal(readTarget(url, RULES).kind, 'target', url)
  }
})

test('deliveries go to ports 443 and 8443', () => {
  assert.deepEqual(WEBHOOK_PORTS, [443, 8443])
})

test('a host that the deployment allows may be local, and the service itself still not', () => {
  const allowed = ['localhost', '10.1.2.3:9000', '[::1]:9000'].map((text) => allowedHost(text))
  const rules = { ...RULES, allowed: allowed.filter((one) => one !== undefined) }
  assert.equal(rules.allowed.length, 3)
  for (const url of ['http://localhost/', 'https://localhost:9/', 'http://10.1.2.3:9000/x']) {
    assert.equal(readTarget(url, rules).kind, 'target', url)
  }
  for (const url of ['http://localhost:8080/', 'http://10.1.2.3/', 'http://127.0.0.1:9000/']) {
    assert.equal(readTarget(url, rules).kind, 'fault', url)
  }
  for (const text of ['', 'http://a', 'a/b', 'a b', 'user@a', 'a:99999']) {
    assert.equal(allowedHost(text), undefined, text)
  }
})

test('a name that leads back to the port of the service gets nothing, even if it is allowed', async (t) => {
  const sentinel = await startSentinel(t)
  const allowed = [{ host: 'localhost', port: undefined }]
  const rules = { ...RULES, allowed, ownPort: sentinel.port }
  const target = {
    kind: 'target',
    href: '',
    isSecure: false,
    host: 'localhost',
    port: sentinel.port,
    authority: 'localhost',
    path: '/',
    isAllowed: true,
  } as const
  assert.equal(await addressOf(target, rules, 0, noNames), undefined)
})

test('a public address of this very machine gets nothing', async (t) => {
  const own = { address: '93.184.215.14', family: 'IPv4', internal: false }
  t.mock.method(os, 'networkInterfaces', () => ({ eth0: [own] }))
  syncBuiltinESMExports()
  t.after(() => {
    t.mock.restoreAll()
    syncBuiltinESMExports()
  })
  const target = readTarget('https://self.example.com/', RULES)
  assert(target.kind === 'target')
  const at = (address: string) => addressOf(target, RULES, 0, async () => [address])
  assert.equal(await at('93.184.215.14'), undefined)
  assert.equal(await at('93.184.215.15'), '93.184.215.15')
})

/** The first and the last address of each block that is for something other than the public, as IANA lists them. */
const SPECIAL_BLOCKS = [
  ['0.0.0.0', '0.255.255.255'],
  ['10.0.0.0', '10.255.255.255'],
  ['100.64.0.0', '100.127.255.255'],
  ['127.0.0.0', '127.255.255.255'],
  ['169.254.0.0', '169.254.255.255'],
  ['172.16.0.0', '172.31.255.255'],
  ['192.0.0.0', '192.0.0.255'],
  ['192.0.2.0', '192.0.2.255'],
  ['192.31.196.0', '192.31.196.255'],
  ['192.52.193.0', '192.52.193.255'],
  ['192.88.99.0', '192.88.99.255'],
  ['192.168.0.0', '192.168.255.255'],
  ['192.175.48.0', '192.175.48.255'],
  ['198.18.0.0', '198.19.255.255'],
  ['198.51.100.0', '198.51.100.255'],
  ['203.0.113.0', '203.0.113.255'],
  ['224.0.0.0', '239.255.255.255'],
  ['240.0.0.0', '255.255.255.255'],
  ['2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2620:4f:8000::', '2620:4f:8000:ffff:ffff:ffff:ffff:ffff'],
  ['3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff'],
] as const

test('no address of a block for special purposes is public, and its neighbours are', () => {
  for (const address of SPECIAL_BLOCKS.flat())
    assert.equal(isPublicAddress(address), false, address)
  for (const address of [
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '128.0.0.0',
    '169.253.255.255',
    '172.15.255.255',
    '192.0.3.0',
    '192.167.255.255',
    '192.175.47.255',
    '192.175.49.0',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2001:200::',
    '2001:db7:ffff:ffff:ffff:ffff:ffff:ffff',
    '2003::',
    '2620:4f:8001::',
    '3fff:1000::',
  ]) {
    assert.equal(isPublicAddress(address), true, address)
  }
})

test('public addresses are public', () => {
  for (const address of ['1.1.1.1', '93.184.215.14', '172.32.0.1', '100.128.0.1', '192.0.1.1']) {
    assert.equal(isPublicAddress(address), true, address)
  }
  for (const address of ['2606:2800:21f:cb07::1', '2a00:1450:4001::8a']) {
    assert.equal(isPublicAddress(address), true, address)
  }
  for (const text of ['', 'example.com', '2606:2800::1%eth0', '1.1.1', '::ffff:1.1.1.1']) {
    assert.equal(isPublicAddress(text), false, text)
  }
})

const noNames: Resolve = async () => {
  throw new Error('There is no such name.')
}

/** Listens on every address of this machine, for whoever comes. */
async function startSentinel(t: TestContext) {
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    socket.destroy()
  })
  await new Promise<void>((done) => server.listen(0, '::', done))
  t.after(() => server.close())
  const { port } = server.address() as AddressInfo
  return { port, connections: () => connections }
}

/** What a delivery to the URL would see, as if it had been registered. */
async function statusOf(url: string, rules: TargetRules, resolve: Resolve): Promise<number> {
  const pace = new Pace(1_000_000, () => systemClock.monotonicMs())
  const endpoint: ClaimedEndpoint = {
    accountId: 'acc_1',
    id: 1,
    kind: 'expired',
    url,
    secret: 'whsec_AAAA',
    oldSecret: '',
    oldSecretUntil: 0,
    fence: 1,
    readTo: 0,
    failures: 0,
    failingSince: undefined,
  }
  const untried = { attempts: [], failedAttempts: 0, isFresh: true }
  const delivery = { eventId: 'msg_1', number: 1, createdAt: 0, body: '{}', ...untried }
  const parts = {
    clock: systemClock,
    store: { secrets: new SealedSecrets([]) },
    rules,
    resolve,
    accountPace: pace,
    destinationPace: pace,
  }
  const { outcomes } = await runDeliveries(
    { endpoint, deliveries: [delivery], hasMore: false },
    parts,
    {
      stop: new AbortController().signal,
      abort: new AbortController().signal,
      isStillLeased: async () => true,
    },
  )
  return outcomes[0]?.attempt.status ?? -1
}

test('a program on the developer’s own machine is refused with the setting that would allow it', () => {
  const local = { ...RULES, ownHost: 'localhost' }
  for (const rules of [RULES, local]) {
    const refused = readTarget('http://localhost:9999/hook', rules)
    assert.ok(refused.kind === 'fault' && /WEBHOOK_ALLOW/.test(refused.detail))
  }
  const itself = readTarget('http://localhost:8080/hook', local)
  assert.ok(itself.kind === 'fault' && !/WEBHOOK_ALLOW/.test(itself.detail))
})
