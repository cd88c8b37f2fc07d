// Rate limits that all nodes share, in Redis or Valkey; without it each node continues alone, within its share.

import { randomUUID } from 'node:crypto'
import type { Cluster, Redis } from 'ioredis'
import { BoundedMap } from '../lib/bounded-map.ts'
import { elementAt } from '../lib/element-at.ts'
import { Periodic } from '../lib/periodic.ts'
import {
  type Admission,
  admissionOf,
  type Counters,
  type CountersMode,
  type Window,
} from './counters.ts'
import { keyedHash } from './keyed-hash.ts'
import { MemoryCounters } from './memory-counters.ts'
import { newRedis } from './redis-client.ts'
import { ADMIT_SCRIPT, BORROWED } from './redis-script.ts'

/** A server that is slower than this is as good as away: a request must not wait for its limits. */
export const REDIS_TIMEOUT_MS = 50
/** How often a node looks whether the server is there, whether or not it is asked anything. */
const PROBE_MS = 1000
const CONNECT_MS = 500
const CONNECTING = {
  connectTimeout: CONNECT_MS,
  retryStrategy: (times: number) => Math.min(50 * times, PROBE_MS),
}
const PREFIX = 'doorplate:rate:'
const BORROWED_MAX = 200_000
const UNLIMITED = 2 ** 32
/** An account's keys are in one of these slots: enough to spread over the masters, few enough to probe them all. */
const CLUSTER_TAGS = Array.from({ length: 64 }, (_, at) => `{${at}}:`)

/** How many nodes there are, and which of them this is, from 0. */
export interface NodePlace {
  readonly count: number
  readonly order: number
}

interface RedisCountersParts {
  readonly url: string
  readonly monotonicMs: () => number
  /** By how much a test clock is ahead of the server's time; zero otherwise. */
  readonly aheadMs: () => number
  /** Among the nodes that may have admitted requests within so many milliseconds. */
  readonly placeWithin: (ms: number) => NodePlace
  /** Called once for each change; the reason of going on alone has no password in it. */
  readonly onMode: (mode: CountersMode, reason?: string) => void
  readonly timeoutMs?: number
  readonly probeMs?: number
}

/**
 * While the server is there it decides, and this node counts along what it has admitted itself. From when the server is
 * lost, or has lost its counts, until a window after it is found again, a node also keeps within its share of a limit.
 * The shares add up to the limit, so no window holds more than that, whatever the server remembers.
 *
 * This presumes that nobody had used more than a share. A node that does so while the server is there says it to all
 * others, through the server; in the window in which the server is lost these admit nothing for such a key.
 */
export class RedisCounters implements Counters {
  readonly #parts: RedisCountersParts
  #redis: Server
  readonly #id = randomUUID()
  /** What this node has admitted, with the server or without. */
  readonly #own: MemoryCounters
  readonly #probes: Periodic
  /** What keys begin with after the prefix, so that those of one request share a slot. */
  readonly #tags: readonly string[]
  #mode: CountersMode = 'shared'
  readonly #epochs = new Map<string, string>()
  #lostAtMs = Number.NEGATIVE_INFINITY
  #foundAtMs = Number.NEGATIVE_INFINITY
  /** When this node sent or received the message that a key has exceeded its share. */
  readonly #announcedAtMs = new BoundedMap<string, number>(BORROWED_MAX)
  readonly #heardAtMs = new BoundedMap<string, number>(BORROWED_MAX)

  private constructor(parts: RedisCountersParts, redis: Redis | Cluster) {
    this.#parts = parts
    this.#own = new MemoryCounters(parts.monotonicMs)
    this.#tags = redis.isCluster ? CLUSTER_TAGS : ['']
    this.#redis = this.#prepared(redis)
    const { probeMs: everyMs = PROBE_MS } = parts
    this.#probes = new Periodic({ everyMs, work: () => this.#probe(), onFault: () => {} })
  }

  /** Comes up without the server too, and is then alone until it is there. */
  static async open(parts: RedisCountersParts): Promise<RedisCounters> {
    const redis = await newRedis(parts.url, CONNECTING)
    const counters = new RedisCounters(parts, redis)
    await counters.#withTimeout(redis.connect(), CONNECT_MS).catch(() => {})
    await counters.#probe()
    counters.#probes.start()
    return counters
  }

  get mode(): CountersMode {
    return this.#mode
  }

