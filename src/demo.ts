// The demo accounts of a first start, and the lines that let a new user try the service at once.

import { createAccount } from './account/accounts.ts'
import type { Plans } from './account/plans.ts'
import { PRODUCTS, type Product } from './address/product.ts'
import type { Store } from './store/store.ts'

export interface DemoAccount {
  readonly product: Product
  readonly email: string
  readonly apiKey: string
  readonly adminKey: string
}

/** Makes those that are not there yet; their keys are seen here and never again. */
export async function makeDemoAccounts(
  store: Store,
  plans: Plans,
  now: number,
): Promise<DemoAccount[]> {
  const made: DemoAccount[] = []
  for (const product of PRODUCTS) {
    const email = `demo-${product}@doorplate.example`
    const created = await createAccount(store, plans, { email, product }, now)
    if (created.kind !== 'created') continue
    made.push({ product, email, apiKey: created.apiKey, adminKey: created.adminKey })
  }
  return made
}

/** `id` and `term` are of an address that the loaded data really has. */
export interface Example {
  readonly product: Product
  readonly term: string
  readonly id: string
}

export function demoLines(
  accounts: readonly DemoAccount[],
  examples: readonly Example[],
  baseUrl: string,
): string[] {
  return accounts.flatMap((account) => {
    const example = examples.find(({ product }) => product === account.product)
    const name = account.product === 'au' ? 'Australia' : 'United Kingdom'
    return [
      `${name} (${account.email}, a free trial of 30 days)`,
      `  API key    ${account.apiKey}`,
      `  admin key  ${account.adminKey}`,
      ...(example === undefined ? [] : curlLines(account, example, baseUrl)),
      '',
    ]
  })
}

function curlLines({ apiKey }: DemoAccount, { term, id }: Example, baseUrl: string): string[] {
  const url = (path: string) => `  curl "${baseUrl}${path}?api-key=${apiKey}"`
  return [url(`/autocomplete/${encodeURIComponent(term)}`), url(`/get/${encodeURIComponent(id)}`)]
}
