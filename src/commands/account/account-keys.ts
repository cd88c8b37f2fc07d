// `account keys`: the keys of an account, masked; a lost or leaked one is replaced.

import { addApiKey, keyNameFault, removeApiKey } from '../../account/keys/api-keys.ts'
import { accountKey, GRACE_SECONDS_MAX, rotateKey } from '../../account/keys/key-rotation.ts'
import { columns } from '../../lib/columns.ts'
import type { Store } from '../../store/store.ts'
import { withAuditedAccount } from '../shared/audited.ts'
import {
  type Command,
  type Given,
  numberOption,
  type Printed,
  UsageError,
} from '../shared/command.ts'
import { withAccount } from '../shared/with-store.ts'

export const accountKeysCommand: Command = {
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
  words: [1, 1],
  run(given) {
    const [email = ''] = given.words
    const { rotate } = given.options
    if (rotate !== undefined && rotate !== 'api' && rotate !== 'admin') {
      throw new UsageError('--rotate must be api or admin.')
    }
    const grace = numberOption(given, 'grace', 0, GRACE_SECONDS_MAX)
    if (rotate === undefined && grace !== undefined) throw new UsageError('--grace needs --rotate.')
    const isChange = Object.keys(given.options).length > 0
    return (isChange ? withAuditedAccount : withAccount)(
      given,
      email,
      async (store, { accountId, credentials }) => {
        const { add, remove } = given.options
        if (add !== undefined) return addKey(store, accountId, add, given)
        if (remove !== undefined) return removeKey(store, accountId, remove)
        if (rotate === undefined) {
          const keys = credentials.filter(({ kind }) => kind !== 'token')
          const rows = keys.map(({ kind, name, masked, expiresAt }) => [
            kind,
            name,
            masked,
            ends(expiresAt),
          ])
          return {
            json: { keys: keys.map(({ kind, name, masked }) => ({ kind, name, masked })) },
            text: columns([['KEY', 'NAME', 'MASKED', 'ENDS'], ...rows]),
          }
        }
        const now = given.clock.now()
        const seconds = grace ?? GRACE_SECONDS_MAX
        const { key } = await rotateKey(store, accountId, accountKey(rotate), seconds, now)
        return {
          json: { [`${rotate}_key`]: key },
          text: `${key}\nThe key is not stored and cannot be shown again. The old key ends ${seconds === 0 ? 'within a second' : `in ${seconds} seconds`}.`,
        }
      },
    )
  },
}

async function addKey(
  store: Store,
  accountId: string,
  name: string,
  { clock, flags }: Given,
): Promise<Printed> {
  const fault = keyNameFault(name)
  if (fault !== undefined) throw new UsageError(`--add: ${fault}`)
  const made = await addApiKey(store, accountId, { name, isTest: flags.has('test') }, clock.now())
  if (made.kind === 'taken') throw new UsageError(`A key named ${name} already exists.`)
  if (made.kind === 'too-many') throw new UsageError('The account has too many keys.')
  const { key } = made
  return {
    json: { name, api_key: key },
    text: `${key}\nThe key is not stored and cannot be shown again.`,
  }
}

async function removeKey(store: Store, accountId: string, name: string): Promise<Printed> {
  const removed = await removeApiKey(store, accountId, name)
  if (removed.length === 0) throw new UsageError(`No key is named ${name}.`)
  return { json: { name }, text: `The key ${name} stops within a second.` }
}

function ends(ms: number | undefined): string {
  return ms === undefined ? '' : new Date(ms).toISOString()
}
