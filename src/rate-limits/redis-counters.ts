// Rate limits that all nodes share, in Redis or Valkey; without it each node goes on alone within its share.

import { randomUUID } from 'node:crypto'
import type { Redis } from 'ioredis'
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
import { MemoryCounters } from './memory-counters.ts'
import { newRedis } from './redis-client.ts'
import { ADMIT_SCRIPT, BORROWED } from './redis-script.ts'

/** A server that is slower than this is as good as away: a request must not wait for its limits. */
export const PATIENCE_MS = 50
/** How often a node looks whether the server is there, whether or not it is asked anything. */
const PROBE_MS = 1000
const CONNECT_MS = 500
const PREFIX = 'doorplate:rate:'
const BORROWED_MAX = 200_000
const UNLIMITED = 2 ** 32

/** How many nodes there are, and which of them this is, from 0. */
export interface NodePlace {
  readonly count: number
  readonly order: number
}

interface RedisCountersParts {
  /** `redis://` or `rediss://`. */
  readonly url: string
  readonly monotonicMs: () => number
  /** By how much a test clock is ahead of the server's time; zero otherwise. */
  readonly aheadMs: () => number
  /** Among the nodes that may have admitted requests within so many milliseconds. */
  readonly placeWithin: (ms: number) => NodePlace
  /** Called once for each change; the reason of going on alone has no password in it. */
  readonly onMode: (mode: CountersMode, reason?: string) => void
  readonly patienceMs?: number
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
  readonly #redis: Server
  readonly #id = randomUUID()
  /** What this node has admitted, with the server or without. */
  readonly #own: MemoryCounters
  readonly #probes: Periodic
  #mode: CountersMode = 'shared'
  #epoch = ''
  #lostAtMs = Number.NEGATIVE_INFINITY
  #foundAtMs = Number.NEGATIVE_INFINITY
  /** When this node said, and when it heard from others, that more than a share of a key was used. */
  readonly #saidAtMs = new BoundedMap<string, number>(BORROWED_MAX)
  readonly #heardAtMs = new BoundedMap<string, number>(BORROWED_MAX)

  private constructor(parts: RedisCountersParts, redis: Redis) {
    this.#parts = parts
    this.#own = new MemoryCounters(parts.monotonicMs)
    redis.defineCommand('admit', { lua: ADMIT_SCRIPT })
    this.#redis = redis as Server
    // Without a listener a lost connection would be printed, and each request finds out anyway.
    redis.on('error', () => {})
    redis.on('message', (_channel, message) => {
      if (message.startsWith(this.#id)) return
      this.#heardAtMs.set(message.slice(this.#id.length), parts.monotonicMs())
    })
    const { probeMs: everyMs = PROBE_MS } = parts
    this.#probes = new Periodic({ everyMs, work: () => this.#probe(), onFault: () => {} })
  }

  /** Comes up without the server too, and is then alone until it is there. */
  static async open(parts: RedisCountersParts): Promise<RedisCounters> {
    const redis = await newRedis(parts.url, {
      lazyConnect: true,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      autoResendUnfulfilledCommands: false,
      enableReadyCheck: false,
      disableClientInfo: true,
      connectTimeout: CONNECT_MS,
      retryStrategy: (times) => Math.min(50 * times, PROBE_MS),
    })
    const counters = new RedisCounters(parts, redis)
    await redis.connect().catch(() => {})
    await counters.#probe()
    counters.#probes.start()
    return counters
  }

  get mode(): CountersMode {
    return this.#mode
  }

  async admit(windows: readonly Window[]): Promise<Admission> {
    const bounded = this.#bounded(windows)
    const own = this.#own.admit(bounded)
    if (this.#mode === 'alone' || own.kind === 'refused') return own
    const borrowed = windows.filter((window, at) => {
      const used = elementAt(bounded, at).limit - elementAt(own.standings, at).remaining
      return used > this.#share(window) && !this.#wasSaid(window)
    })
    const asked = this.#patiently(this.#ask(windows, borrowed))
    const shared = await asked.catch((error: unknown) => this.#lose(error))
    if (shared?.kind !== 'admitted') this.#own.giveBack(windows)
    else for (const { key } of borrowed) this.#saidAtMs.set(key, this.#parts.monotonicMs())
    // Without the server, or without what it had counted, this node decides.
    return shared ?? this.#own.admit(this.#bounded(windows))
  }

  async close(): Promise<void> {
    await this.#probes.close()
    this.#redis.disconnect()
  }

  /** Undefined when it turns out that the server has lost its counts. */
  async #ask(
    windows: readonly Window[] = [],
    borrowed: readonly Window[] = [],
  ): Promise<Admission | undefined> {
    const keys = windows.map(({ key }) => PREFIX + key)
    const limits = windows.flatMap((window) => {
      const message = borrowed.includes(window) ? this.#id + window.key : ''
      return [window.limit, window.seconds, message]
    })
    const args = [`${PREFIX}epoch`, ...keys, randomUUID(), this.#parts.aheadMs(), ...limits]
    const known = this.#epoch
    const [epoch, ...numbers] = await this.#redis.admit(keys.length + 1, ...args)
    this.#epoch = epoch
    if (known !== '' && known !== epoch) {
      this.#lostAtMs = this.#foundAtMs = this.#parts.monotonicMs()
      return undefined
    }
    const standings = windows.map((_window, at) => ({
      remaining: elementAt(numbers, 2 * at),
      resetSeconds: elementAt(numbers, 2 * at + 1),
    }))
    return admissionOf(standings)
  }

  // After the time one more turn of the loop: an answer that has come while this process was busy is an answer.
  #patiently<T>(work: Promise<T>): Promise<T> {
    const { patienceMs = PATIENCE_MS } = this.#parts
    return new Promise((resolve, reject) => {
      const giveUp = () => reject(new Error(`No answer within ${patienceMs} ms.`))
      const timer = setTimeout(() => setImmediate(giveUp), patienceMs)
      work.then(resolve, reject).finally(() => clearTimeout(timer))
    })
  }

  async #probe(): Promise<void> {
    const wasAlone = this.#mode === 'alone'
    try {
      await this.#patiently(this.#redis.subscribe(BORROWED).then(() => this.#ask()))
      if (!wasAlone) return
      this.#foundAtMs = this.#parts.monotonicMs()
      this.#mode = 'shared'
      this.#parts.onMode('shared')
    } catch (error) {
      this.#lose(error)
      // It has had its time: a line that is dead and not closed would be waited for a quarter of an hour.
      if (wasAlone && this.#redis.status === 'ready') this.#redis.disconnect(true)
    }
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
    const saidAtMs = this.#saidAtMs.get(key) ?? Number.NEGATIVE_INFINITY
    return this.#parts.monotonicMs() - saidAtMs < seconds * 500
  }
}

/** With the script as a command of its own. */
type Server = Redis & {
  admit(keyCount: number, ...args: (string | number)[]): Promise<[epoch: string, ...number[]]>
}
