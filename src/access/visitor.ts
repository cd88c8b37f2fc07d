// The address a request comes from, through trusted proxies, and the network it counts against.

import { BlockList, isIP } from 'node:net'
import { header, type Request } from '../http/message.ts'
import type { Trace } from '../webhooks/bodies.ts'

/** A list of networks, such as the proxies that are believed: `TRUST_PROXY=10.0.0.0/8,192.0.2.7`. */
export class TrustedProxies {
  readonly #list = new BlockList()
  readonly #isEmpty: boolean

  /** The ranges have been checked by `proxyRange`. */
  constructor(ranges: readonly ProxyRange[]) {
    this.#isEmpty = ranges.length === 0
    for (const { address, bits, family } of ranges) this.#list.addSubnet(address, bits, family)
  }

  /** The nearest hop that is not a trusted proxy: whatever is written before it may be a lie. */
  visitorOf(request: Pick<Request, 'remoteAddress' | 'headers'>): string {
    let visitor = plainAddress(request.remoteAddress)
    const forwardedFor = header(request, 'x-forwarded-for')
    if (this.#isEmpty || forwardedFor === undefined) return visitor
    const hops = forwardedFor.split(',').map((hop) => plainAddress(hop.trim()))
    while (hops.length > 0 && this.includes(visitor)) {
      const hop = hops.pop() ?? ''
      if (isIP(hop) === 0) return visitor
      visitor = hop
    }
    return visitor
  }

  networkOf(request: Request): string {
    return networkOf(this.visitorOf(request))
  }

  includes(address: string): boolean {
    const plain = plainAddress(address)
    const family = isIP(plain)
    return family !== 0 && this.#list.check(plain, family === 4 ? 'ipv4' : 'ipv6')
  }
}

export class OperatorPlaces {
  readonly #places: TrustedProxies | undefined
  readonly #proxies: TrustedProxies

  /** Without ranges they may come from anywhere. */
  constructor(ranges: readonly ProxyRange[] | undefined, proxies: TrustedProxies) {
    this.#places = ranges && new TrustedProxies(ranges)
    this.#proxies = proxies
  }

  /** Requests through an unknown proxy could come from anywhere and are refused. */
  include(request: Request): boolean {
    if (this.#places === undefined) return true
    const isForwarded = FORWARDING.some((name) => request.headers[name] !== undefined)
    if (isForwarded && !this.#proxies.includes(request.remoteAddress)) return false
    return this.#places.includes(this.#proxies.visitorOf(request))
  }
}

export const FORWARDING = [
  'x-forwarded-for',
  'x-forwarded-host',
  'x-real-ip',
  'forwarded',
  'via',
] as const

interface ProxyRange {
  readonly address: string
  readonly bits: number
  readonly family: 'ipv4' | 'ipv6'
}

/** Undefined when the text is neither an address nor a CIDR range. */
export function proxyRange(text: string): ProxyRange | undefined {
  const [address = '', length, ...rest] = text.trim().split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return undefined
  const most = version === 4 ? 32 : 128
  const bits = length === undefined ? most : Number(length)
  if (length === '' || !Number.isInteger(bits) || bits < 0 || bits > most) return undefined
  return { address, bits, family: version === 4 ? 'ipv4' : 'ipv6' }
}

const PLAIN_IPV4 = /^\d+(?:\.\d+){3}$/

// A dual-stack socket writes IPv4 callers as ::ffff:192.0.2.1; proxies may add a port or brackets.
function plainAddress(text: string): string {
  if (PLAIN_IPV4.test(text)) return text
  const bare = text
    .replace(/^\[([^\]]+)\](?::\d+)?$/, '$1')
    .replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')
  const mapped = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(bare)?.[1]
  return mapped ?? bare.replace(/%.*/s, '')
}

/** IPv6 visitors count by their /64: one who has one address of it has all of them. */
export function visitorKey(address: string): string {
  return isIP(address) === 6 ? ipv6Prefix(address, 64) : address
}

/** What an anonymous request counts against: an IPv4 address, or the /56 of an IPv6 household. */
export function networkOf(address: string): string {
  const plain = plainAddress(address)
  return isIP(plain) === 6 ? ipv6Prefix(plain, 56) : plain
}

/** The first `bits` of an address, at most 64, in groups of 16. */
function ipv6Prefix(address: string, bits: number): string {
  const [head = '', tail] = address.split('::')
  const front = head === '' ? [] : head.split(':')
  const back = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - front.length - back.length)
  const groups = [...front, ...Array<string>(zeros).fill('0'), ...back]
  return groups
    .slice(0, 4)
    .map((group, at) => {
      const unused = Math.max(0, (at + 1) * 16 - bits)
      return ((Number.parseInt(group, 16) >>> unused) << unused).toString(16)
    })
    .join(':')
}

const REFERER_CHARACTERS_MAX = 1000

/** What a `track` event contains: the caller, the page, and the postcode of the answer. */
export function traceOf(ipAddress: string, referer: string | undefined, answer: unknown): Trace {
  return [ipAddress, postcodeOf(answer), referer === undefined ? '' : plainReferer(referer)]
}

/** Empty unless the answer has exactly one postcode. */
function postcodeOf(answer: unknown): string {
  if (typeof answer !== 'object' || answer === null) return ''
  if ('postcode' in answer) return typeof answer.postcode === 'string' ? answer.postcode : ''
  // Validate of Variant B wraps its address.
  return 'address' in answer ? postcodeOf(answer.address) : ''
}

/** Without user name, query and fragment: any of them may hold a secret. */
export function plainReferer(text: string): string {
  if (!URL.canParse(text)) return ''
  const { protocol, origin, pathname } = new URL(text)
  if (protocol !== 'https:' && protocol !== 'http:') return ''
  const page = origin + pathname
  return page.length <= REFERER_CHARACTERS_MAX ? page : origin.slice(0, REFERER_CHARACTERS_MAX)
}
