// /webhook/{kind}: the URLs that events are sent to, their deliveries, tests and replays; /events, to catch up.

import Type from 'typebox'
import { badRequest, orNotFound, Problem } from '../../http/problem.ts'
import { counted } from '../../lib/columns.ts'
import { usTimestamp } from '../../lib/us-timestamp.ts'
import { BODY_TYPES, WEBHOOK_KINDS, type WebhookKind } from '../../webhooks/bodies.ts'
import {
  type Delivery,
  deliveriesOf,
  MANUAL_SENDS_PER_MINUTE,
  type ManualSend,
  queueSamples,
  replay,
} from '../../webhooks/deliveries.ts'
import { EVENTS_PAGE_MAX, eventsAfter } from '../../webhooks/event-log.ts'
import {
  type Registration,
  register,
  registrationsOf,
  rotateSecret,
  unregister,
} from '../../webhooks/registrations.ts'
import { readTarget, URL_CHARACTERS_MAX } from '../../webhooks/sending/target.ts'
import { type Context, endpoint, free, ok } from '../endpoint.ts'
import { listOf, Message, oneOf, text, texts, whole, wholes } from '../schemas.ts'
import { SwitchedOffAt, tooMany, webhookUrlEndpoints } from './webhook-urls.ts'

const PATH = '/webhook/{kind}'
const ONE_PATH = `${PATH}/{id}`
const NO_ENDPOINT = 'No webhook endpoint of this kind has this ID.'

const KINDS = WEBHOOK_KINDS.join(', ')
/** Fixed segments are taken in any letter case, and so is the kind. */
const KindParams = { kind: text(`One of ${KINDS}.`, { maxLength: 50 }) }
const EndpointParams = { ...KindParams, id: text('Digits.', { maxLength: 15 }) }

const WebhookEndpoint = Type.Object({ ...texts('id', 'url'), switched_off_at: SwitchedOffAt })

const EventBody = Type.Object({
  ...texts('version', 'action', 'created_at'),
  details: Type.Record(Type.String(), Type.Unknown()),
  type: oneOf(BODY_TYPES),
})

const MANUAL_LIMIT = `Tests and replays together are limited to ${MANUAL_SENDS_PER_MINUTE} per minute.`

