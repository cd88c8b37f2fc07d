// /account/export: everything that is stored about an account. /operator/accounts/{account}/erase: erases it.

import Type from 'typebox'
import { accountData } from '../../account/data/account-data.ts'
import { beginErasure } from '../../account/data/erasure.ts'
import { badRequest, Problem } from '../../http/problem.ts'
import { usTimestamp } from '../../lib/us-timestamp.ts'
import { endpoint, free, ok } from '../endpoint.ts'
import { Message, text } from '../schemas.ts'

export const accountDataEndpoints = [
  endpoint('GET /account/export', {
    steps: 6_000_000,
    summary: 'Export all data of the account',
    notes:
      'A file of JSON lines, one for each stored row, with the name of its table. It has no keys and no secrets, which are only stored as hashes or encrypted.',
    answers: {
      200: { description: 'The file.', schema: Type.String(), contentType: 'application/x-ndjson' },
    },
    async handle(_input, { store, caller: { accountId }, turns, oneAtATime }) {
      const headers = {
        'content-type': 'application/x-ndjson',
        'content-disposition': `attachment; filename="${accountId}.ndjson"`,
      }
      const parts = accountData(store, accountId, (lines) => turns.run(accountId, lines))
      // However many copies are made at once, some rows of one are read and written at a time.
      async function* stream() {
        for (;;) {
          const { value } = await oneAtATime.run(accountId, () => parts.next())
          if (value === undefined) return
          yield value
        }
      }
      return { status: 200, body: '', lookups: 0, file: { headers, stream: stream() } }
    },
  }),
  endpoint('POST /operator/accounts/{account}/erase', {
    summary: 'Erase an account',
    notes:
      'Its keys and sessions stop working at once, and all personal data is deleted within a minute or so. Invoices and look-up totals stay. Its subscription must have ended and been invoiced. This cannot be undone.',
    params: { account: text('The account ID, `acc_…`.', { maxLength: 100 }) },
    options: { account_id: text('The same ID again, to confirm.') },
    answers: ok('In progress or already done.', Message),
    async handle({ params, options }, { store, clock, erasures, forgetAccount }) {
      const { account } = params
      if (options.account_id !== account) {
        throw badRequest('account_id', 'Enter the ID of this account to confirm.')
      }
      const erasure = await beginErasure(store, account, clock.now())
      switch (erasure.kind) {
        case 'no-such-account':
          throw new Problem('not-found', `There is no account ${account}.`)
        case 'active':
          throw badRequest('account', 'The subscription is still active. End it first.')
        case 'not-invoiced':
          throw badRequest(
            'account',
            `Its last invoice is due at ${usTimestamp(erasure.dueAt)}. Erase the account after that.`,
          )
      }
      forgetAccount(account)
      erasures.wake()
      return free({ message: 'The account is being erased.' })
    },
  }),
]
