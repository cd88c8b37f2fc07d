// The settings, and the only place that reads the environment. A wrong one stops the start with one sentence.

import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import type { ProxyRange } from './access/visitor.ts'
import { emailFault } from './account/email.ts'
import { isCurrency } from './billing/invoices/money.ts'
import type { BillingSettings } from './billing/invoices/settings.ts'
import { brandSetting } from './brand-setting.ts'
import { LOAD_LIMITS } from './http/overload.ts'
import type { Brand } from './lib/brand/brand.ts'
import { LOG_LEVELS, type LogLevel } from './lib/log.ts'
import { errorCode } from './lib/operator-error.ts'
import type { Sender } from './mail/message.ts'
import { parseSmtpUrl, type SmtpServer } from './mail/smtp-url.ts'
import { PATIENCE_MS } from './rate-limits/redis-counters.ts'
import { parseRedisUrl, REDIS_URL_FORMS } from './rate-limits/redis-url.ts'
import { ConfigError, flag, oneOf, ranges, url, wholeNumber } from './setting-values.ts'
import { isDatabaseUrl } from './store/postgres/postgres-hosts.ts'
import { type AllowedHost, allowedHost } from './webhooks/sending/target.ts'

export interface Config {
  readonly port: number
  readonly host: string
  readonly dataDir: string
  readonly baseUrl: string
  readonly docsUrl: string
  /** Empty: SQLite in the data folder. */
  readonly databaseUrl: string
  /** Empty: rate limits are counted in this process. */
  readonly redisUrl: string
  /** How long a request waits for its limits before the node goes on alone. */
  readonly redisTimeoutMs: number
  /** How long a look-up waits to be counted before it is refused. */
  readonly chargeTimeoutMs: number
  /** Threads that answer look-ups, over one index in memory. */
  readonly threads: number
  /** How long after SIGTERM callers are still let in, and told to leave. Undefined: while any are connected. */
  readonly stopGraceSeconds: number | undefined
  /** Also takes keys from `Authorization`, for clients that send nothing else. */
  readonly legacyAuth: boolean
  /** Proxies whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly ProxyRange[]
  /** Addresses that `/metrics` answers, when they ask directly. */
  readonly metricsFrom: readonly ProxyRange[]
  /** Requests that may wait at once before some are refused. */
  readonly inFlightMax: number
  /** How late the event loop may repeatedly be before some are refused. */
  readonly loopDelayMaxMs: number
  readonly keyRequestsPerMinute: number
  readonly tokenVisitorPerMinute: number
  readonly tokenRequestsPerMinute: number
  /** Work that requests without a key may cause, in milliseconds of one core, for each network. */
  readonly networkWorkMsPerSecond: number
  /** Signs links that need no key. Empty: one is made once and kept in the store, for all nodes. */
  readonly signingSecret: string
  readonly billing: BillingSettings
  /** Hosts that may get deliveries over http, at any port and at private addresses. */
  readonly webhookAllow: readonly AllowedHost[]
  /** Deliveries a second to one address. */
  readonly webhookPerSecond: number
  readonly logLevel: LogLevel
  /** Undefined: demo accounts when the data folder is new. */
  readonly demo: boolean | undefined
  /** Lets the command `clock` move the time of the service. */
  readonly testClock: boolean
  /** Undefined: mails are files in the data folder. */
  readonly smtp: SmtpServer | undefined
  readonly mailFrom: Sender
  /** Under whose name and logo people meet the service. */
  readonly brand: Brand
  /** Whether anybody may make a trial account by mail. */
  readonly signUp: 'off' | 'open'
  /** Addresses from which operators may come; undefined: any. */
  readonly operatorFrom: readonly ProxyRange[] | undefined
}

