// An answer that costs look-ups: each is charged, and on disk, before the answer leaves.

import { setTimeout as delay } from 'node:timers/promises'
import { traceOf } from '../access/visitor.ts'
import type { Outcome, PartsOutcome } from '../endpoints/endpoint.ts'
import { header, type Reply } from '../http/message.ts'
import type { Problem } from '../http/problem.ts'
import { answerReply } from '../http/reply.ts'
import type { Service } from '../service.ts'
import type { Call, EndpointCall } from './call.ts'
import { problemOf } from './refusals.ts'

interface PartedOutcome extends Outcome {
  readonly inParts: PartsOutcome
}

export async function chargeOne(
  service: Service,
  { request, caller, standing }: Call,
  { status, body }: Outcome,
  json: string,
): Promise<Reply> {
  const trace = traceOf(
    service.admission.proxies.visitorOf(request),
    header(request, 'referer'),
    body,
  )
  const charge = await service.answering.meter.charge(caller, trace)
  if (charge.penaltyMs > 0) await delay(charge.penaltyMs)
  return answerReply(status, json, standing, 1)
}

/** Refused if no part could be charged; otherwise each part says whether it was. */
export async function chargeParts(
  service: Service,
  call: EndpointCall,
  { body, inParts }: PartedOutcome,
): Promise<Reply> {
  const { request, caller, endpoint, standing } = call
  const { list, costly } = inParts
  const visitor = service.admission.proxies.visitorOf(request)
  const referer = header(request, 'referer')
  const charges = await Promise.allSettled(
    costly.map(({ postcode }) =>
      service.answering.meter.charge(caller, traceOf(visitor, referer, { postcode })),
    ),
  )
  const parts = [...((body as Readonly<Record<string, readonly unknown[]>>)[list] ?? [])]
  const refusals: Problem[] = []
  let penaltyMs = 0
  charges.forEach((charge, nth) => {
    if (charge.status === 'fulfilled') {
      penaltyMs = Math.max(penaltyMs, charge.value.penaltyMs)
      return
    }
    const refusal = problemOf(service, call, charge.reason)
    refusals.push(refusal)
    const { at = 0 } = costly[nth] ?? {}
    parts[at] = endpoint.refusedPart?.(refusal)
  })
  if (refusals.length === charges.length) throw refusals[0]
  if (penaltyMs > 0) await delay(penaltyMs)
  const lookups = charges.length - refusals.length
  return answerReply(200, JSON.stringify({ [list]: parts }), standing, lookups)
}
