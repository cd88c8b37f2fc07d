// The columns of a list as a person is shown them: each with its name, what it is read as, and examples.

import { printable } from '../importers/reading/rejects.ts'
import { columns } from '../lib/columns.ts'

const NAME_LENGTH_MAX = 40
const EXAMPLES = 3
const EXAMPLE_LENGTH_MAX = 24
const NOT_READ = '-'

type ShownColumn = {
  readonly name: string
  /** '' if it is not read. */
  readonly readAs: string
  readonly examples: readonly string[]
}

/** `rows` are cells of the first rows; without any there are no examples. */
export function shownColumns(
  names: readonly string[],
  readAs: (column: number) => readonly string[],
  rows: readonly (readonly string[])[],
): ShownColumn[] {
  return names.map((name, at) => {
    const cells = rows.map((cells) => cells[at]?.trim() ?? '').filter((cell) => cell !== '')
    return { name, readAs: readAs(at).join(', '), examples: [...new Set(cells)].slice(0, EXAMPLES) }
  })
}

export function columnTable(shown: readonly ShownColumn[]): string {
  const hasExamples = shown.some(({ examples }) => examples.length > 0)
  const lines = shown.map(({ name, readAs, examples }) => [
    `  ${short(name, NAME_LENGTH_MAX)}`,
    readAs || NOT_READ,
    examples.map((cell) => short(cell, EXAMPLE_LENGTH_MAX)).join(' · '),
  ])
  return columns([['  COLUMN', 'READ AS', hasExamples ? 'EXAMPLES' : ''], ...lines])
}

function short(text: string, most: number): string {
  const shown = printable(text)
  return shown.length > most ? `${shown.slice(0, most - 1)}…` : shown
}
