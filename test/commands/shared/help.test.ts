// What the command line says about itself: its version, all commands, one command, and what is missing.
// Covers: src/commands/shared/command-line.ts

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { COMMANDS } from '../../../src/commands/all-commands.ts'
import { readArguments } from '../../../src/commands/shared/command-line.ts'
import { runCli } from '../../support/cli.ts'

const help = async (...args: string[]) => {
  const { code, out, err } = await runCli(args, {})
  assert.deepEqual([code, err], [0, ''])
  return out
}

test('the version is printed alone', async () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  assert.equal(await help('--version'), `${version}\n`)
})

test('help of one command shows its usage, what it does, its options and an example', async () => {
  const text = await help('account', 'create', '--help')
  assert.equal(
    text,
    `Usage: npm run -s doorplate -- COMMAND

  account create --email E --product au|nz|uk [--plan NAME]
      Create an account; its keys are shown once. Without --plan it is a free trial.

Options:
  --email    the e-mail address of the account
  --product  au, nz or uk
  --plan     the name of a plan; the command plans lists them
  --json     print one JSON object

Example:
  npm run -s doorplate -- account create --email you@example.com --product au
`,
  )
  assert.equal(await help('help', 'account', 'create'), text)
})

test('help of the first word of several commands shows all of these and no other', async () => {
  const text = await help('import', '--help')
  for (const format of [
    'gnaf-core',
    'gnaf',
    'paf',
    'price-paid',
    'addressbase',
    'addressbase-premium',
    'ngd',
    'csv',
  ]) {
    assert.ok(text.includes(`\n  import ${format} `), text)
    assert.ok(text.includes(`\n  npm run -s doorplate -- import ${format} `), text)
  }
  assert.match(text, /^ {2}--attribution +\S/m)
  assert.match(text, /^ {2}--postcodes +\S/m)
  assert.doesNotMatch(text, /account|serve/)
})

test('every example gives what its command takes', () => {
  for (const command of COMMANDS) {
    const { name, example = '' } = command
    // What the shell takes for itself is no argument.
    const words = example.replace(/ > \S+$/, '').match(/"[^"]*"|\S+/g) ?? []
    assert.doesNotThrow(() => readArguments(command, words), `${name} ${example}`)
    assert.equal(example === '', (command.usage ?? '') === '', `${name} needs an example`)
  }
})

test('every command in a document has valid options', () => {
  const documents = [...globSync('*.md'), ...globSync('{docs,clients}/**/*.md')]
  const calls = documents.flatMap((document) =>
    [
      ...readFileSync(document, 'utf8').matchAll(/npm run -s doorplate -- ((?:[^\n`\\]|\\\n)+)/g),
    ].map(([, call = '']) => ({ document, call: call.replace(/\\\n|\s[>|<#].*| {3,}.*/g, ' ') })),
  )
  assert.ok(calls.length > 50)
  for (const { document, call } of calls) {
    const words = [...call.matchAll(/"([^"]*)"|'([^']*)'|([^\s"']+)/g)].map(
      ([, quoted, single, plain]) => quoted ?? single ?? plain ?? '',
    )
    if (words[0] === 'help') continue
    const named = COMMANDS.filter(({ name }) => `${words.join(' ')} `.startsWith(`${name} `))
    const command = named.toSorted((a, b) => b.name.length - a.name.length)[0]
    assert.ok(command, `${document}: ${call}`)
    const given = words.slice(command.name.split(' ').length)
    assert.doesNotThrow(() => readArguments(command, given), `${document}: ${call}`)
  }
})

test('the first word of commands alone names the words that may follow', async () => {
  const { code, out, err } = await runCli(['import'], {})
  assert.deepEqual([code, out], [2, ''])
  assert.equal(
    err,
    'doorplate: Choose one of: import gnaf-core, import gnaf, import linz, import paf, import price-paid, import addressbase, import addressbase-premium, import ngd, import csv.\n',
  )
})
