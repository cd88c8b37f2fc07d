// /console/session: signing in by admin key or mailed link, the state of the session, signing out.

import Type from 'typebox'
import type { CredentialFacts } from '../../access/authenticate.ts'
import type { Caller } from '../../access/caller.ts'
import { cookieOf, SESSION_PATHS, type Sessions, setCookie } from '../../access/sessions.ts'
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
import { PRODUCT_CHOICE, PRODUCTS } from '../../address/product.ts'
import { header, type Request } from '../../http/message.ts'
import { badRequest, Problem } from '../../http/problem.ts'
import type { Log } from '../../lib/log.ts'
import type { Method } from '../endpoint.ts'
import type { Page, PageReply } from '../pages/page.ts'
import { jsonPage, readFields, SESSION_STEPS } from './page-json.ts'
import type { SignInLimits } from './sign-in-limits.ts'

const BROWSER_COOKIE = 'doorplate_browser'
const SESSION_SECONDS = SESSION_MS / 1000
/** Mails being queued at one time. */
const UNDER_WAY_MAX = 100

export interface SessionPageParts extends AccountParts {
  readonly baseUrl: string
  readonly sessions: Sessions
  readonly limits: SignInLimits
  readonly log: Log
  /** Whether anybody can create a trial account. */
  readonly isSignUpOpen: boolean
  authenticate(facts: CredentialFacts): Caller | Promise<Caller>
}

export function sessionPages(parts: SessionPageParts): Page[] {
  const mails = new PendingMails(parts.log)
  const page = (path: string, methods: readonly Method[], render: Page['render']): Page => ({
    path: `${SESSION_PATHS.console}${path}`,
    methods,
    summary: 'Signing in to the console',
    steps: SESSION_STEPS,
    render: (request, params) => {
      parts.sessions.refuseOtherPages(request)
      return render(request, params)
    },
  })
  return [
    page('', ['GET', 'POST', 'DELETE'], (request) => {
      if (request.method === 'GET') return sessionState(parts, request)
      return request.method === 'POST' ? signInByKey(parts, request) : signOut(parts, request)
    }),
    page('/link', ['POST'], (request) => askForLink(parts, mails, request)),
    page('/link/open', ['POST'], (request) => signInByLink(parts, request)),
    ...(parts.isSignUpOpen
      ? [page('/sign-up', ['POST'], (request) => signUp(parts, mails, request))]
      : []),
  ]
}

async function sessionState(parts: SessionPageParts, request: Request): Promise<PageReply> {
  const caller = await parts.sessions.find(request)
  const signUp = parts.isSignUpOpen
  if (caller === undefined) return jsonPage({ signed_in: false, sign_up: signUp })
  const { accountId, subscription } = caller
  return jsonPage({
    signed_in: true,
    sign_up: signUp,
    email: await emailOf(parts.store.db, accountId),
    account_id: accountId,
    product: subscription?.product ?? '',
    label: subscription?.label ?? '',
  })
}

const KeyBody = Type.Object({ admin_key: Type.String() })

async function signInByKey(parts: SessionPageParts, request: Request): Promise<PageReply> {
  await parts.limits.ofKeys(request)
  const { admin_key: key } = await readFields(request, KeyBody)
  const caller = await parts.authenticate({
    apiKeys: [key],
    origin: undefined,
    referer: undefined,
    secFetchSite: undefined,
    host: header(request, 'host'),
  })
  if (caller.kind !== 'admin') throw badRequest('admin_key', 'Use the admin key to sign in.')
  return startSessionOf(parts, caller.accountId, {})
}

async function signOut(parts: SessionPageParts, request: Request): Promise<PageReply> {
  const caller = await parts.sessions.find(request)
  if (caller?.sessionId !== undefined) {
    const isEverywhere = request.query.get('everywhere')?.[0] === 'true'
    if (isEverywhere) await endSessionsOf(parts.store.db, caller.accountId)
    else await endSession(parts.store.db, caller.sessionId)
  }
  return jsonPage({ signed_in: false }, { 'set-cookie': parts.sessions.cookie(undefined, 0) })
}

const EmailBody = Type.Object({ email: Type.String() })

