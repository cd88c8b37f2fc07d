// Loads the Redis client where there is a Redis: it makes all strings of the process slow, until that is undone.

import type { Redis, RedisOptions } from 'ioredis'

/**
 * ioredis derives a class from String. From then on V8 takes the methods of all strings for changeable and looks each
 * of them up, which makes `charCodeAt` five times slower, and a search by a quarter. A deployment without Redis does
 * not load it. Where it is loaded, a method that is read a few times of a String object makes V8 trust them again.
 */
export async function newRedis(
  url: string,
  options: Omit<RedisOptions, 'replyMapping'>,
): Promise<Redis> {
  const { Redis: Client } = await import('ioredis')
  for (let nth = 0; nth < READS; nth += 1) methodOf(Object(''))
  return new Client(url, options)
}

/** V8 takes no notice of the first ones. */
const READS = 100

function methodOf(text: string): unknown {
  return text.charCodeAt
}
