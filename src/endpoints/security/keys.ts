// /security/api-key, /security/admin-key and /security/api-keys: keys masked, created, replaced and deleted.

import Type from 'typebox'
import {
  type AccountKey,
  API_KEYS_MAX,
  type ApiKey,
  accountKey,
  addApiKey,
  apiKeysOf,
  GRACE_SECONDS_MAX,
  keyNameFault,
  MAIN_KEY,
  maskedKey,
  removeApiKey,
  rotateKey,
} from '../../account/keys/account-keys.ts'
import { endSessionsOf } from '../../account/sessions/sessions.ts'
import { usageByKey } from '../../account/usage.ts'
import { badRequest, orNotFound } from '../../http/problem.ts'
import { utcDay } from '../../lib/clock.ts'
import { usTimestamp } from '../../lib/us-timestamp.ts'
import { type Context, type Endpoint, endpoint, free, ok } from '../endpoint.ts'
import { listOf, Message, text, texts, whole, wholes } from '../schemas.ts'

const PATH = '/security/api-keys'
/** Making a key, in steps of about ten nanoseconds. */
const KEY_STEPS = 80_000
const ONCE = 'The new key is shown only once; the old key stays valid for the grace period.'

const Name = text('A name. Look-ups are counted under it.')
const KeyMade = { name: Name, test: Type.Boolean(), ...texts('key') }
const GraceOptions = {
  grace: Type.Optional(
    whole('Grace period in seconds, 24 hours by default; 0 ends the old key at once.', {
      minimum: 0,
      maximum: GRACE_SECONDS_MAX,
    }),
  ),
}

export const keyEndpoints = [
  ...accountKeyEndpoints('api', 'API'),
  ...accountKeyEndpoints('admin', 'admin'),
  endpoint(`GET ${PATH}`, {
    summary: 'List API keys',
    notes: 'Keys are masked; `main` is the key of `/security/api-key`.',
    answers: ok(
      'The keys.',
      listOf({
        name: Name,
        key: text('Masked.'),
        test: Type.Boolean({ description: 'Looks up sample data, free and uncounted.' }),
        ...texts('created'),
        ...wholes('usage_today'),
      }),
    ),
    async handle(_input, { store: { db }, caller: { accountId }, clock }) {
      const today = utcDay(clock.now())
      const used = (await usageByKey(db, accountId, today, today)).get(today) ?? []
      const keys = await apiKeysOf(db, accountId)
      const shown = keys.map(({ name, masked, isTest, createdAt }) => {
        const usage = used.find((one) => one.kind === 'api' && one.name === name)?.lookups ?? 0
        const created = usTimestamp(createdAt)
        return { name, key: masked, test: isTest, created, usage_today: usage }
      })
      return free(shown)
    },
  }),
  endpoint(`POST ${PATH}`, {
    steps: KEY_STEPS,
    summary: 'Create an API key or a test key',
    notes:
      'The key is shown only once. A test key starts with `test_`. It always looks up sample data, works ' +
      'in web pages too, is free and uncounted, and its answers have the header `Test-Key: 1`.',
    options: { name: Name, test: Type.Boolean({ default: false }) },
    answers: ok('The new key.', KeyMade),
    async handle({ options: { name, test } }, { store, caller, clock }) {
      const fault = keyNameFault(name)
      if (fault !== undefined) throw badRequest('name', fault)
      const made = await addApiKey(store, caller.accountId, { name, isTest: test }, clock.now())
      if (made.kind === 'taken') throw badRequest('name', `A key named ${name} already exists.`)
      if (made.kind === 'too-many') {
        const detail = `An account can have at most ${API_KEYS_MAX} API keys. Delete one first.`
        throw badRequest('name', detail)
      }
      return free({ name, test, key: made.key })
    },
  }),
  endpoint(`PUT ${PATH}/{name}`, {
    steps: KEY_STEPS,
    summary: 'Replace an API key',
    notes: ONCE,
    params: { name: Name },
    options: GraceOptions,
    answers: ok('The new key.', KeyMade),
    async handle({ params, options }, context) {
      const { name, isTest } = await keyNamed(context, params.name)
      const key = await replaced(context, { kind: 'api', name, isTest }, options.grace)
      return free({ name, test: isTest, key })
    },
  }),
  endpoint(`DELETE ${PATH}/{name}`, {
    summary: 'Delete an API key',
    notes: 'Takes effect at once; its usage stays counted. The main key can only be replaced.',
    params: { name: Name },
    answers: ok('Removed.', Message),
    async handle({ params }, context) {
      const { store, caller, forgetCredential } = context
      const { name } = await keyNamed(context, params.name)
      if (name === MAIN_KEY) {
        throw badRequest('name', 'The main key cannot be deleted. Replace it instead.')
      }
      const ended = await removeApiKey(store, caller.accountId, name)
      for (const sha256 of ended) forgetCredential(sha256)
      return free({ message: `The key ${name} was deleted.` })
    },
  }),
]

function accountKeyEndpoints(kind: AccountKey, name: string): Endpoint[] {
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

async function replaced(
  { store, caller, clock, forgetCredential }: Context,
  which: Parameters<typeof rotateKey>[2],
  grace = GRACE_SECONDS_MAX,
): Promise<string> {
  const rotated = await rotateKey(store, caller.accountId, which, grace, clock.now())
  for (const sha256 of rotated.endingSha256) forgetCredential(sha256)
  return rotated.key
}

async function keyNamed({ store, caller }: Context, name: string): Promise<ApiKey> {
  const keys = await apiKeysOf(store.db, caller.accountId)
  const found = keys.find((key) => key.name === name)
  return orNotFound(found, `No key is named ${name}.`)
}
