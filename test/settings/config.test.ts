// The settings, each with what it sets and what it refuses; and what a start loads, so that it takes little time.
// Covers: src/settings/**, src/main.ts, src/http/reply.ts

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { TrustedProxies } from '../../src/access/visitor.ts'
import { http } from '../../src/http/reply.ts'
import {
  cacheModulesOfThreads,
  loadConfig,
  readConfig,
  SETTINGS,
  type Values,
} from '../../src/settings/config.ts'
import { ConfigError } from '../../src/settings/readers.ts'

test('a command loads neither fetch nor the driver of PostgreSQL before it needs them', () => {
  const watch = `import { registerHooks } from 'node:module'
    const loaded = []
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) })
    process.on('exit', () => console.log([...loaded, ...process.moduleLoadList].join('\\n')))`
  const options = ['--import', `data:text/javascript,${encodeURIComponent(watch)}`]
  const { stdout } = spawnSync(process.execPath, [...options, 'src/main.ts', '--version'])
  const loaded = String(stdout)
  assert.match(loaded, /src\/commands\/explain\.ts$/m)
  assert.match(loaded, /NativeModule http$/m)
  assert.doesNotMatch(loaded, /undici|node_modules\/pg\//)
  assert.equal(http.STATUS_CODES[408], 'Request Timeout')
})

test('a thread takes the cache of compiled modules of its process, or the one that was named', async (t) => {
  const { NODE_COMPILE_CACHE: named } = process.env
  const folder = mkdtempSync(join(tmpdir(), 'doorplate-cache-'))
  t.after(() => {
    if (named === undefined) delete process.env.NODE_COMPILE_CACHE
    else process.env.NODE_COMPILE_CACHE = named
    rmSync(folder, { recursive: true, force: true })
  })
  delete process.env.NODE_COMPILE_CACHE
  cacheModulesOfThreads(undefined)
  assert.equal(process.env.NODE_COMPILE_CACHE, undefined)
  cacheModulesOfThreads(folder)
  cacheModulesOfThreads('/another')
  const asks = `require('node:worker_threads').parentPort.postMessage(
    require('node:module').getCompileCacheDir())`
  const worker = new Worker(asks, { eval: true })
  const [[cache]] = await Promise.all([once(worker, 'message'), once(worker, 'exit')])
  assert.ok(String(cache).startsWith(folder), cache)
})

const at = (url: string) => ({ baseUrl: url, docsUrl: `${url}/docs`, billing: { baseUrl: url } })
const place = (address: string) => [{ address, bits: 32, family: 'ipv4' }]
const seller = (facts: object) => ({ billing: { seller: facts } })

const KEYS = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(120)]

