// Domain tokens: creating, listing and deleting them. Each is for a domain and its subdomains.

import { isIP } from 'node:net'
import { sql } from 'kysely'
import { parse } from 'tldts'
import { newId } from '../../lib/ids.ts'
import { allRows, firstRow, type Sql, type Store } from '../../store/store.ts'
import { lockAccount, maskCredential, newCredential, sha256 } from './credential.ts'

export const TOKENS_MAX = 100
export const VISITOR_MINUTES_MAX = 1440
export const VISITOR_LIMIT_MAX = 1_000_000

export interface DomainToken {
  readonly value: string
  readonly host: string
  /** Requests per visitor in `visitorMinutes`; undefined for the default. */
  readonly visitorLimit: number | undefined
  readonly visitorMinutes: number
}

/** Takes `https://www.example.com/shop`, `example.com:8080` or `EXAMPLE.com.` for their host. */
export function tokenHost(text: string) {
  const trimmed = text.trim()
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`
  if (!URL.canParse(url)) return fault('Enter a host name, such as shop.example.com.')
  const { protocol, hostname, username, password } = new URL(url)
  if (protocol !== 'http:' && protocol !== 'https:') return fault('Enter an http or https address.')
  if (username !== '' || password !== '') return fault('Remove the user name and password.')
  const host = hostname.endsWith('.') ? hostname.slice(0, -1) : hostname
  if (isIP(host) !== 0 || host.startsWith('['))
    return fault('An IP address cannot be used as a domain.')
  if (host === 'localhost') return { kind: 'host', host } as const
  if (host === '' || !host.includes('.')) return fault('Enter a host name with a dot.')
  const { hostname: named, domain } = parse(host, { allowPrivateDomains: true })
  if (named === null) return fault('Enter a host name, such as shop.example.com.')
  // A token for a suffix such as co.uk or github.io would serve the pages of strangers.
  if (domain === null) return fault(`${host} is shared by many sites. Enter your own domain.`)
  return { kind: 'host', host } as const
}

function fault(detail: string) {
  return { kind: 'fault', detail } as const
}

interface WantedToken {
  readonly host: string
  readonly visitorLimit?: number | undefined
  readonly visitorMinutes?: number | undefined
}

/** One token per host: saving it again changes its limits. */
export async function saveDomainToken(
  store: Store,
  accountId: string,
  { host, visitorLimit, visitorMinutes = 1 }: WantedToken,
  now: number,
) {
  return store.transaction(async (tx) => {
    await lockAccount(tx, accountId)
    const tokens = await tokensOf(tx, accountId)
    const known = tokens.find((token) => token.host === host)
    const value = known?.value ?? newCredential('token')
    const saved = { kind: 'saved', token: { value, host, visitorLimit, visitorMinutes } } as const
    if (known !== undefined) {
      await sql`
        update credential
        set visitor_limit = ${visitorLimit ?? null}, visitor_minutes = ${visitorMinutes}
        where account_id = ${accountId} and kind = 'token' and domain = ${host}
          and revoked_at is null`.execute(tx)
      return saved
    }
    if (tokens.length >= TOKENS_MAX) return { kind: 'too-many' } as const
    await sql`
      insert into credential
        (id, account_id, kind, sha256, masked, domain, created_at, token_value, visitor_limit,
          visitor_minutes)
      values
        (${newId('cred_')}, ${accountId}, 'token', ${sha256(value)}, ${maskCredential(value)},
          ${host}, ${now}, ${value}, ${visitorLimit ?? null}, ${visitorMinutes})`.execute(tx)
    return saved
  })
}

/** In order of creation. */
export async function tokensOf(db: Sql, accountId: string): Promise<DomainToken[]> {
  return allRows<DomainToken>(db)`
    select token_value as value, domain as host, visitor_limit,
      coalesce(visitor_minutes, 1) as visitor_minutes
    from credential
    where account_id = ${accountId} and kind = 'token' and revoked_at is null
    order by created_at, id`
}

/** The token that stopped working, or undefined when the account has none for the host. */
export async function removeDomainToken(
  { db }: Store,
  accountId: string,
  host: string,
  now: number,
): Promise<string | undefined> {
  const removed = await firstRow<{ tokenValue: string }>(db)`
    update credential set revoked_at = ${now}
    where account_id = ${accountId} and kind = 'token' and domain = ${host}
      and revoked_at is null
    returning token_value`
  return removed?.tokenValue
}
