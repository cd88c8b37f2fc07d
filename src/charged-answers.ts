// An answer that costs look-ups: each is charged, and on disk, before the answer leaves.

import { setTimeout as delay } from 'node:timers/promises'
import type { Caller } from './access/caller.ts'
import { traceOf } from './access/trace.ts'
import type { Outcome, PartsOutcome } from './endpoints/endpoint.ts'
import { header, type Reply, type Request, type Standing } from './http/message.ts'
import type { Problem } from './http/problem.ts'
import { answerReply } from './http/reply.ts'
import type { Service } from './service.ts'

interface ChargedCall {
  readonly request: Request
  readonly caller: Caller
}

export async function chargeOne(
  service: Service,
  { request, caller }: ChargedCall,
  standing: Standing,
  { status, body }: Outcome,
  json: string,
): Promise<Reply> {
  const trace = traceOf(visitorOf(service, request), header(request, 'referer'), body)
  const charge = await service.answering.meter.charge(caller, trace)
  if (charge.penaltyMs > 0) await delay(charge.penaltyMs)
  return answerReply(status, json, standing, 1)
}

/** Refused where no part could be charged; otherwise each part says whether it was. */
export async function chargeParts(
  service: Service,
  { request, caller }: ChargedCall,
  standing: Standing,
  { postcodes, bodyWith }: PartsOutcome,
  refusalOf: (error: unknown) => Problem,
): Promise<Reply> {
  const visitor = visitorOf(service, request)
  const referer = header(request, 'referer')
  const charges = await Promise.allSettled(
    postcodes.map((postcode) =>
      service.answering.meter.charge(caller, traceOf(visitor, referer, { postcode })),
    ),
  )
  const refusals = charges.map((charge) =>
    charge.status === 'rejected' ? refusalOf(charge.reason) : undefined,
  )
  const charged = charges.flatMap((charge) => (charge.status === 'fulfilled' ? charge.value : []))
  if (charged.length === 0) throw refusals[0]
  const penaltyMs = Math.max(...charged.map((charge) => charge.penaltyMs))
  if (penaltyMs > 0) await delay(penaltyMs)
  return answerReply(200, JSON.stringify(bodyWith(refusals)), standing, charged.length)
}

/** The address of the one who asks, for a domain token's limits and for `track`. */
export function visitorOf({ admission }: Service, request: Request): string {
  return admission.proxies.visitorOf(request.remoteAddress, header(request, 'x-forwarded-for'))
}
