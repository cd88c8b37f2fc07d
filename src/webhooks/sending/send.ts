// One attempt: a POST over a new connection to the checked address, with time limits.

import type { ClientRequest } from 'node:http'
import https from 'node:https'
import { connect, isIP, type Socket } from 'node:net'
import tls from 'node:tls'
import { errorCode } from '../../lib/operator-error.ts'
import { isPublicAddress, type Target } from './target.ts'

// An import would also load what Node needs for fetch.
const http = process.getBuiltinModule('node:http')

/** For all of an attempt, the answer's body included. */
export const ATTEMPT_MS = 15_000
const CONNECT_MS = 5000
const ANSWER_BYTES_MAX = 4096
const ANSWER_HEADER_BYTES_MAX = 16_384

export interface Posting {
  readonly target: Target
  /** The checked address, which is connected to. */
  readonly address: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly attemptMs?: number | undefined
  /** Certificate authorities in place of the usual ones. */
  readonly ca?: string | undefined
  /** Ends the attempt at once. */
  readonly signal: AbortSignal
}

interface Answered {
  /** 0 if there was no answer. */
  readonly status: number
  readonly retryAfter: string | undefined
  /** Why there was no answer. */
  readonly error?: string
}

const NO_ANSWER: Answered = { status: 0, retryAfter: undefined }

/** Never rejects. Only the status counts; a little of the body is read so that the receiver can finish. */
export function post(posting: Posting): Promise<Answered> {
  return new Promise((resolve) => {
    let answered = NO_ANSWER
    const request = begin(posting)
    const finish = () => {
      clearTimeout(deadline)
      posting.signal.removeEventListener('abort', finish)
      request.destroy()
      resolve(answered)
    }
    const fail = (error: string) => {
      if (answered.status === 0) answered = { ...NO_ANSWER, error }
      finish()
    }
    const deadline = setTimeout(() => fail(NO_ANSWER_IN_TIME), posting.attemptMs ?? ATTEMPT_MS)
    posting.signal.addEventListener('abort', finish)
    request.on('error', (error) => fail(causeOf(errorCode(error))))
    request.on('close', finish)
    request.on('response', (response) => {
      const { statusCode = 0, headers } = response
      answered = { status: statusCode, retryAfter: headers['retry-after'] }
      let read = 0
      response.on('data', (chunk: Buffer) => {
        read += chunk.length
        if (read >= ANSWER_BYTES_MAX) finish()
      })
      response.on('end', finish)
      response.on('error', finish)
    })
    request.end(posting.body)
  })
}

function begin(posting: Posting): ClientRequest {
  const { target, headers, body } = posting
  const { request } = target.isSecure ? https : http
  return request({
    method: 'POST',
    path: target.path,
    headers: {
      host: target.authority,
      'user-agent': 'Doorplate-Webhooks/1',
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      'accept-encoding': 'identity',
      connection: 'close',
      ...headers,
    },
    setHost: false,
    maxHeaderSize: ANSWER_HEADER_BYTES_MAX,
    insecureHTTPParser: false,
    // In place of an agent: no proxy, no kept connection, and no second look at the name.
    createConnection: () => openConnection(posting),
  })
}

function openConnection({ target, address, ca }: Posting): Socket {
  const { host, port, isSecure, isAllowed } = target
  const socket = isSecure
    ? tls.connect({
        host: address,
        port,
        // An IP address is checked against the certificate as it is, without SNI.
        servername: isIP(host) === 0 ? host : '',
        minVersion: 'TLSv1.2',
        ALPNProtocols: ['http/1.1'],
        rejectUnauthorized: true,
        ...(ca !== undefined && { ca }),
      })
    : connect({ host: address, port })
  const late = Object.assign(new Error('late'), { code: 'ETIMEDOUT' })
  const slow = setTimeout(() => socket.destroy(late), CONNECT_MS)
  socket.once(isSecure ? 'secureConnect' : 'connect', () => clearTimeout(slow))
  socket.once('close', () => clearTimeout(slow))
  // Cannot happen, since we connect to a checked address; if it did, nothing has been sent yet.
  socket.once('connect', () => {
    if (!isAllowed && !isPublicAddress(socket.remoteAddress ?? '')) socket.destroy()
  })
  return socket
}

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

export const NO_ADDRESS = 'The host name cannot be found, or one of its addresses is not allowed.'
const NO_ANSWER_IN_TIME = 'There was no answer in time.'

/** Why there was no answer, in words for the owner of the endpoint; `code` is Node's. */
function causeOf(code: string): string {
  const known = CAUSES[code]
  if (known !== undefined) return known
  if (code.startsWith('HPE_')) return 'The answer is not valid HTTP.'
  return /SSL|TLS|CERT|EPROTO/.test(code) ? 'No TLS connection was possible.' : CLOSED
}
