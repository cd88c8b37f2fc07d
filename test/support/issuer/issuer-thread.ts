// A real OpenID Connect provider in a thread of its own, with a clock of its own. Whoever comes is whom a cookie names.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import type { IssuerWorld } from './issuer.ts'

const { port, pages, keys, people, skewSeconds, methods }: IssuerWorld = workerData
const trueNow = Date.now
Date.now = () => trueNow() + skewSeconds * 1000

// @ts-expect-error It has no types.
const { Provider } = await import('oidc-provider')
let answer = (_request: IncomingMessage, response: ServerResponse) => void response.end()
const server = createServer((request, response) => answer(request, response))
await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
const { port: own } = server.address() as AddressInfo
const issuer = `http://127.0.0.1:${own}`

const provider = new Provider(issuer, {
  clients: [
    {
      client_id: 'doorplate',
      client_secret: 'a secret of the issuer',
      redirect_uris: pages,
      post_logout_redirect_uris: pages,
      // A program on this machine, whose port may be any.
      application_type: 'native',
      token_endpoint_auth_method: methods[0],
    },
  ],
  clientAuthMethods: methods,
  jwks: { keys },
  scopes: ['openid', 'email', 'profile', 'groups'],
  claims: {
    openid: ['sub'],
    email: ['email', 'email_verified'],
    profile: ['preferred_username'],
    groups: ['groups'],
  },
  pkce: { required: () => true },
  cookies: { keys: ['signs cookies'] },
  features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: true } },
  interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
  findAccount: (_: unknown, accountId: string) => ({
    accountId,
    claims: () => ({ sub: accountId, ...people[accountId] }),
  }),
  // Nobody is asked whether the service may know them.
  async loadExistingGrant({ oidc }: { oidc: { session: { accountId: string } } }) {
    const grant = new provider.Grant({ accountId: oidc.session.accountId, clientId: 'doorplate' })
    grant.addOIDCScope('openid email profile groups')
    await grant.save()
    return grant
  },
})

const callback = provider.callback()
answer = (request, response) => {
  if (request.url?.startsWith('/interaction/') !== true) return void callback(request, response)
  const [, accountId] = /person=(\w+)/.exec(request.headers.cookie ?? '') ?? []
  const result =
    accountId === undefined
      ? { error: 'access_denied' }
      : { login: { accountId, remember: false }, consent: {} }
  void provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
}
parentPort?.postMessage(issuer)
