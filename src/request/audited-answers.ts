// What an operator does, and reads of an account, goes into the audit log with its outcome.

import { accountIn } from '../account/operators/audit-entries.ts'
import type { Input } from '../endpoints/endpoint.ts'
import { roleRefusal } from '../endpoints/operator/roles.ts'
import type { Reply } from '../http/message.ts'
import { Problem } from '../http/problem.ts'
import { maskKeys } from '../lib/log.ts'
import { endpointFor } from '../routes.ts'
import type { Service } from '../service.ts'
import type { Call, EndpointCall } from './call.ts'

/** The paths at which an operator reads what belongs to an account. Its figures and settings are not among them. */
export const PRIVATE_READS: ReadonlySet<string> = new Set([
  '/v2/private-address',
  '/v2/private-address/{id}',
  '/private-address/{postcode}',
  '/private-address/{postcode}/{id}',
  '/batch/{id}/rows',
  '/batch/{id}/suggestions',
  '/batch/{id}/result',
  '/territory',
  '/territory/{territory}',
  '/watch',
  '/requests',
  '/events',
  '/webhook/{kind}/{id}/deliveries',
  '/invoices',
  '/invoices/{number}',
  '/invoices/from/{from_day}/{from_month}/{from_year}/To/{to_day}/{to_month}/{to_year}',
  '/email-address',
  '/account/export',
  '/cc/expired',
  '/cc/expired/{id}',
  '/cc/invoices',
  '/cc/invoices/{id}',
  '/security/domain-token',
  '/security/domain-token/{host}',
  '/operator/accounts/{account}',
  '/operator/accounts/{account}/mails',
  '/operator/invoices',
])

/** Writing an entry, in steps of about ten nanoseconds. */
const ENTRY_STEPS = 60_000

/** An act is logged before it is done, so none can be missing; a read before its answer leaves, as one entry. */
export async function audited(
  service: Service,
  call: EndpointCall,
  input: Input,
  answer: () => Promise<Reply>,
): Promise<Reply> {
  const { auditLog } = service.jobs
  const isRead = call.request.method === 'GET'
  if (isRead && !PRIVATE_READS.has(call.match.target.path)) return answer()
  call.bill.work.add(isRead ? ENTRY_STEPS : 2 * ENTRY_STEPS)
  const act = actOf(service, call, input)
  const ofNumber = isRead ? undefined : await auditLog.record(act)
  const settle = async (outcome: string, accountId = act.accountId) => {
    const details = isRead ? act.details : ''
    await auditLog.record({ ...act, accountId, details, outcome, ofNumber })
  }
  let reply: Reply
  try {
    reply = await answer()
  } catch (error) {
    await settle(outcomeOf(error)).catch((fault: unknown) => lost(service, fault))
    throw error
  }
  const outcome = reply.status < 400 ? 'done' : `refused: ${reply.status}`
  const settled = settle(outcome, act.accountId || accountIn(reply.body.toString()))
  // What was done is done, and its entry is there; what was only read does not leave without one.
  await (isRead ? settled : settled.catch((fault: unknown) => lost(service, fault)))
  return reply
}

/** The 403 for an operator whose role does not allow the call, and its log entry; undefined if it does. */
export function refuseRole(service: Service, call: Call): Promise<never> | undefined {
  const { request, match, caller, bill } = call
  const { operator } = caller
  const refusal = operator && roleRefusal(operator, request.method, match.target.path)
  if (refusal === undefined) return undefined
  bill.work.add(ENTRY_STEPS)
  const endpoint = endpointFor(match.target, request.method, caller.subscription?.product)
  const act = actOf(service, { ...call, endpoint }, { params: {}, options: {} })
  return service.jobs.auditLog.record({ ...act, outcome: outcomeOf(refusal) }).then(() => {
    throw refusal
  })
}

function actOf({ admission }: Service, call: ActCall, { options }: Input) {
  const { request, match, caller, endpoint } = call
  const { account: named } = { account: undefined, ...options }
  const accountId = match.params.account ?? (typeof named === 'string' ? named : caller.accountId)
  const from = admission.proxies.visitorOf(request)
  const details = JSON.stringify({ call: `${request.method} ${request.path}`, from, ...options })
  return { operator: caller.operator?.name ?? '', act: endpoint.summary, accountId, details }
}

type ActCall = Call & Pick<EndpointCall, 'endpoint'>

function outcomeOf(error: unknown): string {
  if (!(error instanceof Problem)) return 'failed: the service has a fault'
  return maskKeys(`refused: ${error.status} ${error.code}, ${error.detail}`)
}

function lost({ log }: Service, error: unknown): void {
  log.warn('outcome is not in the audit log', { error })
}
