// The Problems for requests that never reach the pipeline, because they break the protocol itself.

import { badRequest, Problem } from './problem.ts'

export const FAULTS = {
  'bad-request-line': badRequest('request', 'The request is not well-formed HTTP.'),
  'bad-version': badRequest('HTTP version', 'Send the request as HTTP/1.1.'),
  'bad-host': badRequest('Host', 'Send exactly one Host header.'),
  'header-too-large': new Problem(
    'header-too-large',
    'Send at most 64 headers and 8 KiB in total.',
  ),
  'request-timeout': new Problem('request-timeout', 'The request did not arrive in time.'),
  'uri-too-long': new Problem('uri-too-long', 'The request target must be at most 4,096 bytes.'),
  'expectation-failed': new Problem(
    'expectation-failed',
    'The only supported Expect header is 100-continue.',
  ),
  'too-many-connections': new Problem(
    'rate-limit',
    'Your network has 512 open connections. Close some of them.',
    { retryAfterSeconds: 1 },
  ),
  starting: new Problem('service-unavailable', 'The service is starting.', {
    retryAfterSeconds: 1,
  }),
  connect: new Problem('method-not-allowed', 'This service is not a proxy.', {
    headers: { allow: 'GET, POST, PUT, DELETE, OPTIONS' },
  }),
} as const

export type Fault = keyof typeof FAULTS
