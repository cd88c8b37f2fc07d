// Private addresses on the command line: what is exported can be imported, and a running service sees it.
// Covers: src/private-addresses/private-address-csv.ts

import assert from 'node:assert/strict'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { privateAddressCommands } from '../../../src/commands/account/private-address.ts'
import { UsageError } from '../../../src/commands/shared/command.ts'
import { OperatorError } from '../../../src/lib/operator-error.ts'
import { finish } from '../../../src/lib/turns/turns.ts'
import {
  cleanText,
  type NewPrivateAddress,
} from '../../../src/private-addresses/private-address.ts'
import {
  readPrivateCsv,
  writePrivateCsv,
} from '../../../src/private-addresses/private-address-csv.ts'
import { addPrivateAddresses } from '../../../src/private-addresses/private-addresses.ts'
import { testFolder } from '../../search/built.ts'
import { type Finished, runCli } from '../../support/cli.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { type TestAccount, testService } from '../../support/running.ts'

const HEADER = 'postcode,line_1,line_2,town_or_city,latitude,longitude,residential'

const clock = new ManualClock()
const running = await testService({ clock })
const folder = await testFolder()

interface Owner extends TestAccount {
  readonly email: string
}

async function newOwner(): Promise<Owner> {
  const account = await running.account('uk')
  const { rows } = await sql<{ email: string }>`
    select email from account where id = ${account.accountId}`.execute(running.service.store.db)
  return { ...account, email: rows[0].email }
}

async function file(name: string, text: string | Uint8Array): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, text)
  return path
}

/** The command itself, in this process: starting another for each of these would take most of the time. */
async function cli(
  { email }: { readonly email: string },
  name: string,
  words: readonly string[] = [],
  options: Readonly<Record<string, string>> = {},
): Promise<Finished & { readonly json: unknown }> {
  const command = privateAddressCommands.find((each) => each.name === `private-address ${name}`)
  assert.ok(command)
  const progress: string[] = []
  const { config } = running.service
  const nothing = () => {}
  try {
    const { text, json } = await command.run({
      command: command.name,
      config,
      clock,
      words,
      word: words[0] ?? '',
      options: { email, ...options },
      lists: {},
      flags: new Set<string>(),
      isTerminal: false,
      tell: (line) => void progress.push(line),
      draw: nothing,
      print: nothing,
    })
    return { code: 0, out: `${text}\n`, err: progress.join('\n'), json }
  } catch (error) {
    assert.ok(error instanceof OperatorError, String(error))
    const code = error instanceof UsageError ? 2 : 1
    return { code, out: '', err: [...progress, error.message].join('\n'), json: undefined }
  }
}

async function listed(owner: Owner): Promise<{ id: string; line_1: string }[]> {
  const { json } = await cli(owner, 'list')
  return (json as { addresses: { id: string; line_1: string }[] }).addresses
}

const NEW: NewPrivateAddress = {
  postcode: 'SK10 1AA',
  line_1: '=cmd|"/c calc"!A1',
  line_2: "'=1+1",
  line_3: '-2 Okapi, "The Barn"',
  line_4: '@home',
  locality: '＝1+1',
  town_or_city: 'Leek',
  county: '+',
  residential: true,
  point: { latitude: 53.25, longitude: -2.125 },
}

test('what is imported is found by a running service within a second', async () => {
  const owner = await newOwner()
  const find = async () =>
    (await running.ask('/autocomplete/77 okapi', owner.apiKey)).json.suggestions.length
  assert.equal(await find(), 0)
  const path = await file(
    'good.csv',
    `\ufeff${HEADER}\r\nsk101aa,"77 Okapi Street, Rear",,Leek,53.2,-2.1,TRUE\r\n\r\nSK10 1AB,"78 ""Okapi""\nStreet",,Leek,,,0\r\n`,
  )
  const args = ['private-address', 'import', path, '--email', owner.email, '--json']
  const { code, out, err } = await runCli(args, { DATA_DIR: running.dataDir })
  assert.equal(code, 0, err)
  const { added, ids } = JSON.parse(out)
  assert.equal(added, 2)
  clock.advance(1001)
  assert.equal(await find(), 1)
  const list = await cli(owner, 'list')
  assert.match(list.out, /^ID +POSTCODE +OLDER ID +ADDRESS\n/)
  assert.ok(list.out.includes(`${ids[0]}  SK10 1AA  1         77 Okapi Street, Rear, Leek`))
  assert.deepEqual(
    (await listed(owner)).map(({ line_1 }) => line_1),
    ['77 Okapi Street, Rear', '78 "Okapi" Street'],
  )
})

