// The life of a request, from top to bottom. Read this first: every check that a request passes is here, in order.

import { authorize } from './access/authorize.ts'
import { detourOf } from './access/sessions.ts'
import { noSuchPath } from './endpoints/not-offered.ts'
import { pageReply } from './endpoints/pages/page.ts'
import { type Handler, header, type Reply, type Request } from './http/message.ts'
import { badRequest, Problem } from './http/problem.ts'
import { preflightReply } from './http/reply.ts'
import { LEGACY } from './legacy/legacy.ts'
import { answerAgent } from './request/agent-answers.ts'
import { refuseRole } from './request/audited-answers.ts'
import { networkShare, settle } from './request/bill.ts'
import { type Arrival, Bill, type Call, type Received } from './request/call.ts'
import { callerByKey, callerOnDetour, networkWorks } from './request/callers.ts'
import { answerEndpoint } from './request/endpoint-answers.ts'
import { refuse } from './request/refusals.ts'
import { logRequest } from './request/request-logging.ts'
import { scopeOf } from './routes.ts'
import type { Service } from './service.ts'
import { isForPerson, notFoundPage } from './web/not-found-page.ts'

/** Before it is known who calls. A check answers the call, lets it pass, or throws the Problem that refuses it. */
function checkArrival(service: Service, call: Arrival): Reply | Promise<Reply> {
  return (
    refuseDetourToPage(service, call) ?? // 404
    answerPreflight(call) ??
    checkMethod(call) ?? // 405
    checkLoad(service, call) ?? // 503
    answerPage(service, call) ??
    refuseDelivery(call) ?? // 400
    findCaller(service, call) // 401, and goes on with the checks below
  )
}

/** Once it is known who calls, and again for each question of an agent. */
function checkCall(service: Service, call: Call): Reply | Promise<Reply> {
  checkScope(service, call) // 403
  const work = checkWork(service, call) // 429, for the caller's share of work
  return after(work, () => {
    const rate = checkRate(service, call) // 429, for how often it calls
    return after(
      rate,
      () =>
        refuseRole(service, call) ?? // 403, for the role of an operator
        answerAgents(service, call) ??
        // And finally: 404, 413, 400, 429 for the allowance, 503 for the charge.
        answerEndpoint(service, call),
    )
  })
}

export function makePipeline(service: Service): Handler {
  const { clock, metrics, log } = service
  return (request) => {
    const startMs = clock.monotonicMs()
    const received = arrive(service, request, startMs)
    const done = (reply: Reply) => {
      const nowMs = clock.monotonicMs()
      settle(service, received, reply, nowMs)
      const ms = nowMs - startMs
      const route = received.match?.target
      logRequest(service, received, reply, ms)
      metrics.answered(route, reply.isRehearsal === true ? 200 : reply.status, ms)
      if (log.debugging) {
        const facts = { method: request.method, route: route?.path, status: reply.status }
        log.debug('request', { request_id: request.id, ...facts, ms: Math.round(ms * 1000) / 1000 })
      }
      return reply
    }
    const reply = answer(service, received)
    if (!(reply instanceof Promise)) return done(reply)
    received.bill.hasWaited = true
    metrics.requestWaits()
    return reply.then((late) => {
      metrics.requestSettled()
      return done(late)
    })
  }
}

function arrive(service: Service, request: Request, startMs: number) {
  const detour = detourOf(request.path)
  const found = service.answering.router.find(detour?.path ?? request.path)
  const mayKnow = found !== undefined && service.admission.mayKnow(found.target, request)
  return { request, match: mayKnow ? found : undefined, detour, bill: new Bill(startMs) }
}

function answer(service: Service, received: ReturnType<typeof arrive>): Reply | Promise<Reply> {
  if (received.match !== undefined) return pass(service, received as Arrival, checkArrival)
  const problem = noSuchPath(received.request.path, service.config.baseUrl)
  if (!isForPerson(received.request)) return refuse(service, received, problem)
  return notFoundPage(problem.detail, service.config.brand)
}

/** Waits only if it must: a promise costs more than finding a kept answer. */
function after<T>(wait: Promise<unknown> | undefined, next: () => T | Promise<T>): T | Promise<T> {
  return wait === undefined ? next() : wait.then(next)
}

