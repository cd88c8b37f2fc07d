// /email-address: the account's own e-mail address.

import Type from 'typebox'
import { changeEmail, emailOf } from '../../account/email-change.ts'
import { Problem } from '../../http/problem.ts'
import { endpoint, free, ok } from '../endpoint.ts'
import { texts } from '../schemas.ts'

const FIELD = 'email-address'
const NEW_FIELD = 'new-email-address'

const getEmailAddress = endpoint('GET /email-address', {
  summary: "Get the account's e-mail address",
  answers: ok('The address.', texts(FIELD)),
  async handle(_input, { store, caller }) {
    return free({ [FIELD]: await emailOf(store.db, caller.accountId) })
  },
})

const putEmailAddress = endpoint('PUT /email-address', {
  summary: "Change the account's e-mail address",
  notes: 'The old address is notified. The keys do not change.',
  options: texts(NEW_FIELD),
  answers: { 204: { description: 'Changed.', schema: Type.Object({}) } },
  async handle({ options }, { store, caller, clock }) {
    const changed = await changeEmail(store, caller.accountId, options[NEW_FIELD], clock.now())
    if (changed.kind === 'bad-email') throw refusal(changed.detail)
    if (changed.kind === 'taken') throw refusal('This address belongs to another account.')
    return { status: 204, body: undefined, lookups: 0 }
  },
})

/** Published clients read the reason from `message`. */
function refusal(detail: string): Problem {
  return new Problem('bad-request', detail, { title: NEW_FIELD, members: { message: detail } })
}

export const emailEndpoints = [getEmailAddress, putEmailAddress]
