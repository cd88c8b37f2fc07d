// `token create`: a domain token for browser code.

import { showAccount } from '../account/account-list.ts'
import { saveDomainToken, tokenHost, VISITOR_LIMIT_MAX } from '../account/keys/domain-tokens.ts'
import { openStore } from '../store/store.ts'
import { type Command, required, UsageError } from './command.ts'

export const tokenCommand: Command = {
  name: 'token create',
  usage: '--email E --domain D [--per-minute N]',
  summary: 'Make a domain token: a key for the web pages of one domain and those below it.',
  options: ['email', 'domain', 'per-minute'],
  words: [0, 0],
  async run(given) {
    const email = required(given, 'email')
    const named = tokenHost(required(given, 'domain'))
    if (named.kind === 'fault') throw new UsageError(`--domain: ${named.detail}`)
    const wanted = { host: named.host, visitorLimit: perMinute(given.options['per-minute']) }
    const { databaseUrl, dataDir } = given.config
    const store = await openStore({ databaseUrl, dataDir })
    try {
      const now = given.clock.now()
      const account = await showAccount(store, email, now)
      if (account === undefined) throw new UsageError(`There is no account of ${email}.`)
      const saved = await saveDomainToken(store, account.accountId, wanted, now)
      if (saved.kind === 'too-many') throw new UsageError('The account has too many tokens.')
      const { value } = saved.token
      return { json: { domain_token: value }, text: value }
    } finally {
      await store.close()
    }
  },
}

function perMinute(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const number = /^\d{1,7}$/.test(text) ? Number(text) : 0
  if (number >= 1 && number <= VISITOR_LIMIT_MAX) return number
  throw new UsageError(`--per-minute must be a whole number from 1 to ${VISITOR_LIMIT_MAX}.`)
}
