// The answer of an endpoint to a call that was let in: kept, found in memory, or worked for; and charged.

import { setTimeout as delay } from 'node:timers/promises'
import { traceOf } from '../access/visitor.ts'
import {
  type Context,
  canCost,
  type Endpoint,
  type Input,
  type Outcome,
  type PartsOutcome,
} from '../endpoints/endpoint.ts'
import { readBodyText, readInput } from '../endpoints/read-input.ts'
import { header, type Reply, type Request } from '../http/message.ts'
import { badRequest, Problem } from '../http/problem.ts'
import { answerReply } from '../http/reply.ts'
import { BODY_BYTES_MAX } from '../http/server.ts'
import { count } from '../lib/columns.ts'
import { hasManyValues, JSON_VALUES_MAX } from '../lib/turns/turns.ts'
import { endpointFor } from '../routes.ts'
import type { Searches } from '../search/address-search.ts'
import type { Work } from '../search/work.ts'
import type { Service } from '../service.ts'
import { audited } from './audited-answers.ts'
import type { Call, EndpointCall } from './call.ts'
import { problemOf } from './refusals.ts'

export function answerEndpoint(service: Service, call: Call): Reply | Promise<Reply> {
  const { request, match, caller, bill } = call
  const endpoint = endpointFor(match.target, request.method, caller.subscription?.product)
  // A free look-up that was just answered gets the same answer, before anything of it is read. An account with private
  // addresses has answers of its own: none of them is kept, and no kept one is given to it.
  const { answers } = service.answering
  const hasOwn = caller.privateVersion !== undefined || caller.isTest === true
  const question = hasOwn ? undefined : answers.questionOf(request, endpoint, service.data.searches)
  const kept = question === undefined ? undefined : answers.get(question)
  if (kept !== undefined) return answerReply(200, kept, call.standing)
  const endpointCall = { ...call, endpoint, question }
  if (question !== undefined) {
    const input = readInput(endpoint, match.params, request.query, undefined)
    // Everything that a free look-up needs is in memory: it waits for nothing.
    if (canCost(endpoint, input)) return handle(service, endpointCall)
    return inTurn(service, call, () =>
      answerInput(service, endpointCall, input, service.data.searches),
    )
  }
  const isBrief = match.target.importance !== 'administration' && endpoint.isLong !== true
  if (isBrief || bill.share === undefined) return handle(service, endpointCall)
  return service.admission.places.hold(bill.share.key, () => handle(service, endpointCall))
}

async function handle(service: Service, call: EndpointCall): Promise<Reply> {
  const { request, endpoint, bill } = call
  const hasText = request.method !== 'GET' && endpoint.takesFile !== true
  const text = hasText ? await readBodyText(request, endpoint.bodyBytesMax) : undefined
  bill.read = text?.length ?? 0
  if (endpoint.steps !== undefined) bill.work.add(endpoint.steps)
  if (bill.read > BODY_BYTES_MAX) await refuseManyValues(service, call, text ?? '')
  return inTurn(service, call, () => checkInput(service, call, text))
}

async function refuseManyValues({ answering }: Service, { caller }: Call, text: string) {
  if (!(await answering.context.turns.run(caller.accountId, hasManyValues(text)))) return
  throw badRequest('body', `The body has more than ${count(JSON_VALUES_MAX)} values.`)
}

/** The last checks: the input is what it should be, and a look-up is left of the allowance. */
async function checkInput(service: Service, call: EndpointCall, text: string | undefined) {
  const { request, match, caller, endpoint, bill } = call
  const { allowance, samples, privateSearches } = service.answering
  const input = readInput(endpoint, match.params, request.query, text)
  const answer = async () => {
    const mayCost = caller.isTest !== true && canCost(endpoint, input)
    const doubt = mayCost ? allowance.check(caller) : undefined
    if (doubt !== undefined) await doubt
    // A test key searches the sample; an account with private addresses finds them too.
    const { product = caller.subscription?.product } = endpoint
    const own =
      caller.isTest === true && product !== undefined
        ? samples.of(product)
        : privateSearches.of(caller, endpoint.takesFile ? product : endpoint.product, bill)
    const searches = own instanceof Promise ? await own : own
    const now = () => answerInput(service, call, input, searches)
    const isStillInTurn = doubt === undefined && searches === own
    return isStillInTurn ? now() : inTurn(service, call, now)
  }
  return caller.operator === undefined ? answer() : audited(service, call, input, answer)
}

// What follows a wait gets its own turn: otherwise everything whose wait ends at the same moment would run at once.
// Until then it is not in flight, as before its first turn: others are not refused because one caller asks a lot.
// Whoever has gone meanwhile gets nothing: it would only delay others.
function inTurn<T>(
  { answering, metrics }: Service,
  { bill, caller, request }: Call,
  work: () => T | Promise<T>,
): T | Promise<T> {
  if (!bill.hasWaited) return work()
  metrics.requestSettled()
  return answering.context.turns.once(caller.accountId, () => {
    metrics.requestWaits()
    if (request.isAbandoned === true) throw new Problem('request-timeout', 'The caller has gone.')
    return work()
  })
}

function answerInput(service: Service, call: EndpointCall, input: Input, searches: Searches) {
  const { request, caller, endpoint } = call
  const { work } = call.bill
  const startMs = service.clock.monotonicMs()
  const upload = endpoint.takesFile === true ? countedUpload(request, work) : undefined
  const context = { ...service.answering.context, searches, caller, upload, work }
  const reply = (known: Outcome) => replyTo(service, call, input, known)
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
function briefly(endpoint: Endpoint, input: Input, context: Context) {
  try {
    const outcome = endpoint.handle(input, context)
    return context.work.isBrokenOff ? undefined : outcome
  } catch (error) {
    if (context.work.isBrokenOff) return undefined
    throw error
  }
}

function replyTo(service: Service, call: EndpointCall, input: Input, outcome: Outcome) {
  const { caller, endpoint, question, standing } = call
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
  return inParts === undefined
    ? chargeOne(service, call, outcome, json)
    : chargeParts(service, call, { ...outcome, inParts })
}

interface PartedOutcome extends Outcome {
  readonly inParts: PartsOutcome
}

async function chargeOne(
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
async function chargeParts(service: Service, call: EndpointCall, { body, inParts }: PartedOutcome) {
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
