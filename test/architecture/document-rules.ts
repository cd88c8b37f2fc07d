// Rules about documents: every path they name is there, and the table of rooms is the one that the code is held to.

import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOMS, ROOT } from './rooms.ts'
import { files, sources, text } from './source-files.ts'

const documents = [...globSync('*.md'), ...globSync('docs/*.md'), ...globSync('deploy/**/*.md')]

/** Where a path that a document gives may begin. Rooms are named without `src/`. */
const BASES = ['', 'src', 'docs']
const ENDINGS = /\.(ts|js|md|css|json|svg|png|yml|yaml|sh)$/

/** Names in code marks that look like files of this project: they hold a slash or end as its files do. */
export function missingPaths(): string[] {
  return documents.flatMap((document) => {
    let folder = ''
    return [...readFileSync(document, 'utf8').matchAll(/`([\w./*-]+)`|\]\(([\w./-]+)\)/g)].flatMap(
      ([, quoted, linked]) => {
        const name = quoted ?? linked
        if (linked !== undefined) {
          return existsSync(join(dirname(document), linked)) ? [] : [`${document}: ${linked}`]
        }
        if (!isPath(name)) return []
        const found = [...BASES, folder].map((base) => join(base, name)).find(isThere)
        // `queue.ts` behind `src/mail/layout.ts` is that of the same folder.
        if (found !== undefined) folder = ENDINGS.test(found) ? dirname(found) : found
        return found === undefined ? [`${document}: ${name}`] : []
      },
    )
  })
}

/** Files that a comment names from the root. */
export function missingPathsInComments(): string[] {
  const inComment = /^\s*(?:\/\/|\/?\*).*$/gm
  const named = /(?<![\w./-])(?:src|test|bench|dev|docs|deploy)\/[\w./-]+\.[a-z]+\b/g
  return files.flatMap((path) =>
    [...text(path).matchAll(inComment)]
      .flatMap(([comment]) => comment.match(named) ?? [])
      .filter((name) => !existsSync(name))
      .map((name) => `${path}: ${name}`),
  )
}

function isPath(name: string): boolean {
  if (/^(src|test|bench|docs|deploy)\//.test(name)) return true
  return /^[a-z][\w./*-]*$/.test(name) && /\.(ts|js|md)$/.test(name)
}

function isThere(path: string): boolean {
  return path.includes('*') ? globSync(path).length > 0 : existsSync(path)
}

const COLUMNS_MAX = 120

/** Tables, code and pictures may be as wide as they must. */
export function wideProse(): string[] {
  return documents.flatMap((document) => {
    const prose = readFileSync(document, 'utf8').replace(/^```[\s\S]*?^```$/gm, (code) =>
      code.replace(/[^\n]/g, ''),
    )
    return prose
      .split('\n')
      .flatMap((line, at) =>
        line.length > COLUMNS_MAX && !/^(\||!\[| {4})/.test(line) ? [`${document}:${at + 1}`] : [],
      )
  })
}

/** Phrases that read as translated, each with the everyday one: Create account for `Make an account`. */
const TRANSLATED =
  /\bMake (the|an?) (key|account|token)\b|\bworks on for\b|\b(Name|Key|Address) is needed\b|['">]What for['"<]|\bnew at midnight\b|\bso many (minutes|rows|days)\b|\bHow sure, and why\b|\bis no (text file|domain)\b|\bthat no text has\b|\bpacked by gzip\b|\bsent by a machine\b|\bLook whether\b|\bUse: a home\b|\bslip of the finger\b|\bThe same as a table\b|\baccount care\b|\bsaid words\b|\bwell put\b/g
/** In texts for people: `is no PAF file and was passed over` for "is not a PAF file and was skipped"; `5 %` for 5%. */
const TRANSLATED_TEXT =
  /(?<!\bthere )\b(is|are) no (?!longer\b|more\b)\w+|\bpassed over\b|[\d}] %(?! [\d(])/gi

/** In the sources, and so on pages and in mails, help and Problems; and in documents and clients. */
export function translatedPhrases(): string[] {
  const clients = globSync('clients/**/*.{md,php,py,js,txt}')
  const written = [...documents, ...clients].map((path) => [path, flat(path)] as const)
  const programmed = sources.map((path) => [path, textsOf(text(path))] as const)
  return [
    ...[...documents, ...clients, ...sources].map(
      (path) => [path, flat(path), TRANSLATED] as const,
    ),
    ...[...written, ...programmed].map((each) => [...each, TRANSLATED_TEXT] as const),
  ].flatMap(([path, read, phrases]) =>
    [...read.matchAll(phrases)].map(([phrase]) => `${path}: ${phrase}`),
  )
}

/** Lines of a document end anywhere. */
function flat(path: string): string {
  return readFileSync(path, 'utf8').replace(/\s+/g, ' ')
}

function textsOf(source: string): string {
  const code = source.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g, '')
  return [...code.matchAll(/'[^'\n]*'|"[^"\n]*"|`[^`]*`/g)].join('\n')
}

const BEGIN =
  '<!-- rooms: written by UPDATE_DOCS=1 npm run -s node -- --test test/architecture.test.ts -->\n'
const END = '<!-- end of rooms -->'

/** What ARCHITECTURE.md says of the rooms; with `UPDATE_DOCS=1` it is first written anew. */
export function tableInDocument(): { readonly written: string; readonly expected: string } {
  const path = 'ARCHITECTURE.md'
  const document = readFileSync(path, 'utf8')
  const from = document.indexOf(BEGIN) + BEGIN.length
  const to = document.indexOf(END)
  const expected = roomsTable()
  if (process.env.UPDATE_DOCS === '1') {
    writeFileSync(path, document.slice(0, from) + expected + document.slice(to))
    return { written: expected, expected }
  }
  return { written: document.slice(from, to), expected }
}

function roomsTable(): string {
  const rows = Object.entries(ROOMS).map(([name, { purpose, imports }]) => {
    const allowed = imports === 'everything' ? imports : imports.join(', ') || 'nothing'
    return `| \`${name === ROOT ? 'src/*.ts' : `${name}/`}\` | ${purpose} | ${allowed} |`
  })
  return ['| Room | What it is for | May import |', '|---|---|---|', ...rows, ''].join('\n')
}