export const webhookEndpoints = [
  ...webhookUrlEndpoints,
  endpoint(`GET ${PATH}`, {
    summary: 'List webhook endpoints of a kind',
    params: KindParams,
    answers: ok('Endpoints.', Type.Array(WebhookEndpoint)),
    async handle({ params }, context) {
      const { all } = await registeredAs(params.kind, context)
      return free(all.map(registrationJson))
    },
  }),
  endpoint(`POST ${PATH}`, {
    summary: 'Register a webhook endpoint',
    notes:
      'Deliveries are signed with the secret, which is shown only once. The endpoint receives ' +
      'events from now on; registering sends none.',
    params: KindParams,
    options: {
      url: text('https, without user name and password.', { maxLength: URL_CHARACTERS_MAX }),
    },
    answers: ok('It is registered.', texts('message', 'id', 'secret')),
    async handle({ params, options }, { store, clock, caller, webhooks }) {
      const kind = readKind(params.kind)
      const target = readTarget(options.url, webhooks.rules)
      if (target.kind === 'fault') throw badRequest('url', target.detail)
      const done = await register(store, caller.accountId, kind, target.href, clock.now())
      if (done.kind === 'known') throw badRequest('url', 'This URL is already registered.')
      if (done.kind === 'too-many') throw tooMany(kind)
      const id = String(done.id)
      return free({ message: `Webhook endpoint ${id} was registered.`, id, secret: done.secret })
    },
  }),
  endpoint(`DELETE ${PATH}`, {
    summary: 'Delete a webhook endpoint by ID or URL',
    notes: 'Both are optional if the kind has exactly one endpoint.',
    params: KindParams,
    options: {
      id: Type.Optional(Type.String({ maxLength: 15 })),
      url: Type.Optional(Type.String({ maxLength: URL_CHARACTERS_MAX })),
    },
    answers: ok('Deleted.', Message),
    async handle({ params, options: { id, url } }, context) {
      const { all } = await registeredAs(params.kind, context)
      if (id === undefined && url === undefined) {
        const [only] = all
        if (only !== undefined && all.length === 1) return remove(only, context)
        throw badRequest('id', `Send id or url: this kind has ${all.length} endpoints.`)
      }
      const href = url !== undefined && URL.canParse(url) ? new URL(url).href : url
      const found = all.find(
        (one) =>
          (id === undefined || String(one.id) === id) && (url === undefined || one.url === href),
      )
      return remove(orNotFound(found, NO_ENDPOINT), context)
    },
  }),
  endpoint(`POST ${PATH}/test`, {
    summary: 'Send a sample event to each endpoint of a kind',
    notes: `Answers at once; the deliveries follow. ${MANUAL_LIMIT}`,
    params: KindParams,
    answers: ok('Queued.', Message),
    async handle({ params }, { store, clock, caller, webhooks }) {
      const kind = readKind(params.kind)
      const { upgradeLink } = webhooks
      const asked = await queueSamples(store, caller.accountId, kind, upgradeLink, clock.now())
      checkManualSend(asked)
      webhooks.wake()
      const endpoints = asked.kind === 'queued' ? asked.endpoints : 0
      return free({ message: `A sample event was queued for ${counted(endpoints, 'endpoint')}.` })
    },
  }),
  endpoint(`GET ${ONE_PATH}`, {
    summary: 'Get a webhook endpoint',
    params: EndpointParams,
    answers: ok('The endpoint.', WebhookEndpoint),
    async handle({ params }, context) {
      return free(registrationJson(await findRegistration(params, context)))
    },
  }),
  endpoint(`DELETE ${ONE_PATH}`, {
    summary: 'Delete a webhook endpoint',
    notes: 'Pending deliveries are discarded.',
    params: EndpointParams,
    answers: ok('Deleted.', Message),
    async handle({ params }, context) {
      return remove(await findRegistration(params, context), context)
    },
  }),
  endpoint(`POST ${ONE_PATH}/secret/rotate`, {
    summary: 'Replace the secret of a webhook endpoint',
    notes:
      'The new secret is shown only once; for 24 hours deliveries carry a signature by each of the two.',
    params: EndpointParams,
    answers: ok('The new secret.', texts('message', 'secret')),
    async handle({ params }, context) {
      const { store, caller, clock } = context
      const { id, kind } = await findRegistration(params, context)
      const made = await rotateSecret(store, caller.accountId, kind, id, clock.now())
      const secret = orNotFound(made, NO_ENDPOINT)
      return free({ message: `Webhook endpoint ${id} has a new secret.`, secret })
    },
  }),
  endpoint(`GET ${ONE_PATH}/deliveries`, {
    steps: 150_000,
    summary: 'List the last 100 deliveries to an endpoint',
    notes:
      'Newest first. Only the status and the time of an answer are stored, or why there was none.',
    params: EndpointParams,
    answers: ok(
      'Deliveries.',
      listOf({
        event: text('Its `webhook-id`.'),
        created_at: Type.String(),
        state: oneOf(['pending', 'delivered', 'failed']),
        attempts: listOf({
          at: Type.String(),
          status: whole('0 if there was no answer.'),
          ...wholes('ms'),
          error: Type.Optional(text('Why there was no answer.')),
        }),
        next_attempt_at: text('When it is tried next; empty if it is not pending.'),
        body: EventBody,
      }),
    ),
    async handle({ params }, context) {
      const { id } = await findRegistration(params, context)
      const { store, caller } = context
      return free((await deliveriesOf(store.db, caller.accountId, id)).map(deliveryJson))
    },
  }),
  endpoint(`POST ${ONE_PATH}/deliveries/{event}/replay`, {
    summary: 'Resend an event to an endpoint',
    notes: `Uses the same \`webhook-id\`. ${MANUAL_LIMIT}`,
    params: { ...EndpointParams, event: text('A `webhook-id`.', { maxLength: 100 }) },
    answers: ok('Queued.', Message),
    async handle({ params }, context) {
      const to = await findRegistration(params, context)
      const { store, clock, caller, webhooks } = context
      checkManualSend(await replay(store, caller.accountId, to, params.event, clock.now()))
      webhooks.wake()
      return free({ message: `Event ${params.event} was queued.` })
    },
  }),
  endpoint('GET /events', {
    summary: "List the account's events in order",
    notes:
      'For a receiver that was down: continue after the last number it has seen. Numbers ' +
      `are assigned without gaps; at most ${EVENTS_PAGE_MAX} are listed at a time.`,
    options: {
      after: whole('Only events with a higher number.', {
        default: 0,
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
      }),
    },
    answers: ok(
      'Events.',
      listOf({
        number: Type.Integer(),
        event: text('The `webhook-id` of its deliveries.'),
        kind: oneOf(WEBHOOK_KINDS),
        body: EventBody,
      }),
    ),
    async handle({ options }, { store, caller }) {
      const found = await eventsAfter(store.db, caller.accountId, options.after)
      return free(
        found.map(({ number, id, kind, body }) => {
          return { number, event: id, kind, body: JSON.parse(body) }
        }),
      )
    },
  }),
]

