// What is known about a request at each step of its life.

import type { Caller } from '../access/caller.ts'
import type { Detour } from '../access/sessions.ts'
import type { Endpoint } from '../endpoints/endpoint.ts'
import type { Request, Standing } from '../http/message.ts'
import type { RouteMatch } from '../http/router.ts'
import type { Share } from '../rate-limits/work-shares.ts'
import type { Route } from '../routes.ts'
import { LOOP_STEPS_MAX, STEPS_MAX, Work } from '../search/work.ts'

/** As far as a request was understood. */
export interface Received {
  readonly request: Request
  readonly bill: Bill
  readonly match: RouteMatch<Route> | undefined
  readonly caller?: Caller
  /** The state of its rate limits, once it was counted. */
  standing?: Standing | undefined
}

/** The path is known, the caller is not yet. */
export interface Arrival extends Received {
  readonly match: RouteMatch<Route>
  readonly detour: Detour | undefined
}

export interface Call extends Received {
  readonly match: RouteMatch<Route>
  readonly caller: Caller
  standing: Standing | undefined
}

export interface EndpointCall extends Call {
  readonly endpoint: Endpoint
  /** What its answer is kept under, where it may be kept. */
  readonly question: string | undefined
}

/** What a request has cost so far, and whose share of the machine pays for it. */
export class Bill {
  readonly startMs: number
  /** Most requests are answered from memory, and count nothing. */
  #work: Work | undefined
  /** Characters of the body that were read. */
  read = 0
  /** The turn in which the request came is over. */
  hasWaited = false
  /** Undefined until it is known who calls: then the network pays. */
  share: Share | undefined
  /** Once it is known. */
  caller: Caller | undefined

  constructor(startMs: number) {
    this.startMs = startMs
  }

  get work(): Work {
    this.#work ??= new Work(STEPS_MAX, LOOP_STEPS_MAX)
    return this.#work
  }

  get counted(): number {
    return this.#work === undefined ? 0 : this.#work.counted
  }
}
