// The lines that a first start prints, with which a new user can try the service at once.

import type { DemoAccount } from '../account/demo-accounts.ts'
import { countryOf } from '../countries/country.ts'
import type { Example } from '../releases/served-data.ts'

export function demoLines(
  accounts: readonly DemoAccount[],
  examples: readonly Example[],
  baseUrl: string,
): string[] {
  return accounts.flatMap((account) => {
    const example = examples.find(({ product }) => product === account.product)
    return [
      `${countryOf(account.product).name} (${account.email}, 30-day free trial)`,
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
