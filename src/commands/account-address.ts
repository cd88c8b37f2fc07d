// `account address`: the address that stands on the invoices of an account.

import { showAccount } from '../account/account-list.ts'
import { ADDRESS_LINES_MAX, billingAddress, setBillingAddress } from '../billing/billing-address.ts'
import { openStore } from '../store/store.ts'
import { type Command, UsageError } from './command.ts'

const LINE_LENGTH_MAX = 100

export const accountAddressCommand: Command = {
  name: 'account address',
  usage: 'E [LINE…]',
  summary: 'Show or set the address on the invoices of an account, up to six lines; "" for none.',
  options: [],
  words: [1, 1 + ADDRESS_LINES_MAX],
  async run({ config, clock, words: [email, ...given] }) {
    const lines = given.map((line) => line.trim()).filter((line) => line !== '')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is refused.
    if (lines.some((line) => line.length > LINE_LENGTH_MAX || /[\u0000-\u001f]/.test(line))) {
      throw new UsageError(`A line is one line of at most ${LINE_LENGTH_MAX} characters.`)
    }
    const store = await openStore(config)
    try {
      const account = await showAccount(store, email, clock.now())
      if (account === undefined) throw new UsageError(`There is no account of ${email}.`)
      if (given.length > 0) await setBillingAddress(store.db, account.accountId, lines)
      const address = await billingAddress(store.db, account.accountId)
      return { json: { address }, text: address.join('\n') }
    } finally {
      await store.close()
    }
  },
}