async function remove({ id }: Registration, { store, caller, webhooks }: Context) {
  const isRemoved = await unregister(store, caller.accountId, id)
  if (!isRemoved) throw new Problem('not-found', NO_ENDPOINT)
  webhooks.forget(caller.accountId, id)
  return free({ message: `Webhook endpoint ${id} was deleted.` })
}

function registrationJson({ id, url, switchedOffAt }: Registration) {
  const off = switchedOffAt === undefined ? {} : { switched_off_at: usTimestamp(switchedOffAt) }
  return { id: String(id), url, ...off }
}

function readKind(text: string): WebhookKind {
  const kind = WEBHOOK_KINDS.find((one) => one === text.toLowerCase())
  return orNotFound(
    kind,
    `This kind of webhook is not offered here. The kinds are ${KINDS}. See /docs/clients.`,
  )
}

async function registeredAs(name: string, { store, caller }: Context) {
  const kind = readKind(name)
  return { kind, all: await registrationsOf(store.db, caller.accountId, kind) }
}

/** Answers the same 404 for an endpoint of another account or kind as for one that never existed. */
async function findRegistration(
  params: { readonly kind: string; readonly id: string },
  context: Context,
): Promise<Registration & { readonly kind: WebhookKind }> {
  const { kind, all } = await registeredAs(params.kind, context)
  const found = all.find((one) => String(one.id) === params.id)
  return { ...orNotFound(found, NO_ENDPOINT), kind }
}

function deliveryJson({ eventId, createdAt, state, attempts, dueAt, body }: Delivery) {
  return {
    event: eventId,
    created_at: usTimestamp(createdAt),
    state,
    attempts: attempts.map(({ at, ...attempt }) => ({ at: usTimestamp(at), ...attempt })),
    next_attempt_at: state === 'pending' && dueAt !== undefined ? usTimestamp(dueAt) : '',
    body: JSON.parse(body),
  }
}

function checkManualSend(asked: ManualSend): void {
  if (asked.kind === 'not-found') {
    throw new Problem('not-found', 'This event was not delivered to this endpoint.')
  }
  if (asked.kind === 'switched-off') {
    throw badRequest('id', 'The endpoint is disabled. Register its URL again.')
  }
  if (asked.kind === 'too-often') {
    const { retryAfterSeconds } = asked
    const detail = 'Too many tests and replays in one minute.'
    throw new Problem('rate-limit', detail, { retryAfterSeconds })
  }
}
