// Reads the words and options that follow the name of a command, and prints its help.

import { parseArgs } from 'node:util'
import { COUNTRIES, listed } from '../../countries/country.ts'
import { columns } from '../../lib/columns.ts'
import { CALL } from '../../lib/program.ts'
import { type Command, UsageError } from './command.ts'

export function readArguments(command: Command, args: readonly string[]) {
  const usage = `Usage: ${command.name} ${command.usage ?? ''}`.trim()
  const { positionals, values } = parse(command, args, usage)
  const named =
    command.usage
      ?.match(/^[A-Z ]+/)?.[0]
      .trim()
      .split(' ').length ?? 0
  const [least, most] = command.words ?? [named, named]
  if (positionals.length < least || positionals.length > most) throw new UsageError(usage)
  const options: Record<string, string> = {}
  const lists: Record<string, readonly string[]> = {}
  const flags = new Set<string>()
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === 'string') options[name] = value
    else if (Array.isArray(value)) lists[name] = value.map(String)
    else if (value === true) flags.add(name)
  }
  const [word = ''] = positionals
  return { words: positionals, word, options, lists, flags, json: flags.has('json') }
}

function parse(
  { options = {}, lists = {}, flags = {} }: Command,
  args: readonly string[],
  usage: string,
): { positionals: string[]; values: Readonly<Record<string, unknown>> } {
  const one = Object.keys(options).map((name) => [name, { type: 'string' as const }])
  const listNames = Object.keys(lists)
  const many = listNames.map((name) => [name, { type: 'string' as const, multiple: true }])
  const alone = ['json', ...Object.keys(flags)].map((name) => [name, { type: 'boolean' as const }])
  try {
    return parseArgs({
      args: spreadLists(args, listNames),
      options: Object.fromEntries([...one, ...many, ...alone]),
      allowPositionals: true,
      strict: true,
    })
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('. ', 1).join() : ''
    throw new UsageError(`${reason}. ${usage}`)
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

const COUNTRY_NAMES = COUNTRIES.toReversed().map(({ nameInText }) => nameInText)

export function helpOfAll(commands: readonly Command[]): string {
  return `Doorplate, address look-up for ${listed(COUNTRY_NAMES, 'and')}.

Usage: ${CALL} COMMAND [--json]      (without a command: serve)

${commands.map(usageLines).join('\n')}
  help COMMAND, COMMAND --help
      Show the options of a command and an example.
  --version
      Print the version.

Settings come from the environment and the file .env; docs/operating.md lists them.
`
}

/** Help for one command, or for all that start with the same word. */
export function helpOfSome(commands: readonly Command[]): string {
  const options = Object.assign(
    {},
    ...commands.flatMap(({ options, lists, flags }) => [options, lists, flags]),
  )
  const rows = Object.entries<string>({ ...options, json: 'print one JSON object' })
  const examples = commands.map(({ name, example = '' }) =>
    `  ${CALL} ${name} ${example}`.trimEnd(),
  )
  return `Usage: ${CALL} COMMAND

${commands.map(usageLines).join('\n')}

Options:
${columns(rows.map(([name, about]) => [`  --${name}`, about]))}

${examples.length === 1 ? 'Example' : 'Examples'}:
${examples.join('\n')}
`
}

function usageLines({ name, usage = '', summary }: Command): string {
  return `  ${`${name} ${usage}`.trim()}\n      ${summary}`
}
