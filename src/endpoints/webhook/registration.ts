// /webhook/{kind}: the URLs that events are sent to. Listed, registered, removed, given a new secret.

import Type from 'typebox'
import { badRequest } from '../../http/problem.ts'
import { usTimestamp } from '../../lib/us-timestamp.ts'
import {
  ENDPOINTS_PER_KIND_MAX,
  type Registration,
  register,
  registrationsOf,
  rotateSecret,
  unregister,
} from '../../webhooks/registrations.ts'
import { readTarget, URL_CHARACTERS_MAX } from '../../webhooks/sending/target.ts'
import { accountCall } from '../account-call.ts'
import { type Context, endpoint, free, ok } from '../endpoint.ts'
import { Message } from '../schemas.ts'
import { EndpointParams, findRegistration, KindParams, noEndpoint, readKind } from './schemas.ts'

const WebhookEndpoint = Type.Object({
  id: Type.String(),
  url: Type.String(),
  switched_off_at: Type.Optional(
    Type.String({
      description: 'Since when the endpoint is disabled because it failed for 5 days.',
    }),
  ),
})

const Url = Type.String({ maxLength: URL_CHARACTERS_MAX })

export const listWebhooks = endpoint({
  ...accountCall,
  path: '/webhook/{kind}',
  methods: ['GET'],
  summary: 'List webhook endpoints of a kind',
  params: KindParams,
  answers: ok('Endpoints.', Type.Array(WebhookEndpoint)),
  problems: ['not-found'],
  async handle({ params }, { parts, caller }) {
    const kind = readKind(params.kind)
    const all = await registrationsOf(parts.store.db, caller.accountId, kind)
    return free(all.map(registrationJson))
  },
})

export const getWebhook = endpoint({
  ...accountCall,
  path: '/webhook/{kind}/{id}',
  methods: ['GET'],
  summary: 'Get a webhook endpoint',
  params: EndpointParams,
  answers: ok('The endpoint.', WebhookEndpoint),
  problems: ['not-found'],
  async handle({ params }, context) {
    return free(registrationJson(await findRegistration(context, readKind(params.kind), params.id)))
  },
})

export const postWebhook = endpoint({
  ...accountCall,
  path: '/webhook/{kind}',
  methods: ['POST'],
  summary: 'Register a webhook endpoint',
  notes:
    'Admin key. Deliveries are signed with the secret, which is shown only once. The endpoint receives ' +
    'events from now on; registering sends none.',
  params: KindParams,
  options: Type.Object({
    url: Type.String({
      maxLength: URL_CHARACTERS_MAX,
      description: 'https, without user name and password.',
    }),
  }),
  answers: ok(
    'It is registered.',
    Type.Object({ message: Type.String(), id: Type.String(), secret: Type.String() }),
  ),
  problems: ['not-found'],
  async handle({ params, options }, { parts, caller, webhooks }) {
    const kind = readKind(params.kind)
    const target = readTarget(options.url, webhooks.rules)
    if (target.kind === 'fault') throw badRequest('url', target.detail)
    const { store, clock } = parts
    const done = await register(store, caller.accountId, kind, target.href, clock.now())
    if (done.kind === 'known') throw badRequest('url', 'This URL is already registered.')
    if (done.kind === 'too-many') {
      throw badRequest('url', `A kind can have at most ${ENDPOINTS_PER_KIND_MAX} endpoints.`)
    }
    const id = String(done.id)
    return free({ message: `Webhook endpoint ${id} was registered.`, id, secret: done.secret })
  },
})

export const rotateWebhookSecret = endpoint({
  ...accountCall,
  path: '/webhook/{kind}/{id}/secret/rotate',
  methods: ['POST'],
  summary: 'Replace the secret of a webhook endpoint',
  notes:
    'Admin key. The new secret is shown only once; for 24 hours deliveries carry a signature by ' +
    'each of the two.',
  params: EndpointParams,
  answers: ok('The new secret.', Type.Object({ message: Type.String(), secret: Type.String() })),
  problems: ['not-found'],
  async handle({ params }, context) {
    const { parts, caller } = context
    const kind = readKind(params.kind)
    const { id } = await findRegistration(context, kind, params.id)
    const secret = await rotateSecret(parts.store, caller.accountId, kind, id, parts.clock.now())
    if (secret === undefined) throw noEndpoint()
    return free({ message: `Webhook endpoint ${id} has a new secret.`, secret })
  },
})

export const deleteWebhook = endpoint({
  ...accountCall,
  path: '/webhook/{kind}/{id}',
  methods: ['DELETE'],
  summary: 'Delete a webhook endpoint',
  notes: 'Admin key. Pending deliveries are discarded.',
  params: EndpointParams,
  answers: ok('Deleted.', Message),
  problems: ['not-found'],
  async handle({ params }, context) {
    return remove(await findRegistration(context, readKind(params.kind), params.id), context)
  },
})

export const deleteWebhookByQuery = endpoint({
  ...accountCall,
  path: '/webhook/{kind}',
  methods: ['DELETE'],
  summary: 'Delete a webhook endpoint by ID or URL',
  notes: 'Admin key. Both are optional if the kind has exactly one endpoint.',
  params: KindParams,
  options: Type.Object({
    id: Type.Optional(Type.String({ maxLength: 15 })),
    url: Type.Optional(Url),
  }),
  answers: ok('Deleted.', Message),
  problems: ['not-found'],
  async handle({ params, options: { id, url } }, context) {
    const { parts, caller } = context
    const kind = readKind(params.kind)
    const all = await registrationsOf(parts.store.db, caller.accountId, kind)
    if (id === undefined && url === undefined) {
      const [only] = all
      if (only !== undefined && all.length === 1) return remove(only, context)
      const detail = `Send id or url: this kind has ${all.length} endpoints.`
      throw badRequest('id', detail)
    }
    const href = url !== undefined && URL.canParse(url) ? new URL(url).href : url
    const found = all.find(
      (one) =>
        (id === undefined || String(one.id) === id) && (url === undefined || one.url === href),
    )
    if (found === undefined) throw noEndpoint()
    return remove(found, context)
  },
})

async function remove({ id }: Registration, { parts, caller, webhooks }: Context) {
  const isRemoved = await unregister(parts.store, caller.accountId, id)
  if (!isRemoved) throw noEndpoint()
  webhooks.forget(caller.accountId, id)
  return free({ message: `Webhook endpoint ${id} was deleted.` })
}

function registrationJson({ id, url, switchedOffAt }: Registration) {
  const off = switchedOffAt === undefined ? {} : { switched_off_at: usTimestamp(switchedOffAt) }
  return { id: String(id), url, ...off }
}
