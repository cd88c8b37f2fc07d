// The life of a request, top to bottom. Read this first: every check that a call passes stands here, in order.

import { setTimeout as delay } from 'node:timers/promises'
import { credentialFacts } from './access/authenticate.ts'
import { authorize } from './access/authorize.ts'
import type { Caller } from './access/caller.ts'
import { traceOf } from './access/charge/trace.ts'
import { storeUnavailable } from './access/refusals.ts'
import { canCost, type Endpoint } from './endpoints/endpoint.ts'
import type { Page } from './endpoints/pages/page.ts'
import { readInput } from './endpoints/read-input.ts'
import { type Handler, header, type Reply, type Request, type Standing } from './http/message.ts'
import { Problem } from './http/problem.ts'
import { answerReply, preflightReply, problemReply, textReply } from './http/reply.ts'
import type { RouteMatch } from './http/router.ts'
import { endpointFor, type Route } from './routes.ts'
import type { Service } from './service.ts'
import { isStoreUnavailable } from './store/store-error.ts'

export function makePipeline(service: Service): Handler {
  const { clock, metrics } = service
  return (request) => {
    const startMs = clock.monotonicMs()
    const match = findRoute(service, request)
    const done = (reply: Reply) => {
      const ms = clock.monotonicMs() - startMs
      metrics.answered(match?.target, reply.status, ms)
      if (service.log.debugging) logAnswer(service, request, match?.target, reply.status, ms)
      return reply
    }
    try {
      const reply = answer(service, request, match)
      if (!(reply instanceof Promise)) return done(reply)
      metrics.requestWaits()
      const settle = (late: Reply) => {
        metrics.requestSettled()
        return done(late)
      }
      return reply.then(settle, (error: unknown) => settle(refuse(service, request, error)))
    } catch (error) {
      return done(refuse(service, request, error))
    }
  }
}

function answer(
  service: Service,
  request: Request,
  match: RouteMatch<Route> | undefined,
): Reply | Promise<Reply> {
  if (match === undefined) throw new Problem('not-found', 'The service has no such path.')
  const route = match.target
  if (request.method === 'OPTIONS') return preflightReply(route.methods)
  checkMethod(route, request.method)
  if (service.admission.overload.refuses(route.importance)) return shed(service, route)
  if (route.page !== undefined) return showPage(route.page, request, match.params)
  refuseDelivery(request)

  // Here and below, what is known already goes on at once: a promise costs more than a kept answer.
  const facts = credentialFacts(request, service.config.legacyAuth)
  const caller = service.admission.authenticate(facts)
  return caller instanceof Promise
    ? caller.then((known) => admit(service, { request, match, caller: known }))
    : admit(service, { request, match, caller })
}

interface Call {
  readonly request: Request
  readonly match: RouteMatch<Route>
  readonly caller: Caller
}

function admit(service: Service, call: Call): Reply | Promise<Reply> {
  const { request, match, caller } = call
  const { scope } = match.target
  authorize(caller, scope, service.clock.now())
  const visitor = caller.kind === 'token' ? visitorOf(service, request) : ''
  const standing = service.admission.rateLimits.admit(caller, scope, visitor)
  return standing instanceof Promise
    ? standing.then((known) => answerAt(service, call, known))
    : answerAt(service, call, standing)
}

/** A refusal tells the caller where it stands too. */
function answerAt(service: Service, call: Call, standing: Standing): Reply | Promise<Reply> {
  const refused = (error: unknown) => ({ ...refuse(service, call.request, error), standing })
  try {
    const reply = respond(service, call, standing)
    return reply instanceof Promise ? reply.catch(refused) : reply
  } catch (error) {
    return refused(error)
  }
}

function respond(service: Service, call: Call, standing: Standing): Reply | Promise<Reply> {
  const { request, match, caller } = call
  const endpoint = endpointFor(match.target, request.method, caller.subscription?.product)
  // Before a look-up is read at all: a free one that was just answered is answered the same.
  // An account with private addresses has answers of its own: none are kept, and none that were kept are given.
  const { answers } = service.answering
  const isOwn = caller.privateVersion !== undefined
  const question = isOwn ? undefined : answers.questionOf(request, endpoint, service.data)
  const kept = question === undefined ? undefined : answers.get(question)
  if (kept !== undefined) return answerReply(200, kept, standing)
  return lookUp(service, { ...call, endpoint, question }, standing)
}

interface LookUp extends Call {
  readonly endpoint: Endpoint
  /** What its answer is kept under, where it may be kept. */
  readonly question: string | undefined
}

