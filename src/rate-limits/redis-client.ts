// Loads the Redis client where there is a Redis: it makes all strings of the process slow, until that is undone.

import type { Cluster, Redis, RedisOptions } from 'ioredis'
import { parseRedisUrl, type RedisPlace } from './redis-url.ts'

interface ClientOptions {
  readonly connectTimeout: number
  readonly retryStrategy: (times: number) => number
}

/**
 * One that is not connected yet and keeps no command for later: what cannot be sent at once fails. That of one server
 * or of Sentinel connects again by itself, that of a cluster does not.
 *
 * ioredis derives a class from String. From then on V8 takes the methods of all strings for changeable and looks each
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
