// Reads the words and options that follow the name of a command.

import { parseArgs } from 'node:util'
import { type Command, type Given, UsageError } from './command.ts'

interface Arguments extends Pick<Given, 'words' | 'options' | 'lists' | 'flags'> {
  readonly json: boolean
}

export function readArguments(command: Command, args: readonly string[]): Arguments {
  const usage = `Usage: ${command.name} ${command.usage ?? ''}`.trim()
  const { positionals, values } = parse(command, args, usage)
  const [least, most] = command.words ?? [0, 0]
  if (positionals.length < least || positionals.length > most) throw new UsageError(usage)
  const options: Record<string, string> = {}
  const lists: Record<string, readonly string[]> = {}
  const flags = new Set<string>()
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === 'string') options[name] = value
    else if (Array.isArray(value)) lists[name] = value.map(String)
    else if (value === true) flags.add(name)
  }
  return { words: positionals, options, lists, flags, json: flags.has('json') }
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
