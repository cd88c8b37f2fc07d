// The life of a request, from top to bottom. Read this first: every check that a request passes is here, in order.

import { bearerFacts, credentialFacts } from './access/authenticate.ts'
import { authorize } from './access/authorize.ts'
import type { Caller } from './access/caller.ts'
import { storeUnavailable } from './access/refusals.ts'
import { callerForAccount, type Detour, detourOf } from './access/sessions.ts'
import { FORWARDING } from './access/visitor.ts'
import { recordAct } from './account/operators/acts.ts'
import { type AskedPath, lookUpsOf } from './agents/look-ups.ts'
import { chargeOne, chargeParts, visitorOf } from './charged-answers.ts'
import { canCost, type Endpoint, type Input, type Outcome } from './endpoints/endpoint.ts'
import { noSuchPath } from './endpoints/not-offered.ts'
import { pageReply } from './endpoints/pages/page.ts'
import { readBodyText } from './endpoints/read-body.ts'
import { readInput } from './endpoints/read-input.ts'
import { type Handler, header, type Reply, type Request, type Standing } from './http/message.ts'
import { Problem } from './http/problem.ts'
import {
  answerReply,
  type MessageText,
  preflightReply,
  problemReply,
  textReply,
} from './http/reply.ts'
import type { RouteMatch } from './http/router.ts'
import { checkMethod, endpointFor, hasOlderClients, type Route, scopeOf } from './routes.ts'
import type { Searches } from './search/address-search.ts'
import type { Service } from './service.ts'
import { isStoreUnavailable } from './store/store-error.ts'
import { isForPerson, notFoundPage } from './web/not-found-page.ts'

export function makePipeline(service: Service): Handler {
  const { clock, metrics } = service
  return (request) => {
    const startMs = clock.monotonicMs()
    const match = findRoute(service, request)
    const asked = { request, match }
    const done = (reply: Reply) => {
      const ms = clock.monotonicMs() - startMs
      metrics.answered(match?.target, reply.isRehearsal === true ? 200 : reply.status, ms)
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
      return reply.then(settle, (error: unknown) => settle(refuse(service, asked, error)))
    } catch (error) {
      return done(refuse(service, asked, error))
    }
  }
}

function answer(
  service: Service,
  request: Request,
  match: RouteMatch<Route> | undefined,
): Reply | Promise<Reply> {
  if (match === undefined) {
    const problem = noSuchPath(request.path, service.config.baseUrl)
    if (isForPerson(request)) return notFoundPage(problem.detail, service.config.brand)
    throw problem
  }
  const route = match.target
  const detour = detourOf(request.path)
  // These are for calls of the API, and no page is one.
  if (detour !== undefined && route.page !== undefined) {
    throw noSuchPath(request.path, service.config.baseUrl)
  }
  if (request.method === 'OPTIONS') return preflightReply(route.methods)
  checkMethod(route, request.method)
  if (service.admission.overload.refuses(route.importance)) return shed(service, route)
  if (route.page !== undefined) return pageReply(route.page, request, match.params)
  refuseDelivery(request)

  if (detour !== undefined) {
    const caller = callerOnDetour(service, request, detour)
    return caller.then((known) => admit(service, { request, match, caller: known }))
  }
  // Here and below, nothing waits that need not: a promise costs more than finding a kept answer.
  const readsHeader = service.config.legacyAuth || hasOlderClients(route, request.method)
  const facts = route.isForAgents ? bearerFacts(request) : credentialFacts(request, readsHeader)
  const caller = service.admission.authenticate(facts)
  return caller instanceof Promise
    ? caller.then((known) => admit(service, { request, match, caller: known }))
    : admit(service, { request, match, caller })
}

/** Somebody who has signed in to a console, or an operator who acts for an account. */
async function callerOnDetour(
  { admission, store }: Service,
  request: Request,
  { session, accountId }: Detour,
): Promise<Caller> {
  const caller =
    session === undefined
      ? await admission.authenticate(credentialFacts(request, false))
      : await admission.sessions[session].authenticate(request)
  return accountId === undefined ? caller : callerForAccount(store.db, caller, accountId)
}

/** As far as a request was understood. */
interface Asked {
  readonly request: Request
  readonly match: RouteMatch<Route> | undefined
  readonly caller?: Caller
}

interface Call extends Asked {
  readonly match: RouteMatch<Route>
  readonly caller: Caller
}

