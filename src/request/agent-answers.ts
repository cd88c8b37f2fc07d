// POST /mcp: each question of an agent passes every check as if it had been asked by itself.

import { authorizationOf } from '../access/authenticate.ts'
import { type AskedPath, lookUpsOf } from '../agents/look-ups.ts'
import { noSuchPath } from '../endpoints/not-offered.ts'
import { readBodyText } from '../endpoints/read-input.ts'
import type { Reply, Request } from '../http/message.ts'
import { textReply } from '../http/reply.ts'
import { LEGACY } from '../legacy/legacy.ts'
import type { Service } from '../service.ts'
import { settle } from './bill.ts'
import { Bill, type Call } from './call.ts'

/** Agents have no other scheme than `Bearer`. */
export function keysOfAgent(request: Request): readonly string[] {
  const { scheme, value } = authorizationOf(request)
  return scheme === 'bearer' ? [value] : LEGACY.keysOfAuthorization(request)
}

/** `admit` takes a call from its first check to its answer, and throws nothing. */
export async function answerAgent(
  service: Service,
  call: Call,
  admit: (service: Service, call: Call) => Reply | Promise<Reply>,
): Promise<Reply> {
  const text = (await readBodyText(call.request)) ?? ''
  const ask = async ({ path, query, body }: AskedPath): Promise<Reply> => {
    const { id, headers, remoteAddress, isAbandoned = false } = call.request
    const readBody = async () => ({ kind: 'text', text: body ?? '' }) as const
    const method = body === undefined ? 'GET' : 'POST'
    const request = { id, method, path, query, headers, remoteAddress, isAbandoned, readBody }
    const match = service.answering.router.find(path)
    if (match === undefined) throw noSuchPath(path, service.config.baseUrl)
    const bill = new Bill(service.clock.monotonicMs())
    bill.hasWaited = true
    const inner = { request, match, bill, caller: call.caller, standing: undefined }
    const reply = await admit(service, inner)
    settle(service, inner, reply, service.clock.monotonicMs())
    return reply
  }
  // Few services are used by agents, and the code that speaks their protocol is large.
  const { agentReply } = await import('../agents/http.ts')
  const lookUps = lookUpsOf(ask, isSampleFor(service, call))
  const { status, contentType, body } = await agentReply(call.request, text, lookUps)
  return { ...textReply(status, contentType, body), standing: call.standing }
}

function isSampleFor({ data }: Service, { caller }: Call): boolean {
  const product = caller.subscription?.product
  if (caller.isTest === true || product === undefined) return caller.isTest === true
  return data.searches[product]?.release.source === 'sample'
}
