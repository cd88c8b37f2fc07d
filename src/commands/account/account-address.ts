// `account address`: the address that stands on the invoices of an account.

import {
  ADDRESS_LINES_MAX,
  billingAddress,
  setBillingAddress,
} from '../../billing/billing-address.ts'
import { withAuditedAccount } from '../shared/audited.ts'
import { type Command, UsageError } from '../shared/command.ts'
import { withAccount } from '../shared/with-store.ts'

const LINE_LENGTH_MAX = 100

export const accountAddressCommand: Command = {
  name: 'account address',
  usage: 'E [LINE…]',
  summary: 'Show or set the billing address of an account, at most six lines; "" for none.',
  example: 'you@example.com "Example Ltd" "1 High Street" "London SW1A 1AA"',
  words: [1, 1 + ADDRESS_LINES_MAX],
  async run(given) {
    const [email = '', ...written] = given.words
    const lines = written.map((line) => line.trim()).filter((line) => line !== '')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is refused.
    if (lines.some((line) => line.length > LINE_LENGTH_MAX || /[\u0000-\u001f]/.test(line))) {
      throw new UsageError(
        `A line can have at most ${LINE_LENGTH_MAX} characters and no control characters.`,
      )
    }
    const isChange = written.length > 0
    return (isChange ? withAuditedAccount : withAccount)(
      given,
      email,
      async ({ db }, { accountId }) => {
        if (isChange) await setBillingAddress(db, accountId, lines)
        const address = await billingAddress(db, accountId)
        return { json: { address }, text: address.join('\n') }
      },
    )
  },
}
