// /email-address: the account's own; /cc/expired and /cc/invoices: who else gets mails about its end and its invoices.

import Type from 'typebox'
import { emailFault } from '../../account/email.ts'
import { changeEmail, emailOf } from '../../account/email-change.ts'
import { badRequest, orNotFound, Problem } from '../../http/problem.ts'
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
import { Message, texts, wholes } from '../schemas.ts'

const FIELD = 'email-address'
const NEW_FIELD = 'new-email-address'
const Recipient = Type.Object({ ...wholes('id'), ...texts(FIELD) })
const NO_RECIPIENT = 'No CC recipient has this ID.'
const HOLDS = `A list holds at most ${CC_RECIPIENTS_MAX} addresses`

export const emailEndpoints = [
  endpoint('GET /email-address', {
    summary: "Get the account's e-mail address",
    answers: ok('The address.', texts(FIELD)),
    async handle(_input, { store, caller }) {
      return free({ [FIELD]: await emailOf(store.db, caller.accountId) })
    },
  }),
  endpoint('PUT /email-address', {
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
  }),
  ...ccEndpoints('expired', 'expired-account mails'),
  ...ccEndpoints('invoices', 'invoice mails'),
]

/** Published clients read the reason from `message`. */
function refusal(detail: string): Problem {
  return new Problem('bad-request', detail, { title: NEW_FIELD, members: { message: detail } })
}

function ccEndpoints(list: CcList, mails: string): Endpoint[] {
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
      params: wholes('id'),
      answers: ok('The CC recipient.', Recipient),
      async handle({ params }, { store, caller }) {
        const found = await ccRecipient(store.db, caller.accountId, list, params.id)
        return free(recipientJson(orNotFound(found, NO_RECIPIENT)))
      },
    }),
    endpoint(`DELETE /cc/${list}/{id}`, {
      summary: `Remove a CC recipient of ${mails}`,
      params: wholes('id'),
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
    notes: `${HOLDS}, without duplicates.`,
    options: texts(FIELD),
    answers: {
      201: { description: 'Added.', schema: Type.Object({ ...texts('message'), ...wholes('id') }) },
    },
    async handle({ options: { [FIELD]: email } }, { store, caller }) {
      const fault = emailFault(email)
      if (fault !== undefined) throw badRequest(FIELD, fault)
      const added = await addCcRecipient(store, caller.accountId, list, email)
      if (added.kind === 'repeated') throw badRequest(FIELD, 'This address is already on the list.')
      if (added.kind === 'too-many') throw badRequest(FIELD, `${HOLDS}. Remove one first.`)
      const message = `${email} now receives ${mails}.`
      return { status: 201, body: { message, id: added.id }, lookups: 0 }
    },
  })
}

function recipientJson({ id, email }: CcRecipient) {
  return { id, [FIELD]: email }
}