async function lookUp(service: Service, call: LookUp, standing: Standing): Promise<Reply> {
  const { request, match, caller, endpoint, question } = call
  const { allowance, answers, context, meter, privateSearches } = service.answering
  // Published clients send bodies with GET too, which mean nothing.
  const hasBody = request.method === 'POST' || request.method === 'PUT'
  const text = hasBody ? await readText(request) : undefined
  const input = readInput(endpoint, match.params, request.query, text)
  const isMetered = canCost(endpoint, input)
  if (isMetered) await allowance.check(caller)

  const own = privateSearches.of(caller, endpoint.product)
  const searches = own instanceof Promise ? await own : own
  const startMs = service.clock.monotonicMs()
  const handled = endpoint.handle(input, { ...context, searches, caller })
  // What is answered at once has searched, and nothing else.
  if (!(handled instanceof Promise)) service.metrics.searched(service.clock.monotonicMs() - startMs)
  const { status, body, lookups } = handled instanceof Promise ? await handled : handled
  const json = status === 204 ? '' : JSON.stringify(body)
  if (lookups === 0) {
    // What can cost a look-up is judged by the allowance each time, even where it found nothing.
    const mayBeKept = question !== undefined && status === 200 && !isMetered
    if (mayBeKept) answers.keep(question, json)
    return answerReply(status, json, standing)
  }

  // Charge, then send: what was answered is on disk first, and a refusal never has to be given back.
  const trace = traceOf(visitorOf(service, request), header(request, 'referer'), body)
  const charge = await meter.charge(caller, trace)
  if (charge.penaltyMs > 0) await delay(charge.penaltyMs)
  return answerReply(status, json, standing, true)
}

/** A page for those who run the service is no path for anybody else. */
function findRoute(service: Service, request: Request): RouteMatch<Route> | undefined {
  const match = service.answering.router.find(request.path)
  const isHidden = match?.target.page?.isPrivate === true && !isFromOperator(service, request)
  return isHidden ? undefined : match
}

// Behind a proxy everybody has the proxy's address, so whoever comes by one is a stranger.
function isFromOperator({ admission }: Service, request: Request): boolean {
  const isForwarded = FORWARDING.some((name) => request.headers[name] !== undefined)
  return !isForwarded && admission.operators.includes(request.remoteAddress)
}

const FORWARDING = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via']

function shed({ metrics, admission }: Service, { importance }: Route): Reply {
  metrics.shed(importance)
  return admission.overload.reply
}

function logAnswer(
  { log }: Service,
  { id, method }: Request,
  route: Route | undefined,
  status: number,
  ms: number,
): void {
  log.debug('request', { request_id: id, method, route: route?.path, status, ms: rounded(ms) })
}

function rounded(ms: number): number {
  return Math.round(ms * 1000) / 1000
}

function visitorOf({ admission }: Service, request: Request): string {
  return admission.proxies.visitorOf(request.remoteAddress, header(request, 'x-forwarded-for'))
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

async function showPage(page: Page, request: Request, params: Params): Promise<Reply> {
  const reply = await page.render(request, params)
  const { status, contentType, body, headers, retryAfterSeconds } = reply
  return textReply(status, contentType, body, {
    ...headers,
    ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
  })
}

type Params = RouteMatch<Route>['params']

async function readText(request: Request): Promise<string> {
  const body = await request.readBody()
  switch (body.kind) {
    case 'text':
      return body.text
    case 'too-large':
      throw new Problem('payload-too-large', 'The body must be at most 64 KiB.')
    case 'not-utf8':
      throw new Problem('bad-request', 'The body is not UTF-8 text.', { title: 'body' })
    case 'cut-off':
      throw new Problem('request-timeout', 'The request did not arrive in full.')
    case 'encoded':
      throw new Problem('bad-request', 'The body must not be compressed.', {
        title: 'Content-Encoding',
      })
  }
}

/** What every catch of the request path does: a Problem is told, anything else is ours and is logged, never shown. */
function refuse(service: Service, request: Request, error: unknown): Reply {
  if (error instanceof Problem) return problemReply(error, service.config.docsUrl)
  if (isStoreUnavailable(error)) {
    service.log.warn('store failed', { request_id: request.id, error })
    return problemReply(storeUnavailable(), service.config.docsUrl)
  }
  service.log.error('request failed', { request_id: request.id, error })
  const problem = new Problem('internal-error', 'The service failed; nothing was charged.')
  return problemReply(problem, service.config.docsUrl)
}
