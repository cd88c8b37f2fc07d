// Every setting once: its name, default and reader, from which docs/operating.md is written; and the configuration.

import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { type Country, ofEach } from '../countries/country.ts'
import { LOAD_LIMITS } from '../http/overload.ts'
import { OWN_BRAND } from '../lib/brand/brand.ts'
import { LOG_LEVELS } from '../lib/log.ts'
import { errorCode } from '../lib/operator-error.ts'
import { KEPT_DAYS_MIN } from '../mail/queue.ts'
import { REDIS_TIMEOUT_MS } from '../rate-limits/redis-counters.ts'
import {
  anyText,
  brandName,
  ConfigError,
  currency,
  databaseUrl,
  flag,
  groupRoles,
  hosts,
  issuerUrl,
  logo,
  oneOf,
  optional,
  path,
  paymentUrl,
  percentage,
  type Reader,
  ranges,
  rangesOrNone,
  redisUrl,
  reminderDays,
  secret,
  secretFile,
  secretsKeys,
  sender,
  shortLines,
  shortText,
  signInWays,
  smtpUrl,
  webUrl,
  wholeNumber,
} from './readers.ts'

export type Config = Readonly<ReturnType<typeof readConfig>>

/** The environment wins over the `.env` file of the working directory. */
export function loadConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  return readConfig({ ...readEnvFile(resolve('.env')), ...fromEnvironment(environment) })
}

/** Each setting as the table reads it, and the defaults that follow from other settings. */
export function readConfig(values: Values) {
  const read = readTable(TABLE, values)
  const { port, brand, billing, smtp, mailFrom } = read
  const { cert, key, minVersion } = read.tls
  if ((cert === undefined) !== (key === undefined)) {
    throw new ConfigError('TLS_CERT and TLS_KEY must be set together.')
  }
  const tls = cert === undefined || key === undefined ? undefined : { cert, key, minVersion }
  const baseUrl = read.baseUrl ?? `http${tls === undefined ? '' : 's'}://localhost:${port}`
  if (smtp !== undefined && mailFrom === undefined) {
    throw new ConfigError('MAIL_FROM is required when SMTP_URL is set.')
  }
  if (read.signUp === 'open' && !read.signInWays.includes('mail')) {
    throw new ConfigError('SIGN_UP=open needs mail in SIGN_IN_WAYS.')
  }
  const { issuer, ...openId } = read.openId
  if (issuer !== undefined && openId.clientId === '') {
    throw new ConfigError('OIDC_CLIENT_ID is required when OIDC_ISSUER is set.')
  }
  return {
    ...read,
    openId: issuer === undefined ? undefined : { ...openId, issuer },
    tls,
    baseUrl,
    docsUrl: read.docsUrl ?? `${baseUrl}/docs`,
    mailFrom: {
      name: mailFrom?.name || brand.name,
      address: mailFrom?.address ?? 'doorplate@localhost',
    },
    billing: {
      ...billing,
      baseUrl,
      seller: { ...billing.seller, name: billing.seller.name || brand.name },
      taxIds: ofEach(({ product }) => billing.taxIds[product] || billing.seller.taxId),
    },
  }
}

// An empty variable is how shells and compose files say "not set".
function fromEnvironment(environment: NodeJS.ProcessEnv): Values {
  const values: Values = {}
  for (const { name, isSecret } of SETTINGS) {
    const value = environment[name]?.trim() ?? ''
    const path = isSecret ? (environment[fileSettingOf(name)]?.trim() ?? '') : ''
    if (value !== '' && path !== '') {
      throw new ConfigError(`Set ${name} or ${fileSettingOf(name)}, not both.`)
    }
    const found = path === '' ? value : secretFile(path, fileSettingOf(name))
    if (found !== '') values[name] = found
  }
  return values
}

/** The setting that names a file with the secret, as containers are given theirs. */
function fileSettingOf(name: string): string {
  return `${name}_FILE`
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
  const known = SETTINGS.flatMap(({ name, isSecret }) =>
    isSecret ? [name, fileSettingOf(name)] : [name],
  )
  const unknown = Object.keys(found).find((key) => !known.some((name) => name === key))
  if (unknown === undefined) return fromEnvironment(found as NodeJS.ProcessEnv)
  throw new ConfigError(`The file .env has an unknown setting, ${unknown}.`)
}

/** A thread begins without the cache of compiled modules that its process has, unless the environment names one. */
export function cacheModulesOfThreads(directory: string | undefined): void {
  if (directory !== undefined) process.env.NODE_COMPILE_CACHE ??= directory
}

