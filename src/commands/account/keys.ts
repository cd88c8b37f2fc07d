// `account keys` and `token create`: keys shown masked, replaced, added and removed, and tokens for web pages.

import {
  API_KEYS_MAX,
  accountKey,
  addApiKey,
  GRACE_SECONDS_MAX,
  keyNameFault,
  removeApiKey,
  rotateKey,
} from '../../account/keys/account-keys.ts'
import type { CredentialSummary } from '../../account/keys/credential.ts'
import {
  saveDomainToken,
  TOKENS_MAX,
  tokenHost,
  VISITOR_LIMIT_MAX,
} from '../../account/keys/domain-tokens.ts'
import { utcMinute } from '../../lib/clock.ts'
import { table } from '../../lib/columns.ts'
import type { Store } from '../../store/store.ts'
import {
  type Command,
  EMAIL_OPTION,
  type Given,
  numberOption,
  type Printed,
  requiredOption,
  UsageError,
} from '../shared/command.ts'
import { withAccount } from '../shared/store-access.ts'

const keys: Command = {
  name: 'account keys',
  usage: 'E [--rotate api|admin] [--grace SECONDS] [--add NAME [--test]] [--remove NAME]',
  summary: 'Show the masked keys of an account, replace a key, or add and remove API keys.',
  example: 'you@example.com --rotate admin --grace 0',
  options: {
    rotate: 'the key to replace: api or admin',
    grace: 'how long the old key stays valid; default 86400, 0 ends it at once',
    add: 'the name of an API key to create; the key is shown once',
    remove: 'the name of an API key to remove at once',
  },
  flags: { test: 'the added key is a test key: sample data, free' },
  run(given) {
    const { rotate, add, remove } = given.options
    if (rotate !== undefined && rotate !== 'api' && rotate !== 'admin') {
      throw new UsageError('--rotate must be api or admin.')
    }
    const grace = numberOption(given, 'grace', 0, GRACE_SECONDS_MAX)
    if (rotate === undefined && grace !== undefined) throw new UsageError('--grace needs --rotate.')
    const isAudited = Object.keys(given.options).length > 0
    return withAccount(given, { email: given.word, isAudited }, async (store, account) => {
      const { accountId, credentials } = account
      if (add !== undefined) return addKey(store, accountId, add, given)
      if (remove !== undefined) return removeKey(store, accountId, remove)
      if (rotate === undefined) return printKeys(credentials.filter(({ kind }) => kind !== 'token'))
      const now = given.clock.now()
      const seconds = grace ?? GRACE_SECONDS_MAX
      const { key } = await rotateKey(store, accountId, accountKey(rotate), seconds, now)
      return {
        json: { [`${rotate}_key`]: key },
        text: `${key}\nThe key is not stored and cannot be shown again. The old key stops working ${seconds === 0 ? 'within a second' : `at ${utcMinute(now + seconds * 1000)} UTC`}.`,
      }
    })
  },
}

const LABELS = {
  api: 'API key',
  admin: 'admin key',
  token: 'domain token',
  operator: 'operator key',
}

export function keyLabel({ kind, masked }: Pick<CredentialSummary, 'kind' | 'masked'>): string {
  return masked.startsWith('test_') ? 'test key' : LABELS[kind]
}

function printKeys(shown: readonly CredentialSummary[]): Printed {
  const text = table(shown, {
    KEY: keyLabel,
    NAME: ({ name }) => name,
    MASKED: ({ masked }) => masked,
    ENDS: ({ expiresAt }) => (expiresAt === undefined ? '' : utcMinute(expiresAt)),
  })
  return { json: { keys: shown.map(({ kind, name, masked }) => ({ kind, name, masked })) }, text }
}

async function addKey(store: Store, accountId: string, name: string, { clock, flags }: Given) {
  const fault = keyNameFault(name)
  if (fault !== undefined) throw new UsageError(`--add: ${fault}`)
  const made = await addApiKey(store, accountId, { name, isTest: flags.has('test') }, clock.now())
  if (made.kind === 'taken') throw new UsageError(`A key named ${name} already exists.`)
  if (made.kind === 'too-many')
    throw new UsageError(`An account can have at most ${API_KEYS_MAX} API keys.`)
  return {
    json: { name, api_key: made.key },
    text: `${made.key}\nThe key is not stored and cannot be shown again.`,
  }
}

async function removeKey(store: Store, accountId: string, name: string): Promise<Printed> {
  const removed = await removeApiKey(store, accountId, name)
  if (removed.length === 0) throw new UsageError(`No key is named ${name}.`)
  return { json: { name }, text: `The key ${name} stops working within a second.` }
}

const token: Command = {
  name: 'token create',
  usage: '--email E --domain D [--per-minute N]',
  summary: 'Create a domain token, a key for the web pages of a domain and its subdomains.',
  example: '--email you@example.com --domain example.com',
  options: {
    ...EMAIL_OPTION,
    domain: 'the domain that the token is valid for',
    'per-minute': 'requests per visitor and minute',
  },
  async run(given) {
    const email = requiredOption(given, 'email')
    const named = tokenHost(requiredOption(given, 'domain'))
    if (named.kind === 'fault') throw new UsageError(`--domain: ${named.detail}`)
    const visitorLimit = numberOption(given, 'per-minute', 1, VISITOR_LIMIT_MAX)
    const wanted = { host: named.host, visitorLimit }
    return withAccount(given, { email, isAudited: true }, async (store, { accountId }) => {
      const saved = await saveDomainToken(store, accountId, wanted, given.clock.now())
      if (saved.kind === 'too-many')
        throw new UsageError(`An account can have at most ${TOKENS_MAX} tokens.`)
      const { value } = saved.token
      return { json: { domain_token: value }, text: value }
    })
  },
}

export const keyCommands: readonly Command[] = [keys, token]
