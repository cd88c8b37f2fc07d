// /security/api-keys: listing, creating, replacing and deleting API keys and test keys.

import Type from 'typebox'
import {
  type ApiKey,
  addApiKey,
  apiKeysOf,
  keyNameFault,
  MAIN_KEY,
  removeApiKey,
} from '../../account/keys/account-keys.ts'
import { usageByKey } from '../../account/usage.ts'
import { badRequest, orNotFound } from '../../http/problem.ts'
import { utcDay } from '../../lib/clock.ts'
import { usTimestamp } from '../../lib/us-timestamp.ts'
import { type Context, endpoint, free, ok } from '../endpoint.ts'
import { listOf, Message, texts, wholes } from '../schemas.ts'
import { GraceOptions, KEY_STEPS, ONCE, replaced } from './account-keys.ts'

const PATH = '/security/api-keys'
const Name = Type.String({ description: 'A name. Look-ups are counted under it.' })
const KeyMade = { name: Name, test: Type.Boolean(), ...texts('key') }

const list = endpoint(`GET ${PATH}`, {
  summary: 'List API keys',
  notes: 'Keys are masked; `main` is the key of `/security/api-key`.',
  answers: ok(
    'The keys.',
    listOf({
      name: Name,
      key: Type.String({ description: 'Masked.' }),
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
})

const make = endpoint(`POST ${PATH}`, {
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
    if (made.kind === 'too-many')
      throw badRequest('name', 'The account has too many keys. Delete one first.')
    return free({ name, test, key: made.key })
  },
})

const replace = endpoint(`PUT ${PATH}/{name}`, {
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
})

const remove = endpoint(`DELETE ${PATH}/{name}`, {
  summary: 'Delete an API key',
  notes: 'Takes effect at once; its usage stays counted. The main key can only be replaced.',
  params: { name: Name },
  answers: ok('Removed.', Message),
  async handle({ params }, context) {
    const { store, caller, forgetCredential } = context
    const { name } = await keyNamed(context, params.name)
    if (name === MAIN_KEY)
      throw badRequest('name', 'The main key cannot be deleted. Replace it instead.')
    for (const sha256 of await removeApiKey(store, caller.accountId, name)) {
      forgetCredential(sha256)
    }
    return free({ message: `The key ${name} was deleted.` })
  },
})

async function keyNamed({ store, caller }: Context, name: string): Promise<ApiKey> {
  const keys = await apiKeysOf(store.db, caller.accountId)
  const found = keys.find((key) => key.name === name)
  return orNotFound(found, `No key is named ${name}.`)
}

export const apiKeyEndpoints = [list, make, replace, remove]
