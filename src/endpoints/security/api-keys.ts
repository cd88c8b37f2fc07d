// /security/api-keys: listing, creating, replacing and deleting API keys and test keys.

import Type from 'typebox'
import {
  type ApiKey,
  addApiKey,
  apiKeysOf,
  GRACE_SECONDS_MAX,
  keyNameFault,
  MAIN_KEY,
  removeApiKey,
  rotateKey,
} from '../../account/keys/account-keys.ts'
import { usageByKey } from '../../account/usage.ts'
import { badRequest, Problem } from '../../http/problem.ts'
import { utcDay } from '../../lib/clock.ts'
import { usTimestamp } from '../../lib/us-timestamp.ts'
import { accountCall } from '../account-call.ts'
import { type Context, type Endpoint, endpoint, free, ok } from '../endpoint.ts'
import { GraceOptions } from './account-keys.ts'

const PATH = '/security/api-keys'
const Name = Type.String({ description: 'A name. Look-ups are counted under it.' })
const NameParams = Type.Object({ name: Name })
const KeyShown = Type.Object({
  name: Name,
  key: Type.String({ description: 'Masked.' }),
  test: Type.Boolean({
    description: 'Looks up sample data, free and uncounted.',
  }),
  created: Type.String(),
  usage_today: Type.Integer(),
})
const KeyMade = Type.Object({ name: Name, test: Type.Boolean(), key: Type.String() })

const list = endpoint({
  ...accountCall,
  path: PATH,
  methods: ['GET'],
  summary: 'List API keys',
  notes: 'Admin key. Keys are masked; `main` is the key of `/security/api-key`.',
  answers: ok('The keys.', Type.Array(KeyShown)),
  async handle(_input, { parts, caller }) {
    const { store, clock } = parts
    const today = utcDay(clock.now())
    const used = (await usageByKey(store.db, caller.accountId, today, today)).get(today) ?? []
    const keys = await apiKeysOf(store.db, caller.accountId)
    return free(
      keys.map((key) => ({
        name: key.name,
        key: key.masked,
        test: key.isTest,
        created: usTimestamp(key.createdAt),
        usage_today:
          used.find(({ kind, name }) => kind === 'api' && name === key.name)?.lookups ?? 0,
      })),
    )
  },
})

const make = endpoint({
  ...accountCall,
  path: PATH,
  methods: ['POST'],
  steps: 80_000,
  summary: 'Create an API key or a test key',
  notes:
    'Admin key. The key is shown only once. A test key starts with `test_`. It always looks up sample data, works ' +
    'in web pages too, is free and uncounted, and its answers have the header `Test-Key: 1`.',
  options: Type.Object({ name: Name, test: Type.Boolean({ default: false }) }),
  answers: ok('The new key.', KeyMade),
  async handle({ options: { name, test } }, { parts, caller }) {
    const fault = keyNameFault(name)
    if (fault !== undefined) throw badRequest('name', fault)
    const wanted = { name, isTest: test }
    const made = await addApiKey(parts.store, caller.accountId, wanted, parts.clock.now())
    if (made.kind === 'taken') throw badRequest('name', `A key named ${name} already exists.`)
    if (made.kind === 'too-many')
      throw badRequest('name', 'The account has too many keys. Delete one first.')
    return free({ name, test, key: made.key })
  },
})

const replace = endpoint({
  ...accountCall,
  path: `${PATH}/{name}`,
  methods: ['PUT'],
  steps: 80_000,
  summary: 'Replace an API key',
  notes: 'Admin key. The new key is shown only once; the old key stays valid for the grace period.',
  params: NameParams,
  options: GraceOptions,
  answers: ok('The new key.', KeyMade),
  problems: ['not-found'],
  async handle({ params, options }, context) {
    const { parts, caller, forgetCredential } = context
    const { name, isTest } = await keyNamed(context, params.name)
    const grace = options.grace ?? GRACE_SECONDS_MAX
    const now = parts.clock.now()
    const which = { kind: 'api', name, isTest } as const
    const rotated = await rotateKey(parts.store, caller.accountId, which, grace, now)
    for (const sha256 of rotated.endingSha256) forgetCredential(sha256)
    return free({ name, test: isTest, key: rotated.key })
  },
})

const remove = endpoint({
  ...accountCall,
  path: `${PATH}/{name}`,
  methods: ['DELETE'],
  summary: 'Delete an API key',
  notes:
    'Admin key. Takes effect at once; its usage stays counted. The main key can only be replaced.',
  params: NameParams,
  answers: ok('Removed.', Type.Object({ message: Type.String() })),
  problems: ['not-found'],
  async handle({ params }, context) {
    const { parts, caller, forgetCredential } = context
    const { name } = await keyNamed(context, params.name)
    if (name === MAIN_KEY)
      throw badRequest('name', 'The main key cannot be deleted. Replace it instead.')
    for (const sha256 of await removeApiKey(parts.store, caller.accountId, name)) {
      forgetCredential(sha256)
    }
    return free({ message: `The key ${name} was deleted.` })
  },
})

export const apiKeyEndpoints: readonly Endpoint[] = [list, make, replace, remove]

async function keyNamed({ parts, caller }: Context, name: string): Promise<ApiKey> {
  const keys = await apiKeysOf(parts.store.db, caller.accountId)
  const found = keys.find((key) => key.name === name)
  if (found === undefined) throw new Problem('not-found', `No key is named ${name}.`)
  return found
}
