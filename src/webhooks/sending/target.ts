// Where a delivery may go, by its URL. What the name resolves to is checked at each attempt.

import { isIP } from 'node:net'
import { isOwnAddress, isPublicAddress } from './public-address.ts'

export const URL_CHARACTERS_MAX = 2048
export const WEBHOOK_PORTS: readonly number[] = [443, 8443]

/** Names that never leave a machine or a local network. */
const LOCAL_NAME = /(^|\.)(localhost|local|localdomain|internal|home\.arpa|lan|intranet)$/

export interface TargetRules {
  readonly ports: readonly number[]
  /** Hosts that the operator allows: with `http`, other ports and private addresses. */
  readonly allowed: readonly AllowedHost[]
  /** The service itself, which must not receive its own events. */
  readonly ownHost: string
  readonly ownPort: number
}

interface AllowedHost {
  readonly host: string
  /** Undefined: any. */
  readonly port: number | undefined
}

export interface Target {
  readonly kind: 'target'
  /** The URL in its one form, without a fragment. */
  readonly href: string
  readonly isSecure: boolean
  /** Without brackets and final dot. */
  readonly host: string
  readonly port: number
  /** As the `Host` header has it. */
  readonly authority: string
  /** Path and query. */
  readonly path: string
  /** Allowed by the operator, whatever it resolves to. */
  readonly isAllowed: boolean
}

interface TargetFault {
  readonly kind: 'fault'
  readonly detail: string
}

export function readTarget(text: string, rules: TargetRules): Target | TargetFault {
  if (text.length > URL_CHARACTERS_MAX) {
    return fault(`The URL must be at most ${URL_CHARACTERS_MAX} characters.`)
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the parser would take them out without a word.
  if (/[\u0000-\u0020\u007f]/.test(text)) return fault('Remove spaces and control characters.')
  if (!URL.canParse(text)) return fault('Enter a full URL, such as https://example.com/hooks.')
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return fault('The URL must use https.')
  if (url.username !== '' || url.password !== '') return fault('Remove the user name and password.')
  url.hash = ''
  const isSecure = url.protocol === 'https:'
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
  const port = url.port === '' ? (isSecure ? 443 : 80) : Number(url.port)
  const isAllowed = rules.allowed.some((one) => one.host === host && (one.port ?? port) === port)
  const target: Target = {
    kind: 'target',
    href: url.href,
    isSecure,
    host,
    port,
    authority: url.host,
    path: url.pathname + url.search,
    isAllowed,
  }
  return hostFault(target, rules) ?? target
}

function hostFault(target: Target, rules: TargetRules): TargetFault | undefined {
  const { host, port, isSecure, isAllowed } = target
  const { ports } = rules
  if (host === '') return fault('The URL has no host.')
  if (isOwn(target, rules)) return fault('The URL must not point to this service.')
  if (isAllowed) return undefined
  if (!isSecure) return fault('The URL must use https.')
  if (!ports.includes(port)) return fault(`The port must be ${ports.join(' or ')}.`)
  const isPrivate = isIP(host) === 0 ? LOCAL_NAME.test(host) : !isPublicAddress(host)
  return isPrivate
    ? fault('The host is a private or local address. The operator can allow it with WEBHOOK_ALLOW.')
    : undefined
}

// A host that was allowed by name may run other things beside the service, at other ports.
function isOwn({ host, port, isAllowed }: Target, { ownHost, ownPort }: TargetRules): boolean {
  if (port === ownPort && (host === 'localhost' || isOwnAddress(host))) return true
  return host === ownHost && (port === ownPort || !isAllowed)
}

function fault(detail: string): TargetFault {
  return { kind: 'fault', detail }
}

/** `localhost`, `hooks.lan:8080`, `10.1.2.3` or `[::1]:9000`. Undefined when it is none of these. */
export function allowedHost(text: string): AllowedHost | undefined {
  const trimmed = text.trim()
  if (trimmed === '' || /[/?#@\s]/.test(trimmed)) return undefined
  const bare = isIP(trimmed) === 6 ? `[${trimmed}]` : trimmed
  if (!URL.canParse(`x://${bare}`) || !URL.canParse(`https://${bare}`)) return undefined
  // A scheme without a port of its own keeps whatever port was written.
  const { port } = new URL(`x://${bare}`)
  const host = new URL(`https://${bare}`).hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
  return { host, port: port === '' ? undefined : Number(port) }
}
