// Every limit, default, status and header with its literal value: one that changes unnoticed breaks somebody's caller.
// Covers: src/settings/**, src/http/problem.ts, src/http/server.ts, src/http/overload.ts
// Covers: src/routes.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BY_ADDRESS } from '../../src/http/connections/request-turns.ts'
import { PROBLEMS } from '../../src/http/problem.ts'
import { createHttpServer } from '../../src/http/server.ts'
import { LEGACY } from '../../src/legacy/legacy.ts'
import { ENDPOINTS, makeRoutes, scopeOf } from '../../src/routes.ts'
import { type Config, readConfig, type Values } from '../../src/settings/config.ts'
import { namedNumbers } from './constants.ts'
import { differences, readTable } from './tables.ts'

test('every named limit of the source has the value of the table, and stands in it', () => {
  assert.deepEqual(differences(readTable('constants.txt'), namedNumbers()), [])
})

test('every option of an endpoint has the default and the bounds of the table, and stands in it', () => {
  assert.deepEqual(differences(readTable('options.txt'), optionsOfEndpoints()), [])
})

const BOUNDS = ['default', 'minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems']

function optionsOfEndpoints(): Map<string, string> {
  const found = new Map<string, string>()
  for (const { product = 'both', methods, path, params, options, isDeprecated } of ENDPOINTS) {
    if (isDeprecated === true) continue
    for (const [name, schema] of Object.entries({ ...params.properties, ...options.properties })) {
      const facts = new Map(Object.entries(schema))
      const bounds = BOUNDS.filter((bound) => facts.has(bound) && String(facts.get(bound)) !== '')
      const text = bounds.map((bound) => `${bound} ${facts.get(bound)}`).join(' ')
      if (text !== '') found.set(`${product} ${methods.join(',')} ${path} ${name}`, text)
    }
  }
  return found
}

test('every path takes the methods and the callers of the table, and stands in it', () => {
  const found = new Map<string, string>()
  for (const route of makeRoutes(ENDPOINTS, [])) {
    for (const method of route.methods) {
      const facts: string[] = [scopeOf(route, method), route.importance]
      if (route.isPostalLookUp) facts.push('phrase')
      if (LEGACY.headerKeys(false, route.endpoints, method)) facts.push('header')
      if (route.isForAgents === true) facts.push('agents')
      found.set(`${route.path} ${method}`, facts.join(' '))
    }
  }
  assert.deepEqual(differences(readTable('paths.txt'), found), [])
})

type Setting = keyof Values

/** Setting, its default, the least and the most that it may be. */
const NUMBER_SETTINGS: readonly (readonly [Setting, number | undefined, number, number])[] = [
  ['PORT', 8080, 0, 65_535],
  ['REDIS_TIMEOUT_MS', 50, 0, 10_000],
  ['CHARGE_TIMEOUT_MS', 2000, 100, 60_000],
  ['THREADS', 1, 1, 64],
  ['STOP_GRACE_SECONDS', undefined, 0, 300],
  ['IN_FLIGHT_MAX', 512, 0, 999_999_999],
  ['LOOP_DELAY_MAX_MS', 200, 0, 60_000],
  ['KEY_REQUESTS_PER_MINUTE', 1200, 0, 999_999_999],
  ['TOKEN_VISITOR_PER_MINUTE', 60, 0, 999_999_999],
  ['TOKEN_REQUESTS_PER_MINUTE', 3000, 0, 999_999_999],
  ['WEBHOOK_PER_SECOND', 50, 1, 10_000],
  ['INVOICE_DUE_DAYS', 14, 0, 365],
  ['KEEP_REQUESTS_DAYS', 90, 1, 400],
  ['KEEP_MAILS_DAYS', 90, 7, 3650],
  ['KEEP_LISTS_DAYS', 7, 1, 90],
  ['KEEP_TRACK_DAYS', 8, 1, 30],
  ['KEEP_EVENTS_DAYS', 30, 7, 400],
  ['KEEP_AUDIT_LOG_DAYS', undefined, 90, 36_500],
  ['KEEP_ENDED_ACCOUNTS_DAYS', undefined, 1, 36_500],
  ['SESSION_HOURS', 12, 1, 720],
]

test('a numeric setting has a default, and takes its minimum, its maximum and nothing beyond', () => {
  for (const [name, fallback, least, most] of NUMBER_SETTINGS) {
    const read = (text?: string) => {
      const config = readConfig(text === undefined ? {} : { [name]: text })
      return { ...config, ...config.billing, ...config.keptDays }[FIELDS[name] ?? 'port']
    }
    assert.equal(read(), fallback, name)
    assert.equal(read(String(least)), least, name)
    assert.equal(read(String(most)), most, name)
    for (const text of [String(least - 1), String(most + 1), '1.5', 'x', '1e3', ' 7', '-0']) {
      assert.throws(() => read(text), new RegExp(`${name} must be .* ${least} to ${most}`), text)
    }
  }
})

