// What all ways of signing in have in common: sessions that begin and end, with their entries in the audit log.

import Type, { type Static, type TObject, type TProperties } from 'typebox'
import type { CredentialFacts } from '../../access/authenticate.ts'
import type { Caller } from '../../access/caller.ts'
import type { OpenIdConnect } from '../../access/openid-connect.ts'
import type { ConsoleKind, Sessions } from '../../access/sessions.ts'
import type { AccountParts } from '../../account/accounts.ts'
import type { AuditLog } from '../../account/operators/audit-log.ts'
import { HOLDER, type Operator } from '../../account/operators/operators.ts'
import { startSession } from '../../account/sessions/sessions.ts'
import type { Request } from '../../http/message.ts'
import { Problem } from '../../http/problem.ts'
import type { Log } from '../../lib/log.ts'
import { jsonReply } from '../pages/health.ts'
import type { PageReply } from '../pages/page.ts'
import { readBodyText, readInput } from '../read-input.ts'
import type { SignInLimits } from './sign-in-limits.ts'

export interface SessionPageParts extends AccountParts {
  readonly baseUrl: string
  readonly sessions: Readonly<Record<ConsoleKind, Sessions>>
  readonly limits: SignInLimits
  readonly log: Log
  readonly auditLog: Pick<AuditLog, 'record'>
  readonly isSignUpOpen: boolean
  readonly sessionHours: number
  /** In addition to OpenID Connect. */
  readonly signInWays: readonly ('mail' | 'key')[]
  /** For each console that has it, and the name of its button. */
  readonly openId: Readonly<Record<ConsoleKind, OpenIdConnect | undefined>> & {
    readonly name: string
  }
  /** Whether the console of operators can be opened from there. */
  isOperatorPlace(request: Request): boolean
  authenticate(facts: CredentialFacts): Caller | Promise<Caller>
  visitorOf(request: Request): string
}

export interface ConsoleParts extends Omit<SessionPageParts, 'sessions' | 'openId'> {
  readonly kind: ConsoleKind
  readonly sessions: Sessions
  readonly openId: OpenIdConnect | undefined
  queueMail(mail: () => Promise<void>): void
}

/** What is known of an attempt, for its entry in the audit log. */
export interface Attempt {
  readonly way: 'key' | 'mailed link' | 'OpenID Connect'
  /** The person that the issuer has named. */
  who?: string
  accountId?: string
}

/** A refused sign-in is in the audit log too, unless strangers cause too many of them. */
export async function attempting(
  parts: ConsoleParts,
  request: Request,
  attempt: Attempt,
  work: (attempt: Attempt) => Promise<PageReply>,
): Promise<PageReply> {
  try {
    return await work(attempt)
  } catch (error) {
    if (!(error instanceof Problem) || error.status === 429) throw error
    const outcome = `refused: ${error.status} ${error.code}, ${error.detail}`
    if (await parts.limits.mayLogRefusal()) {
      await recordSession(parts, request, { ...attempt, name: '', act: 'Sign in', outcome })
    } else parts.log.warn('sign-in refused', { way: attempt.way, outcome })
    throw error
  }
}

type Owner =
  | { readonly accountId: string; readonly operator?: undefined }
  | { readonly operator: Operator; readonly accountId?: undefined }

/** `idToken` is what the issuer wants to see at the end, where there is one. */
export async function startSessionOf(
  parts: ConsoleParts,
  request: Request,
  { way, who }: Attempt,
  owner: Owner & { readonly idToken?: string | undefined },
  more: object = {},
): Promise<PageReply> {
  const { store, sessions, clock, sessionHours } = parts
  const { accountId, operator, idToken } = owner
  const seconds = sessionHours * 3600
  const of = { accountId, operatorId: operator?.id, idToken }
  const secret = await store.transaction((tx) => startSession(tx, of, seconds * 1000, clock.now()))
  const { name = '', role } = operator ?? {}
  await recordSession(parts, request, { way, who, accountId, name, act: 'Sign in' })
  const shown = operator === undefined ? more : { name, role }
  return jsonPage({ signed_in: true, ...shown }, sessions.cookie(secret, seconds))
}

interface SessionAct extends Omit<Partial<Attempt>, 'who' | 'accountId'> {
  readonly who?: string | undefined
  readonly accountId?: string | undefined
  readonly name: string
  readonly act: 'Sign in' | 'Sign out'
  readonly outcome?: string
}

export async function recordSession(parts: ConsoleParts, request: Request, entry: SessionAct) {
  const { name, act, way, who, accountId = '', outcome = 'done' } = entry
  const details = JSON.stringify({ way, who, from: parts.visitorOf(request), console: parts.kind })
  const operator = name || (parts.kind === 'console' ? HOLDER : '')
  await parts.auditLog.record({ operator, act, accountId, details, outcome })
}

export async function readFields<Fields extends TProperties>(request: Request, fields: Fields) {
  const text = await readBodyText(request)
  const schemas = { params: Type.Object({}), options: Type.Object(fields) }
  return readInput(schemas, {}, new Map(), text).options as Static<TObject<Fields>>
}

export function jsonPage(body: object, cookie?: string): PageReply {
  return { ...jsonReply(200, body), headers: cookie === undefined ? {} : { 'set-cookie': cookie } }
}
