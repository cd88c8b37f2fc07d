// What a refused or failed request is answered: always a Problem.

import { storeUnavailable } from '../access/refusals.ts'
import { header, type Reply, type Request } from '../http/message.ts'
import { Problem } from '../http/problem.ts'
import { problemReply } from '../http/reply.ts'
import { LEGACY } from '../legacy/legacy.ts'
import type { Service } from '../service.ts'
import { isStoreUnavailable } from '../store/store-error.ts'
import type { Asked } from './call.ts'

/** A Problem is sent as it is; any other error is a bug of ours, which is logged and never shown. */
export function refuse(service: Service, asked: Asked, error: unknown): Reply {
  const { match, caller } = asked
  const text = LEGACY.messageText(match?.target.isPostalLookUp, caller?.subscription?.product)
  return problemReply(problemOf(service, asked, error), service.config.docsUrl, text)
}

export function problemOf({ log }: Service, { request }: Asked, error: unknown): Problem {
  if (error instanceof Problem) return error
  if (isStoreUnavailable(error)) {
    log.warn('store failed', { request_id: request.id, error })
    return storeUnavailable()
  }
  log.error('request failed', { request_id: request.id, error })
  return new Problem('internal-error', 'The service failed; nothing was charged.')
}

/** One of our own events, delivered to ourselves under another name: to accept it could cause events without end. */
export function refuseDelivery(request: Request): void {
  if (header(request, 'webhook-id') === undefined) return
  throw new Problem('bad-request', 'The service does not receive webhooks.', {
    title: 'webhook-id',
  })
}
