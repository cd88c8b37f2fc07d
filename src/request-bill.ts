// What a request has cost, and whose share of the machine pays for it.

import type { Reply, Request } from './http/message.ts'
import { stepsOf } from './rate-limits/request-cost.ts'
import type { Share } from './rate-limits/work-shares.ts'
import type { Route } from './routes.ts'
import { LOOP_STEPS_MAX, STEPS_MAX, Work } from './search/work.ts'
import type { Service } from './service.ts'

export class Bill {
  readonly work = new Work(STEPS_MAX, LOOP_STEPS_MAX)
  /** Characters of the body that were read. */
  read = 0
  /** Undefined until it is known who calls: then the network pays. */
  share: Share | undefined
}

interface Billed {
  readonly request: Request
  readonly match: { readonly target: Route } | undefined
  readonly bill: Bill
}

/** Once it is answered, whatever the answer is. */
export function settle(service: Service, { request, match, bill }: Billed, reply: Reply): void {
  const route = match?.target
  if (route?.importance === 'never') return
  const { shares } = service.admission
  const share = bill.share ?? networkShare(service, request)
  const { read, work } = bill
  shares.spend(share, stepsOf(route, { read, counted: work.counted }, reply))
  const { standing } = reply
  if (standing === undefined) return
  standing.policy += `, ${share.policy}`
  standing.limits += `, ${shares.standing(share)}`
}

export function networkShare({ admission }: Service, request: Request): Share {
  return admission.shares.ofNetwork(admission.proxies.networkOf(request))
}
