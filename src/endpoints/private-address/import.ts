// POST /v2/private-address/import: a whole CSV file of private addresses, all of them or none. Free.

import Type from 'typebox'
import { badRequest, type Problem } from '../../http/problem.ts'
import { PRIVATE_ADDRESSES_MAX } from '../../private-addresses/private-address.ts'
import { readPrivateCsv } from '../../private-addresses/private-address-csv.ts'
import { addPrivateAddresses } from '../../private-addresses/private-addresses.ts'
import { endpoint, free, ok } from '../endpoint.ts'
import { flag, texts, wholes } from '../schemas.ts'

/** Ten thousand addresses of 400 characters. */
const CSV_CHARACTERS_MAX = 4_000_000
/** Some characters are several bytes, and line ends are two in JSON. */
const BODY_BYTES_MAX = 8 * 1024 * 1024

export const importPrivateAddresses = endpoint('POST /v2/private-address/import', {
  summary: 'Import private addresses from CSV',
  notes:
    'Free. Either all rows are imported or none; an error lists the faulty lines. The ' +
    'first line names the columns: `postcode`, `line_1` and `residential` are required; `line_2` to `line_4`, ' +
    '`locality`, `town_or_city`, `county`, `latitude` and `longitude` are optional. The body can have at most 8 MiB.',
  options: {
    csv: Type.String({
      maxLength: CSV_CHARACTERS_MAX,
      description: 'The text of the file, separated by commas, semicolons or tabs.',
    }),
    replace: flag('Replace all private addresses of the account.'),
  },
  bodyBytesMax: BODY_BYTES_MAX,
  answers: ok('Added.', { ...texts('message'), ...wholes('added') }),
  async handle({ options }, { store, caller, turns, oneAtATime, forgetAccount }) {
    const text = options.csv.replace(/^\uFEFF/, '')
    const reading = readPrivateCsv(text, caller.subscription?.product)
    const read = await turns.run(caller.accountId, reading)
    if (read.kind === 'faults') throw faulty(read.faults, read.count)
    const { replace } = options
    const added = await oneAtATime.run(caller.accountId, () =>
      addPrivateAddresses(store, caller.accountId, read.addresses, { replace }),
    )
    if (added.kind === 'too-many') {
      throw badRequest(
        'csv',
        `The account has ${inWords(added.held)} and can have at most ${MOST}. Nothing was added.`,
      )
    }
    forgetAccount(caller.accountId)
    const count = added.addresses.length
    const message = replace
      ? `All private addresses were replaced by ${inWords(count)}.`
      : `${inWords(count)} ${count === 1 ? 'was' : 'were'} added.`
    return free({ message, added: count })
  },
})

const MOST = PRIVATE_ADDRESSES_MAX.toLocaleString('en-GB')

function inWords(count: number): string {
  return count === 1 ? '1 address' : `${count.toLocaleString('en-GB')} addresses`
}

function faulty(faults: readonly string[], count: number): Problem {
  const lines = count === 1 ? 'One line is invalid' : `${count} lines are invalid`
  return badRequest('csv', [`${lines}. Nothing was imported.`, ...faults].join('\n'))
}
