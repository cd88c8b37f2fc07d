// One process of the service as the simulation sees it: its store, meter, limits and kept answers, and what befalls it.

import { setTimeout as sleep } from 'node:timers/promises'
import { Allowance } from '../../src/access/allowance.ts'
import { Meter } from '../../src/access/charge/meter.ts'
import type { Plans } from '../../src/account/plans/plans.ts'
import type { AnswerCache } from '../../src/endpoints/answer-cache.ts'
import { MemoryCounters, newCountersMemory } from '../../src/rate-limits/memory-counters.ts'
import { RateLimits } from '../../src/rate-limits/rate-limits.ts'
import { openStore } from '../../src/store/open-store.ts'
import type { Store } from '../../src/store/store.ts'
import { connectionLost, faultyStore } from '../support/faulty-store.ts'
import type { ManualClock } from '../support/manual-clock.ts'
import type { Call, Seams } from './seams.ts'
import { must } from './violation.ts'

export const RATES = {
  keyRequestsPerMinute: 25,
  tokenVisitorPerMinute: 8,
  tokenRequestsPerMinute: 20,
}
const TABLES = {
  keys: { rows: 2 ** 8, slots: 2 ** 13 },
  visitors: { rows: 2 ** 8, slots: 2 ** 12 },
}
/** Long enough for the retries of a short fault, also on a busy machine. */
const TIMEOUT_MS = 500
const DOUBT_ROUNDS_MAX = 2000

export type StoreFault =
  | { readonly kind: 'none' }
  /** The next commits succeed, and their answers are lost. */
  | { readonly kind: 'loses'; left: number }
  | { readonly kind: 'refuses'; left: number }
  /** Until it is mended; the first commit may still have happened. */
  | { readonly kind: 'is away'; commitsFirst: boolean }

interface NodeParts {
  readonly dataDir: string
  readonly plans: Plans
  readonly clock: ManualClock
  readonly seams: Seams
}

export class Node {
  readonly #parts: NodeParts
  readonly #inDoubt = new Set<string>()
  readonly store: Store
  readonly meter: Meter
  readonly allowance: Allowance
  readonly answers: AnswerCache
  /** Each counts in the same memory, as threads do; there is one where the process has no threads. */
  readonly limits: readonly RateLimits[]
  fault: StoreFault = { kind: 'none' }

  private constructor(parts: NodeParts, store: Store, threads: number) {
    const { plans, clock, seams } = parts
    this.#parts = parts
    this.store = store
    this.allowance = new Allowance(store, plans, clock)
    const faulty = faultyStore(store, (name, args, real) => this.#procedure(name, args, real))
    const { allowance } = this
    this.meter = new Meter({ store: faulty, plans, clock, allowance, timeoutMs: TIMEOUT_MS })
    this.answers = seams.answers(clock)
    const memory = newCountersMemory(TABLES)
    this.limits = Array.from({ length: threads }, () => {
      const counters = new MemoryCounters(() => clock.monotonicMs(), memory)
      return new RateLimits(seams.counters(counters), plans, RATES)
    })
  }

  static async start(parts: NodeParts, threads: number, store?: Store): Promise<Node> {
    const { dataDir } = parts
    return new Node(parts, store ?? (await openStore({ databaseUrl: '', dataDir })), threads)
  }

  /** A new process on the same folder, or, what is faster, on the store as it is open. */
  async restart(threads: number, opensStore: boolean): Promise<Node> {
    await this.settled()
    await this.meter.close()
    if (opensStore) await this.store.close()
    return Node.start(this.#parts, threads, opensStore ? undefined : this.store)
  }

  async close(): Promise<void> {
    await this.meter.close()
    await this.store.close()
  }

  /** When every batch that failed has been counted or taken back. */
  async settled(): Promise<void> {
    for (let round = 0; this.#inDoubt.size > 0; round += 1) {
      must(round < DOUBT_ROUNDS_MAX, 'charge', () => 'a batch stays in doubt for ever')
      await sleep(2)
    }
  }

  async #procedure(name: string, args: Record<string, unknown>, real: Call): Promise<unknown> {
    const { fault } = this
    const batchId = String(args.batchId)
    this.#inDoubt.add(batchId)
    if (fault.kind === 'refuses' && fault.left-- > 0) throw connectionLost()
    if (fault.kind === 'is away' && !fault.commitsFirst) throw connectionLost()
    const answer = await this.#parts.seams.procedure(this.store, name, args, real)
    if (fault.kind === 'is away') {
      fault.commitsFirst = false
      throw connectionLost()
    }
    if (fault.kind === 'loses' && fault.left-- > 0) throw connectionLost()
    this.#inDoubt.delete(batchId)
    return answer
  }
}
