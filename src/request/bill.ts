// Settles the bill of a request: its cost is taken off the share of its caller.

import type { Reply, Request } from '../http/message.ts'
import { stepsOf, stepsOfPart } from '../rate-limits/request-cost.ts'
import type { Share, WorkShares } from '../rate-limits/work-shares.ts'
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
  if (stream !== undefined) reply.stream = paced(stream, share, shares)
  if (standing === undefined) return
  standing.policy += share.policy
  standing.limits += left
}

/** The parts of a long answer as its caller's share allows, which pays for each of them. */
export async function* paced<Part extends string | Uint8Array>(
  parts: AsyncIterable<Part>,
  share: Share,
  shares: WorkShares,
) {
  let isFirst = true
  for await (const part of parts) {
    if (!isFirst) await shares.waitForHalf(share)
    isFirst = false
    shares.spend(share, stepsOfPart(part))
    yield part
  }
}

export function networkShare({ admission }: Service, request: Request): Share {
  return admission.shares.ofNetwork(admission.proxies.networkOf(request))
}
