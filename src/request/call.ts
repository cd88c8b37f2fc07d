// What is known of a request, step by step of its life.

import type { Caller } from '../access/caller.ts'
import type { Endpoint } from '../endpoints/endpoint.ts'
import type { Request } from '../http/message.ts'
import type { RouteMatch } from '../http/router.ts'
import type { Route } from '../routes.ts'
import type { Bill } from './bill.ts'

/** As far as a request was understood. */
export interface Asked {
  readonly request: Request
  readonly bill: Bill
  readonly match: RouteMatch<Route> | undefined
  readonly caller?: Caller
}

export interface Call extends Asked {
  readonly match: RouteMatch<Route>
  readonly caller: Caller
}

export interface EndpointCall extends Call {
  readonly endpoint: Endpoint
  /** What its answer is kept under, where it may be kept. */
  readonly question: string | undefined
}
