// Every field that keeps something between two requests is listed with the test that would see it answer wrongly.
// Covers: test/warm/caches.txt

import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { test } from 'node:test'

const ROOT = join(import.meta.dirname, '../..')
const LIST = 'test/warm/caches.txt'

/** A collection that starts empty, as a field of a class or of a module. */
const COLLECTION =
  /^(?: {2}(?:static |readonly )*|(?:export )?(?:const|let) )(#?\w+)(?:: [^=\n]+)? = new (?:Weak|Bounded|Fair)?(?:Map|Set)\b(?:<.*>)?\((?:[A-Z_]+_MAX)?\)/gm
/** A value that is made when it is first asked for, and kept on an object. */
const MADE_ONCE = /\.(#?\w+)(?:\[\w+\])? \?\?= /g

interface Row {
  readonly reason: string
  readonly glob: string
  /** None for all fields of a folder. */
  readonly names: readonly string[]
}

function readRows(): Row[] {
  const rows: Row[] = []
  let reason = ''
  for (const line of readFileSync(join(ROOT, LIST), 'utf8').split('\n')) {
    if (line === '' || line.startsWith('#')) continue
    if (/^(by|because) /.test(line)) reason = line
    else {
      const [glob = '', ...names] = line.split(' ')
      rows.push({ reason, glob, names })
    }
  }
  return rows
}

function keptFields(): (readonly [path: string, name: string])[] {
  return globSync('src/**/*.ts', { cwd: ROOT }).flatMap((path) => {
    const text = readFileSync(join(ROOT, path), 'utf8')
    const found = [...text.matchAll(COLLECTION), ...text.matchAll(MADE_ONCE)]
    return [...new Set(found.map(([, name = '']) => name))].map((name) => [path, name] as const)
  })
}

function isOf({ glob, names }: Row, path: string, name: string): boolean {
  return matchesGlob(path, glob) && (names.length === 0 || names.includes(name))
}

test('state that outlives a request has a test, or a reason to have none', () => {
  const rows = readRows()
  const unlisted = keptFields().filter(([path, name]) => !rows.some((row) => isOf(row, path, name)))
  assert.deepEqual(unlisted, [], `a new cache gets a line in ${LIST}`)
})

test('every field and every test that the list names exists', () => {
  const fields = keptFields()
  for (const row of readRows()) {
    const [, path] = /^by (\S+)$/.exec(row.reason) ?? []
    assert.ok(path === undefined || existsSync(join(ROOT, path)), row.reason)
    for (const name of row.names.length === 0 ? [''] : row.names) {
      const isThere = fields.some(([of, field]) =>
        name === '' ? matchesGlob(of, row.glob) : of === row.glob && field === name,
      )
      assert.ok(isThere, `${row.glob} ${name}`)
    }
  }
})