export const SETTINGS = [
  'PORT',
  'HOST',
  'DATA_DIR',
  'BASE_URL',
  'DOCS_URL',
  'DATABASE_URL',
  'REDIS_URL',
  'REDIS_TIMEOUT_MS',
  'CHARGE_TIMEOUT_MS',
  'THREADS',
  'STOP_GRACE_SECONDS',
  'LEGACY_AUTH',
  'TRUST_PROXY',
  'METRICS_FROM',
  'IN_FLIGHT_MAX',
  'LOOP_DELAY_MAX_MS',
  'KEY_REQUESTS_PER_MINUTE',
  'TOKEN_VISITOR_PER_MINUTE',
  'TOKEN_REQUESTS_PER_MINUTE',
  'NETWORK_WORK_MS_PER_SECOND',
  'SIGNING_SECRET',
  'BRAND_NAME',
  'BRAND_LOGO',
  'INVOICE_SELLER',
  'INVOICE_SELLER_ADDRESS',
  'INVOICE_SELLER_TAX_ID',
  'INVOICE_NOTE',
  'INVOICE_DUE_DAYS',
  'INVOICE_TAX_UK',
  'INVOICE_TAX_AU',
  'INVOICE_CURRENCY_UK',
  'INVOICE_CURRENCY_AU',
  'WEBHOOK_ALLOW',
  'WEBHOOK_PER_SECOND',
  'LOG_LEVEL',
  'DEMO',
  'TEST_CLOCK',
  'SMTP_URL',
  'MAIL_FROM',
  'SIGN_UP',
  'OPERATOR_FROM',
] as const

type Setting = (typeof SETTINGS)[number]
type Values = Partial<Record<Setting, string>>

/** The environment wins over the `.env` file of the working directory. */
export function loadConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  return readConfig({ ...readEnvFile(resolve('.env')), ...fromEnvironment(environment) })
}

export function readConfig(values: Values): Config {
  const port = wholeNumber(values, 'PORT', 8080, 65_535)
  const baseUrl = url(values, 'BASE_URL', ['http:', 'https:']) ?? `http://localhost:${port}`
  return {
    port,
    host: values.HOST ?? '127.0.0.1',
    dataDir: resolve(values.DATA_DIR ?? 'data'),
    baseUrl,
    docsUrl: url(values, 'DOCS_URL', ['http:', 'https:']) ?? `${baseUrl}/docs`,
    databaseUrl: databaseUrl(values),
    redisUrl: redisUrl(values),
    redisTimeoutMs: wholeNumber(values, 'REDIS_TIMEOUT_MS', PATIENCE_MS, 10_000),
    chargeTimeoutMs: wholeNumber(values, 'CHARGE_TIMEOUT_MS', 2000, 60_000, 100),
    threads: wholeNumber(values, 'THREADS', 1, THREADS_MAX, 1),
    stopGraceSeconds: stopGrace(values),
    legacyAuth: flag(values, 'LEGACY_AUTH') ?? false,
    trustedProxies: ranges(values, 'TRUST_PROXY', ''),
    metricsFrom: values.METRICS_FROM === 'none' ? [] : ranges(values, 'METRICS_FROM', PRIVATE),
    inFlightMax: wholeNumber(values, 'IN_FLIGHT_MAX', LOAD_LIMITS.inFlight, COUNT_MAX),
    loopDelayMaxMs: wholeNumber(values, 'LOOP_DELAY_MAX_MS', LOAD_LIMITS.loopDelayMs, 60_000),
    keyRequestsPerMinute: wholeNumber(values, 'KEY_REQUESTS_PER_MINUTE', 1200, COUNT_MAX),
    tokenVisitorPerMinute: wholeNumber(values, 'TOKEN_VISITOR_PER_MINUTE', 60, COUNT_MAX),
    tokenRequestsPerMinute: wholeNumber(values, 'TOKEN_REQUESTS_PER_MINUTE', 3000, COUNT_MAX),
    networkWorkMsPerSecond: wholeNumber(values, 'NETWORK_WORK_MS_PER_SECOND', 100, COUNT_MAX, 1),
    signingSecret: secret(values),
    billing: billing(values, baseUrl),
    webhookAllow: webhookHosts(values),
    webhookPerSecond: wholeNumber(values, 'WEBHOOK_PER_SECOND', 50, 10_000, 1),
    logLevel: oneOf(values, 'LOG_LEVEL', LOG_LEVELS) ?? 'info',
    demo: flag(values, 'DEMO'),
    testClock: flag(values, 'TEST_CLOCK') ?? false,
    smtp: smtpServer(values),
    mailFrom: mailFrom(values),
    brand: brandSetting(values),
    signUp: oneOf(values, 'SIGN_UP', ['off', 'open']) ?? 'off',
    operatorFrom: operatorFrom(values),
  }
}

