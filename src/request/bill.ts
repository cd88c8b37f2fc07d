// Settles the bill of a request: its cost is taken off the share of its caller.

import type { Reply, Request } from '../http/message.ts'
import { stepsOf, stepsOfPart } from '../rate-limits/request-cost.ts'
import type { Share } from '../rate-limits/work-shares.ts'
import type { Service } from '../service.ts'
import type { Received } from './call.ts'

/** Once it is answered, whatever the answer is. */
export function settle(
  service: Service,
  { request, match, bill }: Received,
  reply: Reply,
  nowMs: number,
): void {
  const route = match?.target
  if (route?.importance === 'never') return
  const { shares } = service.admission
  const share = bill.share ?? networkShare(service, request)
  const left = shares.spend(share, stepsOf(route, request.method, bill, reply), nowMs)
  const { standing, stream } = reply
  if (stream !== undefined) {
    reply.stream = watched(stream, (part) => shares.spend(share, stepsOfPart(part)))
  }
  if (standing === undefined) return
  standing.policy += share.policy
  standing.limits += left
}

async function* watched<Part>(parts: AsyncIterable<Part>, watch: (part: Part) => void) {
  for await (const part of parts) {
    watch(part)
    yield part
  }
}

export function networkShare({ admission }: Service, request: Request): Share {
  return admission.shares.ofNetwork(admission.proxies.networkOf(request))
}
