// Calls from the consoles, and calls of operators for an account: who makes them, and from which page.

import { sha256 } from '../account/keys/credential.ts'
import type { Role } from '../account/operators/operators.ts'
import { type JoinedSubscription, joinedSubscription } from '../account/subscription.ts'
import { header, type Request } from '../http/message.ts'
import { Problem } from '../http/problem.ts'
import type { Clock } from '../lib/clock.ts'
import { firstRow, type Sql, type Store } from '../store/store.ts'
import { credentialFacts, isFromOtherPage } from './authenticate.ts'
import { type Caller, NO_TOKEN, operatorCaller } from './caller.ts'

export type ConsoleKind = 'console' | 'operator'

/** The paths below which a console calls the API; cookies are limited to them. */
export const SESSION_PATHS: Readonly<Record<ConsoleKind, string>> = {
  console: '/console/session',
  operator: '/operator/session',
}
const COOKIES: Readonly<Record<ConsoleKind, string>> = {
  console: 'doorplate_session',
  operator: 'doorplate_operator',
}
/** Pages of other sites cannot send this header. */
const PAGE_HEADER = 'x-console'
const FOR_ACCOUNT = /^\/operator\/accounts\/(acc_[0-9A-Za-z]+)\/api(\/.*)$/

/** A call of the API without a key in the query. */
export interface Detour {
  readonly path: string
  readonly session: ConsoleKind | undefined
  /** The account that an operator calls it for. */
  readonly accountId: string | undefined
}

/** Undefined for nearly all requests: they come straight, with a key. */
export function detourOf(path: string): Detour | undefined {
  if (!path.startsWith('/console/') && !path.startsWith('/operator/')) return undefined
  const session = (['console', 'operator'] as const).find((kind) =>
    path.startsWith(`${SESSION_PATHS[kind]}/api/`),
  )
  const called = session === undefined ? path : path.slice(SESSION_PATHS[session].length + 4)
  const [, accountId, inner] = FOR_ACCOUNT.exec(called) ?? []
  if (inner !== undefined) return { path: inner, session, accountId }
  return session === undefined ? undefined : { path: called, session, accountId: undefined }
}

export class Sessions {
  readonly #kind: ConsoleKind
  readonly #store: Pick<Store, 'db'>
  readonly #clock: Clock
  readonly #ownOrigin: string

  constructor(kind: ConsoleKind, store: Pick<Store, 'db'>, clock: Clock, ownOrigin: string) {
    this.#kind = kind
    this.#store = store
    this.#clock = clock
    this.#ownOrigin = ownOrigin
  }

  /** Throws the 401 of a browser that has not signed in. */
  async authenticate(request: Request): Promise<Caller> {
    const caller = await this.find(request)
    if (caller !== undefined) return caller
    throw new Problem('unauthorized', 'You are not signed in.')
  }

  /** Undefined if the browser has no session; throws where another page than ours asks. */
  async find(request: Request): Promise<Caller | undefined> {
    this.refuseOtherPages(request)
    const secret = cookieOf(request, COOKIES[this.#kind])
    if (secret === undefined) return undefined
    return findCaller(this.#store.db, this.#kind, secret, this.#clock.now())
  }

  /** Browsers send cookies with every request, so the request must show that it comes from our pages. */
  refuseOtherPages(request: Request): void {
    const facts = credentialFacts(request)
    if (facts.apiKeys.length > 0) {
      throw new Problem('unauthorized', 'Do not send api-key to the console.')
    }
    if (header(request, PAGE_HEADER) !== '1' || isFromOtherPage(facts, this.#ownOrigin)) {
      throw new Problem('forbidden', 'Only pages of the console can do this.')
    }
  }

  /** The value of `Set-Cookie` for a session that begins, or that ends if there is no secret. */
  cookie(secret: string | undefined, seconds: number): string {
    const end = secret === undefined ? 0 : seconds
    return setCookie(this.#kind, COOKIES[this.#kind], secret ?? '', end, this.#ownOrigin)
  }
}

export function cookieOf(request: Request, name: string): string | undefined {
  for (const part of (header(request, 'cookie') ?? '').split(';')) {
    const [key, ...value] = part.trim().split('=')
    if (key === name) return value.join('=')
  }
  return undefined
}

export function setCookie(
  kind: ConsoleKind,
  name: string,
  value: string,
  seconds: number,
  origin: string,
): string {
  const secure = origin.startsWith('https:') ? '; Secure' : ''
  const path = SESSION_PATHS[kind]
  return `${name}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`
}

/** The account as an operator manages it: with every right of its admin key. */
export async function callerForAccount(db: Sql, { operator, credentialId }: Caller, id: string) {
  const row = await firstRow<JoinedSubscription>(db)`
    select subscription.*
    from account left join subscription on subscription.account_id = account.id
    where account.id = ${id}`
  if (operator === undefined) throw new Problem('forbidden', 'Only an operator key can do this.')
  if (row === undefined) throw new Problem('not-found', `There is no account ${id}.`)
  return { ...holder(id, row, credentialId), operator }
}

interface Session {
  readonly sessionId: string
  readonly ownerId: string | undefined
  readonly operatorId: string | undefined
  readonly operatorName: string | undefined
  readonly operatorRole: Role | undefined
}

async function findCaller(db: Sql, kind: ConsoleKind, secret: string, now: number) {
  const row = await firstRow<Session & JoinedSubscription>(db)`
    select console_session.id as session_id, console_session.account_id as owner_id,
      operator_key.id as operator_id, operator_key.name as operator_name,
      operator_key.role as operator_role, subscription.*
    from console_session
    left join subscription on subscription.account_id = console_session.account_id
    left join operator_key on operator_key.id = console_session.operator_id
      and operator_key.revoked_at is null
    where console_session.sha256 = ${sha256(secret)} and console_session.ends_at > ${now}`
  if (row === undefined) return undefined
  const { sessionId, ownerId, operatorId: id, operatorName: name, ...others } = row
  const { operatorRole: role, ...joined } = others
  if (kind === 'operator') {
    return id === undefined || name === undefined || role === undefined
      ? undefined
      : operatorCaller({ id, name, role }, sessionId)
  }
  return ownerId === undefined ? undefined : { ...holder(ownerId, joined, sessionId), sessionId }
}

function holder(accountId: string, row: JoinedSubscription, credentialId: string): Caller {
  const subscription = joinedSubscription(row)
  return { ...NO_TOKEN, credentialId, kind: 'admin', accountId, subscription }
}
