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
import { badRequest, orNotFound } from '../../http/problem.ts'
import { type Context, endpoint, free, ok } from '../endpoint.ts'
import { Message, text, texts, whole } from '../schemas.ts'

const PATH = '/security/domain-token'

const Limit = whole('Requests per visitor.', { minimum: 0, maximum: VISITOR_LIMIT_MAX })
const Token = Type.Object({
  ...texts('value', 'host'),
  limit: whole('Requests per visitor within `limit_minutes`.'),
  limit_minutes: Type.Integer(),
})

const NO_TOKEN = 'No domain token exists for this host.'
const HostParams = { host: Type.String({ maxLength: 253 }) }

export const domainTokenEndpoints = [
  endpoint(`GET ${PATH}`, {
    summary: 'List domain tokens',
    answers: ok('Tokens.', Type.Array(Token)),
    async handle(_input, context) {
      const tokens = await tokensOf(context.store.db, context.caller.accountId)
      return free(tokens.map((token) => tokenJson(token, context)))
    },
  }),
  endpoint(`POST ${PATH}`, {
    steps: 80_000,
    summary: 'Create a domain token',
    notes: 'For a domain that has a token, changes the limits of that token.',
    options: {
      url: text('A URL or a host; only the host is used.'),
      limit: Type.Optional(Limit),
      limit_minutes: Type.Integer({ default: 1, maximum: VISITOR_MINUTES_MAX }),
    },
    answers: ok('The token.', texts('message', 'id', 'token')),
    async handle({ options }, { store, caller, clock }) {
      const named = tokenHost(options.url)
      if (named.kind === 'fault') throw badRequest('url', named.detail)
      const { host } = named
      // Clients send zero for the default limit.
      const visitorLimit = options.limit || undefined
      const wanted = { host, visitorLimit, visitorMinutes: options.limit_minutes }
      const saved = await saveDomainToken(store, caller.accountId, wanted, clock.now())
      if (saved.kind === 'too-many') {
        const detail = `An account can have at most ${TOKENS_MAX} domain tokens. Delete one first.`
        throw badRequest('url', detail)
      }
      const message = `The domain token for ${host} is ready.`
      return free({ message, id: host, token: saved.token.value })
    },
  }),
  endpoint(`GET ${PATH}/{host}`, {
    summary: 'Get a domain token',
    params: HostParams,
    answers: ok('The token.', Token),
    async handle({ params }, context) {
      const tokens = await tokensOf(context.store.db, context.caller.accountId)
      const token = tokens.find(({ host }) => host === hostOf(params.host))
      return free(tokenJson(orNotFound(token, NO_TOKEN), context))
    },
  }),
  endpoint(`DELETE ${PATH}/{host}`, {
    summary: 'Delete a domain token',
    notes: 'It stops working at once.',
    params: HostParams,
    answers: ok('Done.', Message),
    async handle({ params }, { store, caller, clock, forgetCredential }) {
      const host = hostOf(params.host)
      const removed = await removeDomainToken(store, caller.accountId, host, clock.now())
      forgetCredential(sha256(orNotFound(removed, NO_TOKEN)))
      return free({ message: `The domain token for ${host} was deleted.` })
    },
  }),
]

function hostOf(text: string): string {
  const named = tokenHost(text)
  return named.kind === 'host' ? named.host : ''
}

function tokenJson({ value, host, visitorLimit, visitorMinutes }: DomainToken, context: Context) {
  const limit = visitorLimit ?? context.tokenVisitorPerMinute * visitorMinutes
  return { value, host, limit, limit_minutes: visitorMinutes }
}
