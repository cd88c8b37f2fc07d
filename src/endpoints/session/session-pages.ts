// /console/session and /operator/session: signing in by key or mailed link, the state of a session, signing out.

import Type, { type Static, type TObject, type TProperties } from 'typebox'
import type { CredentialFacts } from '../../access/authenticate.ts'
import type { Caller } from '../../access/caller.ts'
import {
  type ConsoleKind,
  cookieOf,
  SESSION_PATHS,
  type Sessions,
  setCookie,
} from '../../access/sessions.ts'
import { type AccountParts, createAccount } from '../../account/accounts.ts'
import { emailFault } from '../../account/email.ts'
import { emailOf } from '../../account/email-change.ts'
import {
  endSession,
  endSessionsOf,
  SESSION_MS,
  startSession,
} from '../../account/sessions/sessions.ts'
import {
  browserMark,
  LINK_MINUTES,
  mailSignInLinks,
  mailSignUpLink,
  type OpenedLink,
  openLink,
} from '../../account/sessions/sign-in-links.ts'
import { PRODUCTS } from '../../address/product.ts'
import { header, type Request } from '../../http/message.ts'
import { badRequest, Problem } from '../../http/problem.ts'
import type { Log } from '../../lib/log.ts'
import type { Method } from '../endpoint.ts'
import { jsonReply } from '../pages/health.ts'
import type { Page, PageReply } from '../pages/page.ts'
import { readBodyText, readInput, readProduct } from '../read-input.ts'
import { oneOf, texts } from '../schemas.ts'
import type { SignInLimits } from './sign-in-limits.ts'

const BROWSER_COOKIE = 'doorplate_browser'
const UNDER_WAY_MAX = 100
/** Looking for a session, a key or a link in the store, in steps of about ten nanoseconds. */
const SESSION_STEPS = 60_000

interface SessionPageParts extends AccountParts {
  readonly baseUrl: string
  readonly sessions: Readonly<Record<ConsoleKind, Sessions>>
  readonly checkLimit: SignInLimits
  readonly log: Log
  readonly isSignUpOpen: boolean
  /** Whether the console of operators can be opened from there. */
  isOperatorPlace(request: Request): boolean
  authenticate(facts: CredentialFacts): Caller | Promise<Caller>
}

interface ConsoleParts extends Omit<SessionPageParts, 'sessions'> {
  readonly kind: ConsoleKind
  readonly sessions: Sessions
  queueMail(mail: () => Promise<void>): void
}

export function sessionPages(parts: SessionPageParts): Page[] {
  const queueMail = mailQueue(parts.log)
  const page = (
    kind: ConsoleKind,
    path: string,
    methods: readonly Method[],
    answer: (parts: ConsoleParts, request: Request) => Promise<PageReply>,
  ): Page => {
    const own = { ...parts, kind, sessions: parts.sessions[kind], queueMail }
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
  return [
    page('console', '', ['GET', 'POST', 'DELETE'], answerSession),
    page('console', '/link', ['POST'], askForLink),
    page('console', '/link/open', ['POST'], signInByLink),
    ...(parts.isSignUpOpen ? [page('console', '/sign-up', ['POST'], signUp)] : []),
    page('operator', '', ['GET', 'POST', 'DELETE'], answerSession),
  ]
}

function answerSession(parts: ConsoleParts, request: Request): Promise<PageReply> {
  if (request.method === 'DELETE') return signOut(parts, request)
  return (request.method === 'GET' ? sessionState : signInByKey)(parts, request)
}

async function sessionState(parts: ConsoleParts, request: Request): Promise<PageReply> {
  const caller = await parts.sessions.find(request)
  if (parts.kind === 'operator') {
    const operator = caller?.operator
    const { name = '', role = '' } = operator ?? {}
    return jsonPage({ signed_in: operator !== undefined, name, role })
  }
  const shown = { sign_up: parts.isSignUpOpen, operator: parts.isOperatorPlace(request) }
  if (caller === undefined) return jsonPage({ signed_in: false, ...shown })
  const { accountId, subscription } = caller
  return jsonPage({
    signed_in: true,
    ...shown,
    email: await emailOf(parts.store.db, accountId),
    account_id: accountId,
    product: subscription?.product ?? '',
    label: subscription?.label ?? '',
  })
}

async function signInByKey(parts: ConsoleParts, request: Request): Promise<PageReply> {
  const isConsole = parts.kind === 'console'
  const field = isConsole ? 'admin_key' : 'operator_key'
  await parts.checkLimit('key', request)
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
    return startSessionOf(parts, { accountId }, {})
  }
  if (operator === undefined) throw badRequest(field, 'Use an operator key to sign in here.')
  return startSessionOf(
    parts,
    { operatorId: operator.id },
    { name: operator.name, role: operator.role },
  )
}

