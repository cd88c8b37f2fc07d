// `account keys`: the keys of an account, masked; a lost or leaked one is replaced.

import { GRACE_SECONDS_MAX, rotateKey } from '../../account/keys/key-rotation.ts'
import { columns } from '../../lib/columns.ts'
import { type Command, numberOption, UsageError } from '../shared/command.ts'
import { withAccount } from '../shared/with-store.ts'

export const accountKeysCommand: Command = {
  name: 'account keys',
  usage: 'E [--rotate api|admin] [--grace SECONDS]',
  summary: 'Show the keys of an account masked, or replace one; the new one is shown once.',
  example: 'you@example.com --rotate admin --grace 0',
  options: {
    rotate: 'which key is replaced: api or admin',
    grace: 'for how long the old key still works; 86400 by default, 0 ends it now',
  },
  words: [1, 1],
  run(given) {
    const [email = ''] = given.words
    const { rotate } = given.options
    if (rotate !== undefined && rotate !== 'api' && rotate !== 'admin') {
      throw new UsageError('--rotate must be api or admin.')
    }
    const grace = numberOption(given, 'grace', 0, GRACE_SECONDS_MAX)
    if (rotate === undefined && grace !== undefined) throw new UsageError('Give --rotate.')
    return withAccount(given, email, async (store, { accountId, credentials }) => {
      if (rotate === undefined) {
        const keys = credentials.filter(({ kind }) => kind !== 'token')
        const rows = keys.map(({ kind, masked, expiresAt }) => [kind, masked, ends(expiresAt)])
        return {
          json: { keys: keys.map(({ kind, masked }) => ({ kind, masked })) },
          text: columns([['KEY', 'MASKED', 'ENDS'], ...rows]),
        }
      }
      const now = given.clock.now()
      const seconds = grace ?? GRACE_SECONDS_MAX
      const { key } = await rotateKey(store, accountId, rotate, seconds, now)
      return {
        json: { [`${rotate}_key`]: key },
        text: `${key}\nIt is not kept and cannot be shown again. The old key ends ${seconds === 0 ? 'within a second' : `in ${seconds} seconds`}.`,
      }
    })
  },
}

function ends(ms: number | undefined): string {
  return ms === undefined ? '' : new Date(ms).toISOString()
}
