// /operator/session: signing in with an operator key, the state of the session, signing out.

import Type from 'typebox'
import type { CredentialFacts } from '../../access/authenticate.ts'
import type { Caller } from '../../access/caller.ts'
import { SESSION_PATHS, type Sessions } from '../../access/sessions.ts'
import type { AccountParts } from '../../account/accounts.ts'
import { endSession, SESSION_MS, startSession } from '../../account/sessions/sessions.ts'
import { header, type Request } from '../../http/message.ts'
import { badRequest } from '../../http/problem.ts'
import type { Page, PageReply } from '../pages/page.ts'
import { jsonPage, readFields, SESSION_STEPS } from './page-json.ts'
import type { SignInLimits } from './sign-in-limits.ts'

interface OperatorPageParts extends AccountParts {
  readonly sessions: Sessions
  readonly limits: SignInLimits
  authenticate(facts: CredentialFacts): Caller | Promise<Caller>
}

export function operatorSessionPage(parts: OperatorPageParts): Page {
  return {
    path: SESSION_PATHS.operator,
    steps: SESSION_STEPS,
    methods: ['GET', 'POST', 'DELETE'],
    summary: 'Signing in to the console of operators',
    isForOperators: true,
    render(request) {
      parts.sessions.refuseOtherPages(request)
      if (request.method === 'GET') return sessionState(parts, request)
      return request.method === 'POST' ? signIn(parts, request) : signOut(parts, request)
    },
  }
}

async function sessionState({ sessions }: OperatorPageParts, request: Request): Promise<PageReply> {
  const operator = (await sessions.find(request))?.operator
  return jsonPage({ signed_in: operator !== undefined, name: operator?.name ?? '' })
}

const KeyBody = Type.Object({ operator_key: Type.String() })

async function signIn(parts: OperatorPageParts, request: Request): Promise<PageReply> {
  const { sessions, store, clock } = parts
  await parts.limits.ofKeys(request)
  const { operator_key: key } = await readFields(request, KeyBody)
  const { operator } = await parts.authenticate({
    apiKeys: [key],
    origin: undefined,
    referer: undefined,
    secFetchSite: undefined,
    host: header(request, 'host'),
  })
  if (operator === undefined) {
    throw badRequest('operator_key', 'Use an operator key to sign in here.')
  }
  const owner = { operatorId: operator.id }
  const secret = await store.transaction((tx) => startSession(tx, owner, clock.now()))
  const cookie = sessions.cookie(secret, SESSION_MS / 1000)
  return jsonPage({ signed_in: true, name: operator.name }, { 'set-cookie': cookie })
}

async function signOut(parts: OperatorPageParts, request: Request): Promise<PageReply> {
  const caller = await parts.sessions.find(request)
  if (caller?.sessionId !== undefined) await endSession(parts.store.db, caller.sessionId)
  return jsonPage({ signed_in: false }, { 'set-cookie': parts.sessions.cookie(undefined, 0) })
}