function admit(service: Service, call: Call): Reply | Promise<Reply> {
  const { request, match, caller } = call
  const scope = scopeOf(match.target, request.method)
  const refused = (error: unknown) => refuse(service, call, error)
  try {
    authorize(caller, scope, service.clock.now())
    const visitor = caller.kind === 'token' ? visitorOf(service, request) : ''
    const standing = service.admission.rateLimits.admit(caller, scope, visitor)
    return standing instanceof Promise
      ? standing.then((known) => answerWithStanding(service, call, known), refused)
      : answerWithStanding(service, call, standing)
  } catch (error) {
    return refused(error)
  }
}

/** Nobody shall take made-up addresses for real ones. */
function markTest(reply: Reply): Reply {
  return { ...reply, headers: { ...reply.headers, 'test-key': '1' } }
}

/** A refusal carries the state of the rate limits as an answer does. */
function answerWithStanding(
  service: Service,
  call: Call,
  standing: Standing,
): Reply | Promise<Reply> {
  const refused = (error: unknown) => ({ ...refuse(service, call, error), standing })
  try {
    const reply = respond(service, call, standing)
    if (call.caller.isTest === true) return Promise.resolve(reply).catch(refused).then(markTest)
    return reply instanceof Promise ? reply.catch(refused) : reply
  } catch (error) {
    return refused(error)
  }
}

function respond(service: Service, call: Call, standing: Standing): Reply | Promise<Reply> {
  const { request, match, caller } = call
  if (match.target.isForAgents === true) return answerAgent(service, call, standing)
  const endpoint = endpointFor(match.target, request.method, caller.subscription?.product)
  // A free look-up that was just answered gets the same answer, before anything of it is read. An account with private
  // addresses has answers of its own: none of them is kept, and no kept one is given to it.
  const { answers } = service.answering
  const hasOwn = caller.privateVersion !== undefined || caller.isTest === true
  const question = hasOwn ? undefined : answers.questionOf(request, endpoint, service.data)
  const kept = question === undefined ? undefined : answers.get(question)
  if (kept !== undefined) return answerReply(200, kept, standing)
  const asked = { ...call, endpoint, question }
  if (question === undefined) return handle(service, asked, standing)
  const input = readInput(endpoint, match.params, request.query, undefined)
  if (canCost(endpoint, input)) return handle(service, asked, standing)
  // All that a free look-up needs is in memory: it waits for nothing.
  return answerInput(service, asked, standing, input, service.data)
}

async function answerAgent(service: Service, call: Call, standing: Standing): Promise<Reply> {
  const text = (await readBodyText(call.request)) ?? ''
  // Each question of the agent passes every check from here on as if it had been asked by itself.
  const asked = async ({ path, query, body }: AskedPath): Promise<Reply> => {
    const { id, headers, remoteAddress } = call.request
    const readBody = async () => ({ kind: 'text', text: body ?? '' }) as const
    const method = body === undefined ? 'GET' : 'POST'
    const request = { id, method, path, query, headers, remoteAddress, readBody }
    const match = service.answering.router.find(path)
    if (match === undefined) throw noSuchPath(path, service.config.baseUrl)
    try {
      return await admit(service, { request, match, caller: call.caller })
    } catch (error) {
      return refuse(service, { request, match, caller: call.caller }, error)
    }
  }
  // Few services are asked by agents, and what speaks their protocol is large.
  const { agentReply } = await import('./agents/http.ts')
  const { status, contentType, body } = await agentReply(call.request, text, lookUpsOf(asked))
  return { ...textReply(status, contentType, body), standing }
}

interface EndpointCall extends Call {
  readonly endpoint: Endpoint
  /** What its answer is kept under, where it may be kept. */
  readonly question: string | undefined
}

async function handle(service: Service, call: EndpointCall, standing: Standing): Promise<Reply> {
  const { request, match, caller, endpoint } = call
  const { allowance, privateSearches, samples } = service.answering
  const hasText = request.method !== 'GET' && endpoint.takesFile !== true
  const text = hasText ? await readBodyText(request, endpoint.bodyBytesMax) : undefined
  const input = readInput(endpoint, match.params, request.query, text)
  if (caller.operator !== undefined && request.method !== 'GET') {
    await logAct(service, call, caller.operator.name, input)
  }
  const isTest = caller.isTest === true
  const doubt = !isTest && canCost(endpoint, input) ? allowance.check(caller) : undefined
  if (doubt !== undefined) await doubt

  const { product = caller.subscription?.product } = endpoint
  const isSample = isTest && product !== undefined
  const own = isSample ? samples.of(product) : privateSearches.of(caller, endpoint.product)
  const searches = own instanceof Promise ? await own : own
  return answerInput(service, call, standing, input, searches)
}

