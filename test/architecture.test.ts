// Holds the shape of the code: who may import whom, how long things may be, and what only one file may do.

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { test } from 'node:test'

const FILE_LINES_MAX = 400
const FUNCTION_LINES_MAX = 60
/** The formatter sees to code; prose may be a little wider. */
const COMMENT_COLUMNS_MAX = 120

/** Each folder of `src/` and the folders it may import from. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  lib: [],
  address: ['lib'],
  http: ['address', 'lib'],
  store: ['lib'],
  index: ['address', 'lib'],
  search: ['index', 'address', 'lib'],
  importers: ['index', 'address', 'lib'],
  sample: ['index', 'address', 'lib'],
  releases: ['sample', 'search', 'index', 'address', 'lib'],
  quality: ['search', 'index', 'address', 'lib'],
  mail: ['store', 'lib'],
  account: ['mail', 'store', 'address', 'lib'],
  webhooks: ['account', 'mail', 'store', 'address', 'lib'],
  billing: ['webhooks', 'account', 'mail', 'store', 'address', 'lib'],
  access: ['webhooks', 'account', 'mail', 'store', 'http', 'address', 'lib'],
  'rate-limits': ['access', 'account', 'http', 'lib'],
  nodes: ['threads', 'rate-limits', 'store', 'lib'],
  'private-addresses': ['access', 'search', 'index', 'store', 'address', 'lib'],
  endpoints: [
    'private-addresses',
    'access',
    'billing',
    'webhooks',
    'account',
    'mail',
    'search',
    'address',
    'http',
    'lib',
  ],
  reference: ['endpoints', 'address', 'http', 'lib'],
  // What is served to browsers is plain JavaScript and imports nothing of the service.
  client: [],
  web: [
    'client',
    'reference',
    'endpoints',
    'billing',
    'releases',
    'search',
    'index',
    'store',
    'address',
    'http',
    'lib',
    '.',
  ],
}

/** These put the others together, and may import from everywhere. */
const TOP = ['.', 'commands', 'threads', 'metrics']

const sources = globSync('src/**/*.{ts,js}').map((path) => normalize(path))
const files = [...sources, ...globSync('test/**/*.ts'), ...globSync('bench/**/*.ts')]
const textOf = new Map(files.map((path) => [path, readFileSync(path, 'utf8')]))

function importsOf(path: string): string[] {
  const found = text(path).matchAll(/^(?:import|export)[^'"]*?from\s+'(\.[^']+)'/gms)
  return [...found].map(([, target]) => normalize(join(dirname(path), target)))
}

function text(path: string): string {
  return textOf.get(path) ?? ''
}

function folderOf(path: string): string {
  const parts = path.split('/')
  return parts.length > 2 ? parts[1] : '.'
}

test('a folder imports only from the folders below it', () => {
  const wrong: string[] = []
  for (const path of sources) {
    const from = folderOf(path)
    if (TOP.includes(from)) continue
    for (const target of importsOf(path)) {
      const to = folderOf(target)
      if (to !== from && !MAY_IMPORT[from]?.includes(to)) wrong.push(`${path} imports ${target}`)
    }
  }
  assert.deepEqual(wrong, [])
})

test('what runs in browsers imports only what browsers are served', () => {
  const served = sources.filter((path) => path.endsWith('.js'))
  const wrong = served.flatMap((path) =>
    importsOf(path)
      .filter((target) => !served.includes(target))
      .map((target) => `${path} imports ${target}`),
  )
  assert.deepEqual(wrong, [])
})

test('comments keep to 120 columns', () => {
  const wide: string[] = []
  for (const path of files) {
    text(path)
      .split('\n')
      .forEach((line, at) => {
        if (/^\s*(\/\/|\/?\*)/.test(line) && line.length > COMMENT_COLUMNS_MAX) {
          wide.push(`${path}:${at + 1}`)
        }
      })
  }
  assert.deepEqual(wide, [])
})

test('no file imports itself by a detour', () => {
  const done = new Set<string>()
  const cycles: string[] = []
  const walk = (path: string, trail: readonly string[]) => {
    if (trail.includes(path)) cycles.push([...trail.slice(trail.indexOf(path)), path].join(' > '))
    else if (!done.has(path)) {
      for (const target of importsOf(path)) walk(target, [...trail, path])
      done.add(path)
    }
  }
  for (const path of sources) walk(path, [])
  assert.deepEqual(cycles, [])
})

test('every file says on its first line what it is for', () => {
  const silent = files.filter((path) => !/^(#!.*\n)?\/\/ \S+ \S+/.test(text(path)))
  assert.deepEqual(silent, [])
})

test('no file and no function is longer than a person can hold in mind', () => {
  const long: string[] = []
  for (const path of sources) {
    const lines = text(path).split('\n')
    if (lines.length - 1 > FILE_LINES_MAX) long.push(`${path} has ${lines.length - 1} lines`)
    for (const { name, length } of functionsIn(lines)) {
      if (length > FUNCTION_LINES_MAX) long.push(`${path}: ${name} has ${length} lines`)
    }
  }
  assert.deepEqual(long, [])
})

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

test('only config.ts reads the environment and only lib/clock.ts reads the time', () => {
  const stray: string[] = []
  // Browser code has no service to ask for the time, and measures what a person waits.
  const isInBrowser = (path: string) => /^src\/(web|client)\/.*\.js$/.test(path)
  for (const path of sources.filter((each) => !isInBrowser(each))) {
    if (path !== 'src/config.ts' && /\bprocess\.env\b/.test(text(path))) stray.push(`${path}: env`)
    const readsTime = /\bDate\.now\(|\bnew Date\(\)|\bperformance\.now\(/.test(text(path))
    if (path !== 'src/lib/clock.ts' && readsTime) stray.push(`${path}: time`)
  }
  assert.deepEqual(stray, [])
})

test('the search engine does no I/O once a release is open', () => {
  const io = sources.filter(
    (path) =>
      path.startsWith('src/search/') &&
      /from 'node:(fs|net|http|child_process|worker_threads)/.test(text(path)),
  )
  assert.deepEqual(io, [])
})

test('only access, endpoints and the request path make a Problem', () => {
  const makers = sources.filter((path) => /new Problem\(/.test(text(path)))
  const allowed =
    /^src\/(access|endpoints|rate-limits)\/|^src\/(pipeline|routes)\.ts$|^src\/http\/faults\.ts$/
  assert.deepEqual(
    makers.filter((path) => !allowed.test(path)),
    [],
  )
})

test('there are no barrels, no default exports and no grab-bag files', () => {
  const wrong = files.filter(
    (path) =>
      /(^|\/)(index|utils?|helpers|types)\.(ts|js)$/.test(path) ||
      /^export default /m.test(text(path)) ||
      /^export (\*|\{[^}]*\}) from/m.test(text(path)),
  )
  assert.deepEqual(wrong, [])
})
