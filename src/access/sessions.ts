// Calls of the console: made in a session, by its own page and no other, and never taken as a key of the API.

import { sql } from 'kysely'
import { sha256 } from '../account/keys/credential.ts'
import {
  SUBSCRIPTION_COLUMNS,
  type SubscriptionRow,
  subscriptionFromRow,
} from '../account/subscription-row.ts'
import { header, type Request } from '../http/message.ts'
import { Problem } from '../http/problem.ts'
import type { Clock } from '../lib/clock.ts'
import type { Sql, Store } from '../store/store.ts'
import { credentialFacts, isFromOtherPage } from './authenticate.ts'
import type { Caller } from './caller.ts'

/** Below this path the console calls the API; its cookie is sent to no other. */
export const SESSION_PATH = '/console/session'
const CALLS = `${SESSION_PATH}/api/`
const COOKIE = 'doorplate_session'
/** A page of another site could not send it without asking first, and is then refused. */
const PAGE_HEADER = 'x-console'

/** The path of the API that a session calls, or undefined where the request is no call of a session. */
export function pathInSession(path: string): string | undefined {
  return path.startsWith(CALLS) ? path.slice(CALLS.length - 1) : undefined
}

export class Sessions {
  readonly #store: Pick<Store, 'db'>
  readonly #clock: Clock
  readonly #ownOrigin: string

  /** `ownOrigin` is the origin of the service's pages. */
  constructor(store: Pick<Store, 'db'>, clock: Clock, ownOrigin: string) {
    this.#store = store
    this.#clock = clock
    this.#ownOrigin = ownOrigin
  }

  /** Throws the 401 of a browser that has not signed in. */
  async authenticate(request: Request): Promise<Caller> {
    const caller = await this.find(request)
    if (caller !== undefined) return caller
    throw new Problem('unauthorized', 'You are not signed in, or no longer.')
  }

  /** Undefined where the browser has no session; throws where another page than ours asks. */
  async find(request: Request): Promise<Caller | undefined> {
    this.refuseOtherPages(request)
    const secret = cookieOf(request, COOKIE)
    if (secret === undefined) return undefined
    return findCaller(this.#store.db, secret, this.#clock.now())
  }

  /** A cookie comes along with whatever a browser sends, so the request has to show who has made it. */
  refuseOtherPages(request: Request): void {
    const facts = credentialFacts(request, false)
    if (facts.apiKeys.length > 0) {
      throw new Problem('unauthorized', 'The console takes no api-key in the address.')
    }
    if (header(request, PAGE_HEADER) !== '1' || isFromOtherPage(facts, this.#ownOrigin)) {
      throw new Problem('forbidden', 'Only the pages of the console may do this.')
    }
  }

  /** The value of `Set-Cookie` for a session that begins, or that ends where there is no secret. */
  cookie(secret: string | undefined, seconds: number): string {
    return setCookie(COOKIE, secret ?? '', secret === undefined ? 0 : seconds, this.#ownOrigin)
  }
}

export function cookieOf(request: Request, name: string): string | undefined {
  for (const part of (header(request, 'cookie') ?? '').split(';')) {
    const [key, ...value] = part.trim().split('=')
    if (key === name) return value.join('=')
  }
  return undefined
}

export function setCookie(name: string, value: string, seconds: number, origin: string): string {
  const secure = origin.startsWith('https:') ? '; Secure' : ''
  return `${name}=${value}; Path=${SESSION_PATH}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`
}

interface SessionRow extends Omit<SubscriptionRow, 'account_id'> {
  readonly session_id: string
  readonly owner_id: string
  readonly account_id: string | null
}

async function findCaller(db: Sql, secret: string, now: number): Promise<Caller | undefined> {
  const { rows } = await sql<SessionRow>`
    select console_session.id as session_id, console_session.account_id as owner_id,
      ${SUBSCRIPTION_COLUMNS}
    from console_session
    left join subscription on subscription.account_id = console_session.account_id
    where console_session.sha256 = ${sha256(secret)} and console_session.ends_at > ${now}
      and console_session.account_id is not null`.execute(db)
  const [row] = rows
  if (row === undefined) return undefined
  const { account_id } = row
  return {
    credentialId: row.session_id,
    sessionId: row.session_id,
    kind: 'admin',
    accountId: row.owner_id,
    domain: undefined,
    visitorLimit: undefined,
    visitorMinutes: 1,
    subscription: account_id === null ? undefined : subscriptionFromRow({ ...row, account_id }),
  }
}
