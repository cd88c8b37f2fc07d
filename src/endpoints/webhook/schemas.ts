// What the webhook endpoints share: the kind and the id of a path, and the refusals.

import Type from 'typebox'
import { badRequest, Problem } from '../../http/problem.ts'
import { WEBHOOK_KINDS, type WebhookKind } from '../../webhooks/bodies.ts'
import type { ManualSend } from '../../webhooks/deliveries.ts'
import { type Registration, registrationsOf } from '../../webhooks/registrations.ts'
import type { Context } from '../endpoint.ts'

/** Fixed segments are taken in any letter case, and so is the kind. */
export const KindParams = Type.Object({
  kind: Type.String({ maxLength: 50, description: `One of ${WEBHOOK_KINDS.join(', ')}.` }),
})

export const EndpointParams = Type.Object({
  ...KindParams.properties,
  id: Type.String({ maxLength: 15, description: 'Digits.' }),
})

export function readKind(text: string): WebhookKind {
  const kind = WEBHOOK_KINDS.find((one) => one === text.toLowerCase())
  if (kind !== undefined) return kind
  const kinds = WEBHOOK_KINDS.join(', ')
  const detail = `This kind of webhook is not offered here. The kinds are ${kinds}. See /docs/clients.md.`
  throw new Problem('not-found', detail)
}

/** Answers the same 404 for an endpoint of another account or kind as for one that never existed. */
export async function findRegistration(
  { parts, caller }: Context,
  kind: WebhookKind,
  id: string,
): Promise<Registration> {
  const all = await registrationsOf(parts.store.db, caller.accountId, kind)
  const found = all.find((one) => String(one.id) === id)
  if (found === undefined) throw noEndpoint()
  return found
}

export function noEndpoint(): Problem {
  return new Problem('not-found', 'No webhook endpoint of this kind has this ID.')
}

/** Throws the refusal of a test or replay, if it was refused. */
export function checkManualSend(asked: ManualSend): void {
  if (asked.kind === 'not-found') {
    throw new Problem('not-found', 'This event was not delivered to this endpoint.')
  }
  if (asked.kind === 'switched-off') {
    throw badRequest('id', 'The endpoint is disabled. Register its URL again.')
  }
  if (asked.kind === 'too-often') {
    const { retryAfterSeconds } = asked
    throw new Problem('rate-limit', 'Too many tests and replays in a minute.', {
      retryAfterSeconds,
    })
  }
}
