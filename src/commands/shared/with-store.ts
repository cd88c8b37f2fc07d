// Opens the store for as long as a command works on it.

import { type AccountDetails, findAccounts } from '../../account/account-list.ts'
import { openStore, type Store } from '../../store/store.ts'

import { type Given, UsageError } from './command.ts'

export async function withStore<T>(
  { config }: Pick<Given, 'config'>,
  work: (store: Store) => Promise<T>,
): Promise<T> {
  const { databaseUrl, dataDir } = config
  const store = await openStore({ databaseUrl, dataDir })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

/** For a command about one account, which must be there. */
export function withAccount<T>(
  given: Given,
  email: string,
  work: (store: Store, account: AccountDetails) => Promise<T>,
): Promise<T> {
  return withStore(given, async (store) => work(store, await accountOf(store, given, email)))
}

export async function accountOf(
  store: Store,
  { clock }: Given,
  idOrEmail: string,
): Promise<AccountDetails> {
  const [account, ...others] = await findAccounts(store, idOrEmail, clock.now())
  if (account === undefined) throw new UsageError(`There is no account of ${idOrEmail}.`)
  if (others.length === 0) return account
  const named = [account, ...others].map(
    ({ accountId, subscription }) => `${accountId} (${subscription?.product ?? 'no product'})`,
  )
  throw new UsageError(
    `${idOrEmail} has several accounts; give one of them instead: ${named.join(', ')}.`,
  )
}
