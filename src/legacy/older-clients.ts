// How older clients send their key, and which words of a refusal they compare.

import { authorizationOf } from '../access/authenticate.ts'
import type { Product } from '../address/product.ts'
import { isNational } from '../countries/country.ts'
import type { Endpoint } from '../endpoints/endpoint.ts'
import type { Request } from '../http/message.ts'
import type { MessageText } from '../http/reply.ts'

/** How a key is found in a header; undefined where it must be in the query. Older paths always take it. */
export function headerKeys(
  isAlwaysRead: boolean,
  endpoints: readonly Endpoint[],
  method: string,
): typeof keysOfAuthorization | undefined {
  const isOlder = ({ isDeprecated, methods }: Endpoint) =>
    isDeprecated === true && (methods as readonly string[]).includes(method)
  return isAlwaysRead || endpoints.some(isOlder) ? keysOfAuthorization : undefined
}

/** `Authorization: api-key KEY`, or Basic with the user `api-key`. */
export function keysOfAuthorization(request: Request): readonly string[] {
  const { scheme, value } = authorizationOf(request)
  if (scheme === 'api-key') return [value]
  if (scheme !== 'basic') return []
  const [user, ...password] = Buffer.from(value, 'base64').toString('utf8').split(':')
  return user === 'api-key' ? [password.join(':')] : []
}

/** Clients of UK look-ups compare the phrase of the status. Whose product is not known yet may be one of them. */
export function messageText(isPostalLookUp = false, product?: Product): MessageText {
  const isPostal = isPostalLookUp && (product === undefined || !isNational(product))
  return isPostal ? 'phrase' : 'detail'
}
