// Where a delivery may go, by its URL. What the name resolves to is checked for each attempt.

import { BlockList, isIP } from 'node:net'
import { networkInterfaces } from 'node:os'

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
  /** The normalized URL, without a fragment. */
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

export function readTarget(text: string, rules: TargetRules) {
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

function hostFault(target: Target, rules: TargetRules) {
  const { host, port, isSecure, isAllowed } = target
  const { ports } = rules
  if (host === '') return fault('The URL has no host.')
  if (isOwn(target, rules)) {
    if (port === rules.ownPort) return fault('The URL must not point to this service.')
    return fault(
      `This is the host of this service. The operator can allow another program on it with WEBHOOK_ALLOW=${host}:${port}.`,
    )
  }
  if (isAllowed) return undefined
  const isPrivate = isIP(host) === 0 ? LOCAL_NAME.test(host) : !isPublicAddress(host)
  if (isPrivate) {
    return fault(
      'The host is a private or local address. The operator can allow it with WEBHOOK_ALLOW.',
    )
  }
  if (!isSecure) return fault('The URL must use https.')
  if (!ports.includes(port)) return fault(`The port must be ${ports.join(' or ')}.`)
  return undefined
}

// A host that was allowed by name may run other programs than the service, on other ports.
function isOwn({ host, port, isAllowed }: Target, { ownHost, ownPort }: TargetRules): boolean {
  if (port === ownPort && (host === 'localhost' || isOwnAddress(host))) return true
  return host === ownHost && (port === ownPort || !isAllowed)
}

function fault(detail: string) {
  return { kind: 'fault', detail } as const
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

// The special-purpose registries of IANA (RFC 6890 and its successors), and one address of a cloud.
const NOT_PUBLIC_V4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8], // this network
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // shared by the customers of a carrier
  ['127.0.0.0', 8], // loopback
  ['168.63.129.16', 32], // the host agent of Azure, which looks public
  ['169.254.0.0', 16], // link-local, metadata of clouds
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // protocol assignments
  ['192.0.2.0', 24], // documentation
  ['192.31.196.0', 24], // AS112
  ['192.52.193.0', 24], // multicast tunnels
  ['192.88.99.0', 24], // 6to4 relays
  ['192.168.0.0', 16], // private
  ['192.175.48.0', 24], // AS112
  ['198.18.0.0', 15], // benchmarks
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, broadcast
]

// Only the global unicast block of IPv6 is public at all. Outside it are loopback, private and link-local addresses,
// multicast, and what holds an IPv4 address: mapped (::ffff:0:0/96) and NAT64 (64:ff9b::/96, 64:ff9b:1::/48).
const PUBLIC_V6: readonly [string, number] = ['2000::', 3]
const NOT_PUBLIC_V6: readonly (readonly [string, number])[] = [
  ['2001::', 23], // protocol assignments: Teredo, ORCHID, benchmarks, multicast tunnels, AS112
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4, which holds an IPv4 address
  ['2620:4f:8000::', 48], // AS112
  ['3fff::', 20], // documentation
]

const notPublic = new BlockList()
for (const [network, bits] of NOT_PUBLIC_V4) notPublic.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of NOT_PUBLIC_V6) notPublic.addSubnet(network, bits, 'ipv6')
const global6 = new BlockList()
global6.addSubnet(...PUBLIC_V6, 'ipv6')

/** False if it is not an IP address. */
export function isPublicAddress(address: string): boolean {
  // A zone, as in fe80::1%eth0, names a link of this machine.
  if (address.includes('%')) return false
  const version = isIP(address)
  if (version === 4) return !notPublic.check(address, 'ipv4')
  if (version === 6) return global6.check(address, 'ipv6') && !notPublic.check(address, 'ipv6')
  return false
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('0.0.0.0', 'ipv4')
loopback.addAddress('::1', 'ipv6')
loopback.addAddress('::', 'ipv6')

/** Whether it is this machine. */
export function isOwnAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 0) return false
  if (loopback.check(address, version === 4 ? 'ipv4' : 'ipv6')) return true
  return Object.values(networkInterfaces()).some((each) =>
    each?.some((one) => one.address === address),
  )
}
