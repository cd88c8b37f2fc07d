// The service's side of the thread for batches.

import type { AccountParts } from '../account/accounts.ts'
import type { IndexMemory } from '../engine/engine.ts'
import { AskedThread } from '../lib/thread/asked-thread.ts'
import { YOUNG_MB } from '../lists/matching/match-threads.ts'
import { StoreError } from '../store/store-error.ts'
import type { Answers, Question, WorkerStart } from './batch-worker.ts'

export interface ThreadParts extends AccountParts {
  readonly databaseUrl: string
  readonly dataDir: string
  readonly upgradeLink: string
  /** For which a list that has ended is kept. */
  readonly keptDays: number
  /** The memory of the releases in use. */
  memory(): readonly IndexMemory[]
}

export class BatchThread {
  readonly #thread: AskedThread<Question, unknown>

  constructor(parts: ThreadParts) {
    const { store, databaseUrl, dataDir, plans, upgradeLink, keptDays } = parts
    const settings = { databaseUrl, dataDir, plans, upgradeLink, keptDays }
    this.#thread = new AskedThread({
      module: new URL('./batch-worker.ts', import.meta.url),
      name: 'batches',
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
      memory: () => parts.memory(),
      workerData: (): WorkerStart => ({ ...settings, storeLine: store.share() }),
    })
  }

  async ask<Kind extends keyof Answers>(
    kind: Kind,
    ...args: Parameters<Answers[Kind]>
  ): Promise<Awaited<ReturnType<Answers[Kind]>>> {
    const answer = await this.#thread.ask({ kind, args }).catch((error: Error) => {
      throw error.name === 'StoreError' ? new StoreError(error.message) : error
    })
    // The thread has answered the question of this kind.
    return answer as Awaited<ReturnType<Answers[Kind]>>
  }

  /** What it is asked now is answered before closing. */
  close(): Promise<void> {
    return this.#thread.close()
  }
}
