// The secret of an endpoint, and the signatures that are made with it (Standard Webhooks).

import { createHmac, randomBytes } from 'node:crypto'

const SECRET_PREFIX = 'whsec_'
const SECRET_BYTES = 24
/** How long deliveries are signed with the old secret too after a rotation. */
export const OLD_SECRET_MS = 86_400_000

export function newWebhookSecret(): string {
  return SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64')
}

export interface Secrets {
  readonly secret: string
  /** Empty if there is none. */
  readonly oldSecret: string
  readonly oldSecretUntil: number
}

/** The endpoint that the secret belongs to, for its encryption in the store. */
export function ownerOf({ accountId, id }: { readonly accountId: string; readonly id: number }) {
  return `webhook endpoint ${id} of ${accountId}`
}

/** The three headers of an attempt. `now` is its own moment; the id is that of the event. */
export function signatureHeaders(secrets: Secrets, eventId: string, body: string, now: number) {
  const seconds = Math.floor(now / 1000)
  const { secret, oldSecret, oldSecretUntil } = secrets
  const valid = now < oldSecretUntil ? [secret, oldSecret] : [secret]
  const signatures = valid.map((each) => `v1,${sign(each, `${eventId}.${seconds}.${body}`)}`)
  return {
    'webhook-id': eventId,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatures.join(' '),
  }
}

function sign(secret: string, content: string): string {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
  return createHmac('sha256', key).update(content).digest('base64')
}