/** A value of each setting, and all that it changes. */
const SET: readonly (readonly [keyof Values, string, object])[] = [
  ['PORT', '81', { port: 81, ...at('http://localhost:81') }],
  ['HOST', '0.0.0.0', { host: '0.0.0.0' }],
  ['DATA_DIR', '/elsewhere', { dataDir: '/elsewhere' }],
  ['BASE_URL', 'https://a.example/', at('https://a.example')],
  ['DOCS_URL', 'https://b.example/x', { docsUrl: 'https://b.example/x' }],
  ['TLS_MIN_VERSION', '1.3', {}],
  ['HSTS_SECONDS', '60', { hstsSeconds: 60 }],
  ['DATABASE_URL', 'postgres://u:p@h/d/', { databaseUrl: 'postgres://u:p@h/d' }],
  ['REDIS_URL', 'redis://h:1/', { redisUrl: 'redis://h:1' }],
  ['REDIS_TIMEOUT_MS', '7', { redisTimeoutMs: 7 }],
  ['CHARGE_TIMEOUT_MS', '700', { chargeTimeoutMs: 700 }],
  ['RELEASE_LOSS_PERCENT_MAX', '7', { releaseLossPercentMax: 7 }],
  ['THREADS', '3', { threads: 3 }],
  ['STOP_GRACE_SECONDS', '0', { stopGraceSeconds: 0 }],
  ['LEGACY_AUTH', '1', { legacyAuth: true }],
  ['TRUST_PROXY', '10.0.0.1', { trustedProxies: place('10.0.0.1') }],
  ['METRICS_FROM', '10.0.0.2', { metricsFrom: place('10.0.0.2') }],
  ['METRICS_FROM', 'none', { metricsFrom: [] }],
  ['IN_FLIGHT_MAX', '9', { inFlightMax: 9 }],
  ['LOOP_DELAY_MAX_MS', '8', { loopDelayMaxMs: 8 }],
  ['KEY_REQUESTS_PER_MINUTE', '11', { keyRequestsPerMinute: 11 }],
  ['TOKEN_VISITOR_PER_MINUTE', '12', { tokenVisitorPerMinute: 12 }],
  ['TOKEN_REQUESTS_PER_MINUTE', '13', { tokenRequestsPerMinute: 13 }],
  ['NETWORK_WORK_MS_PER_SECOND', '14', { networkWorkMsPerSecond: 14 }],
  ['SECRETS_KEY', `${'01'.repeat(32)}, ${btoa('x'.repeat(32))}`, { secretsKeys: KEYS }],
  ['SIGNING_SECRET', 'sixteen letters!', { signingSecret: 'sixteen letters!' }],
  [
    'BRAND_NAME',
    'Acme',
    { brand: { name: 'Acme' }, mailFrom: { name: 'Acme' }, ...seller({ name: 'Acme' }) },
  ],
  ['INVOICE_SELLER', 'A Ltd', seller({ name: 'A Ltd' })],
  ['INVOICE_SELLER_ADDRESS', ' 1 High St | Town |', seller({ address: ['1 High St', 'Town'] })],
  ['INVOICE_SELLER_ADDRESS', '1|2|3|4|5|6', seller({ address: ['1', '2', '3', '4', '5', '6'] })],
  [
    'INVOICE_SELLER_TAX_ID',
    'GB 1',
    { billing: { seller: { taxId: 'GB 1' }, taxIds: { uk: 'GB 1', au: 'GB 1', nz: 'GB 1' } } },
  ],
  ['INVOICE_TAX_ID_UK', 'GB 1', { billing: { taxIds: { uk: 'GB 1' } } }],
  ['INVOICE_TAX_ID_AU', '51 824 753 556', { billing: { taxIds: { au: '51 824 753 556' } } }],
  ['INVOICE_TAX_ID_NZ', '12-345-678', { billing: { taxIds: { nz: '12-345-678' } } }],
  [
    'INVOICE_PAYMENT_URL',
    'https://p.example/{number}',
    seller({ paymentUrl: 'https://p.example/{number}' }),
  ],
  ['INVOICE_REMINDER_DAYS', '3, 14', { billing: { reminderDays: [3, 14] } }],
  ['INVOICE_NOTE', 'x'.repeat(500), seller({ note: 'x'.repeat(500) })],
  ['INVOICE_DUE_DAYS', '30', { billing: { dueDays: 30 } }],
  ['INVOICE_TAX_UK', '20', { billing: { taxBasisPoints: { uk: 2000 } } }],
  ['INVOICE_TAX_AU', '10', { billing: { taxBasisPoints: { au: 1000 } } }],
  // These are not quite a whole number when they are multiplied by a hundred.
  ['INVOICE_TAX_UK', '8.2', { billing: { taxBasisPoints: { uk: 820 } } }],
  ['INVOICE_TAX_AU', '0.29', { billing: { taxBasisPoints: { au: 29 } } }],
  ['INVOICE_TAX_AU', '1.1', { billing: { taxBasisPoints: { au: 110 } } }],
  ['INVOICE_TAX_AU', '100', { billing: { taxBasisPoints: { au: 10_000 } } }],
  ['INVOICE_CURRENCY_UK', 'eur', { billing: { currency: { uk: 'EUR' } } }],
  ['INVOICE_CURRENCY_AU', 'NZD', { billing: { currency: { au: 'NZD' } } }],
  ['INVOICE_TAX_NZ', '15', { billing: { taxBasisPoints: { nz: 1500 } } }],
  ['INVOICE_CURRENCY_NZ', 'aud', { billing: { currency: { nz: 'AUD' } } }],
  [
    'WEBHOOK_ALLOW',
    'h, i:81,',
    {
      webhookAllow: [
        { host: 'h', port: undefined },
        { host: 'i', port: 81 },
      ],
    },
  ],
  ['WEBHOOK_PER_SECOND', '5', { webhookPerSecond: 5 }],
  ['LOG_LEVEL', 'DEBUG', { logLevel: 'debug' }],
  ['DEMO', '0', { demo: false }],
  ['TEST_CLOCK', '1', { testClock: true }],
  ['MAIL_FROM', 'A <a@b.example>', { mailFrom: { name: 'A', address: 'a@b.example' } }],
  ['MAIL_FROM', '<a@b.example>', { mailFrom: { address: 'a@b.example' } }],
  ['KEEP_REQUESTS_DAYS', '30', { keptDays: { requests: 30 } }],
  ['KEEP_MAILS_DAYS', '31', { keptDays: { mails: 31 } }],
  ['KEEP_LISTS_DAYS', '2', { keptDays: { lists: 2 } }],
  ['KEEP_TRACK_DAYS', '3', { keptDays: { track: 3 } }],
  ['KEEP_EVENTS_DAYS', '33', { keptDays: { events: 33 } }],
  ['KEEP_AUDIT_LOG_DAYS', '365', { keptDays: { auditLog: 365 } }],
  ['KEEP_ENDED_ACCOUNTS_DAYS', '36', { keptDays: { endedAccounts: 36 } }],
  ['SESSION_HOURS', '1', { sessionHours: 1 }],
  ['SIGN_UP', 'open', { signUp: 'open' }],
  ['SIGN_IN_WAYS', 'key', { signInWays: ['key'] }],
  ['SIGN_IN_WAYS', 'none', { signInWays: [] }],
  ['OPERATOR_FROM', 'any', { operatorFrom: undefined }],
  ['OPERATOR_FROM', 'none', { operatorFrom: [] }],
  ['OPERATOR_FROM', '10.0.0.3', { operatorFrom: place('10.0.0.3') }],
]

