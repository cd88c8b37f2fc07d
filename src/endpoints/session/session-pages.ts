// /console/session and /operator/session: the state of a session, signing in and out.

import { type ConsoleKind, SESSION_PATHS } from '../../access/sessions.ts'
import { emailOf } from '../../account/email-change.ts'
import { endSession, endSessionsOf } from '../../account/sessions/sessions.ts'
import { header, type Request } from '../../http/message.ts'
import { badRequest, Problem } from '../../http/problem.ts'
import type { Method } from '../endpoint.ts'
import type { Page, PageReply } from '../pages/page.ts'
import { texts } from '../schemas.ts'
import {
  attempting,
  type ConsoleParts,
  jsonPage,
  readFields,
  recordSession,
  type SessionPageParts,
  startSessionOf,
} from './console-parts.ts'
import { askForLink, mailQueue, signInByLink, signUp } from './mail-links.ts'
import { beginOpenId, finishOpenId } from './openid-pages.ts'

/** Looking for a session, a key or a link in the store, in steps of about ten nanoseconds. */
const SESSION_STEPS = 60_000

export function sessionPages(parts: SessionPageParts): Page[] {
  const queueMail = mailQueue(parts.log)
  const page = (
    kind: ConsoleKind,
    path: string,
    methods: readonly Method[],
    answer: (parts: ConsoleParts, request: Request) => Promise<PageReply>,
  ): Page => {
    const own = {
      ...parts,
      kind,
      sessions: parts.sessions[kind],
      openId: parts.openId[kind],
      queueMail,
    }
    return {
      path: `${SESSION_PATHS[kind]}${path}`,
      methods,
      summary: `Signing in to the console${kind === 'operator' ? ' of operators' : ''}`,
      steps: SESSION_STEPS,
      isForOperators: kind === 'operator',
      render: (request) => {
        own.sessions.refuseOtherPages(request)
        return answer(own, request)
      },
    }
  }
  const session = answerSession(parts.openId.name)
  const openIdPages = (['console', 'operator'] as const).flatMap((kind) => {
    const openId = parts.openId[kind]
    if (openId === undefined) return []
    return [
      page(kind, '/openid', ['POST'], (own, request) => beginOpenId({ ...own, openId }, request)),
      page(kind, '/openid/finish', ['POST'], (own, request) =>
        finishOpenId({ ...own, openId }, request),
      ),
    ]
  })
  return [
    page('console', '', ['GET', 'POST', 'DELETE'], session),
    page('console', '/link', ['POST'], only('mail', askForLink)),
    page('console', '/link/open', ['POST'], signInByLink),
    ...(parts.isSignUpOpen ? [page('console', '/sign-up', ['POST'], signUp)] : []),
    page('operator', '', ['GET', 'POST', 'DELETE'], session),
    ...openIdPages,
  ]
}

type Answer = (parts: ConsoleParts, request: Request) => Promise<PageReply>

/** A way that is switched off is refused. */
function only(way: 'mail' | 'key', answer: Answer): Answer {
  return async (parts, request) => {
    if (parts.signInWays.includes(way)) return answer(parts, request)
    throw new Problem('forbidden', `Signing in by ${way} is switched off here.`)
  }
}

function answerSession(openIdName: string): Answer {
  const byKey = only('key', signInByKey)
  return async (parts, request) => {
    if (request.method === 'DELETE') return signOut(parts, request)
    if (request.method === 'POST') return byKey(parts, request)
    const { signInWays, openId } = parts
    const ways = [...signInWays, ...(openId === undefined ? [] : ['openid'])]
    return jsonPage({ ...(await sessionState(parts, request)), ways, openid_name: openIdName })
  }
}

async function sessionState(parts: ConsoleParts, request: Request): Promise<object> {
  const caller = await parts.sessions.find(request)
  if (parts.kind === 'operator') {
    const operator = caller?.operator
    const { name = '', role = '' } = operator ?? {}
    return { signed_in: operator !== undefined, name, role }
  }
  const shown = { sign_up: parts.isSignUpOpen, operator: parts.isOperatorPlace(request) }
  if (caller === undefined) return { signed_in: false, ...shown }
  const { accountId, subscription } = caller
  return {
    signed_in: true,
    ...shown,
    email: await emailOf(parts.store.db, accountId),
    account_id: accountId,
    product: subscription?.product ?? '',
    label: subscription?.label ?? '',
  }
}

async function signInByKey(parts: ConsoleParts, request: Request): Promise<PageReply> {
  const isConsole = parts.kind === 'console'
  const field = isConsole ? 'admin_key' : 'operator_key'
  await parts.limits.check('key', request)
  return attempting(parts, request, { way: 'key' }, async (attempt) => {
    const { [field]: key = '' } = await readFields(request, texts(field))
    const { kind, accountId, operator } = await parts.authenticate({
      apiKeys: [key],
      origin: undefined,
      referer: undefined,
      secFetchSite: undefined,
      host: header(request, 'host'),
    })
    if (isConsole) {
      if (kind !== 'admin') throw badRequest(field, 'Use the admin key to sign in.')
      return startSessionOf(parts, request, attempt, { accountId })
    }
    if (operator === undefined) throw badRequest(field, 'Use an operator key to sign in here.')
    return startSessionOf(parts, request, attempt, { operator })
  })
}

/** `go_to` is where the issuer signs the person out too. */
async function signOut(parts: ConsoleParts, request: Request): Promise<PageReply> {
  const { kind, sessions, store, openId } = parts
  const caller = await sessions.find(request)
  const gone = jsonPage({ signed_in: false }, sessions.cookie(undefined, 0))
  if (caller?.sessionId === undefined) return gone
  const { sessionId, accountId, operator } = caller
  const isEverywhere = kind === 'console' && request.query.get('everywhere')?.[0] === 'true'
  const idToken = await endSession(store.db, sessionId)
  if (isEverywhere) await endSessionsOf(store.db, accountId)
  await recordSession(parts, request, { act: 'Sign out', accountId, name: operator?.name ?? '' })
  const url = idToken === undefined ? undefined : await openId?.signOutUrl(kind, idToken)
  return url === undefined
    ? gone
    : { ...gone, body: JSON.stringify({ signed_in: false, go_to: url }) }
}
