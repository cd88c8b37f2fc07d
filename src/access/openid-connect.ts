// Sign-in by OpenID Connect: where a browser is sent, who the issuer says it is, and where it signs out.

import type { ClientAuth, Configuration } from 'openid-client'
import { sha256 } from '../account/keys/credential.ts'
import type { Role } from '../account/operators/operators.ts'
import { Problem } from '../http/problem.ts'
import { newSecret } from '../lib/ids.ts'
import type { ConsoleKind } from './sessions.ts'

/** Loaded when somebody signs in with it. */
type Library = typeof import('openid-client')

/** How far the issuer's clock may be from ours. */
const CLOCK_TOLERANCE_SECONDS = 60
const ANSWER_SECONDS_MAX = 5
const UNDER_WAY_MAX = 50
/** In the address that a browser signs out at; a longer one is left out, and the issuer asks the person. */
const ID_TOKEN_CHARACTERS_MAX = 6000

interface OpenIdSettings {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly scopes: string
  readonly groupsClaim: string
  /** The first group that somebody is in decides. */
  readonly operatorRoles: readonly (readonly [group: string, role: Role])[]
}

interface OpenIdParts {
  readonly settings: OpenIdSettings
  readonly baseUrl: string
  readonly onFault: (error: unknown) => void
}

/** The person that the issuer has signed in. */
interface Person {
  /** Never changes, and belongs to nobody else. */
  readonly subject: string
  readonly name: string
  /** Undefined unless the issuer says that it has verified the address. */
  readonly email: string | undefined
  /** Undefined if they are in no group that has one. */
  readonly role: Role | undefined
  readonly idToken: string
}

/** The issuer is asked for its addresses and keys each time, so a change of either needs no restart. */
export class OpenIdConnect {
  readonly #settings: OpenIdSettings
  readonly #parts: OpenIdParts
  #underWay = 0

  constructor(parts: OpenIdParts) {
    this.#settings = parts.settings
    this.#parts = parts
  }

  /** The browser keeps the secret, from which everything that must fit at the end is made: no node remembers it. */
  async begin(kind: ConsoleKind): Promise<{ readonly url: string; readonly secret: string }> {
    const secret = newSecret('openid_')
    const { state, nonce, verifier } = checksOf(secret)
    const url = await this.#withIssuer(async (issuer, library) =>
      library.buildAuthorizationUrl(issuer, {
        redirect_uri: this.#pageOf(kind),
        scope: this.#settings.scopes,
        state,
        nonce,
        code_challenge: await library.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      }),
    )
    return { url: url.href, secret }
  }

  /** `query` is what the issuer sent the browser back with. */
  async finish(kind: ConsoleKind, query: string, secret: string): Promise<Person> {
    const { state, nonce, verifier } = checksOf(secret)
    if (new URLSearchParams(query).get('state') !== state) {
      throw refused(
        'This sign-in began in another browser or tab, or took too long. Sign in again.',
      )
    }
    return this.#withIssuer(async (issuer, library) => {
      const tokens = await library.authorizationCodeGrant(
        issuer,
        new URL(`${this.#pageOf(kind)}?${query}`),
        {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        },
      )
      const claims = tokens.claims()
      if (claims === undefined) throw refused('The sign-in service did not say who you are.')
      const hasMore = issuer.serverMetadata().userinfo_endpoint !== undefined
      const more = hasMore
        ? await library.fetchUserInfo(issuer, tokens.access_token, claims.sub)
        : {}
      return this.#person({ ...claims, ...more }, tokens.id_token ?? '')
    })
  }

  /** Undefined if the issuer has no such address, or does not answer: the session here has ended all the same. */
  async signOutUrl(kind: ConsoleKind, idToken: string): Promise<string | undefined> {
    const parameters = {
      post_logout_redirect_uri: this.#pageOf(kind),
      ...(idToken !== '' && { id_token_hint: idToken }),
    }
    try {
      return await this.#withIssuer(async (issuer, library) =>
        issuer.serverMetadata().end_session_endpoint === undefined
          ? undefined
          : library.buildEndSessionUrl(issuer, parameters).href,
      )
    } catch (error) {
      if (error instanceof Problem) return undefined
      throw error
    }
  }

  #pageOf(kind: ConsoleKind): string {
    return `${this.#parts.baseUrl}/${kind}`
  }

  #person(claims: Readonly<Record<string, unknown>>, idToken: string): Person {
    const { groupsClaim, operatorRoles } = this.#settings
    const { iss, sub, email, email_verified: isVerified, preferred_username: userName } = claims
    const verified = String(isVerified) === 'true' && typeof email === 'string' ? email : undefined
    const groups = [claims[groupsClaim] ?? []].flat()
    const [, role] = operatorRoles.find(([group]) => groups.includes(group)) ?? []
    return {
      subject: `${iss} ${sub}`,
      name: verified ?? (typeof userName === 'string' ? userName : String(sub)),
      email: verified,
      role,
      idToken: idToken.length <= ID_TOKEN_CHARACTERS_MAX ? idToken : '',
    }
  }

  async #withIssuer<T>(work: (issuer: Configuration, library: Library) => Promise<T>): Promise<T> {
    if (this.#underWay >= UNDER_WAY_MAX) {
      throw unavailable('Too many people are signing in at the moment. Try again in a second.', 1)
    }
    this.#underWay += 1
    const library = await import('openid-client')
    try {
      return await work(await this.#discover(library), library)
    } catch (error) {
      const problem = problemOf(error, library)
      if (problem !== error) this.#parts.onFault(error)
      throw problem
    } finally {
      this.#underWay -= 1
    }
  }

  async #discover(library: Library): Promise<Configuration> {
    const { allowInsecureRequests, enableNonRepudiationChecks } = library
    const { issuer, clientId, clientSecret } = this.#settings
    const isPlain = issuer.startsWith('http:')
    return library.discovery(
      new URL(issuer),
      clientId,
      { [library.clockTolerance]: CLOCK_TOLERANCE_SECONDS },
      clientSecret === '' ? library.None() : bySecret(clientSecret, library),
      {
        timeout: ANSWER_SECONDS_MAX,
        execute: [enableNonRepudiationChecks, ...(isPlain ? [allowInsecureRequests] : [])],
      },
    )
  }
}

