// Reads the lists of planted faults: small careless changes to the source, each with the promise that it breaks.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '../..')
const LISTS = join(import.meta.dirname, 'faults')

/** A test file, and of its tests only those whose name holds some words. */
export interface Guard {
  readonly path: string
  readonly named: string | undefined
}

export interface Fault {
  /** Where it is written down: list and line. */
  readonly at: string
  readonly file: string
  readonly breaks: string
  readonly lines: readonly string[]
  readonly becomes: readonly string[]
  /** Of a fault made by rule: the whole text of the file with it. */
  readonly changed?: string
  readonly guards: readonly Guard[]
}

type Draft = { -readonly [Field in keyof Fault]: Fault[Field] } & {
  lines: string[]
  becomes: string[]
}

/**
 * One list for each room of `src/`. A line that begins with `file` names the file of the faults below it, and each
 * `test` below that a test file which should see them; words behind it pick tests by name. `=` is a promise and begins
 * a fault, `-` the lines that are changed, `+` what they become, `test` a test of this fault alone.
 */
export function readFaults(): Fault[] {
  return readdirSync(LISTS)
    .sort()
    .flatMap((name) => parseFaults(readFileSync(join(LISTS, name), 'utf8'), name))
}

export function parseFaults(text: string, name: string): Fault[] {
  const faults: Draft[] = []
  let file = ''
  let guards: Guard[] = []
  let fault: Draft | undefined
  for (const [index, line] of text.split('\n').entries()) {
    const at = `${name}:${index + 1}`
    const [, sign = '', rest = ''] = /^(\S+) ?(.*)$/.exec(line) ?? []
    if (sign === '' || sign === '#') continue
    if (sign === 'file') {
      file = rest
      guards = []
      fault = undefined
    } else if (sign === 'test' && fault === undefined) guards.push(guardOf(rest))
    else if (sign === '=') {
      fault = { at, file, breaks: rest, lines: [], becomes: [], guards }
      faults.push(fault)
    } else if (fault === undefined) throw new Error(`${at}: no fault begins before this line.`)
    else addTo(fault, sign, rest, guards, at)
  }
  return faults
}

function addTo(
  fault: Draft,
  sign: string,
  rest: string,
  shared: readonly Guard[],
  at: string,
): void {
  if (sign === '-') fault.lines.push(rest)
  else if (sign === '+') fault.becomes.push(rest)
  else if (sign === 'test') {
    fault.guards = [...(fault.guards === shared ? [] : fault.guards), guardOf(rest)]
  } else throw new Error(`${at}: a line begins with file, test, =, - or +.`)
}

function guardOf(text: string): Guard {
  const [path = '', ...words] = text.split(' ')
  return { path, named: words.length === 0 ? undefined : words.join(' ') }
}

/** The text of the file with the fault in it; throws where the lines do not occur exactly once. */
export function withFault({ at, lines, becomes, file, changed }: Fault, text: string): string {
  if (changed !== undefined) return changed
  const pattern = new RegExp(
    lines.map((line) => RegExp.escape(line.trim())).join('\\n[ \\t]*'),
    'g',
  )
  const found = [...text.matchAll(pattern)]
  const [only] = found
  if (lines.length === 0 || only === undefined || found.length > 1) {
    throw new Error(`${at}: its text occurs ${found.length} times in ${file}: ${lines.join(' ⏎ ')}`)
  }
  return text.slice(0, only.index) + becomes.join('\n') + text.slice(only.index + only[0].length)
}
