// What REDIS_URL names, and a client for it: of one server, of those that Sentinel watches over, or of a cluster.

import type { Cluster, Redis, RedisOptions } from 'ioredis'

interface ClientOptions {
  readonly connectTimeout: number
  readonly retryStrategy: (times: number) => number
}

/**
 * One that is not connected yet and keeps no command for later: what cannot be sent at once fails. That of one server
 * or of Sentinel connects again by itself, that of a cluster does not.
 *
 * ioredis derives a class from String. From then on V8 assumes that string methods may change, and looks each
 * of them up, which makes `charCodeAt` five times slower, and a search by a quarter. A deployment without Redis does
 * not load it. Where it is loaded, a method that is read a few times of a String object makes V8 trust them again.
 */
export async function newRedis(url: string, options: ClientOptions): Promise<Redis | Cluster> {
  const place = parseRedisUrl(url)
  if (place === undefined) throw new Error('The URL of Redis is malformed.')
  const ioredis = await import('ioredis')
  for (let nth = 0; nth < READS; nth += 1) methodOf(Object(''))
  if (place.kind === 'cluster') return newCluster(ioredis.Cluster, place, options)
  const single = { ...EACH, ...options, enableOfflineQueue: false }
  if (place.kind === 'server') return new ioredis.Redis(place.url, single)
  const { masterName: name, isTls } = place
  return new ioredis.Redis({
    ...single,
    ...credentialsOf(place),
    name,
    sentinels: [...place.hosts],
    // Without it the client would end for good after one round over the sentinels.
    sentinelRetryStrategy: options.retryStrategy,
    sentinelCommandTimeout: options.connectTimeout,
    ...(isTls && { enableTLSForSentinelMode: true, sentinelTLS: {} }),
  })
}

const EACH = {
  lazyConnect: true,
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
  enableReadyCheck: false,
  disableClientInfo: true,
} as const satisfies RedisOptions

/** A command follows slots that have moved; a failure is for the caller, who has no time for another attempt. */
const REDIRECTIONS_MAX = 4

function newCluster(
  Client: typeof Cluster,
  place: RedisPlace & { readonly kind: 'cluster' },
  { connectTimeout }: ClientOptions,
): Cluster {
  return new Client([...place.hosts], {
    lazyConnect: true,
    enableOfflineQueue: false,
    enableReadyCheck: false,
    maxRedirections: REDIRECTIONS_MAX,
    retryDelayOnFailover: 0,
    retryDelayOnClusterDown: 0,
    slotsRefreshTimeout: connectTimeout,
    // It may stand still half-way: the user of this client makes a new one.
    clusterRetryStrategy: () => null,
    // A certificate is for the name of a host: it is not replaced by an address.
    dnsLookup: (host, callback) => callback(null, host),
    redisOptions: { ...EACH, ...credentialsOf(place), connectTimeout },
  })
}

function credentialsOf({
  username,
  password,
  isTls,
}: RedisPlace & { kind: 'sentinel' | 'cluster' }) {
  return {
    ...(username !== '' && { username }),
    ...(password !== '' && { password }),
    ...(isTls && { tls: {} }),
  }
}

/** V8 takes no notice of the first ones. */
const READS = 100

function methodOf(text: string): unknown {
  return text.charCodeAt
}

interface HostPort {
  readonly host: string
  readonly port: number
}

interface SeveralHosts {
  readonly hosts: readonly HostPort[]
  readonly username: string
  readonly password: string
  readonly isTls: boolean
}

type RedisPlace =
  | { readonly kind: 'server'; readonly url: string }
  | (SeveralHosts & { readonly kind: 'sentinel'; readonly masterName: string })
  | (SeveralHosts & { readonly kind: 'cluster' })

export const REDIS_URL_FORMS =
  'a URL that begins with redis://… or rediss://…, ' +
  'or have the form redis+sentinel://:password@host:port,host:port/name-of-master ' +
  'or redis+cluster://:password@host:port,host:port, with special characters as %XX'

const HOSTS_MAX = 20
const SERVER = /^rediss?:\/\//i
const SEVERAL =
  /^(redis|rediss)\+(sentinel|cluster):\/\/(?:([^@/?#:]*)(?::([^@/?#]*))?@)?([^@/?#]+)\/?([^@/?#]*)$/i

/** Undefined when it has none of the forms. */
export function parseRedisUrl(text: string): RedisPlace | undefined {
  if (SERVER.test(text)) return URL.canParse(text) ? { kind: 'server', url: text } : undefined
  const [whole, scheme = '', kind = '', ...rest] = SEVERAL.exec(text) ?? []
  if (whole === undefined) return undefined
  const [user = '', secret = '', hostsText = '', name = ''] = rest
  const isSentinel = kind.toLowerCase() === 'sentinel'
  const hosts = parseHosts(hostsText, isSentinel ? 26_379 : 6379)
  const [username, password, masterName] = [user, secret, name].map(decoded)
  if (hosts === undefined || username === undefined) return undefined
  if (password === undefined || masterName === undefined) return undefined
  const several = { hosts, username, password, isTls: scheme.toLowerCase() === 'rediss' }
  if (isSentinel)
    return masterName === '' ? undefined : { kind: 'sentinel', masterName, ...several }
  return masterName === '' ? { kind: 'cluster', ...several } : undefined
}

function parseHosts(text: string, defaultPort: number): HostPort[] | undefined {
  const urls = text.split(',').map((host) => `redis://${host.trim()}`)
  if (urls.length > HOSTS_MAX || !urls.every((url) => URL.canParse(url))) return undefined
  const hosts = urls.map((url) => {
    const { hostname, port } = new URL(url)
    // An IPv6 address stands in brackets.
    return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || defaultPort) }
  })
  return hosts.every(({ host, port }) => host !== '' && port > 0) ? hosts : undefined
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch (error) {
    if (error instanceof URIError) return undefined
    throw error
  }
}