async function signOut(parts: ConsoleParts, request: Request): Promise<PageReply> {
  const { kind, sessions, store } = parts
  const caller = await sessions.find(request)
  if (caller?.sessionId !== undefined) {
    const isEverywhere = kind === 'console' && request.query.get('everywhere')?.[0] === 'true'
    if (isEverywhere) await endSessionsOf(store.db, caller.accountId)
    else await endSession(store.db, caller.sessionId)
  }
  return jsonPage({ signed_in: false }, sessions.cookie(undefined, 0))
}

/** Answers the same, in the same time, whether or not the address has an account or a mail is sent. */
async function askForLink(parts: ConsoleParts, request: Request): Promise<PageReply> {
  const { email } = await readFields(request, texts('email'))
  checkEmail(email)
  await parts.checkLimit('mail', request)
  return mailLink(parts, email, mailSignInLinks)
}

const SignUpBody = { ...texts('email'), product: oneOf(PRODUCTS) }

async function signUp(parts: ConsoleParts, request: Request): Promise<PageReply> {
  const { email, product: wanted } = await readFields(request, SignUpBody)
  checkEmail(email)
  const product = readProduct(wanted)
  await parts.checkLimit('sign-up', request)
  return mailLink(parts, email, (store, asked, now) =>
    mailSignUpLink(store, { ...asked, product }, now),
  )
}

function mailLink(
  { baseUrl, store, clock, queueMail }: ConsoleParts,
  email: string,
  send: typeof mailSignInLinks,
): PageReply {
  queueMail(() => send(store, { email, linkUrl: `${baseUrl}/console` }, clock.now()))
  const { origin } = new URL(baseUrl)
  const mark = browserMark(email)
  const cookie = setCookie('console', BROWSER_COOKIE, mark, LINK_MINUTES * 60, origin)
  return jsonPage({ message: 'The mail was queued.' }, cookie)
}

async function signInByLink(parts: ConsoleParts, request: Request): Promise<PageReply> {
  const { link } = await readFields(request, texts('link'))
  const browser = cookieOf(request, BROWSER_COOKIE) ?? ''
  const opened = await openLink(parts.store.db, link, browser, parts.clock.now())
  if (opened === undefined) {
    throw badRequest(
      'link',
      `This link was already used, is older than ${LINK_MINUTES} minutes, or was requested in another browser. Request a new one here.`,
    )
  }
  const { accountId } = opened
  return accountId === undefined
    ? openAccount(parts, opened)
    : startSessionOf(parts, { accountId }, {})
}

/** The keys of the new account are shown only once. */
async function openAccount(parts: ConsoleParts, { email, product }: OpenedLink) {
  const { store, plans, clock } = parts
  const made = await createAccount(store, plans, { email, product }, clock.now())
  if (made.kind !== 'created') throw badRequest('link', 'This address already has an account.')
  const { accountId, apiKey, adminKey } = made
  return startSessionOf(parts, { accountId }, { api_key: apiKey, admin_key: adminKey, product })
}

async function startSessionOf(
  { store, sessions, clock }: ConsoleParts,
  owner: Parameters<typeof startSession>[1],
  more: object,
): Promise<PageReply> {
  const secret = await store.transaction((tx) => startSession(tx, owner, clock.now()))
  return jsonPage({ signed_in: true, ...more }, sessions.cookie(secret, SESSION_MS / 1000))
}

/** Mails are queued after the answer, so its timing reveals nothing about the address. */
function mailQueue(log: Log) {
  let count = 0
  return (mail: () => Promise<void>): void => {
    if (count >= UNDER_WAY_MAX) {
      const detail = 'Too many mails are being sent at the moment. Try again in a second.'
      throw new Problem('service-unavailable', detail, { retryAfterSeconds: 1 })
    }
    count += 1
    void mail()
      .catch((error: unknown) => log.warn('sign-in mail failed', { error }))
      .finally(() => {
        count -= 1
      })
  }
}

function checkEmail(email: string): void {
  const fault = emailFault(email)
  if (fault !== undefined) throw badRequest('email', fault)
}

async function readFields<Fields extends TProperties>(request: Request, fields: Fields) {
  const text = await readBodyText(request)
  const schemas = { params: Type.Object({}), options: Type.Object(fields) }
  return readInput(schemas, {}, new Map(), text).options as Static<TObject<Fields>>
}

function jsonPage(body: object, cookie?: string): PageReply {
  return { ...jsonReply(200, body), headers: cookie === undefined ? {} : { 'set-cookie': cookie } }
}
