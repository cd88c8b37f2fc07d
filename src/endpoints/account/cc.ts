// /cc/expired and /cc/invoices: who else gets mails about the end of an account and about its invoices.

import Type from 'typebox'
import { emailFault } from '../../account/email.ts'
import { badRequest, orNotFound } from '../../http/problem.ts'
import {
  addCcRecipient,
  CC_RECIPIENTS_MAX,
  type CcList,
  type CcRecipient,
  ccRecipient,
  ccRecipients,
  removeCcRecipient,
} from '../../mail/cc-recipients.ts'
import { type Endpoint, endpoint, free, ok } from '../endpoint.ts'
import { Message, texts } from '../schemas.ts'

const FIELD = 'email-address'
const Recipient = Type.Object({ id: Type.Integer(), ...texts(FIELD) })
const IdParams = { id: Type.Integer() }
const NO_RECIPIENT = 'No CC recipient has this ID.'

function endpointsOf(list: CcList, mails: string): Endpoint[] {
  return [
    endpoint(`GET /cc/${list}`, {
      summary: `List CC recipients of ${mails}`,
      answers: ok('CC recipients.', Type.Array(Recipient)),
      async handle(_input, { store, caller }) {
        const recipients = await ccRecipients(store.db, caller.accountId, list)
        return free(recipients.map(recipientJson))
      },
    }),
    addRecipient(list, mails),
    endpoint(`GET /cc/${list}/{id}`, {
      summary: `Get a CC recipient of ${mails}`,
      params: IdParams,
      answers: ok('The CC recipient.', Recipient),
      async handle({ params }, { store, caller }) {
        const found = await ccRecipient(store.db, caller.accountId, list, params.id)
        return free(recipientJson(orNotFound(found, NO_RECIPIENT)))
      },
    }),
    endpoint(`DELETE /cc/${list}/{id}`, {
      summary: `Remove a CC recipient of ${mails}`,
      params: IdParams,
      answers: ok('Removed.', Message),
      async handle({ params }, { store, caller }) {
        const removed = await removeCcRecipient(store, caller.accountId, list, params.id)
        const email = orNotFound(removed, NO_RECIPIENT)
        return free({ message: `${email} no longer receives ${mails}.` })
      },
    }),
  ]
}

function addRecipient(list: CcList, mails: string): Endpoint {
  return endpoint(`POST /cc/${list}`, {
    summary: `Add a CC recipient of ${mails}`,
    notes: `A list holds at most ${CC_RECIPIENTS_MAX} addresses, without duplicates.`,
    options: texts(FIELD),
    answers: {
      201: {
        description: 'Added.',
        schema: Type.Object({ ...texts('message'), id: Type.Integer() }),
      },
    },
    async handle({ options: { [FIELD]: email } }, { store, caller }) {
      const fault = emailFault(email)
      if (fault !== undefined) throw badRequest(FIELD, fault)
      const added = await addCcRecipient(store, caller.accountId, list, email)
      if (added.kind === 'repeated') throw badRequest(FIELD, 'This address is already on the list.')
      if (added.kind === 'too-many') {
        const detail = `A list holds at most ${CC_RECIPIENTS_MAX} addresses. Remove one first.`
        throw badRequest(FIELD, detail)
      }
      const message = `${email} now receives ${mails}.`
      return { status: 201, body: { message, id: added.id }, lookups: 0 }
    },
  })
}

function recipientJson({ id, email }: CcRecipient) {
  return { id, [FIELD]: email }
}

export const ccEndpoints = [
  ...endpointsOf('expired', 'expired-account mails'),
  ...endpointsOf('invoices', 'invoice mails'),
]
