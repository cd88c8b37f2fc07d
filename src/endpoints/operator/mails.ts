// /operator/accounts/{account}/mails: the mails of an account, and resending them.

import Type from 'typebox'
import { mailsOf, resendMail } from '../../account/operators/account-actions.ts'
import { Problem } from '../../http/problem.ts'
import { usTimestamp } from '../../lib/us-timestamp.ts'
import { endpoint, free, ok } from '../endpoint.ts'
import { Message, texts } from '../schemas.ts'
import { AccountParams, accountNamed } from './accounts.ts'

const MailShown = Type.Object({
  ...texts('id', 'kind', 'to', 'subject', 'created'),
  state: Type.String({ enum: ['waiting', 'sent', 'given up'] }),
  ...texts('last_error'),
})

const mails = endpoint('GET /operator/accounts/{account}/mails', {
  summary: 'List mails to an account',
  notes: 'The last 50, newest first.',
  params: AccountParams,
  answers: ok('Mails.', Type.Array(MailShown)),
  async handle({ params }, context) {
    const { accountId } = await accountNamed(context, params.account)
    const found = await mailsOf(context.store.db, accountId)
    return free(
      found.map(({ id, kind, recipient, subject, createdAt, state, lastError }) => {
        const created = usTimestamp(createdAt)
        return { id, kind, to: recipient, subject, created, state, last_error: lastError }
      }),
    )
  },
})

const resend = endpoint('POST /operator/accounts/{account}/mails/{mail}/resend', {
  summary: 'Resend a mail',
  notes: "Sent to the account's current address. Sign-in links cannot be resent.",
  params: { ...AccountParams, mail: Type.String({ maxLength: 100 }) },
  answers: ok('Queued.', Message),
  async handle({ params }, context) {
    const { accountId } = await accountNamed(context, params.account)
    const { store, clock } = context
    const isQueued = await resendMail(store.db, accountId, params.mail, clock.now())
    if (!isQueued) throw new Problem('not-found', 'No mail with this ID can be resent.')
    return free({ message: 'The mail was queued.' })
  },
})

export const operatorMailEndpoints = [mails, resend]