/** Answers the same, in the same time, whether or not the address has an account or a mail is sent. */
async function askForLink(
  parts: SessionPageParts,
  mails: PendingMails,
  request: Request,
): Promise<PageReply> {
  const { email } = await readFields(request, EmailBody)
  checkEmail(email)
  await parts.limits.ofMails(request)
  return mailLink(parts, mails, (asked, now) => mailSignInLinks(parts.store, asked, now), email)
}

const SignUpBody = Type.Object({
  email: Type.String(),
  product: Type.String({ enum: [...PRODUCTS] }),
})

async function signUp(
  parts: SessionPageParts,
  mails: PendingMails,
  request: Request,
): Promise<PageReply> {
  const { email, product: wanted } = await readFields(request, SignUpBody)
  checkEmail(email)
  const product = PRODUCTS.find((one) => one === wanted)
  if (product === undefined) throw badRequest('product', `The product must be ${PRODUCT_CHOICE}.`)
  await parts.limits.ofSignUps(request)
  const send = (asked: Asked, now: number) =>
    mailSignUpLink(parts.store, { ...asked, product }, now)
  return mailLink(parts, mails, send, email)
}

type Asked = Parameters<typeof mailSignInLinks>[1]

function mailLink(
  { baseUrl, clock }: SessionPageParts,
  mails: PendingMails,
  send: (asked: Asked, now: number) => Promise<void>,
  email: string,
): PageReply {
  mails.check()
  mails.begin(send({ email, linkUrl: `${baseUrl}/console` }, clock.now()))
  const cookie = setCookie(
    'console',
    BROWSER_COOKIE,
    browserMark(email),
    LINK_MINUTES * 60,
    new URL(baseUrl).origin,
  )
  return jsonPage({ message: 'The mail was queued.' }, { 'set-cookie': cookie })
}

const LinkBody = Type.Object({ link: Type.String() })

async function signInByLink(parts: SessionPageParts, request: Request): Promise<PageReply> {
  const { link } = await readFields(request, LinkBody)
  const browser = cookieOf(request, BROWSER_COOKIE) ?? ''
  const { store, clock } = parts
  const opened = await openLink(store.db, link, browser, clock.now())
  if (opened === undefined) {
    throw badRequest(
      'link',
      `This link was already used, is older than ${LINK_MINUTES} minutes, or was requested in another browser. Request a new one here.`,
    )
  }
  if (opened.accountId !== undefined) return startSessionOf(parts, opened.accountId, {})
  return openAccount(parts, opened)
}

/** The keys of the new account are shown only once. */
async function openAccount(
  parts: SessionPageParts,
  { email, product }: OpenedLink,
): Promise<PageReply> {
  const { store, plans, clock } = parts
  const made = await createAccount(store, plans, { email, product }, clock.now())
  if (made.kind !== 'created') throw badRequest('link', 'This address already has an account.')
  const keys = { api_key: made.apiKey, admin_key: made.adminKey }
  return startSessionOf(parts, made.accountId, keys)
}

async function startSessionOf(
  { store, sessions, clock }: SessionPageParts,
  accountId: string,
  more: object,
): Promise<PageReply> {
  const secret = await store.transaction((tx) => startSession(tx, { accountId }, clock.now()))
  const cookie = sessions.cookie(secret, SESSION_SECONDS)
  return jsonPage({ signed_in: true, ...more }, { 'set-cookie': cookie })
}

/** Mails are queued after the answer, so its timing reveals nothing about the address. */
class PendingMails {
  readonly #log: Log
  #count = 0

  constructor(log: Log) {
    this.#log = log
  }

  begin(mail: Promise<void>): void {
    this.#count += 1
    void mail
      .catch((error: unknown) => this.#log.warn('sign-in mail failed', { error }))
      .finally(() => {
        this.#count -= 1
      })
  }

  check(): void {
    if (this.#count < UNDER_WAY_MAX) return
    throw new Problem(
      'service-unavailable',
      'Too many mails are being sent at the moment. Try again in a second.',
      {
        retryAfterSeconds: 1,
      },
    )
  }
}

function checkEmail(email: string): void {
  const fault = emailFault(email)
  if (fault !== undefined) throw badRequest('email', fault)
}
