// The command line: finds the command, reads its options, prints its answer, and turns faults into one sentence.

import { parseArgs } from 'node:util'
import { accountCommands } from './commands/account.ts'
import { accountAddressCommand } from './commands/account-address.ts'
import { backupCommands } from './commands/backup.ts'
import { benchCommand } from './commands/bench.ts'
import { billCommand } from './commands/bill.ts'
import { clockCommand, movedClock } from './commands/clock.ts'
import { type Command, type Given, type Printed, UsageError } from './commands/command.ts'
import { dataCommands } from './commands/data.ts'
import { doctorCommand } from './commands/doctor.ts'
import { explainCommand } from './commands/explain.ts'
import { importCommands } from './commands/import.ts'
import { plansCommand } from './commands/plans.ts'
import { privateAddressCommands } from './commands/private-address.ts'
import { qualityCommand } from './commands/quality.ts'
import { serveCommand } from './commands/serve.ts'
import { tokenCommand } from './commands/token.ts'
import { loadConfig } from './config.ts'
import { systemClock } from './lib/clock.ts'
import { maskKeys } from './lib/log.ts'
import { OperatorError } from './lib/operator-error.ts'

const COMMANDS: readonly Command[] = [
  serveCommand,
  ...importCommands,
  ...dataCommands,
  explainCommand,
  ...accountCommands,
  accountAddressCommand,
  tokenCommand,
  ...privateAddressCommands,
  plansCommand,
  billCommand,
  doctorCommand,
  ...backupCommands,
  clockCommand,
  qualityCommand,
  benchCommand,
]

const EXIT_FAULT = 1
const EXIT_USAGE = 2

/** Answers the exit code. `serve` answers when the service has stopped. */
export async function runCli(args: readonly string[]): Promise<number> {
  try {
    return await run(args)
  } catch (error) {
    process.stderr.write(`doorplate: ${sentenceFor(error)}\n`)
    return error instanceof UsageError ? EXIT_USAGE : EXIT_FAULT
  }
}

async function run(args: readonly string[]): Promise<number> {
  if (args.length === 0 || args[0] === 'help' || args.includes('--help')) {
    process.stdout.write(help())
    return args.length === 0 ? EXIT_USAGE : 0
  }
  const command = findCommand(args)
  const rest = args.slice(command.name.split(' ').length)
  const { options, lists, words, json } = parse(command, rest)
  const config = loadConfig()
  const isMoved = config.testClock && command.isOnRealTime !== true
  const printed = await command.run({
    config,
    clock: isMoved ? await movedClock(config, systemClock) : systemClock,
    words,
    options,
    lists,
    isTerminal: process.stderr.isTTY === true,
    tell: (line) => void process.stderr.write(`${line}\n`),
    draw: (text) => void process.stderr.write(text),
    print: (text) => void process.stdout.write(text),
  })
  print(printed, json)
  return printed.isFault === true ? EXIT_FAULT : 0
}

function print({ json, text }: Printed, asJson: boolean): void {
  if (asJson) process.stdout.write(`${JSON.stringify(json)}\n`)
  else if (text !== '') process.stdout.write(`${text}\n`)
}

function findCommand(args: readonly string[]): Command {
  const found = COMMANDS.find(({ name }) => {
    const words = name.split(' ')
    return words.every((word, at) => args[at] === word)
  })
  if (found !== undefined) return found
  throw new UsageError(`There is no command "${args[0]}". Try "help".`)
}

interface Parsed {
  readonly words: readonly string[]
  readonly options: Given['options']
  readonly lists: Given['lists']
  readonly json: boolean
}

function parse(command: Command, args: readonly string[]): Parsed {
  const usage = `${command.name} ${command.usage}`.trim()
  const { positionals, values } = parseOptions(command, args, usage)
  const [least, most] = command.words
  if (positionals.length < least || positionals.length > most) {
    throw new UsageError(`Usage: ${usage}`)
  }
  const options: Record<string, string> = {}
  const lists: Record<string, readonly string[]> = {}
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === 'string') options[name] = value
    else if (Array.isArray(value)) lists[name] = value.map(String)
  }
  return { words: positionals, options, lists, json: values.json === true }
}

function parseOptions(
  command: Command,
  args: readonly string[],
  usage: string,
): { positionals: string[]; values: Readonly<Record<string, unknown>> } {
  const lists = command.lists ?? []
  const one = command.options.map((name) => [name, { type: 'string' as const }])
  const many = lists.map((name) => [name, { type: 'string' as const, multiple: true }])
  const json = { type: 'boolean' as const }
  const options = { ...Object.fromEntries(one), ...Object.fromEntries(many), json }
  try {
    const spread = spreadLists(args, lists)
    return parseArgs({ args: spread, options, allowPositionals: true, strict: true })
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('. ')[0] : ''
    throw new UsageError(`${reason}. Usage: ${usage}`)
  }
}

// `--postcodes a b` is `--postcodes a --postcodes b`, because a shell makes the first of `--postcodes *.csv`.
function spreadLists(args: readonly string[], lists: readonly string[]): string[] {
  let list: string | undefined
  return args.flatMap((word) => {
    if (word.startsWith('--')) {
      list = lists.find((name) => word === `--${name}`)
      return list === undefined ? [word] : []
    }
    return list === undefined ? [word] : [`--${list}=${word}`]
  })
}

function help(): string {
  const lines = COMMANDS.map(
    ({ name, usage, summary }) => `  ${`${name} ${usage}`.trim()}\n      ${summary}`,
  )
  return `Doorplate, address look-up for the UK and Australia.

Usage: npm run -s doorplate -- COMMAND [--json]

${lines.join('\n')}

Settings come from the environment and the file .env; docs/operating.md lists them.
`
}

// A person is told what stands in the way; the stack is only for what we did not foresee.
function sentenceFor(error: unknown): string {
  if (error instanceof OperatorError) return maskKeys(error.message)
  return maskKeys(error instanceof Error ? (error.stack ?? error.message) : String(error))
}