/** In the way that the issuer knows. */
function bySecret(secret: string, { ClientSecretBasic, ClientSecretPost }: Library): ClientAuth {
  return (server, client, body, headers) => {
    const ways = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const send = ways.includes('client_secret_basic') ? ClientSecretBasic : ClientSecretPost
    return send(secret)(server, client, body, headers)
  }
}

/** None of them reveals another, or the secret. */
function checksOf(secret: string) {
  const made = (use: string) => sha256(`openid ${use} ${secret}`)
  return { state: made('state'), nonce: made('nonce'), verifier: made('verifier') }
}

const WORD = /^[\w.-]{1,60}$/

function problemOf(error: unknown, library: Library): unknown {
  const { AuthorizationResponseError, ClientError, ResponseBodyError } = library
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError) {
    const word = WORD.test(error.error) ? ` (${error.error})` : ''
    return refused(`The sign-in service refused${word}. Sign in again.`)
  }
  // The answer breaks the protocol: a wrong signature, nonce, audience or time.
  if (error instanceof ClientError && PROTOCOL_FAULTS.has(error.code ?? '')) {
    const why = error.code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED' ? CLOCKS_DIFFER : NOT_BELIEVED
    return refused(why)
  }
  if (error instanceof ClientError || isUnreachable(error)) {
    const detail = 'The sign-in service is not responding. Try again later, or sign in another way.'
    return unavailable(detail, RETRY_SECONDS)
  }
  return error
}

const RETRY_SECONDS = 30
const CLOCKS_DIFFER =
  'The clock of the sign-in service and ours are too far apart. Tell the operator.'
const NOT_BELIEVED = 'The answer of the sign-in service is not valid. Sign in again.'
const PROTOCOL_FAULTS = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
  'OAUTH_UNSUPPORTED_OPERATION',
])

function isUnreachable(error: unknown): boolean {
  return error instanceof TypeError && error.message === 'fetch failed'
}

function unavailable(detail: string, retryAfterSeconds: number): Problem {
  return new Problem('service-unavailable', detail, { retryAfterSeconds })
}

function refused(detail: string): Problem {
  return new Problem('forbidden', detail)
}
