// GET and PUT /security/api-key and /security/admin-key: the masked key, and replacing it.

import Type from 'typebox'
import {
  type AccountKey,
  accountKey,
  GRACE_SECONDS_MAX,
  maskedKey,
  rotateKey,
} from '../../account/keys/account-keys.ts'
import { endSessionsOf } from '../../account/sessions/sessions.ts'
import { type Context, type Endpoint, endpoint, free, ok } from '../endpoint.ts'
import { texts } from '../schemas.ts'

/** Making a key, in steps of about ten nanoseconds. */
export const KEY_STEPS = 80_000

export const ONCE = 'The new key is shown only once; the old key stays valid for the grace period.'

export const GraceOptions = {
  grace: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: GRACE_SECONDS_MAX,
      description: 'Grace period in seconds, 24 hours by default; 0 ends the old key at once.',
    }),
  ),
}

function endpointsOf(kind: AccountKey, name: string): Endpoint[] {
  const member = `${kind}-key`
  return [
    endpoint(`GET /security/${member}`, {
      summary: `Get the masked ${name} key`,
      answers: ok('The masked key.', texts(member)),
      async handle(_input, { store, caller, clock }) {
        const masked = await maskedKey(store, caller.accountId, kind, clock.now())
        return free({ [member]: masked ?? '' })
      },
    }),
    endpoint(`PUT /security/${member}`, {
      steps: KEY_STEPS,
      summary: `Replace the ${name} key`,
      notes: `${ONCE} Replacing the admin key without a grace period signs out every other browser.`,
      options: GraceOptions,
      answers: ok('The new key.', texts(member)),
      async handle({ options: { grace } }, context) {
        const key = await replaced(context, accountKey(kind), grace)
        const { store, caller } = context
        // Somebody who has seen the key may have signed in with it.
        if (kind === 'admin' && grace === 0) {
          await endSessionsOf(store.db, caller.accountId, caller.sessionId)
        }
        return free({ [member]: key })
      },
    }),
  ]
}

export async function replaced(
  { store, caller, clock, forgetCredential }: Context,
  which: Parameters<typeof rotateKey>[2],
  grace = GRACE_SECONDS_MAX,
): Promise<string> {
  const rotated = await rotateKey(store, caller.accountId, which, grace, clock.now())
  for (const sha256 of rotated.endingSha256) forgetCredential(sha256)
  return rotated.key
}

export const accountKeyEndpoints = [...endpointsOf('api', 'API'), ...endpointsOf('admin', 'admin')]