test('each setting sets what it is for and nothing else', () => {
  for (const [name, value, changes] of SET) {
    const found = readConfig({ [name]: value })
    assert.deepEqual(found, merged(readConfig({}), changes), `${name}=${value}`)
  }
  const tried = new Set(SET.map(([name]) => name))
  const others = SETTINGS.map(({ name }) => name).filter((name) => !tried.has(name))
  const ofIssuer = others.filter((name) => name.startsWith('OIDC_'))
  const tested = ['TLS_CERT', 'TLS_KEY', 'BRAND_LOGO', ...ofIssuer, 'SMTP_URL']
  assert.deepEqual(others, tested, 'these have tests of their own')
})

test('single sign-on is on with an issuer alone, and each of its settings counts', () => {
  assert.equal(readConfig({ OIDC_CLIENT_ID: 'us', OIDC_HOLDERS: '1' }).openId, undefined)
  const issuer = { OIDC_ISSUER: 'https://id.example/realm/', OIDC_CLIENT_ID: 'us' }
  assert.deepEqual(readConfig(issuer).openId, {
    issuer: 'https://id.example/realm/',
    clientId: 'us',
    clientSecret: '',
    scopes: 'openid email profile',
    groupsClaim: 'groups',
    operatorRoles: [],
    isForHolders: false,
    name: 'single sign-on',
  })
  const all = readConfig({
    ...issuer,
    OIDC_CLIENT_SECRET: 's',
    OIDC_SCOPES: 'openid groups',
    OIDC_GROUPS_CLAIM: 'roles',
    OIDC_OPERATOR_ROLES: 'cn=a,ou=b=viewer; /ops = administrator;',
    OIDC_HOLDERS: '1',
    OIDC_NAME: 'Acme',
  }).openId
  assert.deepEqual(all, {
    issuer: 'https://id.example/realm/',
    clientId: 'us',
    clientSecret: 's',
    scopes: 'openid groups',
    groupsClaim: 'roles',
    operatorRoles: [
      ['cn=a,ou=b', 'viewer'],
      ['/ops', 'administrator'],
    ],
    isForHolders: true,
    name: 'Acme',
  })
  const refused = (values: Parameters<typeof readConfig>[0], sentence: RegExp) =>
    assert.throws(() => readConfig(values), sentence)
  refused({ OIDC_ISSUER: 'http://127.0.0.1:9' }, /^ConfigError: OIDC_CLIENT_ID is required/)
  refused({ OIDC_ISSUER: 'http://id.example' }, /^ConfigError: OIDC_ISSUER must be a URL .* https/)
  refused({ OIDC_OPERATOR_ROLES: 'ops=root' }, /^ConfigError: OIDC_OPERATOR_ROLES must be .*=role/)
  refused({ SIGN_IN_WAYS: 'phone' }, /^ConfigError: SIGN_IN_WAYS must be mail, key, both/)
  refused({ SIGN_IN_WAYS: 'key', SIGN_UP: 'open' }, /^ConfigError: SIGN_UP=open needs mail/)
})

