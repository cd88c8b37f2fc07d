// Signing in by OpenID Connect: operators by their groups, account holders by their verified e-mail address.

import type { OpenIdConnect } from '../../access/openid-connect.ts'
import { cookieOf, setCookie } from '../../access/sessions.ts'
import { admitOperator } from '../../account/operators/operators.ts'
import { chooseAccount } from '../../account/sessions/sign-in-links.ts'
import type { Request } from '../../http/message.ts'
import { Problem } from '../../http/problem.ts'
import type { PageReply } from '../pages/page.ts'
import { text } from '../schemas.ts'
import {
  type Attempt,
  attempting,
  type ConsoleParts,
  jsonPage,
  readFields,
  startSessionOf,
} from './console-parts.ts'
import { browserCookie } from './mail-links.ts'

interface OpenIdParts extends ConsoleParts {
  readonly openId: OpenIdConnect
}

const COOKIE = 'doorplate_openid'
const SIGN_IN_SECONDS = 600

/** Where the browser goes next; what it has to bring back is in its cookie. */
export async function beginOpenId(parts: OpenIdParts, request: Request): Promise<PageReply> {
  await parts.limits.check('openid', request)
  const { url, secret } = await parts.openId.begin(parts.kind)
  const { origin } = new URL(parts.baseUrl)
  return jsonPage({ url }, setCookie(parts.kind, COOKIE, secret, SIGN_IN_SECONDS, origin))
}

const Finish = { query: text('What the issuer sent back.', { maxLength: 8000 }) }

/** The page of the console hands over what the issuer has put into its address. */
export async function finishOpenId(parts: OpenIdParts, request: Request): Promise<PageReply> {
  return attempting(parts, request, { way: 'OpenID Connect' }, async (attempt) => {
    await parts.limits.check('openid', request)
    const { query } = await readFields(request, Finish)
    const secret = cookieOf(request, COOKIE) ?? ''
    const person = await parts.openId.finish(parts.kind, query, secret)
    attempt.who = person.subject
    return parts.kind === 'operator'
      ? signInOperator(parts, request, attempt, person)
      : signInHolder(parts, request, attempt, person)
  })
}

type Person = Awaited<ReturnType<OpenIdConnect['finish']>>

async function signInOperator(
  parts: ConsoleParts,
  request: Request,
  attempt: Attempt,
  person: Person,
): Promise<PageReply> {
  const admitted = await admitOperator(parts.store, person, parts.clock.now())
  if (typeof admitted === 'string') throw new Problem('forbidden', REFUSALS[admitted])
  return startSessionOf(parts, request, attempt, { operator: admitted, idToken: person.idToken })
}

const REFUSALS = {
  'no-role': 'None of your groups may sign in here.',
  removed: 'Your access was removed. An administrator can restore it.',
  'name-taken':
    'Another operator already has your name. An administrator must remove that operator first.',
}

/** An address with several accounts gets a link for each, which the page shows as buttons. */
async function signInHolder(
  parts: ConsoleParts,
  request: Request,
  attempt: Attempt,
  { email, idToken }: Person,
): Promise<PageReply> {
  if (email === undefined) {
    const detail = 'The sign-in service has not verified your e-mail address.'
    throw new Problem('forbidden', detail)
  }
  const { store, clock, baseUrl } = parts
  const found = await chooseAccount(store, { email, idToken }, clock.now())
  const [only] = found
  if (only === undefined) throw new Problem('forbidden', 'Your e-mail address has no account here.')
  if (found.length === 1) {
    return startSessionOf(parts, request, attempt, { accountId: only.id, idToken })
  }
  const accounts = found.map(({ product, link }) => ({ product, link }))
  return jsonPage({ signed_in: false, accounts }, browserCookie(email, baseUrl))
}