/** Throws nothing. */
function pass<C extends Received>(
  service: Service,
  call: C,
  check: (service: Service, call: C) => Reply | Promise<Reply>,
): Reply | Promise<Reply> {
  try {
    const reply = check(service, call)
    if (!(reply instanceof Promise)) return reply
    return reply.catch((error: unknown) => refuse(service, call, error))
  } catch (error) {
    return refuse(service, call, error)
  }
}

/** Detours are for calls of the API, not for pages. */
function refuseDetourToPage({ config }: Service, { request, match, detour }: Arrival): undefined {
  if (detour !== undefined && match.target.page !== undefined) {
    throw noSuchPath(request.path, config.baseUrl)
  }
}

function answerPreflight({ request, match }: Arrival): Reply | undefined {
  return request.method === 'OPTIONS' ? preflightReply(match.target.methods) : undefined
}

function checkMethod({ request, match }: Arrival): undefined {
  const methods: readonly string[] = match.target.methods
  if (methods.includes(request.method)) return
  throw new Problem('method-not-allowed', `This path takes ${methods.join(' and ')}.`, {
    headers: { allow: [...methods, 'OPTIONS'].join(', ') },
  })
}

function checkLoad({ admission, metrics }: Service, { match }: Arrival): Reply | undefined {
  const { importance, isPostalLookUp } = match.target
  if (!admission.overload.refuses(importance)) return undefined
  metrics.shed(importance)
  return admission.overload.replies[LEGACY.messageText(isPostalLookUp)]
}

function answerPage(service: Service, { request, match }: Arrival): Promise<Reply> | undefined {
  const { page } = match.target
  if (page === undefined) return undefined
  const reply = async () => pageReply(page, request, match.params)
  if (page.isVital === true) return reply()
  const { key } = networkShare(service, request)
  return networkWorks(service, request).then(() => service.admission.places.hold(key, reply))
}

/** One of our own events, delivered to us under another name: accepting it could cause events without end. */
function refuseDelivery({ request }: Arrival): undefined {
  if (header(request, 'webhook-id') === undefined) return
  throw badRequest('webhook-id', 'The service does not receive webhooks.')
}

function findCaller(service: Service, arrival: Arrival): Reply | Promise<Reply> {
  const { request, match, detour, bill, standing } = arrival
  const caller =
    detour === undefined
      ? callerByKey(service, request, match.target)
      : callerOnDetour(service, request, detour)
  return caller instanceof Promise
    ? caller.then((known) => admit(service, { request, match, bill, caller: known, standing }))
    : admit(service, { request, match, bill, caller, standing })
}

function admit(service: Service, call: Call): Reply | Promise<Reply> {
  call.bill.caller = call.caller
  const reply = pass(service, call, checkCall)
  return call.caller.isTest === true
    ? Promise.resolve(reply).then((late) => markTest(call, late))
    : reply
}

/** So that nobody takes made-up addresses for real ones. */
function markTest({ standing }: Call, reply: Reply): Reply {
  if (standing === undefined) return reply
  return { ...reply, headers: { ...reply.headers, 'test-key': '1' } }
}

function checkScope({ clock }: Service, { request, match, caller }: Call): undefined {
  authorize(caller, scopeOf(match.target, request.method), clock.now())
}

function checkWork({ admission }: Service, { caller, bill }: Call): Promise<undefined> | undefined {
  bill.share = admission.shares.of(caller)
  return admission.shares.admit(bill.share, bill.startMs)
}

/** A call that was refused for its work counts in no window. */
function checkRate(service: Service, call: Call): Promise<undefined> | undefined {
  const { request, match, caller } = call
  const visitor = caller.kind === 'token' ? service.admission.proxies.visitorOf(request) : ''
  const scope = scopeOf(match.target, request.method)
  const standing = service.admission.rateLimits.admit(caller, scope, visitor)
  if (standing instanceof Promise) {
    return standing.then((known): undefined => {
      call.standing = known
    })
  }
  call.standing = standing
  return undefined
}

/** What an agent asks by its message may need a place of its own. */
function answerAgents(service: Service, call: Call): Promise<Reply> | undefined {
  if (call.match.target.isForAgents !== true) return undefined
  const places = `agents ${call.caller.accountId}`
  return service.admission.places.hold(places, () => answerAgent(service, call, admit))
}
