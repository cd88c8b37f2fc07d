// GET and PUT /security/api-key: the API key masked, and a new one in its place.

import Type from 'typebox'
import { GRACE_SECONDS_MAX, maskedApiKey, rotateApiKey } from '../../account/keys/api-keys.ts'
import { accountCall } from '../account-call.ts'
import { endpoint, free } from '../endpoint.ts'

const ApiKey = Type.Object({ 'api-key': Type.String() })

export const getApiKey = endpoint({
  ...accountCall,
  path: '/security/api-key',
  methods: ['GET'],
  summary: 'See the API key, masked',
  answers: { 200: { description: 'The masked key.', schema: ApiKey } },
  async handle(_input, { parts, caller }) {
    const masked = await maskedApiKey(parts.store, caller.accountId, parts.clock.now())
    return free({ 'api-key': masked ?? '' })
  },
})

export const putApiKey = endpoint({
  ...accountCall,
  path: '/security/api-key',
  methods: ['PUT'],
  summary: 'Replace the API key',
  notes: 'Admin key. The new key is shown this once; the old one works for the grace time.',
  options: Type.Object({
    grace: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: GRACE_SECONDS_MAX,
        description: 'Seconds; 24 hours when left out, 0 ends the old key now.',
      }),
    ),
  }),
  answers: { 200: { description: 'The new key.', schema: ApiKey } },
  async handle({ options }, { parts, caller, forgetCredential }) {
    const grace = options.grace ?? GRACE_SECONDS_MAX
    const now = parts.clock.now()
    const rotated = await rotateApiKey(parts.store, caller.accountId, grace, now)
    for (const sha256 of rotated.endingSha256) forgetCredential(sha256)
    return free({ 'api-key': rotated.apiKey })
  },
})
