// What the calls of operators have in common.

import Type from 'typebox'
import { type AccountDetails, findAccounts } from '../../account/accounts.ts'
import { Problem } from '../../http/problem.ts'
import type { Context } from '../endpoint.ts'
/** With an operator key, free, and without parameters or options. */
export const operatorCall = {
  scope: 'operator',
  notes: 'Operator key.',
} as const

export const AccountParams = Type.Object({
  account: Type.String({ maxLength: 100, description: 'The account ID, `acc_…`.' }),
})

/** Throws the 404 of an account that does not exist. */
export async function accountNamed({ parts }: Context, id: string): Promise<AccountDetails> {
  const accounts = await findAccounts(parts.store, id, parts.clock.now())
  const found = accounts.find(({ accountId }) => accountId === id)
  if (found === undefined) throw new Problem('not-found', `There is no account ${id}.`)
  return found
}
