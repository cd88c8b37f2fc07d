// Rate limits that all nodes share, in Redis or Valkey; without it each node goes on alone within its share.

import { createHash, randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import {
  type Counters,
  type CountersMode,
  MemoryCounters,
  type Taken,
  type Window,
} from './counters.ts'
import { TAKE_SCRIPT } from './redis-script.ts'
import { PARTS } from './window-parts.ts'

/** A server that is slower than this is as good as away: a request must not wait for its limits. */
export const PATIENCE_MS = 50
/** How long a node goes on alone before one request tries again. */
export const ALONE_MS = 1000
const CONNECT_MS = 500
const PREFIX = 'doorplate:'
const SCRIPT_SHA1 = createHash('sha1').update(TAKE_SCRIPT).digest('hex')

interface RedisCountersParts {
  /** `redis://` or `rediss://`. */
  readonly url: string
  readonly monotonicMs: () => number
  /** By how much a test clock is ahead of the server's time; zero otherwise. */
  readonly aheadMs: () => number
  /** How many nodes share the limits, as far as is known. */
  readonly nodes: () => number
  /** Told once for each change; the reason of going on alone has no password in it. */
  readonly onMode: (mode: CountersMode, reason?: string) => void
  readonly patienceMs?: number
}

export class RedisCounters implements Counters {
  readonly #parts: RedisCountersParts
  readonly #redis: Redis
  /** What this node has admitted, whoever allowed it. */
  readonly #own: MemoryCounters
  #mode: CountersMode = 'shared'
  #nextTryMs = 0
  #epoch = ''
  /** When this node last counted without the server, which knows nothing of it. */
  #awayAtMs = Number.NEGATIVE_INFINITY
  /** When the server was last found to have lost its counts. */
  #lostAtMs = Number.NEGATIVE_INFINITY

  private constructor(parts: RedisCountersParts) {
    this.#parts = parts
    this.#own = new MemoryCounters(parts.monotonicMs)
    this.#redis = new Redis(parts.url, {
      lazyConnect: true,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      autoResendUnfulfilledCommands: false,
      enableReadyCheck: false,
      disableClientInfo: true,
      connectTimeout: CONNECT_MS,
      retryStrategy: (times) => Math.min(50 * times, ALONE_MS),
    })
    // Without a listener a lost connection would be printed, and each request hears of it anyway.
    this.#redis.on('error', () => {})
  }

  /** Comes up without the server too, and is then alone until it is there. */
  static async open(parts: RedisCountersParts): Promise<RedisCounters> {
    const counters = new RedisCounters(parts)
    try {
      await counters.#redis.connect()
      await counters.#ask([])
      counters.#lostAtMs = Number.NEGATIVE_INFINITY
    } catch (error) {
      counters.#goAlone(error)
    }
    return counters
  }

  get mode(): CountersMode {
    return this.#mode
  }

  async take(windows: readonly Window[]): Promise<Taken> {
    if (this.#isAlone()) return this.#takeAlone(windows)
    const isProbe = this.#mode === 'alone'
    // For one window after a fault the server knows too little, so this node's own count holds as well.
    const checked = this.#isUnsure(windows) ? this.#own.take(this.#held(windows)) : undefined
    if (checked?.kind === 'refused') {
      // Another request shall try the server, or one impatient caller would keep everybody from it.
      if (isProbe) this.#nextTryMs = 0
      return checked
    }
    let shared: Taken
    try {
      shared = await this.#ask(windows)
    } catch (error) {
      this.#goAlone(error)
      // It has had its second: a line that is dead and not closed would be waited for a quarter of an hour.
      if (isProbe && this.#redis.status === 'ready') this.#redis.disconnect(true)
      const isCounted = checked !== undefined && this.#own.holds(this.#shares(windows))
      return isCounted ? checked : this.#takeAlone(windows)
    }
    this.#comeBack()
    if (shared.kind === 'refused' || checked !== undefined) return shared
    const own = this.#own.take(this.#held(windows))
    return own.kind === 'refused' ? own : shared
  }

  async close(): Promise<void> {
    this.#redis.disconnect()
  }

  // After the time one more turn of the loop: an answer that has come while this process was busy is an answer.
  #ask(windows: readonly Window[]): Promise<Taken> {
    const { patienceMs = PATIENCE_MS } = this.#parts
    return new Promise((resolve, reject) => {
      const giveUp = () => reject(new Error(`No answer within ${patienceMs} ms.`))
      const timer = setTimeout(() => setImmediate(giveUp), patienceMs)
      this.#answer(windows)
        .then(resolve, reject)
        .finally(() => clearTimeout(timer))
    })
  }

  async #answer(windows: readonly Window[]): Promise<Taken> {
    const keys = windows.map(({ key, seconds }) => `${PREFIX}${key} ${seconds}`)
    const limits = windows.flatMap(({ limit, seconds }) => [limit, seconds])
    const args = [`${PREFIX}epoch`, ...keys, randomUUID(), this.#parts.aheadMs(), ...limits]
    const [epoch, isAdmitted, ...numbers] = (await this.#run(keys.length + 1, args)) as Reply
    this.#heed(epoch)
    if (isAdmitted === 0) {
      const [by, retryAfterSeconds] = numbers
      return { kind: 'refused', by, retryAfterSeconds }
    }
    const standings = windows.map((_window, at) => ({
      remaining: numbers[2 * at],
      resetSeconds: numbers[2 * at + 1],
    }))
    return { kind: 'admitted', standings }
  }

  async #run(keyCount: number, args: readonly (string | number)[]): Promise<unknown> {
    try {
      return await this.#redis.evalsha(SCRIPT_SHA1, keyCount, ...args)
    } catch (error) {
      const isUnknown = error instanceof Error && error.message.startsWith('NOSCRIPT')
      if (!isUnknown) throw error
      return this.#redis.eval(TAKE_SCRIPT, keyCount, ...args)
    }
  }

  #heed(epoch: string): void {
    if (this.#epoch !== epoch) this.#lostAtMs = this.#parts.monotonicMs()
    this.#epoch = epoch
  }

  // Alone it is one request a second that tries the server, and nobody else waits for it.
  #isAlone(): boolean {
    if (this.#mode === 'shared') return false
    const nowMs = this.#parts.monotonicMs()
    if (nowMs < this.#nextTryMs) return true
    this.#nextTryMs = nowMs + ALONE_MS
    return false
  }

  #takeAlone(windows: readonly Window[]): Taken {
    this.#awayAtMs = this.#parts.monotonicMs()
    return this.#own.take(this.#shares(windows))
  }

  #shares(windows: readonly Window[]): Window[] {
    return windows.map((window) => ({ ...window, limit: this.#share(window) }))
  }

  // Never nothing: a limit below the number of nodes would else shut everyone out.
  #share({ limit }: Window): number {
    return Math.max(Math.min(limit, 1), Math.floor(limit / this.#parts.nodes()))
  }

  #isUnsure(windows: readonly Window[]): boolean {
    return this.#held(windows).some(({ limit }) => limit !== Number.POSITIVE_INFINITY)
  }

  /**
   * What this node may count beside the server. Where that has lost what all nodes had, a share; where it missed only
   * what they took alone, the limit; and anything where it knows all of the window.
   */
  #held(windows: readonly Window[]): Window[] {
    return windows.map((window) => {
      if (this.#isWithin(window, this.#lostAtMs)) return { ...window, limit: this.#share(window) }
      if (this.#isWithin(window, this.#awayAtMs)) return window
      return { ...window, limit: Number.POSITIVE_INFINITY }
    })
  }

  #isWithin({ seconds }: Window, momentMs: number): boolean {
    const keptMs = (seconds * 1000 * (PARTS + 1)) / PARTS
    return this.#parts.monotonicMs() - momentMs <= keptMs
  }

  #goAlone(error: unknown): void {
    this.#nextTryMs = this.#parts.monotonicMs() + ALONE_MS
    if (this.#mode === 'alone') return
    this.#mode = 'alone'
    this.#parts.onMode('alone', error instanceof Error ? error.message : String(error))
  }

  #comeBack(): void {
    if (this.#mode === 'shared') return
    this.#mode = 'shared'
    this.#parts.onMode('shared')
  }
}

type Reply = readonly [epoch: string, isAdmitted: 0 | 1, ...numbers: number[]]