/** The same, with each field that is named beneath it changed. */
function merged(config: object, changes: object): object {
  const result: Record<string, unknown> = { ...config }
  for (const [name, value] of Object.entries(changes)) {
    const old = result[name]
    const isPart = typeof value === 'object' && !Array.isArray(value) && typeof old === 'object'
    result[name] = isPart && old !== null ? merged(old, value) : value
  }
  return result
}

/** A value that is refused, and the sentence, which repeats no secret. */
const REFUSED: readonly (readonly [keyof Values, string, RegExp])[] = [
  ['BASE_URL', 'ftp://a', /^BASE_URL must be a URL that begins with http:\/\/… or https:\/\/….$/],
  ['DOCS_URL', 'docs', /^DOCS_URL must be a URL/],
  ['DATABASE_URL', 'mysql://u:hunter2@h', /^DATABASE_URL must be a URL that begins with postgres:/],
  ['REDIS_URL', 'http://:hunter2@h', /^REDIS_URL must be a URL that begins with redis:/],
  ['SIGNING_SECRET', 'hunter2hunter2x', /^SIGNING_SECRET must have at least 16 characters\.$/],
  ['TLS_CERT', 'a.pem', /^TLS_CERT and TLS_KEY must be set together\.$/],
  ['TLS_KEY', 'a.pem', /^TLS_CERT and TLS_KEY must be set together\.$/],
  ['TLS_MIN_VERSION', '1.1', /^TLS_MIN_VERSION must be one of 1\.2, 1\.3, not "1\.1"\.$/],
  [
    'SECRETS_KEY',
    'hunter2',
    /^SECRETS_KEY must be one to 5 keys of 32 bytes, as base64 or hex, sep/,
  ],
  ['LEGACY_AUTH', 'yes', /^LEGACY_AUTH must be 1 or 0, not "yes"\.$/],
  [
    'TRUST_PROXY',
    '10.0.0.0/33',
    /^TRUST_PROXY has "10.0.0.0\/33", which is not an address or CIDR/,
  ],
  ['METRICS_FROM', 'any', /^METRICS_FROM has "any", which is not an address/],
  ['OPERATOR_FROM', 'all', /^OPERATOR_FROM has "all", which is not an address/],
  ['INVOICE_SELLER_ADDRESS', '1|2|3|4|5|6|7', /^INVOICE_SELLER_ADDRESS must have at most 6 lines/],
  ['INVOICE_SELLER', 'x'.repeat(501), /^INVOICE_SELLER must have at most 500 characters\.$/],
  ['INVOICE_NOTE', 'x'.repeat(501), /^INVOICE_NOTE must have at most 500 characters\.$/],
  ['INVOICE_TAX_AU', '10.123', /^INVOICE_TAX_AU must be a percentage from 0 to 100, not "10.123"/],
  ['INVOICE_TAX_UK', '-1', /^INVOICE_TAX_UK must be a percentage/],
  ['INVOICE_CURRENCY_UK', 'JPY', /^INVOICE_CURRENCY_UK must be a currency with two decimals/],
  ['INVOICE_CURRENCY_AU', 'XXZ', /^INVOICE_CURRENCY_AU must be a currency with two decimals/],
  [
    'WEBHOOK_ALLOW',
    'h,http://x',
    /^WEBHOOK_ALLOW has "http:\/\/x", which is not a host or host:port/,
  ],
  [
    'LOG_LEVEL',
    'loud',
    /^LOG_LEVEL must be one of debug, info, warn, error, silent, not "loud"\.$/,
  ],
  ['SIGN_UP', 'on', /^SIGN_UP must be one of off, open, not "on"\.$/],
  ['MAIL_FROM', `${'x'.repeat(101)}<a@b.example>`, /^MAIL_FROM must be like name@example.com/],
  ['BRAND_NAME', ' ', /^BRAND_NAME must have 1 to 60 characters/],
  ['BRAND_NAME', 'x'.repeat(61), /^BRAND_NAME must have 1 to 60 characters/],
  ['BRAND_NAME', 'A <b>', /^BRAND_NAME must have 1 to 60 characters, without <, > and quotation/],
  ['BRAND_NAME', 'A "b"', /^BRAND_NAME must/],
  ['BRAND_NAME', 'A\u0007', /^BRAND_NAME must/],
  ['BRAND_NAME', 'A\u{e000}', /^BRAND_NAME must/],
  ['BRAND_LOGO', 'logo.gif', /^BRAND_LOGO must be a .png, .jpg or .svg file, not "logo.gif"\.$/],
  ['BRAND_LOGO', 'nowhere.png', /^BRAND_LOGO names a file that cannot be read: "nowhere.png"\.$/],
]

