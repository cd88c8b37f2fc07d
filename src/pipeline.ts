// The life of a request, from top to bottom. Read this first: every check that a request passes is here, in order.

import { type CredentialFacts, credentialFacts } from './access/authenticate.ts'
import { authorize, type Scope } from './access/authorize.ts'
import type { Caller } from './access/caller.ts'
import { callerForAccount, type Detour, detourOf } from './access/sessions.ts'
import {
  type Context,
  canCost,
  type Endpoint,
  type Input,
  type Outcome,
} from './endpoints/endpoint.ts'
import { noSuchPath } from './endpoints/not-offered.ts'
import { type Page, pageReply } from './endpoints/pages/page.ts'
import { readBodyText } from './endpoints/read-body.ts'
import { readInput } from './endpoints/read-input.ts'
import type { Handler, Reply, Request, Standing } from './http/message.ts'
import { answerReply, preflightReply } from './http/reply.ts'
import type { RouteMatch } from './http/router.ts'
import { LEGACY } from './legacy/legacy.ts'
import { answerAgent, keysOfAgent } from './request/agent-answers.ts'
import { audited } from './request/audited-answers.ts'
import { networkShare, settle } from './request/bill.ts'
import { type Asked, Bill, type Call, type EndpointCall } from './request/call.ts'
import { chargeOne, chargeParts, visitorOf } from './request/charged-answers.ts'
import { problemOf, refuse, refuseDelivery } from './request/refusals.ts'
import { checkMethod, endpointFor, type Route, scopeOf } from './routes.ts'
import type { Searches } from './search/address-search.ts'
import type { Work } from './search/work.ts'
import type { Service } from './service.ts'
import { isForPerson, notFoundPage } from './web/not-found-page.ts'

export function makePipeline(service: Service): Handler {
  const { clock, metrics } = service
  return (request) => {
    const startMs = clock.monotonicMs()
    const match = findRoute(service, request)
    const asked = { request, match, bill: new Bill(startMs) }
    const done = (reply: Reply) => {
      const nowMs = clock.monotonicMs()
      settle(service, asked, reply, nowMs)
      const ms = nowMs - startMs
      metrics.answered(match?.target, reply.isRehearsal === true ? 200 : reply.status, ms)
      if (service.log.debugging) logAnswer(service, request, match?.target, reply.status, ms)
      return reply
    }
    try {
      const reply = answer(service, asked)
      if (!(reply instanceof Promise)) return done(reply)
      metrics.requestWaits()
      const doneLate = (late: Reply) => {
        metrics.requestSettled()
        return done(late)
      }
      return reply.then(doneLate, (error: unknown) => doneLate(refuse(service, asked, error)))
    } catch (error) {
      return done(refuse(service, asked, error))
    }
  }
}

function answer(service: Service, asked: Asked): Reply | Promise<Reply> {
  const { request, match, bill } = asked
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
  if (route.page !== undefined) return answerPage(service, { ...asked, match }, route.page)
  refuseDelivery(request)

  if (detour !== undefined) {
    return networkWorks(service, request)
      .then(() => callerOnDetour(service, request, detour))
      .then((caller) => admit(service, { request, match, bill, caller }))
  }
  // Here and below, nothing waits that need not: a promise costs more than finding a kept answer.
  const { admission, config } = service
  const headerKeys = LEGACY.headerKeys(config.legacyAuth, route.endpoints, request.method)
  const facts = credentialFacts(request, route.isForAgents ? keysOfAgent : headerKeys)
  const caller = admission.knownCaller(facts) ?? lookUpCaller(service, request, facts)
  return caller instanceof Promise
    ? caller.then((known) => admit(service, { request, match, bill, caller: known }))
    : admit(service, { request, match, bill, caller })
}

function lookUpCaller(
  service: Service,
  request: Request,
  facts: CredentialFacts,
): Caller | Promise<Caller> {
  const { admission } = service
  return admission.isRemembered(facts)
    ? admission.authenticate(facts)
    : networkWorks(service, request).then(() => admission.authenticate(facts))
}

/** Who is not known yet may make the service look, within the share of the network. */
async function networkWorks(service: Service, request: Request): Promise<void> {
  await service.admission.shares.admit(networkShare(service, request))
}

async function answerPage(
  service: Service,
  { request, match }: Asked & { readonly match: RouteMatch<Route> },
  page: Page,
): Promise<Reply> {
  const reply = () => pageReply(page, request, match.params)
  if (page.isVital === true) return reply()
  await networkWorks(service, request)
  return service.admission.places.hold(networkShare(service, request).key, reply)
}

/** Somebody who has signed in to a console, or an operator who acts for an account. */
async function callerOnDetour(
  { admission, store }: Service,
  request: Request,
  { session, accountId }: Detour,
): Promise<Caller> {
  const caller =
    session === undefined
      ? await admission.authenticate(credentialFacts(request))
      : await admission.sessions[session].authenticate(request)
  return accountId === undefined ? caller : callerForAccount(store.db, caller, accountId)
}

function admit(service: Service, call: Call): Reply | Promise<Reply> {
  const { request, match, caller, bill } = call
  const scope = scopeOf(match.target, request.method)
  const refused = (error: unknown) => refuse(service, call, error)
  try {
    authorize(caller, scope, service.clock.now())
    const { shares } = service.admission
    bill.share = shares.of(caller)
    const wait = shares.admit(bill.share, bill.startMs)
    return wait === undefined
      ? limit(service, call, scope)
      : wait.then(() => limit(service, call, scope)).catch(refused)
  } catch (error) {
    return refused(error)
  }
}

