// `private-address import|replace|export|list`: the private addresses of an account, by CSV.

import { isUtf8 } from 'node:buffer'
import { readFile, stat, writeFile } from 'node:fs/promises'
import type { AccountDetails } from '../../account/accounts.ts'
import { count, counted, table } from '../../lib/columns.ts'
import { OperatorError, systemReason } from '../../lib/operator-error.ts'
import { finish } from '../../lib/turns/turns.ts'
import {
  PRIVATE_ADDRESSES_MAX,
  PRIVATE_TEXTS,
  type PrivateAddress,
} from '../../private-addresses/private-address.ts'
import { readPrivateCsv, writePrivateCsv } from '../../private-addresses/private-address-csv.ts'
import {
  addPrivateAddresses,
  privateAddressesOf,
} from '../../private-addresses/private-addresses.ts'
import {
  type Command,
  EMAIL_OPTION,
  type Given,
  type Printed,
  requiredOption,
} from '../shared/command.ts'
import { withAccount } from '../shared/store-access.ts'

/** More than ten thousand full addresses. */
const FILE_BYTES_MAX = 64 * 1024 * 1024

const MOST = count(PRIVATE_ADDRESSES_MAX)

function importing(verb: 'import' | 'replace', summary: string): Command {
  return {
    name: `private-address ${verb}`,
    usage: 'FILE --email E',
    summary,
    example: 'addresses.csv --email you@example.com',
    options: EMAIL_OPTION,
    run: (given) => addFile(given, verb === 'replace'),
  }
}

const list: Command = {
  name: 'private-address list',
  usage: '--email E',
  summary: 'List the private addresses of an account.',
  example: '--email you@example.com',
  options: EMAIL_OPTION,
  async run(given) {
    const addresses = await addressesOf(given)
    const text = table(addresses, {
      ID: ({ id }) => id,
      POSTCODE: ({ postcode }) => postcode,
      'OLDER ID': ({ postcodeNumber }) => String(postcodeNumber),
      ADDRESS: (address) =>
        PRIVATE_TEXTS.flatMap((name) => (address[name] === '' ? [] : address[name])).join(', '),
    })
    return { json: { addresses: addresses.map(addressJson) }, text }
  },
}

const write: Command = {
  name: 'private-address export',
  usage: '--email E [--out FILE]',
  summary: 'Write the private addresses of an account as CSV to standard output or to a new file.',
  example: '--email you@example.com --out addresses.csv',
  options: { ...EMAIL_OPTION, out: 'a file that does not exist yet' },
  async run(given) {
    const addresses = await addressesOf(given)
    const csv = writePrivateCsv(addresses)
    const { out } = given.options
    if (out === undefined) return { json: { addresses: addresses.map(addressJson) }, text: csv }
    await writeNewFile(out, `${csv}\n`)
    const json = { file: out, addresses: addresses.length }
    return { json, text: `${counted(addresses.length, 'private address')} written to ${out}.` }
  },
}

export const privateAddressCommands: readonly Command[] = [
  importing('import', 'Add private addresses to an account from a CSV file; all rows or none.'),
  importing('replace', 'Replace all private addresses of an account with those of a CSV file.'),
  list,
  write,
]

async function addFile(given: Given, isReplacing: boolean): Promise<Printed> {
  const email = requiredOption(given, 'email')
  const text = await readText(given.word)
  return withAccount(given, { email, isAudited: true }, async (store, account) => {
    const wanted = readAddresses(text, account, given)
    const { accountId } = account
    const added = await addPrivateAddresses(store, accountId, wanted, { replace: isReplacing })
    if (added.kind === 'too-many') {
      throw new OperatorError(
        `The account has ${counted(added.held, 'private address')} and can have at most ${MOST}. Nothing was added.`,
      )
    }
    const ids = added.addresses.map(({ id }) => id)
    const message = isReplacing
      ? `All private addresses were replaced by ${counted(ids.length, 'private address')}.`
      : `${counted(ids.length, 'private address')} ${ids.length === 1 ? 'was' : 'were'} added.`
    return { json: { added: ids.length, ids }, text: message }
  })
}

function readAddresses(text: string, account: AccountDetails, { word: path, tell }: Given) {
  const read = finish(readPrivateCsv(text, account.subscription?.product))
  if (read.kind === 'read') return read.addresses
  for (const fault of read.faults) tell(fault)
  const lines = read.count === 1 ? 'an invalid line' : `${read.count} invalid lines`
  throw new OperatorError(`${path} has ${lines}. Nothing was imported.`)
}

function addressesOf(given: Given): Promise<PrivateAddress[]> {
  const email = requiredOption(given, 'email')
  return withAccount(given, { email, isAudited: true }, ({ db }, { accountId }) =>
    privateAddressesOf(db, accountId),
  )
}

async function readText(path: string): Promise<string> {
  const fault = (why: string) => new OperatorError(`${path} cannot be read: ${why}.`)
  const refuse = (error: unknown): never => {
    throw fault(systemReason(error))
  }
  const { size } = await stat(path).catch(refuse)
  if (size > FILE_BYTES_MAX) throw fault('it is over 64 MiB')
  const bytes = await readFile(path).catch(refuse)
  if (!isUtf8(bytes)) throw fault('it is not UTF-8 text')
  return new TextDecoder().decode(bytes)
}

/** Never overwrites a file; readable by its owner only. */
async function writeNewFile(path: string, text: string): Promise<void> {
  await writeFile(path, text, { flag: 'wx', mode: 0o600 }).catch((error: unknown) => {
    throw new OperatorError(`${path} cannot be written: ${systemReason(error)}.`)
  })
}

function addressJson({ point, postcodeNumber, number: _, ...fields }: PrivateAddress) {
  const { latitude = null, longitude = null } = point ?? {}
  return { ...fields, older_id: String(postcodeNumber), latitude, longitude }
}
