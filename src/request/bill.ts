// What a request has cost, and whose share of the machine pays for it.

import type { Reply, Request } from '../http/message.ts'
import { stepsOf } from '../rate-limits/request-cost.ts'
import type { Share } from '../rate-limits/work-shares.ts'
import { LOOP_STEPS_MAX, STEPS_MAX, Work } from '../search/work.ts'
import type { Service } from '../service.ts'
import type { Asked } from './call.ts'

export class Bill {
  /** Most requests are answered from memory, and count nothing. */
  #work: Work | undefined
  /** Characters of the body that were read. */
  read = 0
  /** Undefined until it is known who calls: then the network pays. */
  share: Share | undefined

  get work(): Work {
    this.#work ??= new Work(STEPS_MAX, LOOP_STEPS_MAX)
    return this.#work
  }

  get counted(): number {
    return this.#work === undefined ? 0 : this.#work.counted
  }
}

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
