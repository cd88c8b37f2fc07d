// The life of a request, top to bottom. Read this first: every check that a call passes stands here, in order.

import { credentialFacts } from './access/authenticate.ts'
import { authorize } from './access/authorize.ts'
import { traceOf } from './access/trace.ts'
import type { Page } from './endpoints/page.ts'
import { readInput } from './endpoints/read-input.ts'
import { type Handler, header, type Reply, type Request } from './http/message.ts'
import { Problem } from './http/problem.ts'
import { JSON_TYPE, jsonReply, preflightReply, problemReply, textReply } from './http/reply.ts'
import { endpointFor, type Route } from './routes.ts'
import type { Service } from './service.ts'

export function makePipeline(service: Service): Handler {
  return async (request) => {
    try {
      return await answer(service, request)
    } catch (error) {
      return refuse(service, request, error)
    }
  }
}

async function answer(service: Service, request: Request): Promise<Reply> {
  const match = service.router.find(request.path)
  if (match === undefined) throw new Problem('not-found', 'The service has no such path.')
  const route = match.target
  if (request.method === 'OPTIONS') return preflightReply(route.methods)
  checkMethod(route, request.method)
  if (route.page !== undefined) return showPage(route.page)
  refuseDelivery(request)

  const caller = await service.authenticate(credentialFacts(request, service.config.legacyAuth))
  authorize(caller, route.scope, service.clock.now())
  const standing = await service.rateLimits.admit(caller, route.scope, () =>
    visitor(service, request),
  )
  const endpoint = endpointFor(route, request.method, caller.subscription?.product)

  // Before a look-up is read at all: a free one that was just answered is answered the same.
  const product = endpoint.product ?? 'au'
  const key = service.answers.keyOf(request, endpoint, service.data[product]?.release.release)
  const kept = service.answers.get(key)
  if (kept !== undefined) return textReply(200, JSON_TYPE, kept, standing)

  const body = await readText(request)
  const input = readInput(endpoint, match.params, request.query, body)
  const isMetered = endpoint.metered(input)
  if (isMetered) await service.allowance.check(caller)

  const outcome = await endpoint.handle(input, { ...service.context, caller })
  if (outcome.lookups === 0) {
    const reply = jsonReply(outcome.status, outcome.body, standing)
    // What can cost a look-up is judged by the allowance each time, even where it found nothing.
    if (outcome.status === 200 && !isMetered) service.answers.keep(key, reply.body)
    return reply
  }

  // Charge, then send: what was answered is on disk first, and a refusal never has to be given back.
  const trace = traceOf(visitor(service, request), header(request, 'referer'), outcome.body)
  const charge = await service.meter.charge(caller, trace)
  if (charge.penaltyMs > 0) await service.wait(charge.penaltyMs)
  return jsonReply(outcome.status, outcome.body, { ...standing, 'lookup-cost': '1' })
}

function visitor({ proxies }: Service, request: Request): string {
  return proxies.visitorOf(request.remoteAddress, header(request, 'x-forwarded-for'))
}

/** One of our own events, sent back to us by a name that leads here: taking it could make another, without end. */
function refuseDelivery(request: Request): void {
  if (header(request, 'webhook-id') === undefined) return
  throw new Problem('bad-request', 'The service takes no deliveries of webhooks.', {
    title: 'webhook-id',
  })
}

function checkMethod(route: Route, method: string): void {
  if ((route.methods as readonly string[]).includes(method)) return
  throw new Problem('method-not-allowed', `This path takes ${route.methods.join(' and ')}.`, {
    headers: { allow: [...route.methods, 'OPTIONS'].join(', ') },
  })
}

async function showPage(page: Page): Promise<Reply> {
  const { status, contentType, body, retryAfterSeconds } = await page.render()
  return textReply(status, contentType, body, {
    ...(contentType.startsWith('text/html') && { 'content-security-policy': PAGE_POLICY }),
    ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
  })
}

// The pages load nothing but the service's own style sheet.
const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The text of the body where the method has one; published clients send bodies with GET too, which mean nothing. */
async function readText(request: Request): Promise<string | undefined> {
  if (request.method !== 'POST' && request.method !== 'PUT') return undefined
  const body = await request.readBody()
  switch (body.kind) {
    case 'text':
      return body.text
    case 'too-large':
      throw new Problem('payload-too-large', 'The body must be at most 64 KiB.')
    case 'not-utf8':
      throw new Problem('bad-request', 'The body is not UTF-8 text.', { title: 'body' })
    case 'encoded':
      throw new Problem('bad-request', 'The body must not be compressed.', {
        title: 'Content-Encoding',
      })
  }
}

/** The only catch of the request path: a Problem is told, anything else is ours and is logged, never shown. */
function refuse(service: Service, request: Request, error: unknown): Reply {
  if (error instanceof Problem) return problemReply(error, service.config.docsUrl)
  service.log.error('request failed', { request_id: request.id, error })
  const problem = new Problem('internal-error', 'The service failed; nothing was charged.')
  return problemReply(problem, service.config.docsUrl)
}
