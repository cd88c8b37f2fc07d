// The three kinds of credential of one account, for tests that try them all.

import { saveDomainToken } from '../../src/account/keys/domain-tokens.ts'
import type { TestAccount, TestService } from './running.ts'

export async function tokenFor(
  { service }: TestService,
  { accountId }: TestAccount,
  host = 'shop.example.com',
  limits: { visitorLimit?: number; visitorMinutes?: number } = {},
): Promise<string> {
  const { store, clock } = service
  const saved = await saveDomainToken(store, accountId, { host, ...limits }, clock.now())
  if (saved.kind !== 'saved') throw new Error('The token was not made.')
  return saved.token.value
}
