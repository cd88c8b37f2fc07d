// Who calls: by a key, by the session of a console, or as an operator for an account.

import { credentialFacts } from '../access/authenticate.ts'
import type { Caller } from '../access/caller.ts'
import { callerForAccount, type Detour } from '../access/sessions.ts'
import type { Request } from '../http/message.ts'
import { LEGACY } from '../legacy/legacy.ts'
import type { Route } from '../routes.ts'
import type { Service } from '../service.ts'
import { keysOfAgent } from './agent-answers.ts'
import { networkShare } from './bill.ts'

/** A promise only if the store has to be asked. */
export function callerByKey(service: Service, request: Request, { isForAgents, endpoints }: Route) {
  const { admission, config } = service
  const keysInHeader =
    isForAgents === true
      ? keysOfAgent
      : LEGACY.headerKeys(config.legacyAuth, endpoints, request.method)
  const facts = credentialFacts(request, keysInHeader)
  const known = admission.knownCaller(facts)
  if (known !== undefined) return known
  if (admission.isRemembered(facts)) return admission.authenticate(facts)
  return networkWorks(service, request).then(() => admission.authenticate(facts))
}

/** Somebody who has signed in to a console, or an operator who acts for an account. */
export async function callerOnDetour(
  service: Service,
  request: Request,
  { session, accountId }: Detour,
): Promise<Caller> {
  await networkWorks(service, request)
  const { admission, store } = service
  const caller =
    session === undefined
      ? await admission.authenticate(credentialFacts(request))
      : await admission.sessions[session].authenticate(request)
  return accountId === undefined ? caller : callerForAccount(store.db, caller, accountId)
}

/** Until the caller is known, work counts against the share of the network. */
export async function networkWorks(service: Service, request: Request): Promise<void> {
  await service.admission.shares.admit(networkShare(service, request))
}
