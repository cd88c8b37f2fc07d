// The command line: finds the command, reads its options, prints its answer, and turns faults into one sentence.

import { parseArgs } from 'node:util'
import { accountCommands } from './commands/account.ts'
import { type Command, type Given, type Printed, UsageError } from './commands/command.ts'
import { plansCommand } from './commands/plans.ts'
import { serveCommand } from './commands/serve.ts'
import { loadConfig } from './config.ts'
import { systemClock } from './lib/clock.ts'
import { maskKeys } from './lib/log.ts'
import { OperatorError } from './lib/operator-error.ts'

const COMMANDS: readonly Command[] = [serveCommand, ...accountCommands, plansCommand]

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
  const { values, positionals } = parse(command, rest)
  const { json, ...options } = values
  const printed = await command.run({
    config: loadConfig(),
    clock: systemClock,
    words: positionals,
    options: options as Given['options'],
    tell: (line) => void process.stderr.write(`${line}\n`),
    print: (text) => void process.stdout.write(text),
  })
  print(printed, json === true)
  return 0
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

function parse(command: Command, args: readonly string[]) {
  const named = command.options.map((option) => [option, { type: 'string' as const }])
  const options = { ...Object.fromEntries(named), json: { type: 'boolean' as const } }
  const usage = `${command.name} ${command.usage}`.trim()
  let parsed: ReturnType<typeof parseArgs>
  try {
    parsed = parseArgs({ args: [...args], options, allowPositionals: true, strict: true })
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('. ')[0] : ''
    throw new UsageError(`${reason}. Usage: ${usage}`)
  }
  const [least, most] = command.words
  if (parsed.positionals.length < least || parsed.positionals.length > most) {
    throw new UsageError(`Usage: ${usage}`)
  }
  return parsed
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