test('a setting that cannot be is refused in one sentence that names it, without its secret', () => {
  for (const [name, value, sentence] of REFUSED) {
    assert.throws(
      () => readConfig({ [name]: value }),
      (error: unknown) =>
        error instanceof ConfigError &&
        sentence.test(error.message) &&
        !error.message.includes('hunter2'),
      `${name}=${value}`,
    )
  }
})

test('metrics and operators are for this machine and private networks, where nothing else is said', () => {
  const { metricsFrom, operatorFrom = [] } = readConfig({})
  for (const ranges of [metricsFrom, operatorFrom]) {
    const places = new TrustedProxies(ranges)
    const inside = ['127.8.8.8', '::1', '10.1.2.3', '172.31.0.1', '192.168.9.9', 'fd00::1']
    const outside = ['126.0.0.1', '11.0.0.1', '172.32.0.1', '192.169.0.1', '2001:db8::1', 'fe80::1']
    for (const address of inside) assert.equal(places.includes(address), true, address)
    for (const address of outside) assert.equal(places.includes(address), false, address)
  }
})

test('the environment wins over the file .env, whose settings are known ones', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'doorplate-env-'))
  const before = process.cwd()
  process.chdir(folder)
  t.after(() => {
    process.chdir(before)
    rmSync(folder, { recursive: true, force: true })
  })
  assert.equal(loadConfig({ PORT: '' }).port, 8080, 'empty is not set, and there need be no file')
  writeFileSync('.env', 'PORT=81\nHOST= 0.0.0.0 \nDEMO=\n')
  assert.deepEqual([loadConfig({}).port, loadConfig({}).host], [81, '0.0.0.0'])
  assert.equal(loadConfig({}).demo, undefined)
  assert.equal(loadConfig({ PORT: ' 82 ', UNKNOWN: 'x' }).port, 82)
  assert.equal(loadConfig({ PORT: ' ' }).port, 81)
  writeFileSync('secret', 'redis://h')
  writeFileSync('.env', 'REDIS_URL_FILE=secret\n')
  assert.equal(loadConfig({}).redisUrl, 'redis://h')
  writeFileSync('.env', 'PORTS=81\n')
  assert.throws(
    () => loadConfig({}),
    /^ConfigError: The file .env has an unknown setting, PORTS\.$/,
  )
  rmSync('.env')
  mkdirSync('.env')
  assert.throws(() => loadConfig({}), /^ConfigError: The file .env cannot be read\.$/)
})