  async admit(windows: readonly Window[], accountId = ''): Promise<Admission> {
    const bounded = this.#bounded(windows)
    const own = this.#own.admit(bounded)
    if (this.#mode === 'alone' || own.kind === 'refused') return own
    const borrowed = windows.filter((window, at) => {
      const used = elementAt(bounded, at).limit - elementAt(own.standings, at).remaining
      return used > this.#share(window) && !this.#wasSaid(window)
    })
    const tag = elementAt(this.#tags, keyedHash(accountId, [0, 0]) % this.#tags.length)
    const reply = this.#withTimeout(this.#ask(tag, windows, borrowed))
    const shared = await reply.catch((error: unknown) => this.#lose(error))
    if (shared?.kind !== 'admitted') this.#own.giveBack(windows)
    else for (const { key } of borrowed) this.#announcedAtMs.set(key, this.#parts.monotonicMs())
    // Without the server, or without what it had counted, this node decides.
    return shared ?? this.#own.admit(this.#bounded(windows))
  }

  async close(): Promise<void> {
    await this.#probes.close()
    this.#redis.disconnect()
  }

  #prepared(redis: Redis | Cluster): Server {
    redis.defineCommand('admit', { lua: ADMIT_SCRIPT })
    // Without a listener a lost connection would be printed, and each request finds out anyway.
    redis.on('error', () => {})
    redis.on('message', (_channel: string, message: string) => {
      if (message.startsWith(this.#id)) return
      this.#heardAtMs.set(message.slice(this.#id.length), this.#parts.monotonicMs())
    })
    return redis as Server
  }

  /** Undefined when it turns out that the server has lost its counts. */
  async #ask(tag: string, windows: readonly Window[] = [], borrowed: readonly Window[] = []) {
    const keys = windows.map(({ key }) => PREFIX + tag + key)
    const limits = windows.flatMap((window) => {
      const message = borrowed.includes(window) ? this.#id + window.key : ''
      return [window.limit, window.seconds, message]
    })
    const args = [`${PREFIX}${tag}epoch`, ...keys, randomUUID(), this.#parts.aheadMs(), ...limits]
    const known = this.#epochs.get(tag)
    const [epoch, ...numbers] = await this.#redis.admit(keys.length + 1, ...args)
    this.#epochs.set(tag, epoch)
    if (known !== undefined && known !== epoch) {
      this.#lostAtMs = this.#foundAtMs = this.#parts.monotonicMs()
      return undefined
    }
    const standings = windows.map((_window, at) => ({
      remaining: elementAt(numbers, 2 * at),
      resetSeconds: elementAt(numbers, 2 * at + 1),
    }))
    return admissionOf(standings)
  }

  async #askAll(): Promise<void> {
    await Promise.all(this.#tags.map((tag) => this.#ask(tag)))
  }

  // After the time one more turn of the loop: an answer that has come while this process was busy is an answer.
  #withTimeout<T>(work: Promise<T>, atLeastMs = 0): Promise<T> {
    const timeoutMs = Math.max(this.#parts.timeoutMs ?? REDIS_TIMEOUT_MS, atLeastMs)
    return new Promise((resolve, reject) => {
      const giveUp = () => reject(new Error(`No answer within ${timeoutMs} ms.`))
      const timer = setTimeout(() => setImmediate(giveUp), timeoutMs)
      work.then(resolve, reject).finally(() => clearTimeout(timer))
    })
  }

  async #probe(): Promise<void> {
    const wasAlone = this.#mode === 'alone'
    try {
      if (this.#redis.isCluster && wasAlone) await this.#renewClient()
      if ('nodes' in this.#redis) await this.#withTimeout(reachMasters(this.#redis), CONNECT_MS)
      await this.#withTimeout(this.#redis.subscribe(BORROWED).then(() => this.#askAll()))
      if (!wasAlone) return
      this.#foundAtMs = this.#parts.monotonicMs()
      this.#mode = 'shared'
      this.#parts.onMode('shared')
    } catch (error) {
      this.#lose(error)
      // It has had its time: a line that is dead and not closed would be waited for a quarter of an hour.
      const isConnected = this.#redis.status === 'ready'
      if (wasAlone && isConnected && !this.#redis.isCluster) this.#redis.disconnect(true)
    }
  }

  /** A client of a cluster does not always find its way back by itself, so it gets a successor instead. */
  async #renewClient(): Promise<void> {
    this.#redis.disconnect()
    this.#redis = this.#prepared(await newRedis(this.#parts.url, CONNECTING))
    await this.#withTimeout(this.#redis.connect(), CONNECT_MS)
  }

  #lose(error: unknown): undefined {
    if (this.#mode === 'alone') return
    this.#mode = 'alone'
    this.#lostAtMs = this.#parts.monotonicMs()
    this.#parts.onMode('alone', error instanceof Error ? error.message : String(error))
  }

  /** The windows with what this node may admit in them by itself. */
  #bounded(windows: readonly Window[]): Window[] {
    const nowMs = this.#parts.monotonicMs()
    return windows.map((window) => {
      const windowMs = window.seconds * 1000
      const isSure = this.#mode === 'shared' && nowMs - this.#foundAtMs >= windowMs
      if (isSure) return { ...window, limit: UNLIMITED }
      const heardAtMs = this.#heardAtMs.get(window.key) ?? Number.NEGATIVE_INFINITY
      const isUsedUp = nowMs - this.#lostAtMs < windowMs && nowMs - heardAtMs < 2 * windowMs
      return { ...window, limit: isUsedUp ? 0 : this.#share(window) }
    })
  }

  #share({ limit, seconds }: Window): number {
    const { count, order } = this.#parts.placeWithin(seconds * 1000)
    return Math.floor(limit / count) + (order < limit % count ? 1 : 0)
  }

  // Others remember it for two windows.
  #wasSaid({ key, seconds }: Window): boolean {
    const announcedAtMs = this.#announcedAtMs.get(key) ?? Number.NEGATIVE_INFINITY
    return this.#parts.monotonicMs() - announcedAtMs < seconds * 500
  }
}

/** With the script as a command of its own. */
type Server = (Redis | Cluster) & {
  admit(keyCount: number, ...args: (string | number)[]): Promise<[epoch: string, ...number[]]>
}

/** The client connects to a master at its first command, and refuses others until then. */
async function reachMasters(cluster: Cluster): Promise<void> {
  const masters = cluster.nodes('master').map((master) => master.ping())
  await Promise.all([cluster.subscribe(BORROWED), ...masters])
}