function answerInput(
  service: Service,
  call: EndpointCall,
  standing: Standing,
  input: Input,
  searches: Searches,
): Reply | Promise<Reply> {
  const { request, caller, endpoint } = call
  const startMs = service.clock.monotonicMs()
  const upload = endpoint.takesFile === true ? request.saveBody?.bind(request) : undefined
  const context = { ...service.answering.context, searches, caller, upload }
  const outcome = endpoint.handle(input, context)
  const reply = (known: Outcome) => replyTo(service, call, standing, input, known)
  if (outcome instanceof Promise) return outcome.then(reply)
  // What was answered without waiting has searched and done nothing else.
  service.metrics.searched(service.clock.monotonicMs() - startMs)
  return reply(outcome)
}

function replyTo(
  service: Service,
  call: EndpointCall,
  standing: Standing,
  input: Input,
  outcome: Outcome,
): Reply | Promise<Reply> {
  const { caller, endpoint, question } = call
  const { status, body, lookups, inParts, file } = outcome
  if (file !== undefined) return { status, ...file, body: '', standing }
  const json = status === 204 ? '' : JSON.stringify(body)
  if (lookups === 0 || caller.isTest === true) {
    // A request that can cost a look-up is checked against the allowance each time, even if it found nothing.
    const mayBeKept = question !== undefined && status === 200 && !canCost(endpoint, input)
    if (mayBeKept) service.answering.answers.keep(question, json, caller.accountId)
    return answerReply(status, json, standing)
  }
  // Charge first, then send: a charge is on disk before its answer leaves, and is never to be refunded.
  if (inParts === undefined) return chargeOne(service, call, standing, outcome, json)
  const refusal = (error: unknown) => problemOf(service, call, error)
  return chargeParts(service, call, standing, inParts, refusal)
}

/** Before it is done: nothing that an operator does is missing in the log. */
async function logAct(
  { store, clock }: Service,
  { request, match, caller, endpoint }: EndpointCall,
  operator: string,
  { options }: Input,
): Promise<void> {
  const { account: accountId = caller.accountId } = match.params
  const details = JSON.stringify({ call: `${request.method} ${request.path}`, ...options })
  await recordAct(store, { operator, act: endpoint.summary, accountId, details }, clock.now())
}

/** A page for operators does not exist for anybody else. */
function findRoute(service: Service, request: Request): RouteMatch<Route> | undefined {
  const detour = detourOf(request.path)
  const match = service.answering.router.find(detour?.path ?? request.path)
  if (match === undefined) return undefined
  const { page, scope } = match.target
  if (page?.isPrivate === true && !isFromOperator(service, request)) return undefined
  const isForOperators =
    scope === 'operator' || page?.isForOperators === true || request.path.startsWith('/operator/')
  return isForOperators && !service.admission.operatorPlaces.include(request) ? undefined : match
}

// A request through a proxy has the proxy's address, so it does not count as an operator's.
function isFromOperator({ admission }: Service, request: Request): boolean {
  const isForwarded = FORWARDING.some((name) => request.headers[name] !== undefined)
  return !isForwarded && admission.operators.includes(request.remoteAddress)
}

function shed({ metrics, admission }: Service, { importance, isPostalLookUp }: Route): Reply {
  metrics.shed(importance)
  return admission.overload.replies[isPostalLookUp ? 'phrase' : 'detail']
}

function logAnswer(
  { log }: Service,
  { id, method }: Request,
  route: Route | undefined,
  status: number,
  ms: number,
): void {
  const rounded = Math.round(ms * 1000) / 1000
  log.debug('request', { request_id: id, method, route: route?.path, status, ms: rounded })
}

/** One of our own events, delivered to ourselves under another name: to accept it could cause events without end. */
function refuseDelivery(request: Request): void {
  if (header(request, 'webhook-id') === undefined) return
  throw new Problem('bad-request', 'The service takes no deliveries of webhooks.', {
    title: 'webhook-id',
  })
}

/** A Problem is sent as it is; any other error is a bug of ours, which is logged and never shown. */
function refuse(service: Service, asked: Asked, error: unknown): Reply {
  return problemReply(problemOf(service, asked, error), service.config.docsUrl, messageText(asked))
}

function problemOf({ log }: Service, { request }: Asked, error: unknown): Problem {
  if (error instanceof Problem) return error
  if (isStoreUnavailable(error)) {
    log.warn('store failed', { request_id: request.id, error })
    return storeUnavailable()
  }
  log.error('request failed', { request_id: request.id, error })
  return new Problem('internal-error', 'The service failed; nothing was charged.')
}

/** Who calls may not be known yet: then it is a UK look-up if it can be one, because only those have older clients. */
function messageText({ match, caller }: Asked): MessageText {
  const isPostal = match?.target.isPostalLookUp === true && caller?.subscription?.product !== 'au'
  return isPostal ? 'phrase' : 'detail'
}
