// Who calls: the one key of the request, and whether it may be used from where the request comes.

import { isIP } from 'node:net'
import { type CredentialKind, parseCredential } from '../account/keys/credential.ts'
import { header, type Request } from '../http/message.ts'
import { Problem } from '../http/problem.ts'
import type { Caller } from './caller.ts'
import type { Credentials } from './credentials.ts'

export interface CredentialFacts {
  readonly apiKeys: readonly string[]
  readonly origin: string | undefined
  readonly referer: string | undefined
  readonly secFetchSite: string | undefined
  readonly host: string | undefined
}

/** `ownOrigin` is the origin of the service's pages. A promise only where the store has to be asked. */
export function authenticate(credentials: Credentials, ownOrigin: string, facts: CredentialFacts) {
  const known = knownCaller(credentials, ownOrigin, facts)
  if (known !== undefined) return known
  const key = onlyKey(facts.apiKeys)
  const parsed = parseCredential(key)
  if (parsed === undefined) refuseUnknown()
  const { kind, sha256 } = parsed
  refuseWrongPlace(parsed, facts, ownOrigin)
  if (kind === 'operator') {
    return credentials.findOperator(sha256).then((operator) => operator ?? refuseUnknown())
  }
  return credentials.find(sha256).then((caller) => {
    if (caller === undefined || caller.kind !== kind) refuseUnknown()
    credentials.remember(key, sha256)
    return onItsPages(caller, facts)
  })
}

/** The caller who was here a moment ago; undefined if the store has to be asked. */
export function knownCaller(credentials: Credentials, ownOrigin: string, facts: CredentialFacts) {
  const known = credentials.findByKey(onlyKey(facts.apiKeys))
  if (known === undefined) return undefined
  refuseWrongPlace(known, facts, ownOrigin)
  return onItsPages(known, facts)
}

function onItsPages(caller: Caller, facts: CredentialFacts): Caller {
  if (caller.kind === 'token') refuseForeignPage(caller.domain ?? '', facts)
  return caller
}

/** `keysInHeader` finds keys of clients that send none in the query; what the query says wins. */
export function credentialFacts(
  request: Request,
  keysInHeader?: (request: Request) => readonly string[],
): CredentialFacts {
  return {
    apiKeys: request.query.get('api-key') ?? keysInHeader?.(request) ?? [],
    origin: header(request, 'origin'),
    referer: header(request, 'referer'),
    secFetchSite: header(request, 'sec-fetch-site')?.toLowerCase(),
    host: header(request, 'host'),
  }
}

/** The scheme in small letters. */
export function authorizationOf(request: Request) {
  const [scheme = '', value = ''] = (header(request, 'authorization') ?? '').trim().split(/\s+/, 2)
  return { scheme: scheme.toLowerCase(), value }
}

function onlyKey(apiKeys: readonly string[]): string {
  const key = apiKeys[0]
  if (key === undefined || key === '') {
    throw new Problem('unauthorized', 'Send your key as the query parameter api-key.')
  }
  // With two keys, a proxy and this service might each believe a different one.
  if (apiKeys.length > 1) throw new Problem('unauthorized', 'Send api-key only once.')
  return key
}

function refuseUnknown(): never {
  throw new Problem('unauthorized', 'This key is not valid.')
}

function refuseWrongPlace(
  { kind, isTest }: { readonly kind: CredentialKind; readonly isTest?: boolean | undefined },
  facts: CredentialFacts,
  ownOrigin: string,
): void {
  // A test key is worth nothing to a thief.
  if (kind === 'api' && isTest !== true && isFromWebPage(facts)) {
    throw new Problem(
      'unauthorized',
      'An API key must not be used in a web page. Use a domain token instead.',
    )
  }
  if ((kind === 'admin' || kind === 'operator') && isFromOtherPage(facts, ownOrigin)) {
    throw new Problem('unauthorized', `The ${kind} key must not be used in a web page.`)
  }
}

// A browser sends Origin on every cross-site call, and a server never needs to; `none` is a typed address.
function isFromWebPage({ origin, secFetchSite }: CredentialFacts): boolean {
  return origin !== undefined || (secFetchSite !== undefined && secFetchSite !== 'none')
}

export function isFromOtherPage(
  { origin, secFetchSite, host }: Omit<CredentialFacts, 'apiKeys'>,
  ownOrigin: string,
): boolean {
  const isOwnOrigin = origin === undefined || origin === ownOrigin || isOriginOf(origin, host)
  const isOwnSite = secFetchSite === undefined || ['same-origin', 'none'].includes(secFetchSite)
  return !isOwnOrigin || !isOwnSite
}

// The service may be reached by names that it does not know; its pages then show the name that was asked for.
function isOriginOf(origin: string, host: string | undefined): boolean {
  if (host === undefined) return false
  return origin === `http://${host}` || origin === `https://${host}`
}

function refuseForeignPage(domain: string, facts: CredentialFacts): void {
  const host = pageHost(facts)
  if (host !== undefined && isWithinDomain(host, domain)) return
  throw new Problem('unauthorized', 'This domain token is for another domain.')
}

// A same-origin GET carries no Origin, and a page may forbid the Referer; then the page is on the host that was asked.
function pageHost({ origin, referer, secFetchSite, host }: CredentialFacts): string | undefined {
  if (origin !== undefined) return hostOfUrl(origin)
  if (referer !== undefined) return hostOfUrl(referer)
  return secFetchSite === 'same-origin' ? hostOfUrl(`http://${host ?? ''}`) : undefined
}

/** Lower-case and in ASCII, without port and final dot; undefined for anything but a named host. */
export function hostOfUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const { protocol, hostname } = new URL(text)
  if (protocol !== 'http:' && protocol !== 'https:') return undefined
  const host = hostname.endsWith('.') ? hostname.slice(0, -1) : hostname
  const isAddress = isIP(host) !== 0 || host.startsWith('[')
  return host === '' || isAddress ? undefined : host
}

/** `evil-example.com` and `example.com.evil.net` are not within `example.com`. */
export function isWithinDomain(host: string, domain: string): boolean {
  return domain !== '' && (host === domain || host.endsWith(`.${domain}`))
}