// An empty variable is how shells and compose files say "not set".
function fromEnvironment(environment: NodeJS.ProcessEnv): Values {
  const values: Values = {}
  for (const name of SETTINGS) {
    const value = environment[name]?.trim()
    if (value !== undefined && value !== '') values[name] = value
  }
  return values
}

function readEnvFile(path: string): Values {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return {}
    throw new ConfigError('The file .env cannot be read.')
  }
  const found = parseEnv(text)
  for (const name of Object.keys(found)) {
    if (!(SETTINGS as readonly string[]).includes(name)) {
      throw new ConfigError(`The file .env has an unknown setting, ${name}.`)
    }
  }
  return fromEnvironment(found as NodeJS.ProcessEnv)
}

const COUNT_MAX = 999_999_999
const SECRET_LENGTH_MIN = 16
const SELLER_TEXT_LENGTH_MAX = 500
const SELLER_ADDRESS_LINES_MAX = 6

// A secret that can be guessed protects nothing. The message never repeats it.
function secret(values: Values): string {
  const text = values.SIGNING_SECRET ?? ''
  if (text === '' || text.length >= SECRET_LENGTH_MIN) return text
  throw new ConfigError(`SIGNING_SECRET must have at least ${SECRET_LENGTH_MIN} characters.`)
}

function billing(values: Values, baseUrl: string): BillingSettings {
  const lines = shortText(values, 'INVOICE_SELLER_ADDRESS', '').split('|')
  const address = lines.map((line) => line.trim()).filter((line) => line !== '')
  if (address.length > SELLER_ADDRESS_LINES_MAX) {
    const most = SELLER_ADDRESS_LINES_MAX
    throw new ConfigError(`INVOICE_SELLER_ADDRESS must have at most ${most} lines, split by "|".`)
  }
  return {
    seller: {
      name: shortText(values, 'INVOICE_SELLER', brandSetting(values).name),
      address,
      taxId: shortText(values, 'INVOICE_SELLER_TAX_ID', ''),
      note: shortText(values, 'INVOICE_NOTE', ''),
    },
    taxBasisPoints: {
      au: percent(values, 'INVOICE_TAX_AU'),
      uk: percent(values, 'INVOICE_TAX_UK'),
    },
    currency: {
      au: currency(values, 'INVOICE_CURRENCY_AU', 'AUD'),
      uk: currency(values, 'INVOICE_CURRENCY_UK', 'GBP'),
    },
    baseUrl,
    dueDays: wholeNumber(values, 'INVOICE_DUE_DAYS', 14, 365),
  }
}

function shortText(values: Values, name: Setting, fallback: string): string {
  const text = values[name] ?? fallback
  if (text.length <= SELLER_TEXT_LENGTH_MAX) return text
  throw new ConfigError(`${name} must have at most ${SELLER_TEXT_LENGTH_MAX} characters.`)
}

/** In hundredths of a percent. */
function percent(values: Values, name: Setting): number {
  const text = values[name] ?? '0'
  const number = /^\d{1,3}(\.\d{1,2})?$/.test(text) ? Number(text) : Number.NaN
  if (number <= 100) return Math.round(number * 100)
  throw new ConfigError(`${name} must be a percentage from 0 to 100, not "${text}".`)
}

