// Everything that only clients of the service that closed need. To drop them, delete this room and its uses.

import { authorizationOf } from '../access/authenticate.ts'
import type { Product } from '../address/product.ts'
import { isNational } from '../countries/country.ts'
import type { Endpoint } from '../endpoints/endpoint.ts'
import { header, type Request } from '../http/message.ts'
import type { MessageText } from '../http/reply.ts'
import { checkClientCommand } from './check-client.ts'
import { findEndpoints } from './find.ts'
import { olderPaths } from './older-paths.ts'
import { scriptPages } from './pages/scripts.ts'
import { privateAddressesOfPostcode } from './private-address.ts'

export const LEGACY = {
  /** `/find`, by which clients looked up a postcode before there was autocomplete. */
  find: findEndpoints,
  /** `/private-address/{postcode}`, whose ids are numbers within a postcode. */
  privateAddresses: privateAddressesOfPostcode,
  /** `/v2/uk`, `/uk`, `/usage`, `/subscription` and others that have a newer path. */
  paths: olderPaths,
  /** `/js` and `/scripts`: what older web pages load. */
  pages: scriptPages,
  /** `check-client`: tries all of this from where a client runs. */
  command: checkClientCommand,
  /** Keys in a header: at the older paths, and everywhere with the setting LEGACY_AUTH. */
  headerKeys,
  keysOfAuthorization,
  /** The `Message` of a refusal, which older clients compare. */
  messageText,
}

/** How a key is found in a header; undefined where it must be in the query. Older paths always take it. */
function headerKeys(isAlwaysRead: boolean, endpoints: readonly Endpoint[], method: string) {
  const isOlder = ({ isDeprecated, methods }: Endpoint) =>
    isDeprecated === true && (methods as readonly string[]).includes(method)
  return isAlwaysRead || endpoints.some(isOlder) ? keysOfAuthorization : undefined
}

/** `Authorization: api-key KEY`, Basic with the user `api-key` or `apikey`, or the header `api-key`. */
function keysOfAuthorization(request: Request): readonly string[] {
  const { scheme, value } = authorizationOf(request)
  if (scheme === 'api-key') return [value]
  if (scheme !== 'basic') return [header(request, 'api-key') ?? []].flat()
  const [user, ...password] = Buffer.from(value, 'base64').toString('utf8').split(':')
  return user === 'api-key' || user === 'apikey' ? [password.join(':')] : []
}

/** Clients of UK look-ups compare the phrase of the status. Whose product is not known yet may be one of them. */
function messageText(isPostalLookUp = false, product?: Product): MessageText {
  const isPostal = isPostalLookUp && (product === undefined || !isNational(product))
  return isPostal ? 'phrase' : 'detail'
}