const FIELDS: Readonly<
  Partial<
    Record<Setting, 'port' | 'dueDays' | 'sessionHours' | keyof Config['keptDays'] | NumberField>
  >
> = {
  REDIS_TIMEOUT_MS: 'redisTimeoutMs',
  CHARGE_TIMEOUT_MS: 'chargeTimeoutMs',
  THREADS: 'threads',
  STOP_GRACE_SECONDS: 'stopGraceSeconds',
  IN_FLIGHT_MAX: 'inFlightMax',
  LOOP_DELAY_MAX_MS: 'loopDelayMaxMs',
  KEY_REQUESTS_PER_MINUTE: 'keyRequestsPerMinute',
  TOKEN_VISITOR_PER_MINUTE: 'tokenVisitorPerMinute',
  TOKEN_REQUESTS_PER_MINUTE: 'tokenRequestsPerMinute',
  WEBHOOK_PER_SECOND: 'webhookPerSecond',
  INVOICE_DUE_DAYS: 'dueDays',
  KEEP_REQUESTS_DAYS: 'requests',
  KEEP_MAILS_DAYS: 'mails',
  KEEP_LISTS_DAYS: 'lists',
  KEEP_TRACK_DAYS: 'track',
  KEEP_EVENTS_DAYS: 'events',
  KEEP_AUDIT_LOG_DAYS: 'auditLog',
  KEEP_ENDED_ACCOUNTS_DAYS: 'endedAccounts',
  SESSION_HOURS: 'sessionHours',
}

type NumberField =
  | 'redisTimeoutMs'
  | 'chargeTimeoutMs'
  | 'threads'
  | 'stopGraceSeconds'
  | 'inFlightMax'
  | 'loopDelayMaxMs'
  | 'keyRequestsPerMinute'
  | 'tokenVisitorPerMinute'
  | 'tokenRequestsPerMinute'
  | 'webhookPerSecond'

test('settings have the defaults that the operating guide states', () => {
  const config = readConfig({})
  assert.equal(config.host, '127.0.0.1')
  assert.equal(config.baseUrl, 'http://localhost:8080')
  assert.equal(config.docsUrl, 'http://localhost:8080/docs')
  assert.deepEqual([config.databaseUrl, config.redisUrl], ['', ''])
  assert.deepEqual([config.legacyAuth, config.testClock, config.signUp], [false, false, 'off'])
  assert.deepEqual([config.logLevel, config.demo, config.smtp], ['info', undefined, undefined])
  assert.deepEqual([config.trustedProxies, config.webhookAllow], [[], []])
  assert.deepEqual(config.billing.currency, { au: 'AUD', nz: 'NZD', uk: 'GBP' })
  assert.deepEqual(config.billing.taxBasisPoints, { au: 0, nz: 0, uk: 0 })
  assert.equal(readConfig({ SIGNING_SECRET: 'x'.repeat(16) }).signingSecret.length, 16)
  assert.throws(() => readConfig({ SIGNING_SECRET: 'x'.repeat(15) }), /at least 16 characters/)
  assert.equal(readConfig({ INVOICE_TAX_UK: '17.5' }).billing.taxBasisPoints.uk, 1750)
  assert.equal(readConfig({ INVOICE_TAX_UK: '100' }).billing.taxBasisPoints.uk, 10_000)
  assert.throws(() => readConfig({ INVOICE_TAX_UK: '100.01' }), /from 0 to 100/)
})

test('every refusal has its status', () => {
  const statuses = Object.fromEntries(
    Object.entries(PROBLEMS).map(([code, { status }]) => [code, status]),
  )
  assert.deepEqual(statuses, {
    'bad-request': 400,
    unauthorized: 401,
    forbidden: 403,
    'domain-token-scope': 403,
    'not-found': 404,
    'method-not-allowed': 405,
    'request-timeout': 408,
    'payload-too-large': 413,
    'uri-too-long': 414,
    'expectation-failed': 417,
    'rate-limit': 429,
    'domain-token-rate-limit': 429,
    'daily-limit': 429,
    'monthly-buffer': 429,
    'header-too-large': 431,
    'internal-error': 500,
    'service-unavailable': 503,
  })
})

test('connections end by their times, and there are at most 20,000', () => {
  const reply = { status: 200, headers: {}, body: '' }
  const { server } = createHttpServer({
    callers: BY_ADDRESS,
    newRequestId: () => '',
    answer: () => reply,
    refuse: () => reply,
  })
  assert.equal(server.maxConnections, 20_000)
  assert.equal(server.keepAliveTimeout, 72_000, 'longer than balancers keep an idle connection')
  assert.equal(server.headersTimeout, 10_000)
  assert.equal(server.requestTimeout, 1_800_000, 'of an upload; all others have REQUEST_MS_MAX')
  server.emit('close')
})
