// The command line: finds the command, runs it, prints its answer, and turns faults into one sentence.

import { COMMANDS } from './commands/all-commands.ts'
import { movedClock } from './commands/clock.ts'
import { type Command, type Printed, UsageError } from './commands/shared/command.ts'
import { helpOfAll, helpOfSome, readArguments } from './commands/shared/command-line.ts'
import { systemClock } from './lib/clock.ts'
import { maskKeys } from './lib/log.ts'
import { OperatorError } from './lib/operator-error.ts'
import { VERSION } from './lib/program.ts'
import { loadConfig } from './settings/config.ts'

const EXIT_FAULT = 1
const EXIT_USAGE = 2

/** Where the command line runs: the process, or a test that reads what it writes. */
interface Terminal {
  readonly env?: NodeJS.ProcessEnv
  /** Somebody is watching: progress may overwrite itself. */
  readonly isWatched: boolean
  writeOut(text: string): void
  writeError(text: string): void
}

/** Answers the exit code. `serve` answers when the service has stopped. */
export async function runCli(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await run(args, terminal)
  } catch (error) {
    terminal.writeError(`doorplate: ${sentenceFor(error)}\n`)
    return error instanceof UsageError ? EXIT_USAGE : EXIT_FAULT
  }
}

async function run(words: readonly string[], terminal: Terminal): Promise<number> {
  // Without arguments it serves, so that `npx` with the package does too.
  const args = words.length === 0 ? ['serve'] : words
  if (args[0] === 'help' || args.includes('--help')) {
    terminal.writeOut(helpFor(args.filter((word) => word !== 'help' && word !== '--help')))
    return 0
  }
  if (args[0] === '--version') {
    terminal.writeOut(`${VERSION}\n`)
    return 0
  }
  const { one: command, several } = commandsNamed(args)
  if (command === undefined) {
    throw new UsageError(`Choose one of: ${several.map(({ name }) => name).join(', ')}.`)
  }
  const { json, ...given } = readArguments(command, args.slice(wordsOf(command).length))
  const config = loadConfig(terminal.env)
  const isMoved = config.testClock && command.isOnRealTime !== true
  const printed = await command.run({
    command: command.name,
    config,
    clock: isMoved ? await movedClock(config, systemClock) : systemClock,
    ...given,
    isTerminal: terminal.isWatched,
    tell: (line) => terminal.writeError(`${line}\n`),
    draw: (text) => terminal.writeError(text),
    print: (text) => terminal.writeOut(text),
  })
  terminal.writeOut(textOf(printed, json))
  return printed.isFault === true ? EXIT_FAULT : 0
}

function textOf({ json, text }: Printed, asJson: boolean): string {
  if (asJson) return `${JSON.stringify(json)}\n`
  return text === '' ? '' : `${text}\n`
}

function commandsNamed(words: readonly string[]) {
  const [first = ''] = words
  const several = COMMANDS.filter((command) => wordsOf(command)[0] === first)
  if (several.length === 0) throw new UsageError(`There is no command "${first}". Try "help".`)
  const one = several.find((command) => wordsOf(command).every((word, at) => words[at] === word))
  return { one, several }
}

function wordsOf({ name }: Command): readonly string[] {
  return name.split(' ')
}

function helpFor(words: readonly string[]): string {
  if (words.length === 0) return helpOfAll(COMMANDS)
  const { one, several } = commandsNamed(words)
  return helpOfSome(one === undefined ? several : [one])
}

// An operator's mistake gets one sentence; only an error that we did not foresee shows its stack.
function sentenceFor(error: unknown): string {
  if (error instanceof OperatorError) return maskKeys(error.message)
  return maskKeys(error instanceof Error ? (error.stack ?? error.message) : String(error))
}