test('each secret may be in a file, whose name is set instead', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'doorplate-secret-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const secrets = SETTINGS.filter(({ isSecret }) => isSecret).map(({ name }) => name)
  assert.deepEqual(secrets, [
    'DATABASE_URL',
    'REDIS_URL',
    'SIGNING_SECRET',
    'SECRETS_KEY',
    'OIDC_CLIENT_SECRET',
    'SMTP_URL',
  ])
  const path = join(folder, 'secret')
  writeFileSync(path, 'sixteen letters!\n')
  assert.equal(loadConfig({ SIGNING_SECRET_FILE: path }).signingSecret, 'sixteen letters!')
  assert.equal(loadConfig({ SIGNING_SECRET_FILE: ' ' }).signingSecret, '')
  const refused = (env: Record<string, string>, sentence: RegExp) =>
    assert.throws(() => loadConfig(env), sentence)
  refused(
    { SIGNING_SECRET_FILE: path, SIGNING_SECRET: 'sixteen letters!' },
    /^ConfigError: Set SIGNING_SECRET or SIGNING_SECRET_FILE, not both\.$/,
  )
  refused({ REDIS_URL_FILE: path }, /^ConfigError: REDIS_URL must be a URL [^!]*$/)
  refused({ SMTP_URL_FILE: folder }, /SMTP_URL_FILE names a file that cannot be read: /)
  writeFileSync(path, '\n')
  refused({ DATABASE_URL_FILE: path }, /DATABASE_URL_FILE names an empty file: /)
  writeFileSync(path, 'x'.repeat(64 * 1024 + 1))
  refused({ DATABASE_URL_FILE: path }, /DATABASE_URL_FILE must have at most 64 KiB: /)
})

test('with a certificate the service is at https, with the oldest TLS that was set', () => {
  const { tls, baseUrl } = readConfig({ TLS_CERT: '/a', TLS_KEY: '/b', TLS_MIN_VERSION: '1.3' })
  assert.deepEqual(
    [tls, baseUrl],
    [{ cert: '/a', key: '/b', minVersion: '1.3' }, 'https://localhost:8080'],
  )
})

test('a logo is a picture of at most 256 KiB, known by the end of its name', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'doorplate-logo-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const logo = (name: string, bytes: number) => {
    const path = join(folder, name)
    writeFileSync(path, Buffer.alloc(bytes, 1))
    return readConfig({ BRAND_LOGO: path }).brand.logo
  }
  const types = { 'a.png': 'image/png', 'b.JPG': 'image/jpeg', 'c.jpeg': 'image/jpeg' }
  for (const [name, type] of Object.entries({ ...types, 'd.svg': 'image/svg+xml' })) {
    assert.deepEqual(logo(name, 3), { contentType: type, content: Buffer.alloc(3, 1) })
  }
  assert.equal(logo('e.png', 256 * 1024)?.content.length, 256 * 1024)
  assert.throws(() => logo('f.png', 256 * 1024 + 1), /BRAND_LOGO must have at most 256 KiB/)
})
