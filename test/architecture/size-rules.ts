// Rules about size: how long files, functions and comments may be, and how many files a folder may hold.

import { dirname } from 'node:path'
import { files, linesOf, sources, text } from './source-files.ts'

const FILE_LINES_MAX = 350
/** By `npm run generate`, an operation on each line. */
const WRITTEN = 'src/client/client-types.d.ts'
const FILE_LINES_MEDIAN_MAX = 110
const FUNCTION_LINES_MAX = 60
/** More than this do not fit on one screen; a folder then gets rooms. */
const FOLDER_FILES_MAX = 15
/** The formatter sees to code; prose may be a little wider. */
const COMMENT_COLUMNS_MAX = 120

export function longFiles(): string[] {
  return sources
    .filter((path) => linesOf(path).length > FILE_LINES_MAX && path !== WRITTEN)
    .map((path) => `${path} has ${linesOf(path).length} lines`)
}

export function longFunctions(): string[] {
  return sources.flatMap((path) =>
    functionsIn(linesOf(path))
      .filter(({ length }) => length > FUNCTION_LINES_MAX)
      .map(({ name, length }) => `${path}: ${name} has ${length} lines`),
  )
}

/** Nothing as long as half of the sources are shorter than the limit. */
export function longMedian(): string[] {
  const lengths = sources.map((path) => linesOf(path).length).sort((a, b) => a - b)
  const median = lengths[lengths.length >> 1]
  return median > FILE_LINES_MEDIAN_MAX ? [`half of the sources have ${median} lines or more`] : []
}

export function fullFolders(): string[] {
  const counts = new Map<string, number>()
  for (const path of files) {
    counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
  }
  return [...counts]
    .filter(([, count]) => count > FOLDER_FILES_MAX)
    .map(([folder, count]) => `${folder} holds ${count} files`)
}

export function wideComments(): string[] {
  return files.flatMap((path) =>
    linesOf(path).flatMap((line, at) =>
      /^\s*(\/\/|\/?\*)/.test(line) && line.length > COMMENT_COLUMNS_MAX
        ? [`${path}:${at + 1}`]
        : [],
    ),
  )
}

/** A first comment of two sentences is a sentence too long; what follows it are lines with a name of their own. */
export function unclearFirstLines(): string[] {
  const clear = /^(#!.*\n)?\/\/ \S+ \S+.*\n(?!\/\/ (?!(Covers|Unchecked|Usage): |biome-ignore))/
  return files.filter((path) => !clear.test(text(path)))
}

// The formatter indents, so a function ends at the first closing brace of its own indentation.
function functionsIn(lines: readonly string[]): { name: string; length: number }[] {
  const head =
    /^(\s*)(?:export )?(?:async )?(?:function\*? (\w+)|(?:static |readonly |private )*(?:async )?(#?\w+)\()/
  const found: { name: string; length: number }[] = []
  lines.forEach((line, at) => {
    const match = head.exec(line)
    if (match === null || /^\s*(if|for|while|switch|return|catch)\b/.test(line)) return
    const open = line.endsWith('(') ? lines.findIndex(sameIndent(match[1], at, ')')) : at
    if (open === -1 || !lines[open].endsWith('{')) return
    const end = lines.findIndex(sameIndent(match[1], open, '}'))
    if (end !== -1) found.push({ name: match[2] ?? match[3], length: end - at + 1 })
  })
  return found
}

function sameIndent(indent: string, after: number, begins: string) {
  return (line: string, at: number) => at > after && line.startsWith(indent + begins)
}
