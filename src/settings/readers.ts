// How the text of a setting is read: into its value, or refused with one sentence that names the setting.

import { readFileSync, statSync } from 'node:fs'
import { extname, resolve } from 'node:path'
import { proxyRange } from '../access/visitor.ts'
import { emailFault } from '../account/email.ts'
import { ROLES, type Role } from '../account/operators/operators.ts'
import { isCurrency } from '../billing/invoices/money.ts'
import { LOGO_TYPES, type Logo } from '../lib/brand/brand.ts'
import { OperatorError } from '../lib/operator-error.ts'
import type { Sender } from '../mail/message.ts'
import { parseSmtpUrl } from '../mail/smtp.ts'
import { parseRedisUrl, REDIS_URL_FORMS } from '../rate-limits/redis-client.ts'
import { isDatabaseUrl } from '../store/postgres/postgres-hosts.ts'
import { KEY_BYTES } from '../store/sealed-secrets.ts'
import { allowedHost } from '../webhooks/sending/target.ts'

export class ConfigError extends OperatorError {
  override readonly name = 'ConfigError'
}

/** The text is empty where the setting is not set and has no default. */
export type Reader<T> = (text: string, name: string) => T

type Parse<T> = (text: string) => T | undefined

/** `must` completes the sentence that begins with the name. `parse` answers undefined for a text it refuses. */
function parsed<T>(parse: Parse<T>, must: string, isQuoted = true): Reader<T> {
  return (text, name) => {
    const value = parse(text)
    if (value !== undefined) return value
    throw new ConfigError(`${name} must ${must}${isQuoted ? `, not "${text}"` : ''}.`)
  }
}

/** The same for a text that is secret or long: the sentence does not repeat it. */
function unquoted<T>(parse: Parse<T>, must: string): Reader<T> {
  return parsed(parse, must, false)
}

export function optional<T>(read: Reader<T>): Reader<T | undefined> {
  return (text, name) => (text === '' ? undefined : read(text, name))
}

export const anyText: Reader<string> = (text) => text

export const path: Reader<string> = (text) => resolve(text)

export function wholeNumber(min: number, max: number): Reader<number> {
  const parse = (text: string) => {
    const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
    return number >= min && number <= max ? number : undefined
  }
  return parsed(parse, `be a whole number from ${min} to ${max}`)
}

const FLAGS = new Map(Object.entries({ 1: true, true: true, 0: false, false: false }))
export const flag = parsed((text) => FLAGS.get(text.toLowerCase()), 'be 1 or 0')

export function oneOf<const T extends string>(allowed: readonly T[]): Reader<T> {
  const parse = (text: string) => allowed.find((option) => option === text.toLowerCase())
  return parsed(parse, `be one of ${allowed.join(', ')}`)
}

function listOf<T>(parse: Parse<T>, kind: string): Reader<readonly T[]> {
  return (list, name) =>
    list
      .split(',')
      .filter((text) => text.trim() !== '')
      .map((text) => {
        const value = parse(text)
        if (value !== undefined) return value
        throw new ConfigError(`${name} has "${text.trim()}", which is not ${kind}.`)
      })
}

export const ranges = listOf(proxyRange, 'an address or CIDR range')

export const rangesOrNone: typeof ranges = (text, name) =>
  text === 'none' ? [] : ranges(text, name)

export const hosts = listOf(allowedHost, 'a host or host:port')

const withoutEndSlash = (text: string) => text.replace(/\/+$/, '')

export const webUrl = unquoted(
  (text) => (/^https?:/i.test(text) && URL.canParse(text) ? withoutEndSlash(text) : undefined),
  'be a URL that begins with http://… or https://…',
)

/** With `{number}`, `{total}` and `{currency}` where the payment page wants them. */
export const paymentUrl = unquoted(
  (text) => (text === '' || (/^https:/i.test(text) && URL.canParse(text)) ? text : undefined),
  'be a URL that begins with https://…',
)

const REMINDERS_MAX = 5
export const reminderDays = parsed((text) => {
  const days = text === '' ? [] : text.split(',').map((each) => Number(each.trim() || Number.NaN))
  const isRising = days.every((day, at) => day > (days[at - 1] ?? 0) && Number.isInteger(day))
  return isRising && days.length <= REMINDERS_MAX && (days.at(-1) ?? 0) < 100 ? days : undefined
}, `be at most ${REMINDERS_MAX} increasing numbers of days below 100, such as 3,14`)

export const databaseUrl = unquoted(
  // It may name several hosts, so it is not always what the platform calls a URL.
  (text) => (text === '' || isDatabaseUrl(text) ? withoutEndSlash(text) : undefined),
  'be a URL that begins with postgres://… or postgresql://…',
)

export const redisUrl = unquoted(
  (text) => (text === '' || parseRedisUrl(text) ? withoutEndSlash(text) : undefined),
  `be ${REDIS_URL_FORMS}`,
)

export const smtpUrl = unquoted(
  parseSmtpUrl,
  'have the form smtp://user:password@host:587 or smtps://user:password@host:465, ' +
    'with special characters in user and password as %XX',
)

const LOOPBACK_URL = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|\/|$)/i
/** Kept as written: the issuer calls itself the same, to the last slash. */
export const issuerUrl = unquoted(
  (text) => (URL.canParse(text) && isSafeUrl(text) ? text : undefined),
  'be a URL that begins with https://…, or with http:// on this machine',
)

function isSafeUrl(text: string): boolean {
  return /^https:/i.test(text) || LOOPBACK_URL.test(text)
}

