// How the words behind a command are read: each spelling of an option, and each mistake with the sentence it gets.
// Covers: src/commands/shared/command.ts, src/commands/shared/command-line.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Command,
  type Given,
  numberOption,
  productOption,
  requiredOption,
  requiredProduct,
  UsageError,
} from '../../../src/commands/shared/command.ts'
import { readArguments } from '../../../src/commands/shared/command-line.ts'

const COMMAND: Command = {
  name: 'try out',
  usage: 'ONE [TWO]',
  summary: 'Try it.',
  options: { out: 'a file', columns: 'names' },
  lists: { postcodes: 'files', post: 'other files' },
  flags: { yes: 'do it' },
  words: [1, 2],
  run: () => assert.fail('it is only read'),
}

/** As one line: words, then options and lists, then flags. */
function read(line: string, command = COMMAND): string {
  const { words, options, lists, flags, json } = readArguments(command, line.split(' '))
  const named = Object.entries({ ...options, ...lists }).map(([name, value]) => `${name}=${value}`)
  return [...words, '|', ...named, '|', ...flags, ...(json ? ['(json)'] : [])].join(' ')
}

const READ: Readonly<Record<string, string>> = {
  one: 'one | |',
  'one two': 'one two | |',
  'one --out a': 'one | out=a |',
  'one --out=a': 'one | out=a |',
  '--out a one': 'one | out=a |',
  'one --out=a=b': 'one | out=a=b |',
  'one --out= two': 'one two | out= |',
  'one --out a --out b': 'one | out=b |',
  'one --yes two': 'one two | | yes',
  '--yes one --json': 'one | | yes json (json)',
  'one --postcodes a': 'one | postcodes=a |',
  'one --postcodes a b c': 'one | postcodes=a,b,c |',
  'one --postcodes=a': 'one | postcodes=a |',
  'one --postcodes=a two': 'one two | postcodes=a |',
  'one --postcodes=a --postcodes b c': 'one | postcodes=a,b,c |',
  'one --postcodes a b --out c': 'one | out=c postcodes=a,b |',
  'one --postcodes a b --yes two': 'one two | postcodes=a,b | yes',
  'one --postcodes a --post b c --postcodes d': 'one | postcodes=a,d post=b,c |',
  'one --post a --postcodes=b': 'one | post=a postcodes=b |',
  'one -- --yes': 'one --yes | |',
}

for (const [line, expected] of Object.entries(READ)) {
  test(`${line} is read as ${expected}`, () => assert.equal(read(line), expected))
}

const USAGE = 'Usage: try out ONE [TWO]'
const REFUSED: Readonly<Record<string, string>> = {
  '--yes': USAGE,
  'one two three': USAGE,
  'one --postcodes a -- two three four': USAGE,
  'one --nothing': `Unknown option '--nothing'. ${USAGE}`,
  'one --nothing=a': `Unknown option '--nothing'. ${USAGE}`,
  'one --postcode a': `Unknown option '--postcode'. ${USAGE}`,
  'one -y': `Unknown option '-y'. ${USAGE}`,
  'one --out': `Option '--out <value>' argument missing. ${USAGE}`,
  'one --yes=no': `Option '--yes' does not take an argument. ${USAGE}`,
}

for (const [line, message] of Object.entries(REFUSED)) {
  test(`${line} is refused with the usage`, () => {
    assert.throws(() => read(line), { name: 'UsageError', message })
  })
}

test('a command that says nothing of words takes none, and its usage is its name', () => {
  const { usage: _, words: __, ...alone } = COMMAND
  assert.equal(read('--yes', alone), '| | yes')
  const message = 'Usage: try out'
  assert.throws(() => read('one', alone), { name: 'UsageError', message })
})

const given = (options: Readonly<Record<string, string>>) => ({ options }) as unknown as Given

test('a number is taken from its least to its most, and refused beside them and in other spellings', () => {
  const read = (text: string) => numberOption(given({ threads: text }), 'threads', 2, 64)
  assert.equal(numberOption(given({}), 'threads', 2, 64), undefined)
  for (const text of ['2', '3', '63', '64', '064']) assert.equal(read(text), Number(text))
  const message = '--threads must be a whole number from 2 to 64.'
  for (const text of [
    '1',
    '65',
    '0',
    '',
    '-3',
    '+3',
    '3.0',
    '3e0',
    '0x3',
    ' 3',
    'x',
    '99999999999',
  ])
    assert.throws(() => read(text), { message }, text)
  const long = (text: string) => numberOption(given({ n: text }), 'n', 0, 9_999_999_999)
  assert.equal(long('9999999999'), 9_999_999_999)
  assert.throws(() => long('00000000001'), UsageError)
})

test('an option that must be given is asked for when it is missing or empty', () => {
  assert.equal(requiredOption(given({ email: 'a' }), 'email'), 'a')
  for (const options of [{}, { email: '' }])
    assert.throws(() => requiredOption(given(options), 'email'), {
      message: '--email is required.',
    })
})

test('a product is au, nz or uk', () => {
  assert.equal(productOption(given({})), undefined)
  for (const product of ['au', 'uk']) {
    assert.equal(productOption(given({ product })), product)
    assert.equal(requiredProduct(given({ product })), product)
  }
  assert.throws(() => requiredProduct(given({})), { message: '--product is required.' })
  const message = '--product must be au, nz or uk.'
  for (const product of ['', 'AU', 'us', 'au '])
    assert.throws(() => productOption(given({ product })), { message })
})
