// Starts a real OpenID Connect provider, and signs people in to it as their browsers would.

import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

type Claims = Readonly<Record<string, unknown>>

export interface IssuerWorld {
  readonly port: number
  readonly pages: readonly string[]
  readonly keys: readonly object[]
  readonly people: Readonly<Record<string, Claims>>
  /** How far its clock is ahead. */
  readonly skewSeconds: number
  /** How clients show their secret. */
  readonly methods: readonly string[]
}

/** The settings of a service that signs people in by it. */
export function issuerSettings(issuer: string) {
  return {
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: 'doorplate',
    OIDC_CLIENT_SECRET: 'a secret of the issuer',
    OIDC_SCOPES: 'openid email profile groups',
  }
}

interface Issuer extends AsyncDisposable {
  readonly url: string
}

/** On the port of an earlier one it is the same issuer, with new keys and nobody signed in. */
export async function startIssuer(
  people: IssuerWorld['people'],
  wanted: Partial<IssuerWorld> = {},
): Promise<Issuer> {
  const workerData: IssuerWorld = {
    port: 0,
    pages: ['http://localhost/console', 'http://localhost/operator'],
    keys: [signingKey()],
    people,
    skewSeconds: 0,
    methods: ['client_secret_basic'],
    ...wanted,
  }
  const thread = new Worker(new URL('issuer-thread.ts', import.meta.url), {
    workerData,
    stdout: true,
    stderr: true,
  })
  const [url] = await once(thread, 'message')
  return {
    url,
    async [Symbol.asyncDispose]() {
      await thread.terminate()
    },
  }
}

function signingKey(): object {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }
}

const REDIRECTS_MAX = 10

/** Follows the redirects of the issuer; answers the address at which the browser comes back to the service. */
export async function signInAtIssuer(start: string, person: string): Promise<URL> {
  const cookies = new Map(person === '' ? [] : [['person', person]])
  let at = new URL(start)
  const { origin } = at
  for (let steps = 0; at.origin === origin; steps += 1) {
    if (steps === REDIRECTS_MAX) throw new Error(`The issuer redirects without end: ${at}`)
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(at, { redirect: 'manual', headers: { cookie } })
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      cookies.set(name, value)
    }
    const next = response.headers.get('location')
    if (next === null) throw new Error(`${at.pathname}: ${await response.text()}`)
    at = new URL(next, at)
  }
  return at
}
