// /security/domain-token: keys for browser code, one for each domain.

import Type from 'typebox'
import { sha256 } from '../../account/keys/credential.ts'
import {
  type DomainToken,
  removeDomainToken,
  saveDomainToken,
  TOKENS_MAX,
  tokenHost,
  tokensOf,
  VISITOR_LIMIT_MAX,
  VISITOR_MINUTES_MAX,
} from '../../account/keys/domain-tokens.ts'
import { badRequest, Problem } from '../../http/problem.ts'
import { accountCall } from '../account-call.ts'
import { type Context, endpoint, free, ok } from '../endpoint.ts'
import { Message } from '../schemas.ts'

const Token = Type.Object({
  value: Type.String(),
  host: Type.String(),
  limit: Type.Integer({ description: 'Requests per visitor within `limit_minutes`.' }),
  limit_minutes: Type.Integer(),
})

const HostParams = Type.Object({ host: Type.String({ maxLength: 253 }) })

export const listTokens = endpoint({
  ...accountCall,
  path: '/security/domain-token',
  methods: ['GET'],
  summary: 'List domain tokens',
  answers: ok('Tokens.', Type.Array(Token)),
  async handle(_input, context) {
    const { parts, caller } = context
    const tokens = await tokensOf(parts.store.db, caller.accountId)
    return free(tokens.map((token) => tokenJson(token, context)))
  },
})

export const postToken = endpoint({
  ...accountCall,
  path: '/security/domain-token',
  methods: ['POST'],
  steps: 80_000,
  summary: 'Create a domain token',
  notes: 'Admin key. For a domain that has a token, changes the limits of that token.',
  options: Type.Object({
    url: Type.String({ description: 'A URL or a host; only the host is used.' }),
    limit: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: VISITOR_LIMIT_MAX,
        description: 'Requests per visitor.',
      }),
    ),
    limit_minutes: Type.Integer({ default: 1, maximum: VISITOR_MINUTES_MAX }),
  }),
  answers: ok(
    'The token.',
    Type.Object({ message: Type.String(), id: Type.String(), token: Type.String() }),
  ),
  async handle({ options }, { parts, caller }) {
    const named = tokenHost(options.url)
    if (named.kind === 'fault') throw badRequest('url', named.detail)
    const { host } = named
    // Clients send zero for the default limit.
    const visitorLimit = options.limit === 0 ? undefined : options.limit
    const wanted = { host, visitorLimit, visitorMinutes: options.limit_minutes }
    const now = parts.clock.now()
    const saved = await saveDomainToken(parts.store, caller.accountId, wanted, now)
    if (saved.kind === 'too-many') {
      throw badRequest(
        'url',
        `An account can have at most ${TOKENS_MAX} domain tokens. Delete one first.`,
      )
    }
    const { value } = saved.token
    return free({ message: `The domain token for ${host} is ready.`, id: host, token: value })
  },
})

export const getToken = endpoint({
  ...accountCall,
  path: '/security/domain-token/{host}',
  methods: ['GET'],
  summary: 'Get a domain token',
  params: HostParams,
  answers: ok('The token.', Token),
  problems: ['not-found'],
  async handle({ params }, context) {
    const { parts, caller } = context
    const tokens = await tokensOf(parts.store.db, caller.accountId)
    const token = tokens.find(({ host }) => host === hostOf(params.host))
    if (token === undefined) throw noToken()
    return free(tokenJson(token, context))
  },
})

export const deleteToken = endpoint({
  ...accountCall,
  path: '/security/domain-token/{host}',
  methods: ['DELETE'],
  summary: 'Delete a domain token',
  notes: 'Admin key. It stops working at once.',
  params: HostParams,
  answers: ok('Done.', Message),
  problems: ['not-found'],
  async handle({ params }, { parts, caller, forgetCredential }) {
    const host = hostOf(params.host)
    const now = parts.clock.now()
    const value = await removeDomainToken(parts.store, caller.accountId, host, now)
    if (value === undefined) throw noToken()
    forgetCredential(sha256(value))
    return free({ message: `The domain token for ${host} was deleted.` })
  },
})

function hostOf(text: string): string {
  const named = tokenHost(text)
  return named.kind === 'host' ? named.host : ''
}

function noToken(): Problem {
  return new Problem('not-found', 'No domain token exists for this host.')
}

function tokenJson({ value, host, visitorLimit, visitorMinutes }: DomainToken, context: Context) {
  const limit = visitorLimit ?? context.tokenVisitorPerMinute * visitorMinutes
  return { value, host, limit, limit_minutes: visitorMinutes }
}