function currency(values: Values, name: Setting, fallback: string): string {
  const code = (values[name] ?? fallback).toUpperCase()
  if (isCurrency(code)) return code
  throw new ConfigError(`${name} must be a currency with two decimals, such as GBP, not "${code}".`)
}
const THREADS_MAX = 64
const STOP_GRACE_SECONDS_MAX = 300

function stopGrace(values: Values): number | undefined {
  if (values.STOP_GRACE_SECONDS === undefined) return undefined
  return wholeNumber(values, 'STOP_GRACE_SECONDS', 0, STOP_GRACE_SECONDS_MAX)
}

/** This machine and the networks that are routed nowhere. */
const PRIVATE = '127.0.0.0/8,::1,10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,fc00::/7'

function operatorFrom(values: Values): ProxyRange[] | undefined {
  if (values.OPERATOR_FROM === 'any') return undefined
  if (values.OPERATOR_FROM === 'none') return []
  return ranges(values, 'OPERATOR_FROM', PRIVATE)
}

function webhookHosts(values: Values): AllowedHost[] {
  const texts = (values.WEBHOOK_ALLOW ?? '').split(',').filter((text) => text.trim() !== '')
  return texts.map((text) => {
    const host = allowedHost(text)
    if (host !== undefined) return host
    throw new ConfigError(`WEBHOOK_ALLOW has "${text.trim()}", which is no host or host:port.`)
  })
}

// It holds a password, so the message never repeats the value.
function smtpServer({ SMTP_URL: text }: Values): SmtpServer | undefined {
  if (text === undefined) return undefined
  const server = parseSmtpUrl(text)
  if (server !== undefined) return server
  const form = 'smtp://user:password@host:587 or smtps://user:password@host:465'
  throw new ConfigError(
    `SMTP_URL must have the form ${form}, with special characters in user and password as %XX.`,
  )
}

/** `name@example.com` or `Some Name <name@example.com>`. */
function mailFrom(values: Values): Sender {
  const { MAIL_FROM: text, SMTP_URL: smtpUrl } = values
  const { name: brand } = brandSetting(values)
  if (text === undefined) {
    if (smtpUrl === undefined) return { name: brand, address: 'doorplate@localhost' }
    throw new ConfigError('MAIL_FROM must name the sender of mails, as SMTP_URL is set.')
  }
  const [, name = '', inBrackets] = /^([^<>"]*)<([^<>]*)>$/.exec(text) ?? []
  const address = inBrackets ?? text
  if (emailFault(address) !== undefined || /\p{Cc}/u.test(name) || name.length > 100) {
    throw new ConfigError(
      `MAIL_FROM must be like name@example.com or Some Name <name@example.com>, not "${text}".`,
    )
  }
  return { name: name.trim() || brand, address }
}

/** Several hosts may stand in it, so it is not always what the platform calls a URL. */
function databaseUrl({ DATABASE_URL: text = '' }: Values): string {
  if (text !== '' && !isDatabaseUrl(text)) {
    throw new ConfigError(
      'DATABASE_URL must be a URL that begins with postgres://… or postgresql://….',
    )
  }
  return text.replace(/\/+$/, '')
}

// It holds a password, so the message never repeats the value.
function redisUrl({ REDIS_URL: text = '' }: Values): string {
  if (text !== '' && parseRedisUrl(text) === undefined) {
    throw new ConfigError(`REDIS_URL must be ${REDIS_URL_FORMS}.`)
  }
  return text.replace(/\/+$/, '')
}

/** A thread begins without the cache of compiled modules that its process has, unless the environment names one. */
export function cacheModulesOfThreads(directory: string | undefined): void {
  if (directory !== undefined) process.env.NODE_COMPILE_CACHE ??= directory
}
