// The help of the command line: all commands, or one with its options and an example.

import { columns } from '../../lib/columns.ts'
import { CALL } from '../../lib/program.ts'
import type { Command } from './command.ts'

export function helpOfAll(commands: readonly Command[]): string {
  return `Doorplate, address look-up for the UK and Australia.

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
