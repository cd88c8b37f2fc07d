// Deliveries, tests and replays; and the events, for a receiver that has to catch up.

import Type from 'typebox'
import { usTimestamp } from '../../lib/us-timestamp.ts'
import { WEBHOOK_KINDS } from '../../webhooks/bodies.ts'
import {
  type Delivery,
  deliveriesOf,
  MANUAL_SENDS_PER_MINUTE,
  queueSamples,
  replay,
} from '../../webhooks/deliveries.ts'
import { EVENTS_PAGE_MAX, eventsAfter } from '../../webhooks/event-log.ts'
import { accountCall } from '../account-call.ts'
import { endpoint, free, ok } from '../endpoint.ts'
import { Message } from '../schemas.ts'
import {
  checkManualSend,
  EndpointParams,
  findRegistration,
  KindParams,
  readKind,
} from './schemas.ts'

const MANUAL_LIMIT = `Tests and replays together are limited to ${MANUAL_SENDS_PER_MINUTE} per minute.`

const DeliverySchema = Type.Object({
  event: Type.String({ description: 'Its `webhook-id`.' }),
  created_at: Type.String(),
  state: Type.String({ enum: ['pending', 'delivered', 'failed'] }),
  attempts: Type.Array(
    Type.Object({
      at: Type.String(),
      status: Type.Integer({ description: '0 if there was no answer.' }),
      ms: Type.Integer(),
    }),
  ),
})

const EventSchema = Type.Object({
  number: Type.Integer(),
  event: Type.String({ description: 'The `webhook-id` of its deliveries.' }),
  kind: Type.String({ enum: [...WEBHOOK_KINDS] }),
  body: Type.Object({
    version: Type.String(),
    action: Type.String(),
    created_at: Type.String(),
    details: Type.Record(Type.String(), Type.Unknown()),
    type: Type.String({ enum: ['usage', 'billing'] }),
  }),
})

export const testWebhooks = endpoint({
  ...accountCall,
  path: '/webhook/{kind}/test',
  methods: ['POST'],
  summary: 'Send a sample event to each endpoint of a kind',
  notes: `Admin key. Answers at once; the deliveries follow. ${MANUAL_LIMIT}`,
  params: KindParams,
  answers: ok('Queued.', Message),
  problems: ['not-found'],
  async handle({ params }, { parts, caller, webhooks }) {
    const kind = readKind(params.kind)
    const { store, clock } = parts
    const { accountId } = caller
    const asked = await queueSamples(store, accountId, kind, webhooks.upgradeLink, clock.now())
    checkManualSend(asked)
    webhooks.wake()
    const count = asked.kind === 'queued' ? asked.endpoints : 0
    return free({
      message: `A sample event was queued for ${count === 1 ? '1 endpoint' : `${count} endpoints`}.`,
    })
  },
})

export const listDeliveries = endpoint({
  ...accountCall,
  path: '/webhook/{kind}/{id}/deliveries',
  steps: 150_000,
  methods: ['GET'],
  summary: 'List the last 100 deliveries to an endpoint',
  notes: 'Admin key. Newest first. Only the status and the time of an answer are stored.',
  params: EndpointParams,
  answers: ok('Deliveries.', Type.Array(DeliverySchema)),
  problems: ['not-found'],
  async handle({ params }, context) {
    const { id } = await findRegistration(context, readKind(params.kind), params.id)
    const { parts, caller } = context
    return free((await deliveriesOf(parts.store.db, caller.accountId, id)).map(deliveryJson))
  },
})

export const replayDelivery = endpoint({
  ...accountCall,
  path: '/webhook/{kind}/{id}/deliveries/{event}/replay',
  methods: ['POST'],
  summary: 'Resend an event to an endpoint',
  notes: `Admin key. Uses the same \`webhook-id\`. ${MANUAL_LIMIT}`,
  params: Type.Object({
    ...EndpointParams.properties,
    event: Type.String({ maxLength: 100, description: 'A `webhook-id`.' }),
  }),
  answers: ok('Queued.', Message),
  problems: ['not-found'],
  async handle({ params }, context) {
    const kind = readKind(params.kind)
    const { id } = await findRegistration(context, kind, params.id)
    const { parts, caller, webhooks } = context
    const { store, clock } = parts
    const { event } = params
    checkManualSend(await replay(store, caller.accountId, { id, kind }, event, clock.now()))
    webhooks.wake()
    return free({ message: `Event ${event} was queued.` })
  },
})

export const events = endpoint({
  ...accountCall,
  path: '/events',
  methods: ['GET'],
  summary: "List the account's events in order",
  notes:
    'Admin key. For a receiver that was down: continue after the last number it has seen. Numbers ' +
    `are given without gaps, at most ${EVENTS_PAGE_MAX} are listed at a time.`,
  options: Type.Object({
    after: Type.Integer({
      default: 0,
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Only events with a higher number.',
    }),
  }),
  answers: ok('Events.', Type.Array(EventSchema)),
  async handle({ options }, { parts, caller }) {
    const found = await eventsAfter(parts.store.db, caller.accountId, options.after)
    return free(
      found.map(({ number, id, kind, body }) => {
        return { number, event: id, kind, body: JSON.parse(body) }
      }),
    )
  },
})

function deliveryJson({ eventId, createdAt, state, attempts }: Delivery) {
  return {
    event: eventId,
    created_at: usTimestamp(createdAt),
    state,
    attempts: attempts.map(({ at, status, ms }) => ({ at: usTimestamp(at), status, ms })),
  }
}
