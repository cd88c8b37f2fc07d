// Everything that only clients of the service that closed need. To drop them, delete this room and its uses.

import { checkClientCommand } from './check-client.ts'
import { findEndpoints } from './find.ts'
import { headerKeys, keysOfAuthorization, messageText } from './older-clients.ts'
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
