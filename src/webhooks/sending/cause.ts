// Why an attempt got no answer, in words for the owner of the endpoint.

const CLOSED = 'The connection was closed without an answer.'
const UNREACHABLE = 'The host cannot be reached.'

const CAUSES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The host refused the connection: nothing listens on this port.',
  EHOSTUNREACH: UNREACHABLE,
  ENETUNREACH: UNREACHABLE,
  ETIMEDOUT: 'The host did not accept the connection in time.',
  CERT_HAS_EXPIRED: 'The TLS certificate has expired.',
  CERT_NOT_YET_VALID: 'The TLS certificate is not valid yet.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The TLS certificate is for another host name.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The TLS certificate is self-signed.',
  SELF_SIGNED_CERT_IN_CHAIN: 'The TLS certificate is self-signed.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The server does not send its intermediate TLS certificate.',
  UNABLE_TO_GET_ISSUER_CERT: 'The server does not send its intermediate TLS certificate.',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'The TLS certificate is from an unknown authority.',
}

export const NO_ADDRESS = 'The host name has no address that is allowed.'
export const NO_ANSWER_IN_TIME = 'There was no answer in time.'

/** `code` is Node's. */
export function causeOf(code: string): string {
  const known = CAUSES[code]
  if (known !== undefined) return known
  if (code.startsWith('HPE_')) return 'The answer is not valid HTTP.'
  return /SSL|TLS|CERT|EPROTO/.test(code) ? 'No TLS connection was possible.' : CLOSED
}
