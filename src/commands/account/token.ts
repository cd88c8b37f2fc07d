// `token create`: a domain token for browser code.

import { saveDomainToken, tokenHost, VISITOR_LIMIT_MAX } from '../../account/keys/domain-tokens.ts'
import { withAuditedAccount } from '../shared/audited.ts'
import {
  type Command,
  EMAIL_OPTION,
  numberOption,
  requiredOption,
  UsageError,
} from '../shared/command.ts'

export const tokenCommand: Command = {
  name: 'token create',
  usage: '--email E --domain D [--per-minute N]',
  summary: 'Create a domain token, a key for the web pages of a domain and its subdomains.',
  example: '--email you@example.com --domain example.com',
  options: {
    ...EMAIL_OPTION,
    domain: 'the domain that the token is valid for',
    'per-minute': 'requests per visitor and minute',
  },
  async run(given) {
    const email = requiredOption(given, 'email')
    const named = tokenHost(requiredOption(given, 'domain'))
    if (named.kind === 'fault') throw new UsageError(`--domain: ${named.detail}`)
    const visitorLimit = numberOption(given, 'per-minute', 1, VISITOR_LIMIT_MAX)
    const wanted = { host: named.host, visitorLimit }
    return withAuditedAccount(given, email, async (store, { accountId }) => {
      const saved = await saveDomainToken(store, accountId, wanted, given.clock.now())
      if (saved.kind === 'too-many') throw new UsageError('The account has too many tokens.')
      const { value } = saved.token
      return { json: { domain_token: value }, text: value }
    })
  },
}
