// /cc/expired and /cc/invoices: who else gets those mails.

import Type from 'typebox'
import { emailFault } from '../../account/email.ts'
import { badRequest, Problem } from '../../http/problem.ts'
import {
  addCcRecipient,
  CC_RECIPIENTS_MAX,
  type CcList,
  type CcRecipient,
  ccRecipient,
  ccRecipients,
  removeCcRecipient,
} from '../../mail/cc-recipients.ts'
import { accountCall } from '../account-call.ts'
import { type Endpoint, endpoint, free, ok } from '../endpoint.ts'
import { Message } from '../schemas.ts'

const FIELD = 'email-address'
const Recipient = Type.Object({ id: Type.Integer(), [FIELD]: Type.String() })
const IdParams = Type.Object({ id: Type.Integer() })
const MAILS = { expired: 'expired-account mails', invoices: 'invoice mails' } as const

/** The four calls of one list. */
export function ccEndpoints(list: CcList): readonly Endpoint[] {
  return [listRecipients(list), addRecipient(list), getRecipient(list), deleteRecipient(list)]
}

function listRecipients(list: CcList): Endpoint {
  return endpoint({
    ...accountCall,
    path: `/cc/${list}`,
    methods: ['GET'],
    summary: `List CC recipients of ${MAILS[list]}`,
    answers: ok('CC recipients.', Type.Array(Recipient)),
    async handle(_input, { parts, caller }) {
      const recipients = await ccRecipients(parts.store.db, caller.accountId, list)
      return free(recipients.map(recipientJson))
    },
  })
}

function addRecipient(list: CcList): Endpoint {
  return endpoint({
    ...accountCall,
    path: `/cc/${list}`,
    methods: ['POST'],
    summary: `Add a CC recipient of ${MAILS[list]}`,
    notes: `Admin key. A list holds at most ${CC_RECIPIENTS_MAX} addresses, without duplicates.`,
    options: Type.Object({ [FIELD]: Type.String() }),
    answers: {
      201: {
        description: 'Added.',
        schema: Type.Object({ message: Type.String(), id: Type.Integer() }),
      },
    },
    async handle({ options }, { parts, caller }) {
      const email = options[FIELD]
      const fault = emailFault(email)
      if (fault !== undefined) throw badRequest(FIELD, fault)
      const added = await addCcRecipient(parts.store, caller.accountId, list, email)
      if (added.kind === 'repeated') throw badRequest(FIELD, 'This address is already on the list.')
      if (added.kind === 'too-many') {
        throw badRequest(
          FIELD,
          `A list holds at most ${CC_RECIPIENTS_MAX} addresses. Remove one first.`,
        )
      }
      const message = `${email} now receives ${MAILS[list]}.`
      return { status: 201, body: { message, id: added.id }, lookups: 0 }
    },
  })
}

function getRecipient(list: CcList): Endpoint {
  return endpoint({
    ...accountCall,
    path: `/cc/${list}/{id}`,
    methods: ['GET'],
    summary: `Get a CC recipient of ${MAILS[list]}`,
    params: IdParams,
    answers: ok('The CC recipient.', Recipient),
    problems: ['not-found'],
    async handle({ params }, { parts, caller }) {
      const found = await ccRecipient(parts.store.db, caller.accountId, list, params.id)
      if (found === undefined) throw noRecipient()
      return free(recipientJson(found))
    },
  })
}

function deleteRecipient(list: CcList): Endpoint {
  return endpoint({
    ...accountCall,
    path: `/cc/${list}/{id}`,
    methods: ['DELETE'],
    summary: `Remove a CC recipient of ${MAILS[list]}`,
    params: IdParams,
    answers: ok('Removed.', Message),
    problems: ['not-found'],
    async handle({ params }, { parts, caller }) {
      const email = await removeCcRecipient(parts.store, caller.accountId, list, params.id)
      if (email === undefined) throw noRecipient()
      return free({ message: `${email} no longer receives ${MAILS[list]}.` })
    },
  })
}

function recipientJson({ id, email }: CcRecipient) {
  return { id, [FIELD]: email }
}

function noRecipient(): Problem {
  return new Problem('not-found', 'No CC recipient has this ID.')
}
