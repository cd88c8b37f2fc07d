// Reads the tables of limits, and compares them with what the source has.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The lines of a table as `key` and value; a line without a value heads those below it. A `#` begins a comment. */
export function readTable(name: string): ReadonlyMap<string, string> {
  const rows = new Map<string, string>()
  let head = ''
  const text = readFileSync(join(import.meta.dirname, name), 'utf8')
  for (const line of text.split('\n')) {
    const [words = ''] = line.split(/(?:^| +)# /)
    if (words.trim() === '') continue
    const [key = '', ...value] = words.trim().split(' ')
    if (line.startsWith(' ')) rows.set(`${head} ${key}`, value.join(' '))
    else head = words.trim()
  }
  return rows
}

/** What to do about each difference, in the words of the table. */
export function differences(
  table: ReadonlyMap<string, string>,
  source: ReadonlyMap<string, string>,
): string[] {
  const said: string[] = []
  for (const [key, value] of source) {
    const promised = table.get(key)
    if (promised === undefined) said.push(`not in the table: ${key} ${value}`)
    else if (promised !== value) said.push(`${key} is ${value}, and promised as ${promised}`)
  }
  for (const key of table.keys()) if (!source.has(key)) said.push(`not in the source: ${key}`)
  return said
}
