// The answer to a refused or failed request: always a Problem.

import { storeUnavailable } from '../access/refusals.ts'
import type { Reply } from '../http/message.ts'
import { Problem } from '../http/problem.ts'
import { problemReply } from '../http/reply.ts'
import { LEGACY } from '../legacy/legacy.ts'
import type { Service } from '../service.ts'
import { isStoreUnavailable } from '../store/store-error.ts'
import type { Received } from './call.ts'

/** A Problem is sent as it is; any other error is a bug of ours, which is logged and never shown. */
export function refuse(service: Service, received: Received, error: unknown): Reply {
  const { match, caller, standing } = received
  const text = LEGACY.messageText(match?.target.isPostalLookUp, caller?.subscription?.product)
  const reply = problemReply(problemOf(service, received, error), service.config.docsUrl, text)
  return standing === undefined ? reply : { ...reply, standing }
}

export function problemOf({ log }: Service, { request }: Received, error: unknown): Problem {
  if (error instanceof Problem) return error
  if (isStoreUnavailable(error)) {
    log.warn('store failed', { request_id: request.id, error })
    return storeUnavailable()
  }
  log.error('request failed', { request_id: request.id, error })
  return new Problem('internal-error', 'The service failed. Nothing was charged.')
}
