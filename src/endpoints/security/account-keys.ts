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
import { accountCall } from '../account-call.ts'
import { type Endpoint, endpoint, free } from '../endpoint.ts'

const NAMES: Readonly<Record<AccountKey, string>> = { api: 'API', admin: 'admin' }

export const GraceOptions = Type.Object({
  grace: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: GRACE_SECONDS_MAX,
      description: 'Grace period in seconds, 24 hours by default; 0 ends the old key at once.',
    }),
  ),
})

export const getApiKey = seeKey('api')
export const putApiKey = replaceKey('api')
export const getAdminKey = seeKey('admin')
export const putAdminKey = replaceKey('admin')

function seeKey(kind: AccountKey): Endpoint {
  return endpoint({
    ...keyCall(kind, 'The masked key.'),
    methods: ['GET'],
    summary: `Get the masked ${NAMES[kind]} key`,
    async handle(_input, { parts, caller }) {
      const masked = await maskedKey(parts.store, caller.accountId, kind, parts.clock.now())
      return free({ [`${kind}-key`]: masked ?? '' })
    },
  })
}

function replaceKey(kind: AccountKey): Endpoint {
  return endpoint({
    ...keyCall(kind, 'The new key.'),
    methods: ['PUT'],
    steps: 80_000,
    summary: `Replace the ${NAMES[kind]} key`,
    notes:
      'Admin key. The new key is shown only once; the old key stays valid for the grace period. ' +
      'Replacing the admin key without a grace period signs out every other browser.',
    options: GraceOptions,
    async handle({ options }, { parts, caller, forgetCredential }) {
      const grace = options.grace ?? GRACE_SECONDS_MAX
      const now = parts.clock.now()
      const rotated = await rotateKey(parts.store, caller.accountId, accountKey(kind), grace, now)
      for (const sha256 of rotated.endingSha256) forgetCredential(sha256)
      // Somebody who has seen the key may have signed in with it.
      if (kind === 'admin' && grace === 0) {
        await endSessionsOf(parts.store.db, caller.accountId, caller.sessionId)
      }
      return free({ [`${kind}-key`]: rotated.key })
    },
  })
}

function keyCall(kind: AccountKey, description: string) {
  const schema = Type.Object({ [`${kind}-key`]: Type.String() })
  return {
    ...accountCall,
    path: `/security/${kind}-key`,
    answers: { 200: { description, schema } },
  }
}
