// /email-address: the primary address of the account.

import Type from 'typebox'
import { changeEmail, emailOf } from '../../account/email-change.ts'
import { Problem } from '../../http/problem.ts'
import { accountCall } from '../account-call.ts'
import { endpoint, free, ok } from '../endpoint.ts'

const FIELD = 'new-email-address'

export const getEmailAddress = endpoint({
  ...accountCall,
  path: '/email-address',
  methods: ['GET'],
  summary: "Get the account's e-mail address",
  answers: ok('The address.', Type.Object({ 'email-address': Type.String() })),
  async handle(_input, { parts, caller }) {
    return free({ 'email-address': await emailOf(parts.store.db, caller.accountId) })
  },
})

export const putEmailAddress = endpoint({
  ...accountCall,
  path: '/email-address',
  methods: ['PUT'],
  summary: "Change the account's e-mail address",
  notes: 'Admin key. The old address is notified. The keys do not change.',
  options: Type.Object({ [FIELD]: Type.String() }),
  answers: { 204: { description: 'Changed.', schema: Type.Object({}) } },
  async handle({ options }, { parts, caller }) {
    const { store, clock } = parts
    const changed = await changeEmail(store, caller.accountId, options[FIELD], clock.now())
    if (changed.kind === 'bad-email') throw refusal(changed.detail)
    if (changed.kind === 'taken') throw refusal('This address belongs to another account.')
    return { status: 204, body: undefined, lookups: 0 }
  },
})

/** Published clients read the reason from `message`. */
function refusal(detail: string): Problem {
  return new Problem('bad-request', detail, { title: FIELD, members: { message: detail } })
}
