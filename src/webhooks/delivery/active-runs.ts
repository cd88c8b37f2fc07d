// The delivery runs in progress on this node, and those that have ended and are still to be recorded.

import type { Store } from '../../store/store.ts'
import { type ClaimedEndpoint, isLeased } from './claims.ts'
import { type DeliveryRun, runDeliveries, type SendParts } from './delivery-run.ts'
import { readDeliveryBatch } from './pending-deliveries.ts'

/** How long runs in progress may continue when the service stops. */
const CLOSE_MS = 3000

interface ActiveRun {
  readonly endpoint: ClaimedEndpoint
  readonly stop: AbortController
  readonly abort: AbortController
  readonly ended: Promise<void>
}

interface ActiveRunsParts extends SendParts {
  readonly store: Pick<Store, 'db' | 'secrets'>
  readonly onFault: (error: unknown) => void
  /** Called whenever a run has begun or ended. */
  readonly onChange: () => void
}

export class ActiveRuns {
  readonly #parts: ActiveRunsParts
  readonly #active = new Set<ActiveRun>()
  /** Still to be recorded by the dispatcher, which takes them from here. */
  readonly ended: DeliveryRun[] = []

  constructor(parts: ActiveRunsParts) {
    this.#parts = parts
  }

  get size(): number {
    return this.#active.size
  }

  begin(endpoint: ClaimedEndpoint): void {
    const { onFault, onChange } = this.#parts
    const stop = new AbortController()
    const abort = new AbortController()
    const ended = this.#run(endpoint, stop.signal, abort.signal).then(
      (run) => void this.ended.push(run),
      // The store did not answer; the lease ends by itself.
      onFault,
    )
    const active = { endpoint, stop, abort, ended }
    this.#active.add(active)
    onChange()
    void ended.then(() => {
      this.#active.delete(active)
      onChange()
    })
  }

  /** Ends what is being sent to an endpoint that was removed. */
  abort(accountId: string, id: number): void {
    for (const { endpoint, stop, abort } of this.#active) {
      if (endpoint.accountId !== accountId || endpoint.id !== id) continue
      stop.abort()
      abort.abort()
    }
  }

  /** Resolves when those in progress have ended. */
  async idle(): Promise<void> {
    await Promise.all([...this.#active].map(({ ended }) => ended))
  }

  /** Starts no more attempts, and gives those in progress a moment to end. */
  async close(): Promise<void> {
    for (const { stop } of this.#active) stop.abort()
    const abortAll = setTimeout(() => {
      for (const { abort } of this.#active) abort.abort()
    }, CLOSE_MS)
    await this.idle()
    clearTimeout(abortAll)
  }

  async #run(endpoint: ClaimedEndpoint, stop: AbortSignal, abort: AbortSignal) {
    const { store, clock } = this.#parts
    const batch = await readDeliveryBatch(store.db, endpoint, clock.now())
    const isStillLeased = () => isLeased(store.db, endpoint)
    return runDeliveries(batch, this.#parts, { stop, abort, isStillLeased })
  }
}
