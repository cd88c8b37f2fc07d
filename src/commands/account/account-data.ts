// `account export|erase`: a copy of everything that is stored about an account, and its erasure.

import { accountData } from '../../account/data/account-data.ts'
import { beginErasure, finishErasures } from '../../account/data/erasure.ts'
import { utcDay } from '../../lib/clock.ts'
import { type Command, UsageError } from '../shared/command.ts'
import { accountOf, withAccount } from '../shared/store-access.ts'

const exportCommand: Command = {
  name: 'account export',
  usage: 'E',
  summary: 'Print everything stored about an account as lines of JSON, without keys and secrets.',
  example: 'you@example.com > you.ndjson',
  run(given) {
    const { word: email } = given
    return withAccount(given, { email, isAudited: true }, async (store, { accountId }) => {
      let rows = 0
      for await (const lines of accountData(store, accountId)) {
        given.print(lines)
        rows += lines.split('\n').length - 1
      }
      return { json: { account_id: accountId, rows }, text: '' }
    })
  },
}

const erase: Command = {
  name: 'account erase',
  usage: 'ACCOUNT',
  summary:
    'Erase the personal data of an account for good; its invoices and look-up totals are kept.',
  example: 'acc_4kLmNpQ2rStUvWx',
  run(given) {
    const { word: id } = given
    // The audit log names the account by its ID, which outlives the erasure.
    if (!id.startsWith('acc_'))
      throw new UsageError('Use the ID of the account (acc_…), not its e-mail address.')
    return withAccount(given, { email: id, isAudited: true }, async (store) => {
      const erasure = await beginErasure(store, id, given.clock.now())
      if (erasure.kind === 'active') {
        throw new UsageError(
          `The subscription of ${id} is active. End it first: account end ${id}.`,
        )
      }
      if (erasure.kind === 'not-invoiced') {
        throw new UsageError(
          `The last invoice of ${id} is due on ${utcDay(erasure.dueAt)}. Erase the account after that.`,
        )
      }
      await finishErasures(store, given.config.dataDir)
      const { email } = await accountOf(store, given, id)
      return {
        json: { account_id: id, email },
        text: `${id} was erased. Its e-mail address is now ${email}.`,
      }
    })
  },
}

export const accountDataCommands: readonly Command[] = [exportCommand, erase]
