// The 404 of an unknown path. For paths that published software calls, it says what to use instead.

import { Problem } from '../http/problem.ts'

const NOT_OFFERED: readonly (readonly [path: RegExp, what: string, instead: string])[] = [
  [/^\/security\/token/, 'Access tokens are', 'Use the API key, or a domain token on web pages.'],
  [
    /^\/security\/(domain-|ip-address-)?whitelist/,
    'Lists of allowed addresses are',
    'Use a domain token, which works on the pages of one domain only.',
  ],
  [/^\/permission/, 'User permissions are', 'Whoever holds the admin key manages the account.'],
  [
    /^\/email-notification/,
    'Turning single notices on or off is',
    'Copies of mails are set at /cc.',
  ],
  [/^\/billing-address/, 'Changing the billing address through the API is', 'Ask the operator.'],
  [
    /^\/(payment-card|payment-method|direct-debit)/,
    'Payment by card or direct debit is',
    'Invoices are sent by e-mail.',
  ],
]

export function noSuchPath(path: string, baseUrl: string): Problem {
  const name = path.toLowerCase().replace(/^\/v\d\//, '/')
  const known = NOT_OFFERED.find(([pattern]) => pattern.test(name))
  if (known === undefined) return new Problem('not-found', 'This path does not exist.')
  const [, what, instead] = known
  const detail = `${what} not offered here. ${instead} See ${baseUrl}/docs/clients.`
  return new Problem('not-found', detail)
}
