// /v2/private-address: the addresses that an account adds to its own look-ups, one by one or as a whole CSV file. Free.

import Type from 'typebox'
import { badRequest, type Problem } from '../../http/problem.ts'
import { count, counted } from '../../lib/columns.ts'
import {
  PRIVATE_ADDRESSES_MAX,
  placed,
  privatePostalAddress,
} from '../../private-addresses/private-address.ts'
import { readPrivateCsv } from '../../private-addresses/private-address-csv.ts'
import {
  addPrivateAddresses,
  privateAddressOf,
  privateAddressPages,
} from '../../private-addresses/private-addresses.ts'
import { endpoint, free, ok } from '../endpoint.ts'
import { PostalAddressSchema } from '../look-ups/variant.ts'
import { flag, members, text, texts, wholes } from '../schemas.ts'
import {
  OptionalText,
  PointOptions,
  privateAddressEndpoints,
  readPrivateAddress,
  Text,
} from './form.ts'

/** Ten thousand addresses of 400 characters. */
const CSV_CHARACTERS_MAX = 4_000_000
/** Some characters are several bytes, and line ends are two in JSON. */
const BODY_BYTES_MAX = 8 * 1024 * 1024
const MOST = count(PRIVATE_ADDRESSES_MAX)

const { formatted_address: _, ...addressFields } = PostalAddressSchema.properties

export const newerPrivateAddresses = [
  endpoint('POST /v2/private-address/import', {
    summary: 'Import private addresses from CSV',
    notes:
      'Free. Either all rows are imported or none; an error lists the faulty lines. The ' +
      'first line names the columns: `postcode`, `line_1` and `residential` are required; `line_2` to `line_4`, ' +
      '`locality`, `town_or_city`, `county`, `latitude` and `longitude` are optional. The body can have at most 8 MiB.',
    options: {
      csv: text('The text of the file, separated by commas, semicolons or tabs.', {
        maxLength: CSV_CHARACTERS_MAX,
      }),
      replace: flag('Replace all private addresses of the account.'),
    },
    bodyBytesMax: BODY_BYTES_MAX,
    answers: ok('Added.', { ...texts('message'), ...wholes('added') }),
    async handle({ options }, { store, caller, turns, oneAtATime, forgetAccount }) {
      const csv = options.csv.replace(/^\uFEFF/, '')
      const reading = readPrivateCsv(csv, caller.subscription?.product)
      const read = await turns.run(caller.accountId, reading)
      if (read.kind === 'faults') throw faulty(read.faults, read.count)
      const { replace } = options
      const added = await oneAtATime.run(caller.accountId, () =>
        addPrivateAddresses(store, caller.accountId, read.addresses, { replace }),
      )
      if (added.kind === 'too-many') {
        const held = counted(added.held, 'address')
        const detail = `The account has ${held} and can have at most ${MOST}. Nothing was added.`
        throw badRequest('csv', detail)
      }
      forgetAccount(caller.accountId)
      const rows = added.addresses.length
      const message = replace
        ? `All private addresses were replaced by ${counted(rows, 'address')}.`
        : `${counted(rows, 'address')} ${rows === 1 ? 'was' : 'were'} added.`
      return free({ message, added: rows })
    },
  }),
  ...privateAddressEndpoints({
    path: '/v2/private-address',
    suffix: '',
    listParams: {},
    listTexts: {
      summary: 'List the private addresses',
      notes: 'Free. In the order they were added.',
    },
    addNotes:
      "The address appears in this account's look-ups only. Without coordinates " +
      'it gets those of its postcode, if known.',
    oneParams: { id: text('`pa_…`', { maxLength: 200 }) },
    body: {
      ...members(['postcode', 'line_1'], Text),
      ...members(['line_2', 'line_3', 'line_4'], OptionalText),
      ...members(['locality', 'town_or_city', 'county'], OptionalText),
      residential: Type.Boolean(),
      ...PointOptions,
    },
    schema: Type.Object({ id: Type.String(), ...addressFields }),
    show(address, { searches }) {
      const { formatted_address: _lines, ...fields } = privatePostalAddress(
        placed(address, searches),
      )
      return { id: address.id, ...fields }
    },
    pages: (_params, { store, caller }) => privateAddressPages(store.db, caller.accountId),
    find: ({ id }, { store, caller }) => privateAddressOf(store.db, caller.accountId, id),
    read: (_params, body, context) => readPrivateAddress(body, context, 'line_1'),
    idOf: ({ id }) => id,
    nameOf: ({ id }) => id,
  }),
]

function faulty(faults: readonly string[], count: number): Problem {
  const lines = count === 1 ? 'One line is invalid' : `${count} lines are invalid`
  return badRequest('csv', [`${lines}. Nothing was imported.`, ...faults].join('\n'))
}