interface Setting<N extends string, T> {
  readonly name: N
  /** As an operator would write it. */
  readonly fallback: string
  readonly read: Reader<T>
  /** It may also be in a file, which the setting with `_FILE` at the end of its name names. */
  readonly isSecret: boolean
}

function setting<const N extends string, T>(name: N, fallback: string | number, read: Reader<T>) {
  return { name, fallback: String(fallback), read, isSecret: false }
}

function secretSetting<const N extends string, T>(name: N, read: Reader<T>) {
  return { ...setting(name, '', read), isSecret: true }
}

function nameOf<const Begin extends string>(begin: Begin, { product }: Country) {
  return `${begin}_${product.toUpperCase() as Uppercase<typeof product>}` as const
}

const COUNT_MAX = 999_999_999
const THREADS_MAX = 64
const STOP_GRACE_SECONDS_MAX = 300
const PRIVATE_NETWORKS = '127.0.0.0/8,::1,10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,fc00::/7'

const TABLE = {
  /** The port to listen on; 0 lets the system choose. */
  port: setting('PORT', 8080, wholeNumber(0, 65_535)),
  /** The address to listen on; `0.0.0.0` for all. */
  host: setting('HOST', '127.0.0.1', anyText),
  /** The folder for everything that is stored. */
  dataDir: setting('DATA_DIR', 'data', path),
  /** How callers reach the service; links and the OpenAPI document use it. Empty: `http://localhost:PORT`. */
  baseUrl: setting('BASE_URL', '', optional(webUrl)),
  /** Where the `type` of an error leads. Empty: `BASE_URL/docs`. */
  docsUrl: setting('DOCS_URL', '', optional(webUrl)),
  tls: {
    /** A file with the certificate and its chain (PEM): the service then terminates TLS itself, see [TLS](#tls). */
    cert: setting('TLS_CERT', '', optional(path)),
    /** A file with the key of the certificate (PEM). */
    key: setting('TLS_KEY', '', optional(path)),
    /** The oldest TLS version to accept: 1.2 or 1.3. */
    minVersion: setting('TLS_MIN_VERSION', '1.2', oneOf(['1.2', '1.3'])),
  },
  /** Seconds for which browsers must use TLS (HSTS), for subdomains too; 0 sends no header. */
  hstsSeconds: setting('HSTS_SECONDS', 0, wholeNumber(0, COUNT_MAX)),
  /** `postgres://user:password@host:port/name`, see [PostgreSQL](#postgresql). Empty: SQLite in the data folder. */
  databaseUrl: secretSetting('DATABASE_URL', databaseUrl),
  /** `redis://user:password@host:port/db`, see [Several nodes](#several-nodes). Empty: this process counts alone. */
  redisUrl: secretSetting('REDIS_URL', redisUrl),
  /** How long a request waits for Redis before this node counts alone. Raise it for a Redis that is far away. */
  redisTimeoutMs: setting('REDIS_TIMEOUT_MS', REDIS_TIMEOUT_MS, wholeNumber(0, 10_000)),
  /** How long a look-up waits to be counted before it is answered 503 and not counted; 100 to 60000. */
  chargeTimeoutMs: setting('CHARGE_TIMEOUT_MS', 2000, wholeNumber(100, 60_000)),
  /** Threads that answer requests, over one index in memory and with common limits; at most one for each core. */
  threads: setting('THREADS', 1, wholeNumber(1, THREADS_MAX)),
  /** Seconds from SIGTERM until connections are refused. Empty: until all callers have left, at most 2. */
  stopGraceSeconds: setting(
    'STOP_GRACE_SECONDS',
    '',
    optional(wholeNumber(0, STOP_GRACE_SECONDS_MAX)),
  ),
  /** 1: also accept keys in the `Authorization` header on every path, for clients that cannot send them otherwise. */
  legacyAuth: setting('LEGACY_AUTH', 0, flag),
  /** Requests in any 60 s with all API keys of an account; as many again with its admin key and console sessions. */
  keyRequestsPerMinute: setting('KEY_REQUESTS_PER_MINUTE', 1200, wholeNumber(0, COUNT_MAX)),
  /** Requests of one visitor with a domain token that has no limit of its own; IPv6 counts by /64. */
  tokenVisitorPerMinute: setting('TOKEN_VISITOR_PER_MINUTE', 60, wholeNumber(0, COUNT_MAX)),
  /** Requests of all visitors of a domain token together. */
  tokenRequestsPerMinute: setting('TOKEN_REQUESTS_PER_MINUTE', 3000, wholeNumber(0, COUNT_MAX)),
  /** Work that requests without a key may cause, for each network; see [Shares of work](#shares-of-work). */
  networkWorkMsPerSecond: setting('NETWORK_WORK_MS_PER_SECOND', 100, wholeNumber(1, COUNT_MAX)),
  /** Addresses or CIDR ranges of proxies whose `X-Forwarded-For` is trusted, separated by commas. */
  trustedProxies: setting('TRUST_PROXY', '', ranges),
  /** A release that lacks more than this percentage of the addresses in use is held back; 0 to 100. */
  releaseLossPercentMax: setting('RELEASE_LOSS_PERCENT_MAX', 5, wholeNumber(0, 100)),
  /** Signs links to invoices; at least 16 characters. Empty: the store keeps one for all nodes. */
  signingSecret: secretSetting('SIGNING_SECRET', secret),
  /** Encrypts secrets that the store must keep, see [Secrets in the store](#secrets-in-the-store). */
  secretsKeys: secretSetting('SECRETS_KEY', secretsKeys),
  brand: {
    /** The name on pages, in mails and, where no seller is named, on invoices. */
    name: setting('BRAND_NAME', OWN_BRAND.name, brandName),
    /** A `.png`, `.jpg` or `.svg` file of at most 256 KiB, for pages; also for mails and invoices unless it is SVG. */
    logo: setting('BRAND_LOGO', '', optional(logo)),
  },
  billing: {
    seller: {
      /** The name on invoices. Empty: `BRAND_NAME`. */
      name: setting('INVOICE_SELLER', '', shortText),
      /** The seller's address, lines separated by a vertical bar (U+007C), at most six. */
      address: setting('INVOICE_SELLER_ADDRESS', '', shortLines),
      /** The seller's tax number, for countries that have none of their own below. */
      taxId: setting('INVOICE_SELLER_TAX_ID', '', shortText),
      /** A note on each invoice and in its mail: when and how to pay. */
      note: setting('INVOICE_NOTE', '', shortText),
      /** Where invoices are paid: a URL that can have `{number}`, `{total}` and `{currency}` in it. Empty: none. */
      paymentUrl: setting('INVOICE_PAYMENT_URL', '', paymentUrl),
    },
    /** Days from the date of an invoice until it is due; 0 to 365. */
    dueDays: setting('INVOICE_DUE_DAYS', 14, wholeNumber(0, 365)),
    /** Days after the due date on which an unpaid invoice is mailed again, such as `3,14`. Empty: never. */
    reminderDays: setting('INVOICE_REMINDER_DAYS', '', reminderDays),
    /** The {taxIdName} on {adjective} invoices. */
    taxIds: ofEach((country) => setting(nameOf('INVOICE_TAX_ID', country), '', shortText)),
    /** {taxName} in percent, up to two decimals, added to the plan's amount. */
    taxBasisPoints: ofEach((country) => setting(nameOf('INVOICE_TAX', country), 0, percentage)),
    /** The currency of {adjective} invoices: any with two decimals. */
    currency: ofEach((country) =>
      setting(nameOf('INVOICE_CURRENCY', country), country.currency, currency),
    ),
  },
  /** Hosts that may receive webhooks over `http`, on any port and at private addresses: `localhost,hooks.lan:8080`. */
  webhookAllow: setting('WEBHOOK_ALLOW', '', hosts),
  /** Deliveries a second from this node to one address; an account may make twice as many. */
  webhookPerSecond: setting('WEBHOOK_PER_SECOND', 50, wholeNumber(1, 10_000)),
  /** `open`: anybody may create a trial account by mail at `/sign-up`. */
  signUp: setting('SIGN_UP', 'off', oneOf(['off', 'open'])),
  /** How people sign in to the consoles in addition to OpenID Connect: `mail`, `key`, both, or `none`. */
  signInWays: setting('SIGN_IN_WAYS', 'mail,key', signInWays),
  openId: {
    /** The issuer of OpenID Connect, `https://…`, see [Single sign-on](#single-sign-on). Empty: none. */
    issuer: setting('OIDC_ISSUER', '', optional(issuerUrl)),
    /** The client ID that the issuer has for this service. */
    clientId: setting('OIDC_CLIENT_ID', '', shortText),
    /** Empty for a public client, which has none. */
    clientSecret: secretSetting('OIDC_CLIENT_SECRET', shortText),
    /** The scopes to ask for. Add what the issuer needs to send groups, often `groups`. */
    scopes: setting('OIDC_SCOPES', 'openid email profile', shortText),
    /** The claim with a person's groups. */
    groupsClaim: setting('OIDC_GROUPS_CLAIM', 'groups', shortText),
    /** The role of each group of operators, `desk=support;ops=administrator`; the first that fits counts. */
    operatorRoles: setting('OIDC_OPERATOR_ROLES', '', groupRoles),
    /** 1: account holders can use it too, if the issuer has verified the e-mail address of their account. */
    isForHolders: setting('OIDC_HOLDERS', 0, flag),
    /** The button says `Sign in with` this. */
    name: setting('OIDC_NAME', 'single sign-on', brandName),
  },
  /** Addresses or CIDR ranges that may use `/operator`, `any` or `none`. A proxy must be in `TRUST_PROXY`. */
  operatorFrom: setting('OPERATOR_FROM', PRIVATE_NETWORKS, (text, name) =>
    text === 'any' ? undefined : rangesOrNone(text, name),
  ),
  /** Addresses or CIDR ranges that may read `/metrics`, or `none`; see [Metrics](#metrics). */
  metricsFrom: setting('METRICS_FROM', PRIVATE_NETWORKS, rangesOrNone),
  /** Requests that may wait at once before some are refused; see [Overload](#overload). */
  inFlightMax: setting('IN_FLIGHT_MAX', LOAD_LIMITS.inFlight, wholeNumber(0, COUNT_MAX)),
  /** How late the event loop may repeatedly be before requests are refused. Raise it on a shared machine. */
  loopDelayMaxMs: setting('LOOP_DELAY_MAX_MS', LOAD_LIMITS.loopDelayMs, wholeNumber(0, 60_000)),
  /** How long data about people is kept, see [privacy](privacy.md). */
  keptDays: {
    /** Days for which an account's requests, and their totals by day, are kept; 1 to 400. */
    requests: setting('KEEP_REQUESTS_DAYS', 90, wholeNumber(1, 400)),
    /** Days for which a mail is kept after it was sent or given up; 7 to 3650. */
    mails: setting('KEEP_MAILS_DAYS', 90, wholeNumber(KEPT_DAYS_MIN, 3650)),
    /** Days for which a finished list and its result are kept; 1 to 90. */
    lists: setting('KEEP_LISTS_DAYS', 7, wholeNumber(1, 90)),
    /** Days for which `track` events, which have IP addresses of visitors, are kept; 1 to 30. */
    track: setting('KEEP_TRACK_DAYS', 8, wholeNumber(1, 30)),
    /** Days for which all other events and their deliveries are kept; 7 to 400. */
    events: setting('KEEP_EVENTS_DAYS', 30, wholeNumber(7, 400)),
    /** Days for which the audit log is kept, 90 to 36500. Empty: for ever. */
    auditLog: setting('KEEP_AUDIT_LOG_DAYS', '', optional(wholeNumber(90, 36_500))),
    /** Days after the end of its plan or trial until an account is erased; 1 to 36500. Empty: only by hand. */
    endedAccounts: setting('KEEP_ENDED_ACCOUNTS_DAYS', '', optional(wholeNumber(1, 36_500))),
  },
  /** Hours after which a sign-in to a console ends; 1 to 720. */
  sessionHours: setting('SESSION_HOURS', 12, wholeNumber(1, 720)),
  /** `debug` (one line a request), `info`, `warn`, `error` or `silent`. */
  logLevel: setting('LOG_LEVEL', 'info', oneOf(LOG_LEVELS)),
  /** 1: create demo accounts; 0: create and use none. Empty: 1 for a data folder without accounts. */
  demo: setting('DEMO', '', optional(flag)),
  /** 1 lets the command `clock` move the time of this service. Never in production. */
  testClock: setting('TEST_CLOCK', 0, flag),
  /** `smtp://user:password@host:587` or `smtps://…`, see [Mail](#mail). Empty: mails are files in `DATA_DIR/outbox`. */
  smtp: secretSetting('SMTP_URL', optional(smtpUrl)),
  /** The sender, `name@example.com` or `Some Name <name@example.com>`; required with `SMTP_URL`. */
  mailFrom: setting('MAIL_FROM', '', optional(sender)),
}

type NamesIn<T> = T extends Setting<infer N, unknown> ? N : NamesIn<T[keyof T]>
type Read<T> =
  T extends Setting<string, infer V> ? V : { readonly [Field in keyof T]: Read<T[Field]> }

export type Values = Partial<Record<NamesIn<typeof TABLE>, string>>

export const SETTINGS = settingsIn(TABLE)

function settingsIn(table: object): Setting<keyof Values, unknown>[] {
  return Object.values(table).flatMap((entry) => ('read' in entry ? [entry] : settingsIn(entry)))
}

function readTable<T extends object>(table: T, values: Readonly<Record<string, string>>): Read<T> {
  const fields = Object.entries(table).map(([field, entry]) => {
    if (!('read' in entry)) return [field, readTable(entry, values)]
    return [field, entry.read(values[entry.name] ?? entry.fallback, entry.name)]
  })
  return Object.fromEntries(fields)
}
