// The Problems for requests that never reach the pipeline, because they break the protocol itself.

import { badRequest, Problem } from './problem.ts'
import type { Fault } from './server.ts'

export function problemOf(fault: Fault): Problem {
  switch (fault) {
    case 'bad-request-line':
      return badRequest('request', 'The request is not well-formed HTTP.')
    case 'bad-version':
      return badRequest('HTTP version', 'Send the request as HTTP/1.1.')
    case 'bad-host':
      return badRequest('Host', 'Send exactly one Host header.')
    case 'header-too-large':
      return new Problem('header-too-large', 'Send at most 64 headers and 8 KiB in total.')
    case 'request-timeout':
      return new Problem('request-timeout', 'The request did not arrive in time.')
    case 'uri-too-long':
      return new Problem('uri-too-long', 'The request target must be at most 4,096 bytes.')
    case 'expectation-failed':
      return new Problem('expectation-failed', 'The only supported Expect header is 100-continue.')
    case 'too-many-connections':
      return new Problem(
        'rate-limit',
        'Your network has 512 open connections. Close some of them.',
        {
          retryAfterSeconds: 1,
        },
      )
    case 'starting':
      return new Problem('service-unavailable', 'The service is starting.', {
        retryAfterSeconds: 1,
      })
    case 'connect':
      return new Problem('method-not-allowed', 'This service is not a proxy.', {
        headers: { allow: 'GET, POST, PUT, DELETE, OPTIONS' },
      })
  }
}