const GROUPS_MAX = 100
/** `group=role;group=role`; the name of a group may have commas and equals signs in it. */
export const groupRoles = unquoted(
  (text) => {
    const pairs = text
      .split(';')
      .filter((pair) => pair.trim() !== '')
      .map((pair): readonly [string, Role | undefined] => {
        const at = pair.lastIndexOf('=')
        const name = pair.slice(at + 1).trim()
        return [pair.slice(0, Math.max(at, 0)).trim(), ROLES.find((role) => role === name)]
      })
    const known = pairs.flatMap(([group, role]) =>
      group === '' || role === undefined ? [] : [[group, role] as const],
    )
    return known.length === pairs.length && known.length <= GROUPS_MAX ? known : undefined
  },
  `be at most ${GROUPS_MAX} pairs like group=role, separated by semicolons; the roles are ${ROLES.join(', ')}`,
)

const SIGN_IN_WAYS = ['mail', 'key'] as const
export const signInWays = parsed(
  (text) => {
    if (text === 'none') return []
    const ways = text.split(',').map((part) => part.trim())
    const known = SIGN_IN_WAYS.filter((way) => ways.includes(way))
    return known.length === ways.length ? known : undefined
  },
  `be ${SIGN_IN_WAYS.join(', ')}, both separated by a comma, or none`,
)

const SECRET_LENGTH_MIN = 16
export const secret = unquoted(
  (text) => (text === '' || text.length >= SECRET_LENGTH_MIN ? text : undefined),
  `have at least ${SECRET_LENGTH_MIN} characters`,
)

const SECRETS_KEYS_MAX = 5
/** The current one first. */
export const secretsKeys = unquoted((text) => {
  const parts = text === '' ? [] : text.split(',').map((part) => part.trim())
  const keys = parts.map((part) =>
    Buffer.from(part, /^[0-9a-f]{64}$/i.test(part) ? 'hex' : 'base64'),
  )
  const areKeys =
    keys.length <= SECRETS_KEYS_MAX && keys.every(({ length }) => length === KEY_BYTES)
  return areKeys ? keys.map((key) => new Uint8Array(key)) : undefined
}, `be one to ${SECRETS_KEYS_MAX} keys of ${KEY_BYTES} bytes, as base64 or hex, separated by commas`)

const SECRET_BYTES_MAX = 64 * 1024
/** The content of a file, without the line end that editors add. */
export function secretFile(path: string, name: string): string {
  const text = readSmall(path, name, SECRET_BYTES_MAX).toString('utf8').trim()
  if (text === '') throw new ConfigError(`${name} names an empty file: "${path}".`)
  return text
}

const TEXT_LENGTH_MAX = 500
export const shortText = unquoted(
  (text) => (text.length <= TEXT_LENGTH_MAX ? text : undefined),
  `have at most ${TEXT_LENGTH_MAX} characters`,
)

const LINES_MAX = 6
const fewLines = unquoted((text) => {
  const lines = text.split('|').map((line) => line.trim())
  const written = lines.filter((line) => line !== '')
  return written.length <= LINES_MAX ? written : undefined
}, `have at most ${LINES_MAX} lines, separated by "|"`)
export const shortLines: typeof fewLines = (text, name) => fewLines(shortText(text, name), name)

/** In hundredths of a percent. */
export const percentage = parsed((text) => {
  const number = /^\d{1,3}(\.\d{1,2})?$/.test(text) ? Number(text) : Number.NaN
  return number <= 100 ? Math.round(number * 100) : undefined
}, 'be a percentage from 0 to 100')

export const currency = parsed(
  (text) => (isCurrency(text.toUpperCase()) ? text.toUpperCase() : undefined),
  'be a currency with two decimals, such as GBP',
)

const SENDER_NAME_LENGTH_MAX = 100
/** The name is empty where only an address was given. */
export const sender = parsed((text): Sender | undefined => {
  const [, name = '', inBrackets] = /^([^<>"]*)<([^<>]*)>$/.exec(text) ?? []
  const address = inBrackets ?? text
  if (emailFault(address) !== undefined || /\p{Cc}/u.test(name)) return undefined
  return name.length > SENDER_NAME_LENGTH_MAX ? undefined : { name: name.trim(), address }
}, 'be like name@example.com or Some Name <name@example.com>')

const BRAND_NAME_LENGTH_MAX = 60
export const brandName = unquoted((text) => {
  const name = text.trim()
  const isPlain = name.length <= BRAND_NAME_LENGTH_MAX && /^[^\p{Cc}\p{Co}<>"]+$/u.test(name)
  return isPlain ? name : undefined
}, `have 1 to ${BRAND_NAME_LENGTH_MAX} characters, without <, > and quotation marks`)

const LOGO_BYTES_MAX = 256 * 1024
export function logo(path: string, name: string): Logo {
  const contentType = LOGO_TYPES[extname(path).toLowerCase() as keyof typeof LOGO_TYPES]
  if (contentType === undefined) {
    throw new ConfigError(`${name} must be a .png, .jpg or .svg file, not "${path}".`)
  }
  return { contentType, content: readSmall(path, name, LOGO_BYTES_MAX) }
}

function readSmall(path: string, name: string, bytesMax: number): Buffer {
  try {
    if (statSync(resolve(path)).size <= bytesMax) return readFileSync(resolve(path))
  } catch {
    throw new ConfigError(`${name} names a file that cannot be read: "${path}".`)
  }
  throw new ConfigError(`${name} must have at most ${bytesMax / 1024} KiB: "${path}".`)
}
