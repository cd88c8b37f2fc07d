// Settles the bill of a request: its cost is taken off the share of its caller.

import type { Reply, Request } from '../http/message.ts'
import { stepsOf } from '../rate-limits/request-cost.ts'
import type { Share } from '../rate-limits/work-shares.ts'
import type { Service } from '../service.ts'
import type { Asked } from './call.ts'

/** Once it is answered, whatever the answer is. */
export function settle(service: Service, { request, match, bill }: Asked, reply: Reply): void {
  const route = match?.target
  if (route?.importance === 'never') return
  const { shares } = service.admission
  const share = bill.share ?? networkShare(service, request)
  const left = shares.spend(share, stepsOf(route, bill, reply))
  const { standing } = reply
  if (standing === undefined) return
  standing.policy += share.policy
  standing.limits += left
}

export function networkShare({ admission }: Service, request: Request): Share {
  return admission.shares.ofNetwork(admission.proxies.networkOf(request))
}
