// Signing in and signing up by a link that is mailed.

import { cookieOf, setCookie } from '../../access/sessions.ts'
import { createAccount } from '../../account/accounts.ts'
import { emailFault } from '../../account/email.ts'
import {
  browserMark,
  LINK_MINUTES,
  mailSignInLinks,
  mailSignUpLink,
  type OpenedLink,
  openLink,
} from '../../account/sessions/sign-in-links.ts'
import { PRODUCTS } from '../../address/product.ts'
import type { Request } from '../../http/message.ts'
import { badRequest, Problem } from '../../http/problem.ts'
import type { Log } from '../../lib/log.ts'
import type { PageReply } from '../pages/page.ts'
import { readProduct } from '../read-input.ts'
import { oneOf, texts } from '../schemas.ts'
import {
  attempting,
  type ConsoleParts,
  jsonPage,
  readFields,
  startSessionOf,
} from './console-parts.ts'

const BROWSER_COOKIE = 'doorplate_browser'
const UNDER_WAY_MAX = 100

/** Answers the same, in the same time, whether or not the address has an account or a mail is sent. */
export async function askForLink(parts: ConsoleParts, request: Request): Promise<PageReply> {
  const { email } = await readFields(request, texts('email'))
  checkEmail(email)
  await parts.limits.check('mail', request)
  return mailLink(parts, email, mailSignInLinks)
}

const SignUpBody = { ...texts('email'), product: oneOf(PRODUCTS) }

export async function signUp(parts: ConsoleParts, request: Request): Promise<PageReply> {
  const { email, product: wanted } = await readFields(request, SignUpBody)
  checkEmail(email)
  const product = readProduct(wanted)
  await parts.limits.check('sign-up', request)
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
  return jsonPage({ message: 'The mail was queued.' }, browserCookie(email, baseUrl))
}

/** Without this cookie a link does not work. */
export function browserCookie(email: string, baseUrl: string): string {
  const { origin } = new URL(baseUrl)
  return setCookie('console', BROWSER_COOKIE, browserMark(email), LINK_MINUTES * 60, origin)
}

export async function signInByLink(parts: ConsoleParts, request: Request): Promise<PageReply> {
  return attempting(parts, request, { way: 'mailed link' }, async ({ way }) => {
    const { link } = await readFields(request, texts('link'))
    const browser = cookieOf(request, BROWSER_COOKIE) ?? ''
    const opened = await openLink(parts.store.db, link, browser, parts.clock.now())
    if (opened === undefined) {
      throw badRequest(
        'link',
        `This link was already used, is older than ${LINK_MINUTES} minutes, or was requested in another browser. Request a new one here.`,
      )
    }
    const { accountId, idToken } = opened
    if (accountId === undefined) return openAccount(parts, request, opened)
    const asked = { way: idToken === undefined ? way : 'OpenID Connect' }
    return startSessionOf(parts, request, asked, { accountId, idToken })
  })
}

/** The keys of the new account are shown only once. */
async function openAccount(parts: ConsoleParts, request: Request, { email, product }: OpenedLink) {
  const { store, plans, clock } = parts
  const made = await createAccount(store, plans, { email, product }, clock.now())
  if (made.kind !== 'created') throw badRequest('link', 'This address already has an account.')
  const { accountId, apiKey, adminKey } = made
  const keys = { api_key: apiKey, admin_key: adminKey, product }
  return startSessionOf(parts, request, { way: 'mailed link' }, { accountId }, keys)
}

/** Mails are queued after the answer, so its timing reveals nothing about the address. */
export function mailQueue(log: Log) {
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