/** How often the caller may call. What was refused before, for its work, counts in no window. */
function limit(service: Service, call: Call, scope: Scope): Reply | Promise<Reply> {
  const { request, caller } = call
  const visitor = caller.kind === 'token' ? visitorOf(service, request) : ''
  const standing = service.admission.rateLimits.admit(caller, scope, visitor)
  return standing instanceof Promise
    ? standing.then(
        (known) => answerWithStanding(service, call, known),
        (error: unknown) => refuse(service, call, error),
      )
    : answerWithStanding(service, call, standing)
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
  if (match.target.isForAgents === true) {
    // What an agent asks by its message may need a place of its own.
    const places = `agents ${caller.accountId}`
    const answerNow = () => answerAgent(service, call, standing, admit)
    return service.admission.places.hold(places, answerNow)
  }
  const endpoint = endpointFor(match.target, request.method, caller.subscription?.product)
  // A free look-up that was just answered gets the same answer, before anything of it is read. An account with private
  // addresses has answers of its own: none of them is kept, and no kept one is given to it.
  const { answers } = service.answering
  const hasOwn = caller.privateVersion !== undefined || caller.isTest === true
  const question = hasOwn ? undefined : answers.questionOf(request, endpoint, service.data)
  const kept = question === undefined ? undefined : answers.get(question)
  if (kept !== undefined) return answerReply(200, kept, standing)
  const asked = { ...call, endpoint, question }
  if (question === undefined) {
    const { importance } = match.target
    const isBrief = importance !== 'administration' && endpoint.isLong !== true
    if (isBrief || call.bill.share === undefined) return handle(service, asked, standing)
    const { places } = service.admission
    return places.hold(call.bill.share.key, () => handle(service, asked, standing))
  }
  const input = readInput(endpoint, match.params, request.query, undefined)
  if (canCost(endpoint, input)) return handle(service, asked, standing)
  // All that a free look-up needs is in memory: it waits for nothing.
  return answerInput(service, asked, standing, input, service.data)
}

async function handle(service: Service, call: EndpointCall, standing: Standing): Promise<Reply> {
  const { request, match, caller, endpoint } = call
  const hasText = request.method !== 'GET' && endpoint.takesFile !== true
  const text = hasText ? await readBodyText(request, endpoint.bodyBytesMax) : undefined
  call.bill.read = text?.length ?? 0
  if (endpoint.steps !== undefined) call.bill.work.add(endpoint.steps)
  const input = readInput(endpoint, match.params, request.query, text)
  const answer = () => answerWithSearches(service, call, standing, input)
  return caller.operator === undefined ? answer() : audited(service, call, input, answer)
}

async function answerWithSearches(
  service: Service,
  call: EndpointCall,
  standing: Standing,
  input: Input,
): Promise<Reply> {
  const { caller, endpoint } = call
  const { allowance, privateSearches, samples } = service.answering
  const isTest = caller.isTest === true
  const doubt = !isTest && canCost(endpoint, input) ? allowance.check(caller) : undefined
  if (doubt !== undefined) await doubt

  const { product = caller.subscription?.product } = endpoint
  const isSample = isTest && product !== undefined
  const own = isSample
    ? samples.of(product)
    : privateSearches.of(caller, endpoint.product, call.bill)
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
  const { work } = call.bill
  const startMs = service.clock.monotonicMs()
  const upload = endpoint.takesFile === true ? countedUpload(request, work) : undefined
  const context = { ...service.answering.context, searches, caller, upload, work }
  const reply = (known: Outcome) => replyTo(service, call, standing, input, known)
  const { product = caller.subscription?.product } = endpoint
  const hasData = product !== undefined && searches[product] !== undefined
  const isLong = endpoint.isLong === true && hasData
  const outcome = isLong ? undefined : briefly(endpoint, input, context)
  if (outcome === undefined) {
    const { longSearches } = service.answering
    return longSearches.answer(endpoint, input, caller, work).then(reply)
  }
  if (outcome instanceof Promise) return outcome.then(reply)
  // What was answered without waiting has searched and done nothing else.
  service.metrics.searched(service.clock.monotonicMs() - startMs)
  return reply(outcome)
}

/** A byte of a file that is saved costs a step; what becomes of it then is background work. */
function countedUpload(request: Request, work: Work): Context['upload'] {
  const save = request.saveBody?.bind(request)
  if (save === undefined) return undefined
  return async (path, bytesMax) => {
    const saved = await save(path, bytesMax)
    if (saved.kind === 'saved') work.add(saved.bytes)
    return saved
  }
}

/** Undefined where the search takes too long for the event loop. What it has found by then means nothing. */
function briefly(
  endpoint: Endpoint,
  input: Input,
  context: Context,
): Outcome | Promise<Outcome> | undefined {
  try {
    const outcome = endpoint.handle(input, context)
    return context.work.isBrokenOff ? undefined : outcome
  } catch (error) {
    if (context.work.isBrokenOff) return undefined
    throw error
  }
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
  return chargeParts(service, call, standing, { ...outcome, inParts }, refusal)
}

function findRoute(service: Service, request: Request): RouteMatch<Route> | undefined {
  const detour = detourOf(request.path)
  const match = service.answering.router.find(detour?.path ?? request.path)
  if (match === undefined) return undefined
  return service.admission.mayKnow(match.target, request) ? match : undefined
}

function shed({ metrics, admission }: Service, { importance, isPostalLookUp }: Route): Reply {
  metrics.shed(importance)
  return admission.overload.replies[LEGACY.messageText(isPostalLookUp)]
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
