// The settings, and the only place that reads the environment. A wrong one stops the start with one sentence.

import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { type ProxyRange, proxyRange } from './access/visitor.ts'
import { LOG_LEVELS, type LogLevel } from './lib/log.ts'
import { errorCode, OperatorError } from './lib/operator-error.ts'
import { LOAD_LIMITS } from './overload.ts'

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
  /** Also takes keys from `Authorization`, for clients that send nothing else. */
  readonly legacyAuth: boolean
  /** Proxies whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly ProxyRange[]
  /** Whom `/metrics` answers, when they ask directly. */
  readonly metricsFrom: readonly ProxyRange[]
  /** Requests that may wait at once before some are refused. */
  readonly inFlightMax: number
  readonly keyRequestsPerMinute: number
  readonly tokenVisitorPerMinute: number
  readonly tokenRequestsPerMinute: number
  readonly logLevel: LogLevel
  /** Undefined: demo accounts when the data folder is new. */
  readonly demo: boolean | undefined
  /** Lets the command `clock` move the time of the service. */
  readonly testClock: boolean
}

/** A setting that keeps the service from starting. */
export class ConfigError extends OperatorError {
  override readonly name = 'ConfigError'
}

const SETTINGS = [
  'PORT',
  'HOST',
  'DATA_DIR',
  'BASE_URL',
  'DOCS_URL',
  'DATABASE_URL',
  'REDIS_URL',
  'LEGACY_AUTH',
  'TRUST_PROXY',
  'METRICS_FROM',
  'IN_FLIGHT_MAX',
  'KEY_REQUESTS_PER_MINUTE',
  'TOKEN_VISITOR_PER_MINUTE',
  'TOKEN_REQUESTS_PER_MINUTE',
  'LOG_LEVEL',
  'DEMO',
  'TEST_CLOCK',
] as const

type Setting = (typeof SETTINGS)[number]
type Values = Partial<Record<Setting, string>>

/** The environment wins over the `.env` file of the working directory. */
export function loadConfig(): Config {
  return readConfig({ ...readEnvFile(resolve('.env')), ...fromEnvironment(process.env) })
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
    databaseUrl: url(values, 'DATABASE_URL', ['postgres:', 'postgresql:']) ?? '',
    redisUrl: url(values, 'REDIS_URL', ['redis:', 'rediss:']) ?? '',
    legacyAuth: flag(values, 'LEGACY_AUTH') ?? false,
    trustedProxies: ranges(values, 'TRUST_PROXY', ''),
    metricsFrom: values.METRICS_FROM === 'none' ? [] : ranges(values, 'METRICS_FROM', PRIVATE),
    inFlightMax: wholeNumber(values, 'IN_FLIGHT_MAX', LOAD_LIMITS.inFlight, COUNT_MAX),
    keyRequestsPerMinute: wholeNumber(values, 'KEY_REQUESTS_PER_MINUTE', 1200, COUNT_MAX),
    tokenVisitorPerMinute: wholeNumber(values, 'TOKEN_VISITOR_PER_MINUTE', 60, COUNT_MAX),
    tokenRequestsPerMinute: wholeNumber(values, 'TOKEN_REQUESTS_PER_MINUTE', 3000, COUNT_MAX),
    logLevel: oneOf(values, 'LOG_LEVEL', LOG_LEVELS) ?? 'info',
    demo: flag(values, 'DEMO'),
    testClock: flag(values, 'TEST_CLOCK') ?? false,
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

/** This machine and the networks that are routed nowhere. */
const PRIVATE = '127.0.0.0/8,::1,10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,fc00::/7'

function ranges(values: Values, name: Setting, fallback: string): ProxyRange[] {
  const texts = (values[name] ?? fallback).split(',').filter((text) => text.trim() !== '')
  return texts.map((text) => {
    const range = proxyRange(text)
    if (range !== undefined) return range
    throw new ConfigError(`${name} has "${text.trim()}", which is no address or CIDR range.`)
  })
}

function wholeNumber(values: Values, name: Setting, fallback: number, max: number): number {
  const text = values[name]
  if (text === undefined) return fallback
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (number >= 0 && number <= max) return number
  throw new ConfigError(`${name} must be a whole number from 0 to ${max}, not "${text}".`)
}

function flag(values: Values, name: Setting): boolean | undefined {
  const text = values[name]?.toLowerCase()
  if (text === undefined) return undefined
  if (text === '1' || text === 'true') return true
  if (text === '0' || text === 'false') return false
  throw new ConfigError(`${name} must be 1 or 0, not "${text}".`)
}

function oneOf<T extends string>(
  values: Values,
  name: Setting,
  allowed: readonly T[],
): T | undefined {
  const text = values[name]?.toLowerCase()
  if (text === undefined) return undefined
  const found = allowed.find((option) => option === text)
  if (found !== undefined) return found
  throw new ConfigError(`${name} must be one of ${allowed.join(', ')}, not "${text}".`)
}

// The URL of a store holds a password, so the sentence never repeats the value.
function url(values: Values, name: Setting, protocols: readonly string[]): string | undefined {
  const text = values[name]
  if (text === undefined) return undefined
  if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol)) {
    const wanted = protocols.map((protocol) => `${protocol}//…`).join(' or ')
    throw new ConfigError(`${name} must be a URL that begins with ${wanted}.`)
  }
  return text.replace(/\/+$/, '')
}
