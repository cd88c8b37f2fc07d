// What a service is made from: its settings, its time, its log, and what it shares where it is one thread of several.

import type { MessagePort } from 'node:worker_threads'
import type { Config } from '../config.ts'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import type { Common } from './thread-common.ts'

export interface Parts {
  readonly config: Config
  readonly clock: Clock
  readonly log: Log
  /** What this thread has in common with the others of the process, where there are others. */
  readonly common?: Common | undefined
  /** Which of the threads this is; the first, 0, also has the jobs. */
  readonly thread?: number
  /** To the store of the first thread. */
  readonly storeLine?: MessagePort | undefined
}