test('a file with faults adds nothing and names each by its line', async () => {
  const owner = await newOwner()
  const path = await file(
    'bad.csv',
    `${HEADER}\nSK10 1AA,1 Okapi,,,,,true\nXX,,,,91,,maybe\nSK10 1AA,"2\nOkapi",,,,,true\nSK10 1AA,3\nSK10 1AA,4,,,,-2,true\nSK10 1AA,"5,,,,,true\n`,
  )
  const { code, out, err } = await cli(owner, 'import', [path])
  assert.equal(code, 1)
  assert.equal(out, '')
  const lines = err.trim().split('\n')
  assert.match(
    lines[0],
    /^line 3: line_1 is required; postcode must be .*; latitude .*; residential/,
  )
  assert.match(lines[1], /^line 6: it has 2 cells, the first line has 7$/)
  assert.match(lines[2], /^line 7: latitude and longitude are only valid together$/)
  assert.match(lines[3], /^line 8: a quotation mark is not closed$/)
  assert.equal(lines[4], `${path} has 4 invalid lines. Nothing was imported.`)
  assert.deepEqual(await listed(owner), [])
})

test('files that are none, and accounts that are none, are told in one sentence', async () => {
  const owner = await newOwner()
  const cases: [string | Uint8Array, RegExp][] = [
    ['', /The file is empty/],
    ['postcode,line1,residential\n', /line 1: unknown column "line1"\. Columns are id, postcode/],
    ['postcode,line_1\n', /line 1: the column residential is missing/],
    ['postcode,line_1,postcode,residential\n', /line 1: the column postcode appears twice/],
    [Uint8Array.of(0xff, 0xfe, 0x31), /it is not UTF-8 text/],
  ]
  for (const [text, expected] of cases) {
    const { code, err } = await cli(owner, 'import', [await file('odd.csv', text)])
    assert.equal(code, 1)
    assert.match(err, expected)
  }
  const gone = await cli(owner, 'import', [join(folder, 'gone.csv')])
  assert.match(gone.err, /gone\.csv cannot be read: there is no such file/)
  const nobody = await cli({ email: 'nobody@example.com' }, 'list')
  assert.equal(nobody.code, 2)
  assert.match(nobody.err, /There is no account for nobody@example.com/)
})

test('an export replaces what it was made of exactly, and no cell of it is a formula', async () => {
  const owner = await newOwner()
  const { store } = running.service
  await addPrivateAddresses(store, owner.accountId, [NEW, { ...NEW, point: undefined }])
  const out = join(folder, 'export.csv')
  const written = await cli(owner, 'export', [], { out })
  assert.equal(written.code, 0, written.err)
  assert.equal((await stat(out)).mode & 0o077, 0)
  const text = await readFile(out, 'utf8')
  assert.equal((await cli(owner, 'export')).out, text)
  const [, first] = text.split('\n')
  assert.match(
    first,
    /^pa_\w+,SK10 1AA,"'=cmd\|""\/c calc""!A1",''=1\+1,"'-2 Okapi, .*",'@home,'＝1\+1,Leek,'\+,53\.25,-2\.125,true$/,
  )
  assert.match((await cli(owner, 'export', [], { out })).err, /the file already exists/)
  const before = await listed(owner)
  const replaced = await cli(owner, 'replace', [out])
  assert.match(replaced.out, /^All private addresses were replaced by 2 private addresses\.\n$/)
  const after = await listed(owner)
  const plain = (all: { id: string }[]) => all.map(({ id: _, ...rest }) => rest)
  assert.deepEqual(plain(after), plain(before))
})

test('whatever an address holds comes back from the CSV as it went in', () => {
  const text = fc
    .oneof(
      fc.string({ unit: 'grapheme', maxLength: 30 }),
      fc.stringMatching(/^['=+@＝",; -]{0,4}[a-z]*$/),
    )
    .map(cleanText)
  const degrees = (most: number) => fc.double({ min: -most, max: most, noNaN: true })
  const point = fc.option(
    fc
      .record({ latitude: degrees(90), longitude: degrees(180) })
      .map(({ latitude, longitude }) => ({
        latitude: Math.round(latitude * 1e7) / 1e7 || 1e-7,
        longitude: Math.round(longitude * 1e7) / 1e7 || -1e-7,
      })),
    { nil: undefined },
  )
  const address = fc.record({
    id: fc.constant('pa_1'),
    number: fc.constant(1),
    postcodeNumber: fc.constant(1),
    postcode: fc.constant('SK10 1AA'),
    line_1: text.filter((line) => line !== ''),
    line_2: text,
    line_3: text,
    line_4: text,
    locality: text,
    town_or_city: text,
    county: text,
    residential: fc.boolean(),
    point,
  })
  fc.assert(
    fc.property(fc.array(address), (addresses) => {
      const csv = writePrivateCsv(addresses)
      for (const { line_1 } of addresses) {
        if (!/^[=+\-@]/.test(line_1)) continue
        assert.ok(csv.includes(`'${line_1.replaceAll('"', '""')}`), line_1)
      }
      const read = finish(readPrivateCsv(csv, 'uk'))
      assert.equal(read.kind, 'read')
      const given = addresses.map(({ id: _i, number: _n, postcodeNumber: _p, ...rest }) => rest)
      assert.deepEqual(read.addresses, given)
    }),
  )
})
