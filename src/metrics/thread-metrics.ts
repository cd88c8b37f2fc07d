// The metrics of all threads in one answer, whichever thread is asked, with the label `thread`.

import { BroadcastChannel } from 'node:worker_threads'
import { newId } from '../lib/ids.ts'
import { type FamilyText, type Metrics, metricsText } from '../lib/metrics.ts'

/** A thread that is busy for longer is left out. */
const WAIT_MAX_MS = 500

type Message =
  | { readonly kind: 'ask'; readonly id: string }
  | { readonly kind: 'answer'; readonly id: string; readonly families: readonly FamilyText[] }

interface Gathering {
  readonly families: FamilyText[]
  missing: number
  readonly done: () => void
}

interface ThreadMetricsParts {
  readonly registry: Metrics
  readonly channel: string
  readonly thread: number
  readonly threads: number
}

export class ThreadMetrics {
  readonly #parts: ThreadMetricsParts
  readonly #others: BroadcastChannel
  readonly #gatherings = new Map<string, Gathering>()

  constructor(parts: ThreadMetricsParts) {
    this.#parts = parts
    this.#others = new BroadcastChannel(`${parts.channel} metrics`)
    this.#others.onmessage = (event) => this.#receive((event as { readonly data: Message }).data)
    this.#others.unref()
  }

  async text(): Promise<string> {
    const id = newId('')
    const { promise, resolve: done } = Promise.withResolvers<void>()
    const gathering = { families: this.#own(), missing: this.#parts.threads - 1, done }
    this.#gatherings.set(id, gathering)
    this.#others.postMessage({ kind: 'ask', id } satisfies Message)
    const timer = setTimeout(done, WAIT_MAX_MS)
    await promise
    clearTimeout(timer)
    this.#gatherings.delete(id)
    return metricsText(gathering.families)
  }

  close(): void {
    this.#others.close()
  }

  #own(): FamilyText[] {
    const { registry, thread } = this.#parts
    return registry.read({ thread: String(thread) })
  }

  #receive(message: Message): void {
    const { id } = message
    if (message.kind === 'ask') {
      this.#others.postMessage({ kind: 'answer', id, families: this.#own() } satisfies Message)
      return
    }
    const gathering = this.#gatherings.get(id)
    if (gathering === undefined) return
    gathering.families.push(...message.families)
    gathering.missing -= 1
    if (gathering.missing === 0) gathering.done()
  }
}
